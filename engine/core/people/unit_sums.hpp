// The rule of 45: one to four units have a known sum. Cages, arrows and other rules of sums say some of it, and leave few cells.
#pragma once

#include <map>

#include "people/basics.hpp"
#include "people/board.hpp"

namespace engine::people {

// Digits, each times its coefficient, that add up to a total.
struct Sum {
    Cells cells{};
    std::vector<int> by{};
    int total = 0;
};

// The least sum of different digits that cells can hold; -1 if they cannot differ. The digits that cells can hold together
// are a matroid, so the smallest that fits comes next.
class LeastSum {
public:
    static int of(const std::vector<Candidates>& cells) {
        LeastSum some(cells);
        int sum = 0;
        std::size_t count = 0;
        for (int digit = 0; digit < most_size && count < cells.size(); ++digit) {
            some.tried_ = 0;
            if (some.hold(digit)) sum += digit + 1, ++count;
        }
        return count == cells.size() ? sum : -1;
    }

private:
    explicit LeastSum(const std::vector<Candidates>& cells) : cells_(cells) { digit_.fill(-1); }

    // Gives a digit a cell; the digit of that cell may have to take another one.
    bool hold(int digit) {
        for (std::size_t i = 0; i < cells_.size(); ++i) {
            if (!(cells_[i] >> digit & 1) || tried_ >> i & 1) continue;
            tried_ |= 1u << i;
            if (digit_[i] >= 0 && !hold(digit_[i])) continue;
            digit_[i] = digit;
            return true;
        }
        return false;
    }

    const std::vector<Candidates>& cells_;
    std::array<int, most_size> digit_;
    std::uint32_t tried_ = 0;
};

// A sum of units without what rules say of it.
struct UnitSum {
    std::vector<int> units, parts;
    Sum sum;
    std::vector<Candidates> settled;
};

class UnitSums {
public:
    explicit UnitSums(const Board& board) : board_(board) {
        for (const std::unique_ptr<Part>& part : board.parts)
            if (part->looks[0].cost && part->cells.size() <= most_of_rule)
                for (const Statement& one : part->statements())
                    if (one.kind == Kind::sum) add_rule(part->number, one);
        if (rules_.empty()) return;
        for (int kind = 0; kind < board.kinds; ++kind) add_groups(kind);
    }

    void find(const Position& at, int units, Found& found) {
        for (UnitSum& sum : sums_)
            if (std::ssize(sum.units) == units && look(at, sum, found)) return;
    }
    void forget() {
        for (UnitSum& sum : sums_) sum.settled.clear();
    }

    static constexpr int most_units = 4;

    // The open cells of a sum, and what they may hold.
    struct Terms {
        Sum sum;
        std::vector<Candidates> now;
    };

    // What each cell holds in some way that adds up, where cells that see each other are different: of few cells exactly, of
    // more what the least and the greatest sum allow. No digits where nothing adds up.
    static std::vector<Candidates> left(const std::vector<CellSet>& sees, const Terms& terms, int size) {
        std::vector<Candidates> here(terms.now.size()), found(terms.now.size());
        if (terms.now.size() > most_open) return bounded(sees, terms, size);
        fill(sees, 0, terms.sum.total, terms, here, found);
        return found;
    }

private:
    struct Rule {
        int part;
        Sum sum;
        CellSet set;
    };
    static constexpr std::size_t most_open = 4;   // cells that have no digit yet, where all ways are tried
    static constexpr std::size_t most_cells = 14, most_of_rule = 40;
    static constexpr int most_times = 10;

    void add_rule(int part, const Statement& one) {
        Rule rule{part, {one.cells, {one.numbers.begin(), one.numbers.end() - 1}, one.numbers.back()}, rules::set_of(one.cells)};
        const bool is_plain = std::ranges::all_of(rule.sum.by, [](int by) { return std::abs(by) <= most_times; });
        if (is_plain && one.cells.size() > 1) rules_.push_back(std::move(rule));
    }

