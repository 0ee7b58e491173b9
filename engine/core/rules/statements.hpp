// Rules as they arrive, the candidates of every cell under them, and what every constraint of more than two cells offers.
#pragma once

#include <algorithm>
#include <bit>
#include <bitset>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "board/cell_set.hpp"
#include "simd/lanes.hpp"

namespace engine::rules {

// The candidates of every cell under any rules, and the cells that have changed since inference last looked at them.

using Candidates = std::uint16_t;  // bit d - 1 for digit d

inline constexpr int most_size = 16, most_cells = most_size * most_size;

constexpr bool single(Candidates digits) { return (digits & (digits - 1)) == 0; }

struct Domains {
    alignas(HalfLanes) Candidates of[most_cells] = {};
    std::uint64_t changed[most_cells / 64] = {};  // a set of cells
    int failed = -1;                              // the cell that lost its last candidate

    // Removes all other candidates; false if none is left.
    bool keep(int cell, Candidates digits) {
        const Candidates left = of[cell] & digits;
        if (left == of[cell]) return true;
        of[cell] = left;
        note(cell);
        if (!left) failed = cell;
        return left != 0;
    }

    // Removes a digit from the cells whose lanes are all ones, the first of `count` lanes; false if one has no other.
    bool remove(Candidates digit, const HalfLanes* cells, int count) {
        for (int i = 0; i < count; ++i) {
            HalfLanes here;
            std::memcpy(&here, of + i * half_lane_count, sizeof here);
            const HalfLanes gone = here & cells[i] & digit;
            const LaneSet fewer = nonzero(gone);
            if (!fewer) continue;
            here ^= gone;
            std::memcpy(of + i * half_lane_count, &here, sizeof here);
            const int first = i * half_lane_count;
            changed[first / 64] |= std::uint64_t{fewer} << first % 64;
            const LaneSet empty = fewer & ~nonzero(here);
            if (!empty) continue;
            failed = first + std::countr_zero(empty);
            return false;
        }
        return true;
    }

    // Removes some digits from some cells; false if one has no other.
    template <class Cells>
    bool remove(std::uint32_t digits, const Cells& cells) {
        if (digits)
            for (const int cell : cells)
                if (!keep(cell, static_cast<Candidates>(~digits))) return false;
        return true;
    }

    // Looks at a cell again.
    void note(int cell) { changed[cell / 64] |= std::uint64_t{1} << cell % 64; }

    // A cell that has changed, no longer noted then; -1 if there is none.
    int next_changed() { return take_first(changed); }

    bool any_changed() const { return changed[0] | changed[1] | changed[2] | changed[3]; }

    void forget_changes() { std::memset(changed, 0, sizeof changed); }
};

// Which cells must differ from which, as a square of bits.
using Cells = std::vector<std::uint8_t>;

using CellSet = std::bitset<most_cells>;

inline CellSet set_of(const Cells& cells) {
    CellSet set;
    for (const int cell : cells) set.set(cell);
    return set;
}

inline Cells cells_of(const CellSet& set) {
    Cells cells;
    cells.reserve(set.count());
    for (const int cell : EachCell(set)) cells.push_back(cell);
    return cells;
}

class Peers {
public:
    explicit Peers(int cells) : of_(static_cast<std::size_t>(cells)) {}

    void separate(int one, int other) {
        if (one == other) return;
        of_[one].set(other);
        of_[other].set(one);
    }
    void separate(const Cells& all) {
        const CellSet together = set_of(all);
        for (const int one : all) {
            of_[one] |= together;
            of_[one].reset(one);
        }
    }
    void separate_as(const Peers& others) {
        for (std::size_t cell = 0; cell < of_.size(); ++cell) of_[cell] |= others.of_[cell];
    }

    std::size_t cells() const { return of_.size(); }
    const CellSet& operator[](int cell) const { return of_[cell]; }
    bool differ(int one, int other) const { return of_[one][other]; }

    bool differ(const Cells& cells) const {
        CellSet together = set_of(cells);
        for (const int cell : cells) {
            together.reset(cell);
            if ((together & ~of_[cell]).any()) return false;
        }
        return true;
    }

