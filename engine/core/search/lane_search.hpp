// Depth-first search on many puzzles together, one puzzle to a lane of the processor's registers; here at 9x9, and
// lane_state6.hpp has the state of 6x6 puzzles.
//
// The state of a puzzle is 27 words: for each digit and each diagonal of the blocks (simd/lanes.hpp), the cells where
// the digit may still be. One sweep runs the same straight-line inference on every lane; a lane that is dead, solved or
// stuck is then handled alone, and a lane without work takes the next problem of its task. There is no branch
// inside the inference, which is why a whole register of puzzles costs about as much as one.
//
// The inference looks at each digit twice. Across: the nine rows meet the three blocks of their band in minirows of
// three cells; a digit is in just one minirow of each row and of each block. Down: the same with columns and
// minicolumns. If only one minirow is left the others of its row and block are cleared, which covers locked
// candidates and, both ways together, hidden singles.
//
// Sound: a candidate goes only because its digit is forced into another segment of the line or block, or its cell
// holds another digit, so no solution is lost. Subsets (naked pairs and so on) other than three digits in one segment,
// fish and chains are not looked for: every lane would pay for them in every sweep. A guess takes their place.
// Complete: a lane without an open cell whose sweep changes nothing is a solution, because two equal digits of a unit
// clear each other.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>

#include "board/cell_set.hpp"
#include "board/on_heap.hpp"
#include "simd/lanes.hpp"
#include "stop/watch.hpp"

namespace engine {

// Segments that must hold the digit: the last of a row or column, the last of a block, or holding a cell that is known.
template <int InLine>
inline Lanes forced_segments(const Lanes& segments, const Lanes& known, Lanes& missing) {
    const Lanes in_same_line = beside<InLine>(segments), in_same_block = beside<in_block>(segments);
    missing |= ~(segments | in_same_line) | ~(segments | in_same_block);
    return (segments & ~(in_same_line & in_same_block)) | known;
}

// What one sweep found out about each lane.
struct Verdict {
    LaneSet dead;     // some cell or unit has no place left
    LaneSet changed;  // candidates went; sweep again
    LaneSet open;     // some cell had two or more candidates before the sweep
};

struct LaneState {
    using Word = std::uint32_t;
    static constexpr int lanes = lane_count, digits = 9, words_of_digit = diagonals, cells = 81;

    Lanes word[digit_words];
    Lanes pair[diagonals];  // cells with exactly two candidates before the last sweep

    std::uint32_t& at(int index, int lane) { return reinterpret_cast<std::uint32_t*>(&word[index])[lane]; }
    std::uint32_t pairs(int w, int lane) const { return pair[w][lane]; }
    static int cell(int word, int bit) { return cell_of(word, bit); }
};

// Cells of one word; none if `cells` is 0.
struct WordCells {
    int word;
    std::uint32_t cells;
};

constexpr std::uint32_t lowest(std::uint32_t cells) { return cells & -cells; }

// A cell with the fewest candidates, two at least. It is rarely asked for, since most positions have a cell with two.
template <class State>
[[gnu::cold, gnu::noinline]] WordCells with_fewest(State& state, int lane) {
    constexpr int words = State::words_of_digit, cells_of_word = State::cells / words;
    WordCells best{};
    int fewest = State::digits + 1;
    for (int w = 0; w < words; ++w)
        for (int bit = 0; bit < cells_of_word; ++bit) {
            int candidates = 0;
            for (int d = 0; d < State::digits; ++d) candidates += state.at(words * d + w, lane) >> bit & 1;
            if (candidates > 1 && candidates < fewest) {
                fewest = candidates;
                best = {w, std::uint32_t{1} << bit};
            }
        }
    return best;
}

// Writes the board of a lane whose cells are known.
template <class State>
void write(int lane, State& state, std::uint8_t* board) {
    for (int d = 0; d < State::digits; ++d)
        for (int w = 0; w < State::words_of_digit; ++w)
            for (const int bit : Bits(state.at(State::words_of_digit * d + w, lane)))
                board[State::cell(w, bit)] = static_cast<std::uint8_t>(d + 1);
}

// A cell with two candidates, or else one with the fewest.
template <class State>
WordCells pair_or_fewest(State& state, int lane) {
    for (int w = 0; w < State::words_of_digit; ++w)
        if (const std::uint32_t pairs = state.pairs(w, lane)) return {w, lowest(pairs)};
    return with_fewest(state, lane);
}

// The cells that are preferred, or all if none is. Without branches: they would be mispredicted.
inline Diagonals<std::uint32_t> some_in(const Diagonals<std::uint32_t>& preferred,
                                        const Diagonals<std::uint32_t>& cells) {
    const Diagonals<std::uint32_t> some = preferred & cells;
    const std::uint32_t all = some.any() ? 0 : ~0u;
    return {some.word[0] | (cells.word[0] & all), some.word[1] | (cells.word[1] & all),
            some.word[2] | (cells.word[2] & all)};
}

// The clues of a 9x9 puzzle by digits and words, and its empty cells.
struct LaneClues {
    explicit LaneClues(const std::uint8_t* clues) {
        for_each_clue(clues, [&](int cell) {
            const auto [word, bit] = spot_of(cell);
            of[diagonals * (clues[cell] - 1) + word] |= bit;
            empty[word] ^= bit;
        });
    }