    // Units of one kind that lie side by side, or touch.
    void add_groups(int kind) {
        const std::vector<int> mine = board_.units_of(kind);
        std::vector<std::vector<int>> groups;
        for (const int unit : mine) groups.push_back({unit});
        for (std::size_t i = 0; i < groups.size() && groups.size() < 400; ++i) {
            const std::vector<int> group = groups[i];
            for (const bool inside : {true, false}) add(group, inside);
            if (std::ssize(group) == most_units) continue;
            for (const int unit : mine)
                if (unit > group.back() && touches(group, unit)) {
                    groups.push_back(group);
                    groups.back().push_back(unit);
                }
        }
    }

    bool touches(const std::vector<int>& group, int unit) const {
        for (const int one : group)
            for (const int cell : board_.units[one].cells)
                for (const int other : board_.units[unit].cells) {
                    const int apart = std::abs(cell - other);
                    if (apart == board_.size || (apart == 1 && cell / board_.size == other / board_.size)) return true;
                }
        return false;
    }

    // The sum of units with as few cells as rules can leave it, of rules inside alone or of all; the rule that rids it of
    // the most cells comes next.
    void add(const std::vector<int>& units, bool inside) {
        std::array<int, people::most_cells> by{};
        CellSet region, in;
        for (const int unit : units) region |= board_.units[unit].set;
        for (const int cell : EachCell(region)) by[cell] = 1;
        in = region;
        UnitSum made{units, {}, {{}, {}, static_cast<int>(units.size()) * board_.size * (board_.size + 1) / 2}, {}};
        std::vector<const Rule*> near;
        for (const Rule& rule : rules_)
            if ((rule.set & region).any() && !(inside && (rule.set & ~region).any())) near.push_back(&rule);
        for (;;) {
            const Rule* best = nullptr;
            int most = 0, times = 0;
            for (const Rule* rule : near) {
                if ((rule->set & in).count() < 2) continue;
                for (const int sign : {-1, 1}) {
                    if (sign > 0 && board_.parts[rule->part]->total) continue;  // a cage goes as a whole
                    if (const int fewer = rid_by(by, rule->sum, sign); fewer > most)
                        best = rule, most = fewer, times = sign;
                }
            }
            if (!best) break;
            std::erase(near, best);
            for (std::size_t i = 0; i < best->sum.cells.size(); ++i) {
                const int cell = best->sum.cells[i];
                in.set(cell, (by[cell] += times * best->sum.by[i]) != 0);
            }
            made.sum.total += times * best->sum.total;
            if (!std::ranges::count(made.parts, best->part)) made.parts.push_back(best->part);
        }
        if (made.parts.empty() || in.none() || in.count() > most_cells) return;
        std::ranges::sort(made.parts);
        made.sum.cells = rules::cells_of(in);
        for (const int cell : made.sum.cells) made.sum.by.push_back(by[cell]);
        for (const UnitSum& other : sums_)
            if (other.sum.cells == made.sum.cells && other.sum.by == made.sum.by) return;
        sums_.push_back(std::move(made));
    }

    static int rid_by(const std::array<int, people::most_cells>& by, const Sum& sum, int times) {
        int fewer = 0;
        for (std::size_t i = 0; i < sum.cells.size(); ++i)
            fewer += (by[sum.cells[i]] != 0) - (by[sum.cells[i]] + times * sum.by[i] != 0);
        return fewer;
    }

