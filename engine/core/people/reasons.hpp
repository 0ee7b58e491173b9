// Why a step holds, beyond the cells that it names: the units and rules by which cells differ, and by which a digit rules
// out another one, as few as will do. A path needs it, a score does not.
#pragma once

#include "people/together.hpp"
#include "people/unit_sums.hpp"

namespace engine::people {

class Reasons {
public:
    explicit Reasons(const Board& board) : board_(board) {}

    void add(Step& step, const Position& at) const {
        switch (step.machine) {
            case Machine::naked_pair:
            case Machine::naked_triple:
            case Machine::naked_quad: return add_to_naked(step, at);
            case Machine::seen_by_all:
            case Machine::finned_fish: return find_sights(step, ruled_out_by(step.cells, step));
            case Machine::rule:
            case Machine::rule_in_units: return add_to_rule(step, at);
            case Machine::rule_ways: return add_to_rules(step, {step.part}, at);
            case Machine::rules_together: return add_to_rules(step, step.others, at);
            case Machine::needed: return add_to_needed(step, at);
            case Machine::unit_sums: return add_to_sum(step, at);
            case Machine::unit_ways: return find_parts(step, at);
            case Machine::turbot:
            case Machine::x_chain:
            case Machine::xy_wing:
            case Machine::xy_chain:
            case Machine::alternating_chain: return add_to_chain(step);
            case Machine::contradiction:
            case Machine::contradiction_net: return add_to_contradiction(step, at);
            default: return;  // units say it all
        }
    }

private:
    // A unit, or a part if there is none.
    struct Source {
        int unit, part;
    };
    // That a digit in one cell rules out one in another.
    struct Ban {
        int cell, digit, other, gone;
    };
    using Seen = std::vector<CellSet>;

    // --- What units and rules say of two cells ---

    bool explains(const Source& source, const Ban& ban) const {
        if (source.part >= 0) return says(*board_.parts[source.part], ban);
        const CellSet& set = board_.units[source.unit].set;
        return ban.digit == ban.gone && set[ban.cell] && set[ban.other];
    }

    static bool says(const Part& part, const Ban& ban) {
        const auto has = [](const Cells& cells, int cell) {
            return std::ranges::find(cells, static_cast<std::uint8_t>(cell)) != cells.end();
        };
        if (!has(part.cells, ban.cell) || !has(part.cells, ban.other)) return false;
        return std::ranges::any_of(part.statements(), [&](const Statement& one) {
            if (one.kind == Kind::house)
                return ban.digit == ban.gone && has(one.cells, ban.cell) && has(one.cells, ban.other);
            if (one.kind != Kind::relation) return false;
            if (one.cells[0] == ban.cell && one.cells[1] == ban.other) return !(one.numbers[ban.digit] >> ban.gone & 1);
            return one.cells[0] == ban.other && one.cells[1] == ban.cell && !(one.numbers[ban.gone] >> ban.digit & 1);
        });
    }

    bool separates(const Source& source, int cell, int other) const {
        for (int digit = 0; digit < board_.size; ++digit)
            if (!explains(source, {cell, digit, other, digit})) return false;
        return true;
    }

    // The units `first`, then all units and parts.
    std::vector<Source> sources(const std::vector<int>& first) const {
        std::vector<Source> all;
        for (const int unit : first) all.push_back({unit, -1});
        for (int unit = 0; unit < std::ssize(board_.units); ++unit) all.push_back({unit, -1});
        for (const std::unique_ptr<Part>& part : board_.parts) all.push_back({-1, part->number});
        return all;
    }

    // Few sources that together explain some items, each with the cells of an item; the one that explains the most of those
    // that are left comes next.
    template <class Item, class Explains>
    static std::vector<Sight> fewest(std::vector<Item> items, const std::vector<Source>& sources, Explains explains) {
        std::vector<Sight> found;
        while (!items.empty()) {
            const Source* best = nullptr;
            std::ptrdiff_t most = 0;
            for (const Source& source : sources)
                if (const auto count = std::ranges::count_if(items, [&](auto& one) { return explains(source, one); });
                    count > most)
                    best = &source, most = count;
            if (!best) break;
            std::erase_if(items, [&](const Item& one) {
                if (!explains(*best, one)) return false;
                const Sight sight{one.cell, one.other, best->unit, best->part};
                if (!std::ranges::count(found, sight)) found.push_back(sight);
                return true;
            });
        }
        return found;
    }