    // Candidates of a lane: in a cell with a clue its digit, all in the others.
    void load(LaneState& state, int lane) const {
        unrolled<digit_words>([&](int i) { state.at(i, lane) = of[i] | empty[i % diagonals]; });
    }

    std::uint32_t of[digit_words] = {}, empty[diagonals] = {word_cells, word_cells, word_cells};
};

// What tasks share that count the solutions of each puzzle up to a limit, and write the first one unless `solutions` is null.
template <class State>
class SolvingTask {
public:
    SolvingTask(const std::uint8_t* puzzles, std::int64_t count, int limit, std::uint8_t* solutions,
                std::int32_t* counts)
        : counts_(counts), puzzles_(puzzles), solutions_(solutions), count_(count), limit_(limit) {}

    bool solved(int lane, State& state) {
        const std::int64_t row = row_[lane];
        if (counts_[row]++ == 0 && solutions_) write(lane, state, solutions_ + State::cells * row);
        return counts_[row] < limit_;
    }

    void exhausted(int) {}

protected:
    // The next puzzle, for a lane; null if there is none.
    const std::uint8_t* next(int lane) {
        if (next_ == count_) return nullptr;
        const std::int64_t row = row_[lane] = next_++;
        counts_[row] = 0;
        return puzzles_ + State::cells * row;
    }

    std::int32_t* counts_;
    std::int64_t row_[State::lanes];

private:
    const std::uint8_t* puzzles_;
    std::uint8_t* solutions_;
    std::int64_t count_, next_ = 0;
    int limit_;
};

// The segments that each digit is forced into. A segment has three cells, so where three digits are forced into it, the
// others cannot be there. (The other way round, where only three digits are left for a segment, gains next to nothing:
// fewer guesses, in a longer sweep.)
template <int InLine>
struct Segments {
    Lanes forced[9];
    Lanes full = {};  // three digits are forced into it

    template <bool Counts>
    void find(const Lanes (&possible)[9], const Lanes (&known)[9], Lanes& missing) {
        UpToFour<Lanes> digits;
        for (int d = 0; d < 9; ++d) {
            forced[d] = forced_segments<InLine>(possible[d], known[d], missing);
            if constexpr (Counts) digits.add(forced[d]);
        }
        if constexpr (Counts) {
            missing |= digits.four;
            full = digits.three;
        }
    }

