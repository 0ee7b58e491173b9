// Whether the digit of a cell is odd: each unit has a known sum, rules know others, and of digits whose parity the candidates
// say only that counts.
#pragma once

#include "people/basics.hpp"

namespace engine::people {

class SumParity {
public:
    explicit SumParity(const Board& board) : board_(board) {
        for (int digit = 0; digit < board.size; digit += 2) odd_ |= bit(digit);
        const int units = static_cast<int>(board.units.size());
        const bool total = board.size * (board.size + 1) / 2 % 2;
        for (int unit = 0; unit < units; ++unit) known_.push_back({{board.units[unit].set, total}, unit});
        for (const std::unique_ptr<Part>& part : board.parts) {
            if (!part->looks[0].cost) continue;
            for (const Statement& one : part->statements()) {
                if (one.kind == Kind::sum) add_sum(one, units + part->number);
                if (one.kind == Kind::relation)
                    pairs_.push_back({one.cells[0], one.cells[1], table_of(one), units + part->number});
            }
        }
    }

    void find(const Position& at, Found& found) {
        if (!has_rules_ && pairs_.empty()) return;
        CellSet known, odd;
        for (int cell = 0; cell < board_.cells; ++cell) {
            known.set(cell, !(at.of[cell] & odd_) || !(at.of[cell] & ~odd_));
            odd.set(cell, (at.of[cell] & odd_) != 0);
        }
        if (known.count() == static_cast<std::size_t>(board_.cells)) return;
        read(at, known, odd);
        eliminate();
        for (const Row& row : rows_)
            if (row.sum.cells.count() == 1 && conclude(at, row, found)) return;
    }

private:
    static constexpr std::size_t most_sums = 256, most_named = 8;
    using Named = std::bitset<most_sums>;

    // That the digits of some cells add up to an odd number, or to an even one.
    struct Sum {
        CellSet cells;
        bool odd;
        Sum& operator^=(const Sum& other) {
            cells ^= other.cells;
            odd ^= other.odd;
            return *this;
        }
    };
    struct Known {
        Sum sum;
        int source;  // a unit, or a part after those
    };
    struct Pair {
        int first, second;
        Table table;
        int source;
    };
    // A sum that follows, by which known ones.
    struct Row {
        Sum sum;
        Named by;
    };

    void add_sum(const Statement& one, int source) {
        Sum sum{{}, one.numbers.back() % 2 != 0};
        for (std::size_t i = 0; i < one.cells.size(); ++i)
            if (one.numbers[i] % 2) sum.cells.flip(one.cells[i]);
        if (sum.cells.none()) return;
        known_.push_back({sum, source});
        has_rules_ = true;
    }

    // The sums without the cells whose parity is known.
    void read(const Position& at, const CellSet& known, const CellSet& odd) {
        rows_.clear();
        sources_.clear();
        const auto take = [&](Sum sum, int source) {
            sum.odd ^= (sum.cells & known & odd).count() % 2;
            sum.cells &= ~known;
            if (sum.cells.none() || rows_.size() == most_sums) return;
            rows_.push_back({sum, {}});
            rows_.back().by.set(sources_.size());
            sources_.push_back(source);
        };
        for (const Known& one : known_) take(one.sum, one.source);
        for (const Pair& pair : pairs_) {
            if (known[pair.first] || known[pair.second]) continue;
            bool same = false, other = false;
            for (const int d : Bits(at.of[pair.first])) {
                const Candidates with = pair.table[d] & at.of[pair.second], of_odd = with & odd_,
                                 of_even = with & ~odd_;
                same = same || (d % 2 ? of_even : of_odd);
                other = other || (d % 2 ? of_odd : of_even);
            }
            if (same == other) continue;
            Sum sum{{}, other};
            sum.cells.set(pair.first);
            sum.cells.set(pair.second);
            take(sum, pair.source);
        }
        std::ranges::stable_sort(rows_, {}, [](const Row& row) { return row.sum.cells.count(); });
    }

    // Brings the sums to where each has a cell that no other one has; those of few cells come first.
    void eliminate() {
        for (std::size_t i = 0; i < rows_.size(); ++i) {
            const Row row = rows_[i];
            if (row.sum.cells.none()) continue;
            const int cell = *EachCell(row.sum.cells).begin();
            for (std::size_t j = 0; j < rows_.size(); ++j)
                if (j != i && rows_[j].sum.cells[cell]) rows_[j].sum ^= row.sum, rows_[j].by ^= row.by;
        }
    }

    bool conclude(const Position& at, Row row, Found& found) const {
        // A sum of no cells leaves what it is added to, perhaps by fewer sums.
        for (const Row& other : rows_)
            if (other.sum.cells.none() && (row.by ^ other.by).count() < row.by.count()) row.by ^= other.by;
        if (row.by.count() > most_named) return false;
        const int cell = *EachCell(row.sum.cells).begin(), units = static_cast<int>(board_.units.size());
        Step step{.machine = Machine::sum_parity, .cells = {static_cast<std::uint8_t>(cell)}, .total = row.sum.odd};
        for (std::size_t i = 0; i < sources_.size(); ++i) {
            if (!row.by[i]) continue;
            const bool is_unit = sources_[i] < units;
            std::vector<int>& named = is_unit ? step.units : step.others;
            if (const int number = sources_[i] - (is_unit ? 0 : units); !std::ranges::count(named, number))
                named.push_back(number);
        }
        step.lose(cell, at.of[cell] & static_cast<Candidates>(row.sum.odd ? ~odd_ : odd_));
        return found.add(std::move(step));
    }

    const Board& board_;
    Candidates odd_ = 0;
    bool has_rules_ = false;
    std::vector<Known> known_;
    std::vector<Pair> pairs_;
    // Of one look.
    std::vector<Row> rows_;
    std::vector<int> sources_;
};

}  // namespace engine::people