    bool look(const Position& at, UnitSum& sum, Found& found) const {
        const Cells& cells = sum.sum.cells;
        if (std::ranges::equal(cells, sum.settled, {}, [&](int cell) { return at.of[cell]; })) return false;
        Terms terms{{{}, {}, sum.sum.total}, {}};
        for (std::size_t i = 0; i < cells.size(); ++i) {
            const int cell = cells[i];
            if (at.filled[cell]) {
                terms.sum.total -= sum.sum.by[i] * (std::countr_zero(at.of[cell]) + 1);
            } else {
                terms.sum.cells.push_back(cell);
                terms.sum.by.push_back(sum.sum.by[i]);
                terms.now.push_back(at.of[cell]);
            }
        }
        if (terms.now.empty()) return false;
        const std::vector<Candidates> leaves = left(board_.sees, terms, board_.size);
        Step step{.machine = Machine::unit_sums, .units = sum.units, .others = sum.parts, .total = terms.sum.total};
        for (std::size_t i = 0; i < leaves.size(); ++i) {
            if (!leaves[i]) return false;
            step.lose(terms.sum.cells[i], terms.now[i] & ~leaves[i]);
        }
        if (step.lost.empty()) {
            sum.settled = at.candidates(cells);
            return false;
        }
        // A cell stands as often as it counts.
        for (std::size_t i = 0; i < leaves.size(); ++i) {
            Cells& side = terms.sum.by[i] > 0 ? step.cells : step.minus;
            side.insert(side.end(), static_cast<std::size_t>(std::abs(terms.sum.by[i])), terms.sum.cells[i]);
        }
        return found.add(std::move(step));
    }

    static void fill(const std::vector<CellSet>& sees, std::size_t i, int rest, const Terms& terms,
                     std::vector<Candidates>& here, std::vector<Candidates>& found) {
        const Cells& cells = terms.sum.cells;
        if (i == cells.size()) {
            for (std::size_t j = 0; rest == 0 && j < i; ++j) found[j] |= here[j];
            return;
        }
        for (std::uint32_t digits = terms.now[i]; digits; digits &= digits - 1) {
            here[i] = static_cast<Candidates>(digits & -digits);
            bool differs = true;
            for (std::size_t j = 0; j < i; ++j) differs = differs && !(here[j] == here[i] && sees[cells[j]][cells[i]]);
            if (differs) fill(sees, i + 1, rest - terms.sum.by[i] * (std::countr_zero(digits) + 1), terms, here, found);
        }
    }

    static constexpr int too_much = 1 << 20;  // more than any sum

    // Cells of one coefficient that all see each other, and the least that they add to a sum.
    struct Clique {
        int by, lowest = 0;  // the latter for all its cells
        std::vector<std::size_t> places{};
        std::vector<Candidates> now{};  // turned, so that the least digits are the greatest, where they count as less

        int least(int size) const {
            const int sum = LeastSum::of(now);
            return sum < 0 ? too_much : by > 0 ? by * sum : by * (static_cast<int>(now.size()) * (size + 1) - sum);
        }
    };

    static Candidates turned(Candidates digits, int size) {
        Candidates found = 0;
        for (const int d : Bits(digits)) found |= bit(size - 1 - d);
        return found;
    }

    // Of the sum, and of its opposite.
    static std::vector<Candidates> bounded(const std::vector<CellSet>& sees, Terms terms, int size) {
        std::vector<Candidates> found = terms.now;
        for (int side = 0; side < 2; ++side) {
            if (!leave_least(sees, terms, size, found)) return std::vector<Candidates>(found.size());
            for (int& by : terms.sum.by) by = -by;
            terms.sum.total = -terms.sum.total;
        }
        return found;
    }

    // Takes what makes the least sum too great; false if it is too great anyway.
    static bool leave_least(const std::vector<CellSet>& sees, const Terms& terms, int size, std::vector<Candidates>& found) {
        std::vector<Clique> cliques = cliques_of(sees, terms, size);
        int slack = terms.sum.total, greatest = 0;
        for (Clique& one : cliques) {
            slack -= one.lowest = one.least(size);
            greatest = std::max(greatest, std::abs(one.by));
        }
        if (slack < 0) return false;
        if (slack >= 2 * size * greatest) return true;  // a cell changes its clique by less
        for (Clique& one : cliques) {
            for (std::size_t i = 0; i < one.places.size(); ++i) {
                const Candidates now = one.now[i];
                for (const int d : Bits(now)) {
                    one.now[i] = bit(d);
                    if (one.least(size) - one.lowest > slack) found[one.places[i]] &= ~bit(one.by > 0 ? d : size - 1 - d);
                }
                one.now[i] = now;
            }
        }
        return true;
    }