    void find_sights(Step& step, std::vector<Ban> bans) const {
        step.sights = fewest(std::move(bans), sources(step.units),
                             [&](const Source& source, const Ban& ban) { return explains(source, ban); });
    }

    // A source of each link by itself; a unit if there is one.
    void find_sights_of_links(Step& step, const std::vector<Ban>& bans) const {
        const std::vector<Source> all = sources({});
        for (const Ban& ban : bans) {
            const auto by = std::ranges::find_if(all, [&](const Source& source) { return explains(source, ban); });
            if (by != all.end()) step.sights.push_back({ban.cell, ban.other, by->unit, by->part});
        }
    }

    // What each place of the digit of a step rules out.
    static std::vector<Ban> ruled_out_by(const Cells& places, const Step& step) {
        std::vector<Ban> bans;
        for (const int cell : places)
            for (const Loss& loss : step.lost)
                for (std::uint32_t rest = loss.digits; rest; rest &= rest - 1)
                    bans.push_back(
                        {cell, std::countr_zero(std::uint32_t{step.digits}), loss.cell, std::countr_zero(rest)});
        return bans;
    }

    void add_to_naked(Step& step, const Position& at) const {
        std::vector<Sight> pairs;
        for (std::size_t i = 0; i < step.cells.size(); ++i)
            for (std::size_t j = i + 1; j < step.cells.size(); ++j)
                pairs.push_back({step.cells[i], step.cells[j], -1, -1});
        step.apart = fewest(std::move(pairs), sources(step.units), [&](const Source& source, const Sight& pair) {
            return separates(source, pair.cell, pair.other);
        });
        std::vector<Ban> bans;
        for (const Loss& loss : step.lost)
            for (const int d : Bits(loss.digits))
                for (const int cell : step.cells)
                    if (const int digit = d; at.has(cell, digit)) bans.push_back({cell, digit, loss.cell, digit});
        find_sights(step, std::move(bans));
    }

    // --- Why the cells of a rule differ ---

    // The units and further rules without which `holds(seen)` is false, where `seen` says which of the cells differ.
    template <class Holds>
    std::vector<Sight> apart(const Cells& cells, const std::vector<Source>& own, Holds holds) const {
        std::vector<Sight> pairs;  // that see each other by more than the rule itself
        for (std::size_t i = 0; i < cells.size(); ++i)
            for (std::size_t j = i + 1; j < cells.size(); ++j)
                if (board_.sees[cells[i]][cells[j]]) pairs.push_back({cells[i], cells[j], -1, -1});
        Seen base(static_cast<std::size_t>(board_.cells));
        std::erase_if(pairs, [&](const Sight& pair) {
            const bool is_own =
                std::ranges::any_of(own, [&](const Source& one) { return separates(one, pair.cell, pair.other); });
            if (is_own) see(base, pair);
            return is_own;
        });
        if (holds(base)) return {};
        std::vector<std::pair<std::ptrdiff_t, Source>> useful;
        for (const Source& source : sources({}))
            if (const auto count = std::ranges::count_if(
                    pairs, [&](const Sight& pair) { return separates(source, pair.cell, pair.other); }))
                useful.push_back({source.part < 0 ? count : -1, source});
        std::ranges::stable_sort(useful, {}, [](const auto& one) { return one.first; });
        std::vector<Source> kept;
        for (const auto& [count, source] : useful) kept.push_back(source);
        for (std::size_t i = 0; i < kept.size();) {
            std::vector<Source> fewer = kept;
            fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
            if (holds(seen_by(base, pairs, fewer)))
                kept = std::move(fewer);
            else
                ++i;
        }
        std::erase_if(pairs, [&](const Sight& pair) {
            return std::ranges::none_of(kept, [&](const Source& one) { return separates(one, pair.cell, pair.other); });
        });
        return fewest(std::move(pairs), kept, [&](const Source& source, const Sight& pair) {
            return separates(source, pair.cell, pair.other);
        });
    }

    static void see(Seen& seen, const Sight& pair) {
        seen[pair.cell].set(pair.other);
        seen[pair.other].set(pair.cell);
    }

    Seen seen_by(Seen seen, const std::vector<Sight>& pairs, const std::vector<Source>& sources) const {
        for (const Sight& pair : pairs)
            if (std::ranges::any_of(sources, [&](const Source& one) { return separates(one, pair.cell, pair.other); }))
                see(seen, pair);
        return seen;
    }

