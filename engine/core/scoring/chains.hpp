// Chains that alternate between strong and weak links: of one digit (turbot fish, X-chains), or through cells of two
// candidates (XY-chains, remote pairs). One end of such a chain is true, so the digit goes from what sees both ends.
#pragma once

#include <map>

#include "scoring/step_order.hpp"
#include "scoring/table_chains.hpp"
#include "stop/watch.hpp"

namespace engine::scoring {

enum class ChainKind { turbot, x, xy, remote_pair };

class SimpleChains {
public:
    SimpleChains(const Grid& grid, ChainKind kind)
        : grid_(grid), kind_(kind), longest_(kind == ChainKind::turbot ? 3 : 20) {
        link_all();
    }

    // All steps, the best first.
    std::vector<Step> find() {
        for (const int cell : EachCell(grid_.empty))
            for (const int digit : EachDigit(grid_.mask[cell]))
                for (const Link& link : links(cell, digit))
                    if (link.strong && starts(cell, link)) start(cell, digit, link);
        sort_steps(steps_, compare_chains);
        return std::move(steps_);
    }

private:
    struct Link {
        std::uint8_t cell, digit;
        bool strong;
    };
    struct Links {
        const Link *first, *last;
        const Link* begin() const { return first; }
        const Link* end() const { return last; }
    };

    bool of_one_digit() const { return kind_ == ChainKind::turbot || kind_ == ChainKind::x; }
    bool bivalue(int cell) const { return grid_.candidates(cell) == 2; }

    Links links(int cell, int digit) const {
        const auto& [from, to] = range_[10 * cell + digit];
        return {links_.data() + from, links_.data() + to};
    }

    void link_all() {
        links_.reserve(4096);
        for (const int cell : EachCell(grid_.empty)) {
            if (!of_one_digit() && !bivalue(cell)) continue;
            for (const int digit : EachDigit(grid_.mask[cell])) {
                const auto from = links_.size();
                if (!of_one_digit()) add(cell, lowest(without(grid_.mask[cell], bit(digit))), true);
                for (const int unit : units.of_cell[cell]) {
                    const bool strong = of_one_digit() && grid_.free[unit][digit] == 2;
                    Cells others = grid_.with[digit] & units.set[unit];
                    others.remove(cell);
                    if (unit >= first_block)  // the cells on its lines have been linked
                        others = others.without(units.set[units.of_cell[cell][0]] | units.set[units.of_cell[cell][1]]);
                    for (const int other : EachCell(others))
                        if (may_link(cell, other)) add(other, digit, strong);
                }
                range_[10 * cell + digit] = {static_cast<int>(from), static_cast<int>(links_.size())};
            }
        }
    }

    void add(int cell, int digit, bool strong) {
        links_.push_back({static_cast<std::uint8_t>(cell), static_cast<std::uint8_t>(digit), strong});
    }

    bool may_link(int cell, int other) const {
        if (kind_ == ChainKind::remote_pair) return grid_.mask[other] == grid_.mask[cell];
        return kind_ != ChainKind::xy || bivalue(other);
    }

    // A chain through cells begins within one.
    bool starts(int cell, const Link& link) const { return of_one_digit() || link.cell == cell; }

    void start(int cell, int digit, const Link& link) {
        start_ = cell;
        digit_ = digit;
        other_digit_ = link.digit;
        seen_ = units.peers[cell] & grid_.with[digit];
        chain_.assign({literal(cell, digit, false), literal(link.cell, link.digit, true)});
        visited_ = {};
        visited_.add(cell);
        extend(link.cell, link.digit, false);
    }

    void extend(int cell, int digit, bool needs_strong) {
        for (const Link& link : links(cell, digit)) {
            if (needs_strong && (!link.strong || (!of_one_digit() && link.cell != cell))) continue;
            const bool loop = visited_.has(link.cell);
            if (loop && link.cell != start_) continue;
            visited_.add(cell);
            chain_.push_back(literal(link.cell, link.digit, needs_strong));
            if (needs_strong && link.digit == digit_ && !disjoint(seen_, units.peers[link.cell])) take(link.cell);
            if (length() < longest_ && !loop) extend(link.cell, link.digit, !needs_strong);
            chain_.pop_back();
            visited_.remove(cell);
        }
        watch_.step();
    }

    int length() const { return static_cast<int>(chain_.size()) - 1; }

    void take(int end) {
        const Cells gone = seen_ & units.peers[end];
        switch (kind_) {
            case ChainKind::turbot:
                if (length() == 3) add_step(Technique::turbot_fish, gone, {}, false);
                break;
            case ChainKind::x: add_step(Technique::x_chain, gone, {}, true); break;
            case ChainKind::xy: add_step(Technique::xy_chain, gone, {}, true); break;
            case ChainKind::remote_pair:
                if (length() >= 7) take_remote_pair(gone, end);
                break;
        }
    }