    static std::vector<Clique> cliques_of(const std::vector<CellSet>& sees, const Terms& terms, int size) {
        std::vector<Clique> cliques;
        const Cells& cells = terms.sum.cells;
        for (std::size_t i = 0; i < cells.size(); ++i) {
            const int by = terms.sum.by[i];
            const auto fits = std::ranges::find_if(cliques, [&](const Clique& one) {
                return one.by == by && std::ranges::all_of(one.places, [&](std::size_t j) { return sees[cells[i]][cells[j]]; });
            });
            Clique& mine = fits == cliques.end() ? cliques.emplace_back(by) : *fits;
            mine.places.push_back(i);
            mine.now.push_back(by > 0 ? terms.now[i] : turned(terms.now[i], size));
        }
        return cliques;
    }

    const Board& board_;
    std::vector<Rule> rules_;
    std::vector<UnitSum> sums_;
};

// The law of leftovers: lines and as many units of another kind hold the same digits, so the cells that they do not share
// do too.
class Leftovers {
public:
    explicit Leftovers(const Board& board) : board_(board) {
        for (const int lines : {0, 1})
            for (int kind = 2; kind < board.kinds; ++kind) add_kinds(lines, kind);
    }

    // A digit that one side lacks goes from the other one.
    void find(const Position& at, Found& found) const {
        for (const Pair& pair : pairs_) {
            const Candidates inside = at.together(pair.inside), outside = at.together(pair.outside);
            if (inside == outside) continue;
            if (remove(at, pair, pair.inside, pair.outside, inside, found)) return;
            if (remove(at, pair, pair.outside, pair.inside, outside, found)) return;
        }
    }

private:
    static constexpr int most_lines = 4;  // side by side
    static constexpr int most_left = 4;   // cells of either side

    struct Pair {
        std::vector<int> lines, others;
        Cells inside, outside;  // of the lines alone, of the others alone
    };

    void add_kinds(int lines, int kind) {
        const std::vector<int> rows = board_.units_of(lines), others = board_.units_of(kind);
        for (int count = 1; count <= std::min(most_lines, board_.size / 2); ++count)
            for (int first = 0; first + count <= std::ssize(rows); ++first)
                add_beside({rows.begin() + first, rows.begin() + first + count}, others);
    }

    // As many others as there are lines, if few cells of them lie outside.
    void add_beside(const std::vector<int>& lines, const std::vector<int>& others) {
        CellSet region;
        for (const int line : lines) region |= board_.units[line].set;
        std::vector<int> near;
        for (const int other : others)
            if (static_cast<int>((board_.units[other].set & ~region).count()) <= most_left) near.push_back(other);
        std::vector<int> chosen;
        choose(lines, region, near, 0, chosen);
    }

    void choose(const std::vector<int>& lines, const CellSet& region, const std::vector<int>& near, std::size_t next,
                std::vector<int>& chosen) {
        if (chosen.size() == lines.size()) return keep(lines, region, chosen);
        for (; next < near.size(); ++next) {
            chosen.push_back(near[next]);
            choose(lines, region, near, next + 1, chosen);
            chosen.pop_back();
        }
    }

    void keep(const std::vector<int>& lines, const CellSet& region, const std::vector<int>& others) {
        CellSet held;
        for (const int other : others) held |= board_.units[other].set;
        const CellSet outside = held & ~region;
        if (outside.any() && static_cast<int>(outside.count()) <= most_left)
            pairs_.push_back({lines, others, rules::cells_of(region & ~held), rules::cells_of(outside)});
    }

    static bool remove(const Position& at, const Pair& pair, const Cells& known, const Cells& cells, Candidates digits,
                       Found& found) {
        Step step{
            .machine = Machine::leftovers, .units = pair.lines, .others = pair.others, .cells = known, .minus = cells};
        for (const int cell : cells)
            if (const Candidates gone = at.of[cell] & static_cast<Candidates>(~digits)) {
                if (at.filled[cell]) return false;  // no position of a puzzle with a solution has that
                step.lost.push_back({cell, gone});
                step.digits |= gone;
            }
        if (step.lost.empty()) return false;
        return found.add(std::move(step));
    }

    const Board& board_;
    std::vector<Pair> pairs_;
};

}  // namespace engine::people