    // The largest set of cells that differ from each other which one pass from any of the cells finds.
    Cells clique(const Cells& among) const {
        if (differ(among)) return among;
        Cells best;
        for (std::size_t start = 0; start < among.size(); ++start) {
            Cells clique;
            for (std::size_t i = 0; i < among.size(); ++i) {
                const int cell = among[(start + i) % among.size()];
                bool differs = true;
                for (const int other : clique) differs = differs && differ(cell, other);
                if (differs) clique.push_back(cell);
            }
            if (clique.size() > best.size()) best = clique;
        }
        return best;
    }

private:
    std::vector<CellSet> of_;
};

// What every constraint of more than two cells offers: it removes the candidates that it rules out.

class Constraint {
public:
    explicit Constraint(Cells cells) : cells_(std::move(cells)) {}
    virtual ~Constraint() = default;

    // Looks at the cells unless they are as it left them; false if the constraint cannot hold.
    bool look(Domains& domains) {
        bool same = true;
        for (std::size_t i = 0; i < cells_.size(); ++i) same = same && left_[i] == domains.of[cells_[i]];
        if (same) return true;
        settled_ = true;
        conflict_ = cells_;
        if (!propagate(domains)) return false;
        for (std::size_t i = 0; i < cells_.size(); ++i) left_[i] = domains.of[cells_[i]];
        if (!settled_) left_[0] = 0;
        return true;
    }

    // Forgets what it left of the puzzle before.
    virtual void forget() { left_.assign(cells_.size(), 0); }

    const Cells& cells() const { return cells_; }

    // Cells of which it reads the candidates too.
    const Cells& also_read() const { return also_read_; }

    // The cells of the contradiction if it cannot hold.
    std::span<const std::uint8_t> conflict() const { return conflict_; }

protected:
    virtual bool propagate(Domains& domains) = 0;

    Cells cells_, also_read_;
    std::span<const std::uint8_t> conflict_;
    bool settled_ = true;           // whether another look at what `propagate` left is unnecessary
    std::vector<Candidates> left_;  // what the last look left the cells, none at first
};

// An automaton along a line of cells: it keeps the candidates that lie on a way from the start to an accepting state.
struct Arc {
    std::uint16_t before, after;
    Candidates digits;
};

class AutomatonConstraint final : public Constraint {
public:
    // The arcs of each cell; only those on some way to the end, with states numbered from 0 between any two cells.
    AutomatonConstraint(const Cells& cells, const std::vector<std::vector<Arc>>& arcs) : Constraint(cells) {
        std::size_t states = 1, most = 1;  // before a cell
        for (const std::vector<Arc>& layer : arcs) {
            const std::size_t first = arcs_.size();
            arcs_.insert(arcs_.end(), layer.begin(), layer.end());
            const auto here = std::span(arcs_).subspan(first);
            const auto by_state = [](const Arc& one, const Arc& other) { return one.before < other.before; };
            if (!std::is_sorted(here.begin(), here.end(), by_state))
                std::stable_sort(here.begin(), here.end(), by_state);
            layers_.push_back(begins_.size());
            std::size_t at = first, after = 1;
            for (std::size_t state = 0; state < states; ++state) {
                begins_.push_back(static_cast<std::uint32_t>(at));
                for (; at < arcs_.size() && arcs_[at].before == state; ++at)
                    after = std::max(after, arcs_[at].after + std::size_t{1});
            }
            begins_.push_back(static_cast<std::uint32_t>(at));
            states = after;
            most = std::max(most, states);
        }
        words_ = (most + 63) / 64;
        reached_.resize((cells.size() + 1) * words_);
        reached_[0] = 1;
        ending_.resize(reached_.size());
        std::fill_n(ending_.end() - static_cast<std::ptrdiff_t>(words_), words_, ~std::uint64_t{0});
        reached_with_.resize(cells.size());
        repeats_ = set_of(cells).count() < cells.size();
    }

    bool propagate(Domains& domains) override {
        settled_ = !repeats_;
        return words_ == 1 ? run<1>(domains) : run<most_words>(domains);
    }

    void forget() override {
        Constraint::forget();
        whole_ = false;
    }

private:
    static constexpr std::size_t most_words = 1024;  // of a set of states

