// The reference search under rules: what a puzzle's stored metrics count. Unlike search.hpp it learns nothing, so that its counts
// say something about the puzzle: inference, then a guess in the cell with the fewest candidates, the lowest first, digits
// ascending, until a second solution is found or excluded.
#pragma once

#include <algorithm>

#include "rules/network.hpp"
#include "rules/search.hpp"
#include "rules/statements.hpp"
#include "search/singles_search.hpp"
#include "stop/watch.hpp"

namespace engine::rules {

class MeasuringSearch {
public:
    MeasuringSearch(Network& network, std::int64_t most_nodes) : network_(network), most_nodes_(most_nodes) {}

    Metrics run(const Domains& from) {
        network_.looks = network_.house_looks = 0;
        explore(from, 0);
        counts_.comparisons = network_.looks;
        if (cut_short_) counts_.solutions = -1;
        return counts_;
    }

private:
    void explore(const Domains& from, std::int64_t depth) {
        if (counts_.nodes == most_nodes_) {
            cut_short_ = true;
            return;
        }
        watch_.step();
        ++counts_.nodes;
        counts_.max_depth = std::max(counts_.max_depth, depth);
        Domains domains = from;
        const int open_before = depth ? 0 : open_cells(from);
        const bool alive = network_.propagate(domains);
        if (!depth) {
            counts_.filled = alive ? open_before - open_cells(domains) : 0;
            counts_.hidden_rounds = network_.house_looks;
        }
        if (!alive) {
            ++counts_.backtracks;
            return;
        }
        const int cell = fewest_candidates(domains);
        if (cell < 0) {
            ++counts_.solutions;
            return;
        }
        ++counts_.guesses;
        for (std::uint32_t rest = domains.of[cell]; rest && counts_.solutions < 2 && !cut_short_; rest &= rest - 1) {
            Domains guessed = domains;
            guessed.keep(cell, static_cast<Candidates>(rest & -rest));
            explore(guessed, depth + 1);
        }
    }

    int open_cells(const Domains& domains) const {
        int open = 0;
        for (int cell = 0; cell < network_.cells(); ++cell) open += !single(domains.of[cell]);
        return open;
    }

    // -1 where all cells are known.
    int fewest_candidates(const Domains& domains) const {
        int best = -1, fewest = 17;
        for (int cell = 0; cell < network_.cells(); ++cell) {
            const int digits = std::popcount(domains.of[cell]);
            if (digits > 1 && digits < fewest) best = cell, fewest = digits;
        }
        return best;
    }

    Network& network_;
    std::int64_t most_nodes_;
    Metrics counts_;
    bool cut_short_ = false;
    Watch<256> watch_;
};

// Puzzles under rules: solved, counted, and the candidates that are part of some solution.
class RuledPuzzle {
public:
    explicit RuledPuzzle(const std::int32_t* numbers) : network_(read(numbers)), search_(network_) {}
    RuledPuzzle(const RuledPuzzle&) = delete;

    std::int64_t guesses() const { return search_.guesses; }
    int cells() const { return network_.cells(); }

    // The number of solutions up to a limit; writes the first unless `solution` is null. `not_counted` if more than
    // `most_guesses` are needed to know; 0 sets no limit, here and below. Without a limit of guesses, and of solutions up to
    // `most_learned`, the search that learns takes turns with the one that guesses.
    int count(const std::uint8_t* clues, int limit, std::int64_t most_guesses, std::uint8_t* solution) {
        search_.guesses = 0;
        if (!load(clues)) return 0;
        search_.begin();
        if (!most_guesses && limit <= most_learned) return count_in_turns(clues, limit, solution);
        int count = 0;
        search_.give_up_after(most_guesses);
        search_.run(start_, [&](const Domains& found) { return note(found, count, limit, solution); });
        return count < limit && search_.gave_up() ? not_counted : count;
    }

    // The same by the search that learns, from the first guess on.
    int count_by_learning(const std::uint8_t* clues, int limit, std::uint8_t* solution) {
        const std::unique_ptr<LearnedCount> learned = load(clues) ? learn(clues) : nullptr;
        if (!learned) return 0;
        learned->run(limit, INT64_MAX);
        return take(*learned, solution);
    }

    // A full board drawn at random: boards are not equally likely. False if there is none.
    bool draw(std::uint64_t seed, std::uint64_t index, std::uint8_t* board) {
        Random random(seed, index);
        const std::vector<std::uint8_t> none(static_cast<std::size_t>(network_.cells()));
        load(none.data());
        search_.draw_from(&random);
        search_.expect(4 * few);
        search_.begin();
        const bool ended = search_.run(start_, [&](const Domains& found) {
            write(found, board);
            return false;
        });
        search_.draw_from(nullptr);
        return !ended;
    }

    // Writes a solution that is not this board; false if there is none.
    bool other(const std::uint8_t* board, std::uint8_t* out) {
        const std::vector<std::uint8_t> none(static_cast<std::size_t>(network_.cells()));
        load(none.data());
        search_.begin();
        return !search_.run(start_, [&](const Domains& found) {
            if (is_board(found, board)) return true;
            write(found, out);
            return false;
        });
    }