    // Every two cells of the chain that are an odd number of cells apart hold both digits between them.
    void take_remote_pair(const Cells& gone, int end) {
        Cells first = gone, second = units.peers[start_] & units.peers[end] & grid_.with[other_digit_];
        if (length() > 7) {
            first = second = {};
            for (int i = 0; i <= length(); i += 2)
                for (int j = i + 6; j <= length(); j += 4) {
                    const Cells both = units.peers[cell_of(chain_[i])] & units.peers[cell_of(chain_[j])];
                    first |= both & grid_.with[digit_];
                    second |= both & grid_.with[other_digit_];
                }
        }
        add_step(Technique::remote_pair, first, second, true);
    }

    // Of equal removals, only chains that are shorter than those before are kept.
    void add_step(Technique technique, const Cells& gone, const Cells& second_gone, bool shorter_only) {
        Step step;
        step.begin(technique);
        step.add_digit(digit_);
        step.remove_all(gone, digit_);
        if (kind_ == ChainKind::remote_pair) {
            step.add_digit(other_digit_);
            step.remove_all(second_gone, other_digit_);
        }
        if (shorter_only) {
            step.sort_removed();
            const auto [place, is_new] = shortest_.try_emplace(step.removed, length());
            if (!is_new && place->second <= length()) return;
            place->second = length();
        }
        step.chains.push_back(chain_);
        step.chain_length = length() + 1;
        steps_.push_back(std::move(step));
    }

    const Grid& grid_;
    ChainKind kind_;
    int longest_, start_ = 0, digit_ = 0, other_digit_ = 0;
    std::vector<Link> links_{};
    std::array<std::pair<int, int>, 10 * cell_count> range_{};
    Cells seen_{}, visited_{};
    Chain chain_{};
    std::map<std::vector<Spot>, int> shortest_{};
    std::vector<Step> steps_{};
    Watch<1024> watch_;
};

// Nice loops and alternating inference chains, plain or through groups of places.
//
// A chain that leads from a cell back to it is a loop: continuous if it could go round again, and then every weak link of
// it is a strong one too; else something about the cell follows. A chain from a candidate that is off to another that is
// on says that one of the two is true.
class NiceLoops {
public:
    NiceLoops(const Grid& grid, Tables& tables) : grid_(grid), tables_(tables), chains_(tables_) {}

    // All steps, the best first.
    std::vector<Step> find() {
        for (const bool on : {true, false})
            for (const Spot& spot : tables_.candidates())
                if (may_loop(spot, on)) find_loops(expanded(spot, on));
        for (const Spot& spot : tables_.candidates())
            if (may_chain(spot)) find_chains(expanded(spot, false));
        sort_steps(steps_, compare_chains);
        for (Step& step : steps_) tables_.describe(step.groups, step.sets);
        return std::move(steps_);
    }

private:
    const Table& expanded(Spot spot, bool on) {
        const Literal start = literal(spot.cell, spot.digit, on);
        tables_.expand(start);
        return tables_.of(start);
    }

    // Whether a table leads to something that `find_loops` looks at.
    bool may_loop(Spot spot, bool on) const {
        const int start = literal(spot.cell, spot.digit, on);
        for (const int digit : EachDigit(grid_.mask[spot.cell]))
            for (const bool end_on : {true, false})
                if (tables_.may_lead(start, literal(spot.cell, digit, end_on))) return true;
        return false;
    }

    // The same for `find_chains`.
    bool may_chain(Spot spot) const {
        const int start = literal(spot.cell, spot.digit, false);
        for (const int cell : EachCell(grid_.with[spot.digit])) {
            if (cell == spot.cell) continue;
            if (tables_.may_lead(start, literal(cell, spot.digit, true)) && seen_by_both(spot, cell).count() >= 2)
                return true;
            if (see(spot.cell, cell))
                for (const int digit : EachDigit(grid_.mask[cell] & grid_.mask[spot.cell]))
                    if (tables_.may_lead(start, literal(cell, digit, true))) return true;
        }
        return false;
    }

    Cells seen_by_both(Spot spot, int cell) const {
        return units.peers[spot.cell] & units.peers[cell] & grid_.with[spot.digit];
    }

    static constexpr int nearest = 2;  // what one link leads to

    void find_loops(const Table& table) {
        const int start = cell_of(table.literal[0]);
        for (int place = 1; place < table.size(); ++place)
            if (is_cell(table.literal[place]) && cell_of(table.literal[place]) == start &&
                table.distance[place] > nearest)
                check_loop(table, table.literal[place]);
    }

    void find_chains(const Table& table) {
        const int start = cell_of(table.literal[0]), digit = digit_of(table.literal[0]);
        for (int place = 1; place < table.size(); ++place) {
            const int to = table.literal[place];
            if (!is_cell(to) || !is_on(to) || cell_of(to) == start || table.distance[place] <= nearest) continue;
            step_.begin(Technique::aic);
            if (digit_of(to) == digit) {
                const Cells seen = seen_by_both(spot(start, digit), cell_of(to));
                if (seen.count() >= 2) step_.remove_all(seen, digit);
            } else if (see(start, cell_of(to)) && grid_.has(cell_of(to), digit) && grid_.has(start, digit_of(to))) {
                step_.remove(start, digit_of(to));
                step_.remove(cell_of(to), digit);
            }
            if (!step_.removed.empty() && chains_.build(table, table.literal[place]) && chains_.is_simple(false))
                take(chains_.chain());
        }
    }