    // Where digit d cannot be.
    template <bool Counts>
    Lanes cleared(int d) const {
        const Lanes others = beside<InLine>(forced[d]) | beside<in_block>(forced[d]);
        return Counts ? others | (full & ~forced[d]) : others;
    }
};

template <bool Counts>
inline Verdict swept(LaneState& state) {
    Diagonals<Lanes> single;
    Lanes missing = {}, open = {}, changed = {};
    for (int w = 0; w < diagonals; ++w) {
        UpToFour<Lanes> with;
        for (int d = 0; d < 9; ++d) with.add(state.word[diagonals * d + w]);
        single.word[w] = with.one & ~with.two;
        state.pair[w] = with.two & ~with.three;
        missing |= ~with.one;
        open |= with.two;
    }
    const Diagonals<Lanes> single_turned = single.turned();

    Lanes kept[digit_words], hidden[digit_words], placed[diagonals] = {}, possible[9], known[9];
    Segments<in_row> across;
    for (int d = 0; d < 9; ++d) {
        const Diagonals<Lanes> here = diagonals_at(state.word + diagonals * d);
        possible[d] = here.any();
        known[d] = (here & single).any();
    }
    across.find<Counts>(possible, known, missing);
    for (int d = 0; d < 9; ++d) {
        const Lanes cleared = across.cleared<Counts>(d);
        for (int w = 0; w < diagonals; ++w) kept[diagonals * d + w] = state.word[diagonals * d + w] & ~cleared;
    }
    Segments<in_column> down;
    for (int d = 0; d < 9; ++d) {  // down goes on with what across has left
        const Diagonals<Lanes> turned = diagonals_at(kept + diagonals * d).turned();
        possible[d] = turned.any();
        known[d] = (turned & single_turned).any();
    }
    down.find<Counts>(possible, known, missing);
    for (int d = 0; d < 9; ++d) {
        const Diagonals<Lanes> cleared = turned_back(down.cleared<Counts>(d)), forced = turned_back(down.forced[d]);
        for (int w = 0; w < diagonals; ++w) {
            const int i = diagonals * d + w;
            kept[i] &= ~cleared.word[w];
            hidden[i] = kept[i] & across.forced[d] & forced.word[w];
            placed[w] |= hidden[i];
        }
    }
    for (int d = 0; d < 9; ++d)
        for (int w = 0; w < diagonals; ++w) {
            const int i = diagonals * d + w;
            const Lanes next = kept[i] & (~placed[w] | hidden[i]);
            changed |= next ^ state.word[i];
            state.word[i] = next;
        }
    return {nonzero(missing & word_cells), nonzero(changed), nonzero(open)};
}

inline Verdict sweep(LaneState& state) { return swept<false>(state); }

// A state whose sweep also counts the digits of each segment: more inference in a longer sweep. Searches meet their
// solutions in another order.
struct CountingState : LaneState {};

inline Verdict sweep(CountingState& state) { return swept<true>(state); }

// Runs a task to its end. A task offers
//   bool load(int lane, LaneState&)             put the lane's next problem in place; false: no more
//   WordCells branch(int lane, LaneState&)      where inference ends: the cell to guess in; none: there is a solution
//   int digit(int lane, LaneState&, WordCells)  the digit to guess first in it; may be left out
//   bool solved(int lane, LaneState&)           a solution was found; true: look for another one
//   void exhausted(int lane)                    there is no further solution
//   void refuted(int lane, LaneState&)          the last guess was wrong; may be left out
// A task that guesses otherwise than in a cell also offers
//   bool divides(int lane, LaneState&)          where inference ends: does it guess here itself, instead of `branch`?
//   void divide(int lane, LaneState&, copy)     what is searched first stays in the state, the rest in a copy of its words
//   deepest                                     the most guesses there can be, each made under the one before
// A task of which several lanes may search for one solution, with guesses of each other, also offers
//   void split(int from, int to, LaneState&)    a lane goes on with the first guess of another
//   LaneSet dropped()                           lanes that are to end their search, asked for after each solution
template <class Task, class State = LaneState>
class LaneSearch {
public:
    explicit LaneSearch(Task& task) : task_(task) {}

    void run() {
        std::memset(&state_, 0, sizeof state_);
        LaneSet busy = 0;
        for (int lane = 0; lane < State::lanes; ++lane) busy |= LaneSet{start(lane)} << lane;
        while (busy) {
            watch_.step();
            if constexpr (splits) busy |= share(busy);
            const Verdict verdict = sweep(state_);
            for (LaneSet settled = busy & (verdict.dead | ~verdict.changed); settled; settled &= settled - 1) {
                const int lane = std::countr_zero(settled);
                const LaneSet bit = LaneSet{1} << lane;
                if (!settle(lane, verdict.dead & bit, verdict.open & bit)) busy &= ~bit;
                if constexpr (splits) {
                    const LaneSet dropped = task_.dropped();
                    busy &= ~dropped;
                    settled &= ~dropped | bit;
                    for (LaneSet rest = dropped; rest; rest &= rest - 1) clear(std::countr_zero(rest));
                }
            }
        }
    }

private:
    using Word = typename State::Word;
    static constexpr int words_of_digit = State::words_of_digit, words = State::digits * words_of_digit;
    static constexpr bool splits = requires(Task& task, State& state) { task.split(0, 0, state); };
    static constexpr bool divides = requires(Task& task, State& state) { task.divides(0, state); };
    static constexpr int deepest = [] {
        if constexpr (divides) return Task::deepest;
        return State::cells;  // a guess settles a cell
    }();