    std::vector<Candidates> known(const Cells& cells, const Step& step, const Position& at) const {
        std::vector<Candidates> found;
        for (const int cell : cells) found.push_back(std::ranges::count(step.cells, cell) ? at.of[cell] : board_.all());
        return found;
    }

    void add_to_rule(Step& step, const Position& at) const {
        const Part& part = *board_.parts[step.part];
        const std::vector<Candidates> now = known(part.cells, step, at);
        step.apart = apart(part.cells, {{-1, part.number}}, [&](const Seen& seen) {
            const Part alone(board_.size, part.statements(), seen);
            const auto keep = [&](std::vector<Candidates>& left) {
                return step.machine == Machine::rule ? alone.keep(left) : alone.keep_ways(left).value_or(true);
            };
            std::vector<Candidates> known = now;
            return loses(part.cells, known, keep, step.lost);
        });
    }

    void add_to_rules(Step& step, const std::vector<int>& parts, const Position& at) const {
        std::vector<Source> own;
        for (const int part : parts) own.push_back({-1, part});
        for (const int unit : step.units) own.push_back({unit, -1});
        Cells further = step.cells;
        for (const Loss& loss : step.lost) further.push_back(static_cast<std::uint8_t>(loss.cell));
        const Cells cells = Together::joined(board_, board_.sees, parts, step.units, further)->cells;
        const std::vector<Candidates> now = known(cells, step, at);
        step.apart = apart(cells, own, [&](const Seen& seen) {
            return Together::joined(board_, seen, parts, step.units, further)->refutes(now, step.lost);
        });
    }

    void add_to_needed(Step& step, const Position& at) const {
        const Part& part = *board_.parts[step.part];
        std::vector<Candidates> now = known(part.cells, step, at);
        for (Candidates& digits : now) digits &= ~step.digits;
        const bool is_empty = std::ranges::find(now, Candidates{0}) != now.end();
        step.apart = apart(part.cells, {{-1, part.number}}, [&](const Seen& seen) {
            std::vector<Candidates> left = now;
            return is_empty || !Part(board_.size, part.statements(), seen).keep(left);
        });
        find_sights(step, ruled_out_by(step.minus, step));
    }

    void add_to_sum(Step& step, const Position& at) const {
        UnitSums::Terms terms{{{}, {}, step.total}, {}};
        for (const int sign : {1, -1}) {
            const Cells& side = sign > 0 ? step.cells : step.minus;
            for (std::size_t i = 0; i < side.size(); ++i) {
                if (i && side[i] == side[i - 1]) {
                    terms.sum.by.back() += sign;
                    continue;
                }
                terms.sum.cells.push_back(side[i]);
                terms.sum.by.push_back(sign);
                terms.now.push_back(at.of[side[i]]);
            }
        }
        step.apart = apart(terms.sum.cells, {}, [&](const Seen& seen) {
            const auto keep = [&](auto& left) { return left = UnitSums::left(seen, terms, board_.size), true; };
            std::vector<Candidates> known = terms.now;
            return loses(terms.sum.cells, known, keep, step.lost);
        });
    }

    // --- The rules that limit the ways to fill a unit ---

    struct Pair {
        std::size_t first, second;
        Table table;
    };

    void find_parts(Step& step, const Position& at) const {
        const Cells& cells = board_.units[step.units[0]].cells;
        const std::vector<Candidates> now = known(cells, step, at);
        step.others = parts_that_limit(
            cells, [&](const std::vector<Pair>& pairs) { return unit_loses(cells, now, pairs, step.lost); });
    }

    // The parts without which `follows(pairs)` is false of a unit.
    template <class Follows>
    std::vector<int> parts_that_limit(const Cells& cells, Follows follows) const {
        std::vector<int> parts;
        for (const std::unique_ptr<Part>& part : board_.parts)
            if (part->looks[0].cost && !pairs_in(cells, {part->number}).empty()) parts.push_back(part->number);
        for (std::size_t i = parts.size(); i-- > 0;) {
            std::vector<int> fewer = parts;
            fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
            if (follows(pairs_in(cells, fewer))) parts = std::move(fewer);
        }
        return parts;
    }

