// Chains of candidates with strong and weak links in turn: one of the two ends holds, so what both rule out goes.
#pragma once

#include "people/chain_graph.hpp"

namespace engine::people {

class Chains {
public:
    explicit Chains(const Board& board) : board_(board), graph_(board) {}

    // Chains with the fewest strong links from `least` to `most`. The position is another one than before after `forget`.
    void find(const Position& at, const Places& places, Machine machine, LinksOf kind, int least, int most,
              Found& found) {
        if (!is_known_) graph_.read(at, places);
        is_known_ = true;
        at_ = &at;
        kind_ = kind;
        const auto [strong, starts] = graph_.shortest(kind, least, most);
        for (const int start : starts)
            if (from(start, machine, strong, strong - least, found)) return;
    }
    void forget() { is_known_ = false; }

private:
    struct Came {
        int from = -1;
        Reason reason = Reason::assumed;
        int number = -1;
    };

    // Chains of exactly so many strong links from a candidate; true if no more are wanted.
    bool from(int start, Machine machine, int strong, int longer, Found& found) {
        holds_.clear();
        fails_.clear();
        std::vector<int> fresh{start}, next;
        fails_[start] = {};
        for (int depth = 1; depth <= strong; ++depth) {
            std::vector<int> held;
            for (const int node : fresh)
                for (const Strong& link : graph_.strong(node)) {
                    if (!may_use(kind_, link, node) || holds_.contains(link.to)) continue;
                    holds_[link.to] = {node, link.reason, link.number};
                    held.push_back(link.to);
                }
            if (depth == strong) {
                for (const int end : held)
                    if (conclude(start, end, machine, longer, found)) return true;
                return false;
            }
            next.clear();
            for (const int node : held) weaken(node, next);
            fresh.swap(next);
        }
        return false;
    }

    // What a candidate that holds rules out.
    void weaken(int holding, std::vector<int>& next) {
        const int cell = cell_of(holding), digit = digit_of(holding);
        const auto note = [&](int other, Candidates gone, Reason reason) {
            for (std::uint32_t rest = gone & at_->of[other]; rest; rest &= rest - 1) {
                const int there = node(other, std::countr_zero(rest));
                if (graph_.strong(there).empty() || fails_.contains(there)) continue;
                fails_[there] = {holding, reason, -1};
                next.push_back(there);
            }
        };
        if (kind_ != LinksOf::one_digit) note(cell, static_cast<Candidates>(~(1u << digit)), Reason::cell);
        each_cell(board_.around[cell], [&](int other) {
            if (at_->filled[other]) return true;
            Candidates gone = board_.bans(cell, digit, other);
            if (kind_ == LinksOf::one_digit) gone &= static_cast<Candidates>(1u << digit);
            note(other, gone, Reason::seen);
            return true;
        });
    }

    Candidates bans(int holding, int other) const {
        if (other == cell_of(holding)) return static_cast<Candidates>(board_.all() & ~(1u << digit_of(holding)));
        return board_.bans(cell_of(holding), digit_of(holding), other);
    }

    bool conclude(int start, int end, Machine machine, int longer, Found& found) {
        if (start == end) return false;  // found as what its opposite leads to, one link shorter
        CellSet near = board_.around[cell_of(start)], far = board_.around[cell_of(end)];
        near.set(static_cast<std::size_t>(cell_of(start)));
        far.set(static_cast<std::size_t>(cell_of(end)));
        Step step{machine};
        each_cell(near & far, [&](int other) {
            const Candidates gone = at_->of[other] & bans(start, other) & bans(end, other);
            if (gone && !at_->filled[other]) step.lost.push_back({other, gone});
            return true;
        });
        if (step.lost.empty()) return false;
        for (int here = end; here >= 0;) {
            const Came& by = holds_.at(here);
            step.links.push_back(link(here, true, by));
            const Came& weak = fails_.at(by.from);
            step.links.push_back(link(by.from, false, weak));
            here = weak.from;
        }
        std::ranges::reverse(step.links);
        CellSet cells;
        for (const Link& one : step.links) cells.set(static_cast<std::size_t>(one.cell)), step.digits |= one.digits;
        step.cells = rules::cells_of(cells);
        step.cost = board_.costs[static_cast<int>(machine)] + 20 * longer;
        return found.add(std::move(step));
    }

    static Link link(int node, bool holds, const Came& by) {
        return {cell_of(node), static_cast<Candidates>(1u << digit_of(node)), holds, by.reason, by.number, {}};
    }

    // Nodes with what they came from, quickly emptied.
    class Reached {
    public:
        void clear() {
            for (const int node : order_) here_[node] = false;
            order_.clear();
        }
        bool contains(int node) const { return here_[node]; }
        Came& operator[](int node) {
            if (!here_[node]) here_[node] = true, order_.push_back(node);
            return came_[node];
        }
        const Came& at(int node) const { return came_[node]; }

    private:
        std::vector<char> here_ = std::vector<char>(node_count);
        std::vector<Came> came_ = std::vector<Came>(node_count);
        std::vector<int> order_;
    };

    const Board& board_;
    ChainGraph graph_;
    bool is_known_ = false;
    const Position* at_ = nullptr;
    LinksOf kind_ = LinksOf::any;
    Reached holds_, fails_;
};

}  // namespace engine::people