    // Calls `found(domains)` with each solution but this board, those near it first, until it returns false; false then.
    template <class Found>
    bool others(const std::uint8_t* clues, const std::uint8_t* board, Found found) {
        std::uint16_t differs[most_cells];
        for (int cell = 0; cell < network_.cells(); ++cell) differs[cell] = ~digit_bit(board[cell]);
        load(clues);
        search_.begin();
        search_.prefer_others_than(differs);
        const bool ended = search_.run(start_, [&](const Domains& here) { return is_board(here, board) || found(here); });
        search_.prefer_others_than(nullptr);
        return ended;
    }

    // Removes clues in random order as long as the board is the only solution: all clues of an orbit or none, if
    // `first_of_orbit` says which cell of its orbit is the first, for each cell. A clue stays if `most_guesses` do not
    // prove that it can go.
    void carve(const std::uint8_t* board, std::uint64_t seed, std::uint64_t index, const std::uint8_t* first_of_orbit,
               std::int64_t most_guesses, std::uint8_t* puzzle) {
        const int cells = network_.cells();
        search_.expect(few);
        search_.give_up_after(most_guesses);
        std::copy_n(board, cells, puzzle);
        std::vector<std::uint8_t> order(static_cast<std::size_t>(cells));
        for (int cell = 0; cell < cells; ++cell) order[cell] = static_cast<std::uint8_t>(cell);
        Random(seed, index).shuffle(order.data(), cells);
        std::vector<int> orbit;
        for (const int first : order) {
            orbit.assign({first});
            if (first_of_orbit) {
                orbit.clear();
                for (int cell = 0; cell < cells; ++cell)
                    if (first_of_orbit[cell] == first) orbit.push_back(cell);
            }
            for (const int cell : orbit) puzzle[cell] = 0;
            if (std::ranges::any_of(orbit, [&](int cell) { return differs_at(cell, board[cell], puzzle); }))
                for (const int cell : orbit) puzzle[cell] = board[cell];
        }
    }

    // What the reference search counts.
    Metrics measure(const std::uint8_t* clues, std::int64_t most_nodes) {
        if (load(clues)) return MeasuringSearch(network_, most_nodes).run(start_);
        Metrics contradiction;
        contradiction.nodes = contradiction.backtracks = 1;
        return contradiction;
    }

    // For each cell the digits that it has in some solution; those found so far whenever a search asks whether to stop.
    //
    // A solution is looked for with each candidate that none has yet. If that takes long, all that are left are looked for
    // together, by guesses and by the search that learns, in turns with few guesses for each, and then with more.
    void true_candidates(const std::uint8_t* clues, std::uint16_t* seen) {
        std::fill_n(seen, network_.cells(), 0);
        search_.guesses = 0;
        if (!load(clues) || !network_.propagate(start_)) return;
        search_.begin();  // what the search learns about one candidate helps with the next
        std::copy_n(start_.of, network_.cells(), possible_);
        search_.prefer_others_than(seen);
        if (try_each(long_search, long_search, seen) && !try_together(long_search, seen)) try_in_turns(seen);
        search_.prefer_others_than(nullptr);
        search_.give_up_after(0);
    }

private:
    static Network read(const std::int32_t* numbers) {
        StatementReader reader(numbers);
        const int size = reader.number(), cells = reader.number();
        return Network(size, cells, reader.statements());
    }

    bool is_board(const Domains& found, const std::uint8_t* board) const {
        for (int cell = 0; cell < network_.cells(); ++cell)
            if (found.of[cell] != digit_bit(board[cell])) return false;
        return true;
    }

    bool load(const std::uint8_t* clues) {
        network_.start(start_);
        for (int cell = 0; cell < network_.cells(); ++cell)
            if (clues[cell] && !start_.keep(cell, static_cast<Candidates>(1u << (clues[cell] - 1)))) return false;
        return true;
    }

    // Guesses come first, since most puzzles need few of them; the longer both take, the longer are their turns.
    int count_in_turns(const std::uint8_t* clues, int limit, std::uint8_t* solution) {
        const std::int64_t work_before = network_.work();
        int count = 0;
        const auto found = [&](const Domains& one) { return note(one, count, limit, solution); };
        search_.give_up_after(first_guesses);
        bool ended = search_.run(start_, found);
        std::unique_ptr<LearnedCount> learned;
        for (std::int64_t guesses = first_guesses; !ended && count < limit;) {
            const std::int64_t work = (network_.work() - work_before) / learning_share;
            if (!learned) learned = learn(clues);
            if (!learned || learned->run(limit, work)) break;
            search_.give_up_after(guesses *= 2);
            ended = search_.go_on(found);
        }
        search_.give_up_after(0);
        if (ended || count == limit || !learned) return count;
        search_.guesses += learned->guesses();
        return take(*learned, count ? nullptr : solution);
    }