    // From the first cell that has changed to the last, and back until nothing differs from the last time.
    template <std::size_t most>
    bool run(Domains& domains) {
        const std::size_t length = cells_.size(), words = most == 1 ? 1 : words_;
        std::size_t first = 0, same = 0;
        while (first < length && reached_with_[first] == domains.of[cells_[first]]) ++first;
        while (whole_ && same < length && left_[same] == domains.of[cells_[same]]) ++same;
        for (std::size_t i = first; i < length; ++i) {
            reached_with_[i] = domains.of[cells_[i]];
            if (!reach<most>(i, reached_with_[i], words)) return fail(i);
        }
        whole_ = false;
        for (std::size_t i = length; i-- > 0;) {
            bool differs = false;
            if (!domains.keep(cells_[i], lead<most>(i, domains.of[cells_[i]], words, differs))) return false;
            if (i <= same && !differs) break;
        }
        return whole_ = true;
    }

    // No state is reached after this cell: those up to it contradict each other.
    bool fail(std::size_t i) {
        reached_with_[i] = 0;  // what is reached further on is not known
        conflict_ = {cells_.data(), i + 1};
        return false;
    }

    // The states after a cell: whether there are any. Here and below there are no branches that depend on candidates: no
    // processor can predict them.
    template <std::size_t most>
    bool reach(std::size_t i, Candidates here, std::size_t words) {
        std::uint64_t *after = reached_.data() + (i + 1) * words, any = 0;
        std::fill_n(after, words, 0);
        each_reached(i, words, [&](std::size_t, const Arc* arc, const Arc* end) {
            for (; arc != end; ++arc)
                after[most == 1 ? 0 : arc->after / 64] |= std::uint64_t{(arc->digits & here) != 0} << arc->after % 64;
        });
        for (std::size_t word = 0; word < words; ++word) any |= after[word];
        return any != 0;
    }

    // The digits of a cell that lead to the end, and the states before it that do: whether they are others than before.
    template <std::size_t most>
    Candidates lead(std::size_t i, Candidates here, std::size_t words, bool& differs) {
        const std::uint64_t* behind = ending_.data() + (i + 1) * words;
        std::uint64_t* before = ending_.data() + i * words;
        std::uint64_t found[most];
        std::fill_n(found, words, 0);
        Candidates kept = 0;
        each_reached(i, words, [&](std::size_t state, const Arc* arc, const Arc* end) {
            Candidates leaving = 0;
            for (; arc != end; ++arc) {
                const std::uint64_t ends = behind[most == 1 ? 0 : arc->after / 64] >> arc->after % 64 & 1;
                leaving |= arc->digits & static_cast<Candidates>(-ends);
            }
            kept |= leaving;
            found[most == 1 ? 0 : state / 64] |= std::uint64_t{(leaving & here) != 0} << state % 64;
        });
        for (std::size_t word = 0; word < words; ++word) {
            differs = differs || before[word] != found[word];
            before[word] = found[word];
        }
        return kept;
    }

    // Calls `work(state, arcs, end)` for the states before a cell that are reached.
    template <class Work>
    void each_reached(std::size_t i, std::size_t words, Work work) {
        const std::uint64_t* reached = reached_.data() + i * words;
        const std::uint32_t* begins = begins_.data() + layers_[i];
        for (std::size_t word = 0; word < words; ++word)
            for (std::uint64_t rest = reached[word]; rest; rest &= rest - 1) {
                const std::size_t state = 64 * word + static_cast<std::size_t>(std::countr_zero(rest));
                work(state, arcs_.data() + begins[state], arcs_.data() + begins[state + 1]);
            }
    }