    struct Frame {
        Word word[words];
    };

    // False when the lane has no more work.
    bool settle(int lane, bool dead, bool open) {
        if (!dead && open) {
            if constexpr (divides) {
                if (task_.divides(lane, state_)) {
                    task_.divide(lane, state_, push(lane).word);
                    return true;
                }
            }
            const WordCells cell = task_.branch(lane, state_);
            if (cell.cells) {
                guess(lane, cell);
                return true;
            }
        }
        if (!dead && !task_.solved(lane, state_)) return start(lane);
        if (depth_[lane] > first(lane)) {
            if constexpr (requires { task_.refuted(lane, state_); })
                if (dead) task_.refuted(lane, state_);
            resume(lane);
            return true;
        }
        task_.exhausted(lane);
        return start(lane);
    }

    bool start(int lane) {
        depth_[lane] = 0;
        if constexpr (splits) first_[lane] = 0;
        return task_.load(lane, state_);
    }

    // Keeps a copy of the lane's state for later.
    Frame& push(int lane) {
        Frame& frame = frames_[lane][depth_[lane]++];
        unrolled<words>([&](int i) { frame.word[i] = state_.at(i, lane); });
        return frame;
    }

    // Try the lowest candidate of the cell, unless the task says which; the frame keeps the state without it for later.
    void guess(int lane, WordCells cell) {
        constexpr bool chosen = requires { task_.digit(lane, state_, cell); };
        int digit = 0;
        if constexpr (chosen) digit = task_.digit(lane, state_, cell);
        Frame& frame = push(lane);
        std::uint32_t digits = 0;
        unrolled<State::digits>([&](int d) {
            Word& word = state_.at(words_of_digit * d + cell.word, lane);
            digits |= std::uint32_t{(word & cell.cells) != 0} << d;
            word &= ~cell.cells;
        });
        if constexpr (!chosen) digit = std::countr_zero(digits);
        const int tried = words_of_digit * digit + cell.word;
        state_.at(tried, lane) |= cell.cells;
        frame.word[tried] ^= cell.cells;
    }

    void resume(int lane) {
        const Frame& frame = frames_[lane][--depth_[lane]];
        unrolled<words>([&](int i) { state_.at(i, lane) = frame.word[i]; });
    }

    // A lane without work is not to look like one that could go on.
    void clear(int lane) {
        unrolled<words>([&](int i) { state_.at(i, lane) = 0; });
    }

    // The first guess that is left to a lane.
    int first(int lane) const {
        if constexpr (splits) return first_[lane];
        return 0;
    }

    // Lanes without work get the first guess of the lane with the most; returns them.
    LaneSet share(LaneSet busy) {
        LaneSet helping = 0;
        for (int lane = 0; lane < State::lanes; ++lane) {
            if (busy >> lane & 1) continue;
            int from = 0, most = 0;
            for (int other = 0; other < State::lanes; ++other)
                if (const int left = depth_[other] - first_[other]; busy >> other & 1 && left > most)
                    from = other, most = left;
            if (!most) break;
            const Frame& frame = frames_[from][first_[from]++];
            unrolled<words>([&](int i) { state_.at(i, lane) = frame.word[i]; });
            depth_[lane] = first_[lane] = 0;
            task_.split(from, lane, state_);
            helping |= LaneSet{1} << lane;
        }
        return helping;
    }

    Task& task_;
    State state_;
    Watch<4096> watch_;
    int depth_[State::lanes] = {}, first_[State::lanes] = {};
    Frame frames_[State::lanes][deepest];
};

template <class State = LaneState, class Task>
void search_in_lanes(Task& task) {
    on_heap<LaneSearch<Task, State>>(task)->run();
}

}  // namespace engine