    void check_loop(const Table& table, Literal to) {
        if (!chains_.build(table, to)) return;
        const Chain& back = chains_.backwards();
        if (tables_.first_cell(back[0]) == tables_.first_cell(back[1]) || !chains_.is_simple(true)) return;
        const Chain chain = chains_.chain();
        if (tables_.first_cell(chain[0]) == tables_.first_cell(chain[1])) return;
        const bool first_strong = is_on(table.literal[1]), last_strong = is_on(to);
        const int cell = cell_of(chain[0]), digit = digit_of(chain[0]), last = digit_of(to);
        step_.begin(Technique::discontinuous_nice_loop);
        if (digit == last && first_strong == last_strong) {
            if (first_strong)
                remove_others(cell, bit(digit));
            else
                step_.remove(cell, digit);
        } else if (digit != last && first_strong != last_strong) {
            step_.remove(cell, first_strong ? last : digit);
        } else if (first_strong || digit == last || grid_.candidates(cell) == 2) {
            step_.technique = Technique::continuous_nice_loop;
            remove_around(chain, first_strong && last_strong);
        }
        if (!step_.removed.empty()) take(chain);
    }

    void remove_others(int cell, Mask kept) {
        for (const int digit : EachDigit(without(grid_.mask[cell], kept))) step_.remove(cell, digit);
    }

    // What a continuous loop removes: in a cell between two strong links all other candidates, and what sees both ends of
    // a weak link.
    void remove_around(const Chain& chain, bool strong_at_start) {
        const int last = static_cast<int>(chain.size()) - 1;
        const auto cell = [&](int at) { return tables_.first_cell(chain[at]); };
        const auto digit = [&](int at) { return tables_.digit(chain[at]); };
        if (strong_at_start) remove_others(cell(0), bit(digit(0)) | bit(digit(last)));
        for (int at = 1; at <= last; ++at) {
            if (cell(at - 1) == cell(at)) continue;
            if (is_on(chain[at])) {
                if (at <= last - 2 && !is_on(chain[at + 1]) && cell(at) == cell(at + 1) && is_on(chain[at + 2]) &&
                    cell(at + 1) != cell(at + 2))
                    remove_others(cell(at), bit(digit(at)) | bit(digit(at + 2)));
            } else {
                const int of = digit(at);
                Cells seen = tables_.seen_by(chain[at - 1], of) & tables_.seen_by(chain[at], of) & grid_.with[of];
                seen = seen.without(chains_.cells());
                seen.remove(cell_of(chain[0]));
                step_.remove_all(seen, digit(at));
                if (is_set(chain[at])) remove_around_set(chain, at, last);
            }
        }
    }

    // A set on a continuous loop holds all its digits but those that its links use: they go from what sees them.
    void remove_around_set(const Chain& chain, int at, int last) {
        const AlmostLocked& set = tables_.set_of(chain[at]);
        const bool forces = at < last && is_on(chain[at + 1]);
        const int next = at < last ? tables_.first_cell(chain[at + 1]) : -1;
        Mask exits = at < last ? bit(tables_.digit(chain[at + 1])) : Mask{};
        if (forces) exits = without(grid_.mask[next], exits);
        for (const int digit : EachDigit(without(set.digits, exits)))
            if (digit != tables_.digit(chain[at])) step_.remove_all(set.seen[digit], digit);
        if (!forces) return;
        for (const int digit : EachDigit(exits)) step_.remove_all(set.seen[digit] & units.peers[next], digit);
    }

    void take(Chain chain) {
        if (std::any_of(chain.begin(), chain.end(), [](Literal each) { return !is_cell(each); }))
            step_.technique = grouped(step_.technique);
        step_.sort_removed();
        step_.chain_length = static_cast<int>(chain.size()) + tables_.penalty(chain);
        const auto key = std::pair(step_.technique, step_.removed);
        const auto at = at_.find(key);
        if (at != at_.end() && steps_[at->second].chain_length <= step_.chain_length) return;
        at_[key] = steps_.size();
        step_.chains.push_back(std::move(chain));
        steps_.push_back(step_);
    }

    static Technique grouped(Technique technique) {
        using enum Technique;
        switch (technique) {
            case continuous_nice_loop: return grouped_continuous_nice_loop;
            case discontinuous_nice_loop: return grouped_discontinuous_nice_loop;
            default: return grouped_aic;
        }
    }

    const Grid& grid_;
    Tables& tables_;
    TableChains chains_;
    Step step_{};
    std::vector<Step> steps_{};
    std::map<std::pair<Technique, std::vector<Spot>>, std::size_t> at_{};
};

}  // namespace engine::scoring