    std::vector<Arc> arcs_;              // of all cells, for each in the order of the states before it
    std::vector<std::uint32_t> begins_;  // where those of each state begin
    std::vector<std::size_t> layers_;    // where those of each cell begin in `begins_`
    std::size_t words_ = 1;
    std::vector<std::uint64_t> reached_,
        ending_;                            // sets of states: before each cell, and of these those that lead to the end
    std::vector<Candidates> reached_with_;  // the candidates that led there
    bool repeats_ = false;  // whether a cell is read twice: what it loses at one place counts at the other
    bool whole_ = false;    // whether `ending_` says what was left the last time
};

// Rules as they arrive: a list of numbers (named/program.cpp writes it), read into statements.
enum class Kind { house, sum, relation, automaton, mask, any_of, connected, pairs };

struct Statement {
    Kind kind;
    Cells cells;
    // Of a sum its coefficients and total, of a relation or mask its sets of digits, of connected cells their columns, the digits
    // and how many cells have them or 0, of pairs how many values the second cells have if each pair occurs, else 0.
    std::vector<int> numbers;
    std::vector<std::vector<Arc>> arcs;
    std::vector<std::vector<Statement>> alternatives;
};

// That cells have a sum, each counting once.
inline Statement sum_statement(const Cells& cells, int total) {
    Statement sum{Kind::sum, cells, std::vector<int>(cells.size(), 1), {}, {}};
    sum.numbers.push_back(total);
    return sum;
}

class StatementReader {
public:
    explicit StatementReader(const std::int32_t* numbers) : at_(numbers) {}

    int number() { return *at_++; }

    std::vector<Statement> statements() {
        std::vector<Statement> all(static_cast<std::size_t>(number()));
        for (Statement& one : all) read(one);
        return all;
    }

private:
    void read(Statement& one) {
        one.kind = static_cast<Kind>(number());
        switch (one.kind) {
            case Kind::house: read_cells(one, number()); break;
            case Kind::sum:
                read_cells(one, number());
                read_numbers(one, one.cells.size() + 1);
                break;
            case Kind::relation:
                read_cells(one, 2);
                read_numbers(one, static_cast<std::size_t>(number()));
                break;
            case Kind::automaton: read_automaton(one); break;
            case Kind::mask:
                read_cells(one, 1);
                read_numbers(one, 1);
                break;
            case Kind::any_of:
                one.alternatives.resize(number());
                for (std::vector<Statement>& alternative : one.alternatives) alternative = statements();
                break;
            case Kind::connected:
                read_cells(one, number());
                read_numbers(one, 3);
                break;
            case Kind::pairs:
                read_cells(one, number());
                read_numbers(one, 1);
                break;
        }
    }

    void read_cells(Statement& one, int count) {
        one.cells.reserve(count);
        for (int i = 0; i < count; ++i) one.cells.push_back(number());
    }

    void read_numbers(Statement& one, std::size_t count) {
        one.numbers.assign(at_, at_ + count);
        at_ += count;
    }

    void read_automaton(Statement& one) {
        read_cells(one, number());
        one.arcs.resize(one.cells.size());
        for (std::vector<Arc>& arcs : one.arcs) {
            arcs.resize(number());
            for (Arc& arc : arcs) {
                arc.before = static_cast<std::uint16_t>(number());
                arc.digits = static_cast<Candidates>(number());
                arc.after = static_cast<std::uint16_t>(number());
            }
        }
    }

    const std::int32_t* at_;
};

// Puzzles under the same rules side by side, if they are 9x9 and the rules are houses and relations of two cells
// (lanes/ruled_lanes.hpp). For other rules the answer is false, and nothing is done.

inline constexpr int not_counted = -1;

// As RuledPuzzle::count for each puzzle; `not_counted` if guessing does not end soon.
bool solve_in_lanes(const std::uint8_t* puzzles, std::int64_t count, const std::int32_t* numbers, int limit,
                    std::uint8_t* solutions, std::int32_t* counts, std::int64_t* guesses);

// As RuledPuzzle::carve for each board.
bool carve_in_lanes(const std::uint8_t* boards, std::int64_t count, const std::int32_t* numbers, std::uint64_t seed,
                    const std::int64_t* positions, std::uint8_t* puzzles);

// Full boards at random (lanes/ruled_tasks.hpp), for rules under which RuledPuzzle::draw takes long: digits that cannot be
// neighbours, or houses of few cells. Rows for which there is no board stay as they are.
bool draw_in_lanes(std::uint8_t* boards, std::int64_t count, const std::int32_t* numbers, std::uint64_t seed,
                   const std::int64_t* positions);

}  // namespace engine::rules
