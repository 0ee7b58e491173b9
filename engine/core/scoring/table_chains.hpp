// The chain that leads to an entry of a table, from the table's own literal on, with the side branches of a net.
#pragma once

#include "scoring/tables.hpp"

namespace engine::scoring {

class TableChains {
public:
    explicit TableChains(const Tables& tables) : tables_(tables) {}

    // Builds the chain to a literal of a table. False if the table does not have it.
    bool build(const Table& table, Literal to) {
        const int place = tables_.place(table, to);
        if (place < 0) return false;
        sides_.clear();
        on_chain_ = {};
        walk(table, place, back_, false);
        for (std::size_t side = 0; side < sides_.size(); ++side) {
            const int start = tables_.place(table, sides_[side][0]);
            Chain branch;
            walk(table, start < 0 ? 0 : start, branch, true);
            sides_[side] = std::move(branch);
        }
        return true;
    }

    // The chain, with each side branch after the literal that it begins at.
    Chain chain() const {
        Chain chain;
        for (auto at = back_.rbegin(); at != back_.rend(); ++at) {
            chain.push_back(*at);
            for (const Chain& side : sides_) {
                if (side.back() != *at) continue;
                for (auto step = side.rbegin() + 1; step != side.rend(); ++step)
                    chain.push_back(static_cast<Literal>(-*step));
                chain.push_back(end_of_branch);
            }
        }
        return chain;
    }

    // The literals from the last to the first, without side branches.
    const Chain& backwards() const { return back_; }

    // The cells of all literals but the last.
    const Cells& cells() const { return on_chain_; }

    // Whether no cell comes twice, but for the first, where a loop may end.
    bool is_simple(bool loop) const {
        Cells visited;
        const int first = tables_.first_cell(back_.back());
        int last = -1;
        for (auto at = back_.rbegin(); at != back_.rend(); ++at) {
            const int cell = tables_.first_cell(*at);
            if (visited.has(cell)) return false;
            if (last >= 0 && (!loop || tables_.first_cell(static_cast<Literal>(last)) != first))
                tables_.add_cells(last, visited);
            last = *at;
        }
        return true;
    }

private:
    static constexpr std::size_t most_sides = 200;

    void walk(const Table& start, int place, Chain& chain, bool side) {
        chain.assign(1, start.literal[place]);
        const Table* table = &start;
        while (place != 0 && chain.size() < most_entries) {
            if (table->source[place] >= 0) {
                const Literal literal = start.literal[place];
                table = &tables_.numbered(start.source[place]);
                place = tables_.place(*table, literal);
            }
            const std::array<std::int16_t, 5> from = table->from[place];
            for (int i = 0; i < 5; ++i) {
                const Literal literal = table->literal[from[i]];
                if (i == 0) {
                    place = from[0];
                    chain.push_back(literal);
                    if (!side)
                        tables_.add_cells(literal, on_chain_);
                    else if (on_chain_.has(tables_.first_cell(literal)) && is_on_chain(literal))
                        return;
                } else if (from[i] && !side && sides_.size() < most_sides) {
                    sides_.push_back({literal});
                }
            }
            if (table != &start && place == 0) {
                place = tables_.place(start, table->literal[0]);
                table = &start;
            }
        }
    }

    bool is_on_chain(Literal literal) const { return std::find(back_.begin(), back_.end(), literal) != back_.end(); }

    const Tables& tables_;
    Chain back_{};
    std::vector<Chain> sides_{};
    Cells on_chain_{};
};

}  // namespace engine::scoring