    std::vector<Pair> pairs_in(const Cells& cells, const std::vector<int>& parts) const {
        std::vector<Pair> pairs;
        const auto place = [&](int cell) {
            return static_cast<std::size_t>(std::ranges::find(cells, static_cast<std::uint8_t>(cell)) - cells.begin());
        };
        for (const int number : parts)
            for (const Statement& one : board_.parts[number]->statements()) {
                if (one.kind != Kind::relation) continue;
                const std::size_t first = place(one.cells[0]), second = place(one.cells[1]);
                if (first == cells.size() || second == cells.size()) continue;
                const Table table = table_of(one);
                pairs.push_back({first, second, table});
                pairs.push_back({second, first, turned(table)});
            }
        return pairs;
    }

    // Whether no way to fill a unit has what is lost; false too if there are too many ways to tell.
    bool unit_loses(const Cells& cells, const std::vector<Candidates>& now, const std::vector<Pair>& pairs,
                    const std::vector<Loss>& lost) const {
        for (const Loss& loss : lost)
            for (std::uint32_t rest = loss.digits; rest; rest &= rest - 1) {
                std::vector<Candidates> left = now;
                const auto place = std::ranges::find(cells, static_cast<std::uint8_t>(loss.cell)) - cells.begin();
                left[place] = static_cast<Candidates>(rest & -rest);
                int tries = most_tries;
                if (can_fill(left, pairs, CellSet{}, tries)) return false;
            }
        return true;
    }

    // Whether cells can be filled with different digits; true too if the tries end. `done` are places.
    static bool can_fill(const std::vector<Candidates>& left, const std::vector<Pair>& pairs, CellSet done,
                         int& tries) {
        if (--tries <= 0) return true;
        std::size_t next = left.size();
        for (std::size_t i = 0; i < left.size(); ++i)
            if (!done[i] && (next == left.size() || std::popcount(left[i]) < std::popcount(left[next]))) next = i;
        if (next == left.size()) return true;
        done.set(next);
        for (std::uint32_t rest = left[next]; rest; rest &= rest - 1) {
            std::vector<Candidates> beside = left;
            for (std::size_t i = 0; i < left.size(); ++i)
                if (i != next) beside[i] &= ~(rest & -rest);
            for (const Pair& pair : pairs)
                if (pair.first == next) beside[pair.second] &= pair.table[std::countr_zero(rest)];
            if (std::ranges::find(beside, Candidates{0}) == beside.end() && can_fill(beside, pairs, done, tries))
                return true;
        }
        return false;
    }

    static constexpr int most_tries = 3000;

    // --- Links ---

    void add_to_chain(Step& step) const {
        std::vector<Ban> bans;
        const auto add = [&](const Link& holding, int cell, Candidates digits) {
            for (std::uint32_t rest = cell == holding.cell ? 0 : digits; rest; rest &= rest - 1)
                bans.push_back({holding.cell, digit_of(holding), cell, std::countr_zero(rest)});
        };
        for (std::size_t i = 1; i + 1 < step.links.size(); i += 2)
            add(step.links[i], step.links[i + 1].cell, step.links[i + 1].digits);
        for (const Loss& loss : step.lost) {
            add(step.links.front(), loss.cell, loss.digits);
            add(step.links.back(), loss.cell, loss.digits);
        }
        find_sights_of_links(step, bans);
    }

    static int digit_of(const Link& link) { return std::countr_zero(std::uint32_t{link.digits}); }

    void add_to_contradiction(Step& step, const Position& at) const {
        std::vector<Ban> bans;
        for (const Link& link : step.links) {
            if (link.reason == Reason::seen) bans.push_back({link.number, digit_of(link), link.cell, digit_of(link)});
            if (link.reason != Reason::ways) continue;
            for (const int part : parts_of_link(step, link, at))
                if (!std::ranges::count(step.others, part)) step.others.push_back(part);
        }
        find_sights_of_links(step, bans);
    }

    // The parts that limit the ways to fill a unit after the links that one follows from.
    std::vector<int> parts_of_link(const Step& step, const Link& link, const Position& at) const {
        const Cells& cells = board_.units[link.number].cells;
        std::vector<Candidates> now = at.candidates(cells);
        for (const int place : link.after) {
            const Link& before = step.links[place];
            for (std::size_t i = 0; i < cells.size(); ++i)
                if (cells[i] == before.cell)
                    now[i] &= before.holds ? before.digits : static_cast<Candidates>(~before.digits);
        }
        return parts_that_limit(cells, [&](const std::vector<Pair>& pairs) {
            if (link.cell >= 0) return unit_loses(cells, now, pairs, {{link.cell, link.digits}});
            int tries = most_tries;
            return !can_fill(now, pairs, CellSet{}, tries);
        });
    }

    const Board& board_;
};

}  // namespace engine::people
