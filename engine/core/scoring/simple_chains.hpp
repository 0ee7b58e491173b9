// Chains that alternate between strong and weak links: of one digit (turbot fish, X-chains), or through cells of two
// candidates (XY-chains, remote pairs). One end of such a chain is true, so the digit goes from what sees both ends.
#pragma once

#include <map>

#include "scoring/step_order.hpp"
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
        step.clear(technique);
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

}  // namespace engine::scoring