    // Whether to look for another one.
    bool note(const Domains& found, int& count, int limit, std::uint8_t* solution) const {
        if (count++ == 0 && solution) write(found, solution);
        return count < limit;
    }

    // Null if no solution is left.
    std::unique_ptr<LearnedCount> learn(const std::uint8_t* clues) {
        if (!load(clues) || !network_.propagate(start_)) return nullptr;
        return std::make_unique<LearnedCount>(network_, start_);
    }

    static int take(const LearnedCount& learned, std::uint8_t* solution) {
        if (solution && learned.count()) learned.write(solution);
        return learned.count();
    }

    // Is there a solution with another digit in the cell, as far as is known?
    bool differs_at(int cell, std::uint8_t digit, const std::uint8_t* clues) {
        search_.begin();
        return load(clues) && start_.keep(cell, static_cast<Candidates>(~(1u << (digit - 1)))) &&
               !search_.run(start_, [](const Domains&) { return false; });
    }

    void begin_with_possible() {
        std::copy_n(possible_, network_.cells(), start_.of);
        network_.start_again(start_);
    }

    bool is_new(const Domains& domains, const std::uint16_t* seen) const {
        for (int cell = 0; cell < network_.cells(); ++cell)
            if (domains.of[cell] & possible_[cell] & ~seen[cell]) return true;
        return false;
    }

    void try_in_turns(std::uint16_t* seen) {
        begin_with_possible();
        if (!network_.propagate(start_)) return;
        LearnedCandidates learned(network_, start_);
        const std::int64_t work_before = network_.work();
        for (std::int64_t guesses = few_for_each; try_each(guesses, no_end, seen); guesses *= 2)
            if (try_together(search_.guesses, seen) ||
                learned.run(possible_, seen, (network_.work() - work_before) / learning_share))
                return;
    }

    // Looks with so many guesses for solutions with candidates that none has so far. True if there are no others.
    bool try_together(std::int64_t most_guesses, std::uint16_t* seen) {
        begin_with_possible();
        search_.give_up_after_more(most_guesses);
        return search_.run(
            start_,
            [&](const Domains& found) {
                note(found, seen);
                return true;
            },
            [&](const Domains& domains) { return is_new(domains, seen); });
    }

    // Looks with few guesses for a solution with each candidate that none has so far, and removes those that have none, until so
    // many guesses are made in all. True if that leaves some of which it is not known.
    bool try_each(std::int64_t most_guesses, std::int64_t in_all, std::uint16_t* seen) {
        const std::int64_t end = search_.guesses + in_all;
        bool any_left = false;
        for (int cell = 0; cell < network_.cells(); ++cell)
            for (const int digit : Bits(possible_[cell])) {
                const auto candidate = static_cast<Candidates>(1u << digit);
                if (seen[cell] & candidate) continue;
                if (search_.guesses >= end) return true;
                begin_with_possible();
                start_.keep(cell, candidate);
                search_.give_up_after_more(std::min(most_guesses, end - search_.guesses));
                const bool none = search_.run(start_, [&](const Domains& found) {
                    note(found, seen);
                    return false;
                });
                if (none) possible_[cell] &= ~candidate;
                any_left = any_left || possible_[cell] & ~seen[cell] & candidate;
            }
        return any_left;
    }

    void note(const Domains& found, std::uint16_t* seen) const {
        for (int cell = 0; cell < network_.cells(); ++cell) seen[cell] |= found.of[cell];
    }

    void write(const Domains& found, std::uint8_t* solution) const {
        for (int cell = 0; cell < network_.cells(); ++cell)
            solution[cell] = static_cast<std::uint8_t>(std::countr_zero(found.of[cell]) + 1);
    }

    static constexpr std::int64_t few = 10, first_guesses = 1000, few_for_each = 100;
    static constexpr std::int64_t long_search = 20'000, no_end = INT64_MAX / 2;  // guesses
    static constexpr std::int64_t learning_share = 6;  // for so many parts of guessing, one of learning
    static constexpr int most_learned = 1000;          // solutions: the search that learns keeps a clause for each

    Network network_;
    Search search_;
    Domains start_;
    Candidates possible_[most_cells];  // of the true candidates, those that are not excluded
};

// The rules of a batch of puzzles: `starts[i]` is where those of puzzle i begin in `numbers`; all are under the first if
// they are shared.
struct RulesOfEach {
    const std::int32_t* numbers;
    const std::int64_t* starts;
    bool shared;
    std::int64_t count;
};

// Calls `work(puzzle, row)` for each, with the rules of the row.
template <class Work>
void for_each_puzzle(const RulesOfEach& rules, Work work) {
    std::unique_ptr<RuledPuzzle> puzzle;
    for (std::int64_t row = 0; row < rules.count; ++row) {
        if (!puzzle || !rules.shared)
            puzzle = std::make_unique<RuledPuzzle>(rules.numbers + rules.starts[rules.shared ? 0 : row]);
        work(*puzzle, row);
    }
}

}  // namespace engine::rules
