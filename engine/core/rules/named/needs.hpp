// Which parts of a puzzle under rules it needs: its clues and its rules in use, one by one.
//
// A part is a number: that of a use, then, after all uses, that of a cell with a clue. Any kernels that solve under rules will do.
#pragma once

#include <utility>

#include "rules/named/meaning.hpp"

namespace engine::named {

template <class Kernels>
class Parts {
public:
    Parts(const Kernels& kernels, Board board, std::span<const std::uint8_t> clues)
        : kernels_(kernels), board_(std::move(board)), uses_(std::exchange(board_.uses, {})), clues_(clues) {
        all_ = range(0, static_cast<int>(uses_.size()));
        for (std::size_t cell = 0; cell < clues.size(); ++cell)
            if (clues[cell]) all_.push_back(static_cast<int>(uses_.size() + cell));
    }

    // Each part without which there is still one solution, one part gone at a time; refused if there is not one with all.
    Line needless() {
        if (count(all_, 2) != 1) refuse("what a puzzle needs is known if it has one solution: this one has none or several");
        Line found;
        for (const int part : all_) {
            Line others = all_;
            std::erase(others, part);
            if (count(others, 2) == 1) found.push_back(part);
        }
        return found;
    }

    // Parts that together have no solution, and have one without any of them; refused if all of them have one.
    Line contradiction() {
        if (count(all_, 1)) refuse("the puzzle has a solution, so nothing contradicts");
        return sorted(contradiction({}, true, all_));
    }

private:
    // QuickXplain (Junker 2004): the parts of `some` that contradict together with `others`, which have a solution unless they
    // have changed.
    Line contradiction(const Line& others, bool changed, const Line& some) {
        if (changed && !count(others, 1)) return {};
        if (some.size() <= 1) return some;
        const std::size_t half = some.size() / 2;
        const Line first = part_of(some, 0, half), second = part_of(some, half, some.size());
        Line found = contradiction(joined(others, first), true, second);
        const Line rest = contradiction(joined(others, found), !found.empty(), first);
        return joined(std::move(found), rest);
    }

    static Line joined(Line one, const Line& other) {
        one.insert(one.end(), other.begin(), other.end());
        return one;
    }

    // The number of solutions with some parts alone, up to a limit.
    int count(const Line& parts, int limit) {
        const int uses = static_cast<int>(uses_.size());
        board_.uses.clear();
        for (const int part : parts)
            if (part < uses) board_.uses.push_back(uses_[static_cast<std::size_t>(part)]);
        const Answer program = program_of_board(board_, 0);
        if (!program.cannot.empty()) return 0;
        std::vector<std::uint8_t> clues(static_cast<std::size_t>(program.numbers[1])), solution(clues);
        for (const int part : parts)
            if (part >= uses) clues[static_cast<std::size_t>(part - uses)] = clues_[static_cast<std::size_t>(part - uses)];
        std::int32_t count = 0;
        std::int64_t guesses = 0;
        const std::int64_t start = 0;
        kernels_.solve_ruled({}, 1, clues.data(), program.numbers.data(), &start, true, limit, 0, solution.data(), &count,
                             &guesses);
        return count;
    }

    const Kernels& kernels_;
    Board board_;
    Uses uses_;
    std::span<const std::uint8_t> clues_;
    Line all_;
};

}  // namespace engine::named
