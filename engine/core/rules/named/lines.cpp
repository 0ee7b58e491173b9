// Rules of lines of cells.
#include <cstdlib>

#include "rules/named/meaning.hpp"

namespace engine::named {

namespace {

// --- Neighbours on the line ---

void thermometer(const Board& board, const Use& use, Say& say) { say.each(board, along(use.cells), std::less<>()); }
void slow_thermometer(const Board& board, const Use& use, Say& say) {
    say.each(board, along(use.cells), std::less_equal<>());
}

Holds at_least_apart(int least) {
    return [least](int a, int b) { return std::abs(a - b) >= least; };
}

void whispers(const Board& board, const Use& use, Say& say) {
    say.each(board, along(use.cells), at_least_apart(use.number_or((board.digits + 1) / 2)));
}

// --- Sums ---

void arrow(const Board& board, const Use& use, Say& say) {
    say(total(board, part_of(use.cells, 1, use.cells.size()), {use.cells[0]}));
}

void double_arrow(const Board& board, const Use& use, Say& say) {
    say(total(board, part_of(use.cells, 1, use.cells.size() - 1), {use.cells.front(), use.cells.back()}));
}

void pill_arrow(const Board& board, const Use& use, Say& say) {
    const int length = use.number(), count = static_cast<int>(use.cells.size());
    if (length < 2 || length >= count || length > 3) refuse_as("a pill of ", length, " cells on a line of ", count);
    Pairs coefficients;
    for (int place = 0; place < count; ++place) {
        const int ten = length == 3 ? 100 : 10;
        coefficients.emplace_back(use.cells[place], place >= length       ? 1
                                                    : place == 0          ? -ten
                                                    : place == length - 1 ? -1
                                                                          : -10);
    }
    say(weighted(board, coefficients, 0));
    if (board.highest() > 9)
        for (int place = 1; place < length; ++place) say(mask(use.cells[place], board.set_of(range(0, 10))));
}

void region_sum(const Board& board, const Use& use, Say& say) {
    if (board.regions.empty()) refuse_as("region sum needs a board with regions");
    const auto region_of = [&](int cell) {  // the last one, if several share a cell
        for (std::size_t number = board.regions.size(); number-- > 0;)
            if (contains(board.regions[number], cell)) return static_cast<int>(number);
        return -1;
    };
    Lines parts;
    int before = -2;
    for (const int cell : use.cells) {
        const int region = region_of(cell);
        if (region != before) parts.emplace_back();
        parts.back().push_back(cell);
        before = region;
    }
    say.equal_sums(board, parts);
}

void zipper(const Board& board, const Use& use, Say& say) {
    const std::size_t half = use.cells.size() / 2;
    Lines groups;
    for (std::size_t place = 0; place < half; ++place)
        groups.push_back({use.cells[place], use.cells[use.cells.size() - 1 - place]});
    if (use.cells.size() % 2) groups.push_back({use.cells[half]});
    say.equal_sums(board, groups);
}

// The automaton of a line that can be cut into pieces with the sum.
Statement cut(const Board& board, const Line& cells, int goal) {
    const auto step = [goal](State sofar, int digit) -> State {
        const State sum = sofar + digit;
        return sum > goal ? none : goal ? sum % goal : 0;
    };
    return automaton(board, cells, 0, step, [](State sofar) { return sofar == 0; });
}

void sum_line(const Board& board, const Use& use, Say& say) { say(cut(board, use.cells, use.number())); }

void sum_loop(const Board& board, const Use& use, Say& say) {
    const int goal = use.number();
    Choices turns;
    Line cells = use.cells;
    for (int turn = 0; turn < std::min(static_cast<int>(cells.size()), goal); ++turn) {
        turns.push_back({cut(board, cells, goal)});
        std::ranges::rotate(cells, cells.begin() + 1);
    }
    say(any_of(turns));
}

// --- All digits of the line ---

void renban(const Board& board, const Use& use, Say& say) {
    const Line cells = without_repeats(use.cells);  // a line may close or cross itself
    const int count = static_cast<int>(cells.size());
    say(house(cells));
    say.each(board, each_two(cells), [count](int a, int b) { return a != b && std::abs(a - b) < count; });
    if (count >= board.digits) return;
    Choices runs;
    for (int low = board.lowest; low + count - 1 <= board.highest(); ++low) {
        Statements& run = runs.emplace_back();
        for (const int cell : cells) run.push_back(mask(cell, board.set_of(range(low, low + count))));
    }
    say(any_of(runs));
}

void nabner(const Board& board, const Use& use, Say& say) {
    say(house(use.cells));
    say.each(board, each_two(use.cells), at_least_apart(2));
}

void palindrome(const Board& board, const Use& use, Say& say) {
    Pairs pairs;
    for (std::size_t place = 0; place < use.cells.size() / 2; ++place)
        if (const Pair pair(use.cells[place], use.cells[use.cells.size() - 1 - place]); pair.first != pair.second)
            pairs.push_back(pair);
    say.each(board, pairs, std::equal_to<>());
}

// Any so many cells in a row are of different kinds, so those that far apart are of the same.
void in_turn(const Board& board, const Line& cells, const std::function<int(int)>& kind, int kinds, Say& say) {
    const Line same = table_of(board, [&](int a, int b) { return kind(a) == kind(b); });
    const Line other = table_of(board, [&](int a, int b) { return kind(a) != kind(b); });
    for (const auto& [i, j] : each_two(range(0, static_cast<int>(cells.size())))) {
        const Pair pair(cells[i], cells[j]);
        if (pair.first == pair.second) continue;
        if ((j - i) % kinds == 0)
            say(relation(pair, same));
        else if (j - i < kinds)
            say(relation(pair, other));
    }
}

void modular(const Board& board, const Use& use, Say& say) {
    const int by = use.number_or(3);
    if (by < 1) refuse_as("modular has ", by, ": it takes a number from 1 on");
    in_turn(board, use.cells, [by](int digit) { return digit % by; }, by, say);
}

void entropic(const Board& board, const Use& use, Say& say) {
    if (board.digits % 3) refuse_as("entropic needs a size of three equal parts");
    in_turn(board, use.cells, [&](int digit) { return (digit - board.lowest) * 3 / board.digits; }, 3, say);
}

// --- The two ends and what is between them ---

// For each cell within: the automaton of a condition on the lesser end, its digit and the greater end.
void with_ends(const Board& board, const Line& cells, const std::function<bool(int, int, int)>& holds, Say& say) {
    constexpr State read = 1 << 20;
    const auto step = [&](State before, int digit) -> State {  // the first digit, then the second
        if (before < 1 << 8) return before << 8 | (digit + 1);
        const int first = static_cast<int>(before >> 8) - 1, here = static_cast<int>(before & 0xFF) - 1;
        return holds(std::min(first, digit), here, std::max(first, digit)) ? read : none;
    };
    for (const int cell : part_of(cells, 1, cells.size() - 1))
        say(automaton(board, {cells.front(), cell, cells.back()}, 0, step,
                      [](State before) { return before == read; }));
}

void between(const Board& board, const Use& use, Say& say) {
    with_ends(board, use.cells, [](int low, int here, int high) { return low < here && here < high; }, say);
}

void lockout(const Board& board, const Use& use, Say& say) {
    const int least = use.number_or(4);
    say.each(board, {{use.cells.front(), use.cells.back()}}, at_least_apart(least));
    const auto holds = [least](int low, int here, int high) {
        return high - low >= least && !(low <= here && here <= high);
    };
    with_ends(board, use.cells, holds, say);
}

// --- Tables, expressions and automata ---

void table_of_pairs(const Board& board, const Use& use, const Pairs& pairs, Say& say) {
    if (use.takes != Takes::numbers || static_cast<int>(use.numbers.size()) != board.digits)
        refuse_as("a table needs ", board.digits, " sets of digits");
    for (const Pair& pair : pairs)
        if (pair.first != pair.second) say(relation(pair, use.numbers));
}

void table_along(const Board& board, const Use& use, Say& say) { table_of_pairs(board, use, along(use.cells), say); }
void table_of_all(const Board& board, const Use& use, Say& say) {
    table_of_pairs(board, use, each_two(use.cells), say);
}

void regular_expression(const Board& board, const Use& use, Say& say) { say(regular(board, use.value(), use.cells)); }

void automaton_of_code(const Board& board, const Use& use, Say& say) {
    say(encoded(use.value(), use.groups, board.digits));
}

constexpr Rule line_rules[] = {
    {"thermometer", thermometer, 2},
    {"slow thermometer", slow_thermometer, 2},
    {"arrow", arrow, 2},
    {"pill arrow", pill_arrow, 2, "cells of the pill"},
    {"double arrow", double_arrow, 2},
    {"whispers", whispers, 2},
    {"renban", renban, 2},
    {"nabner", nabner, 2},
    {"palindrome", palindrome, 2},
    {"between", between, 2},
    {"lockout", lockout, 2},
    {"region sum", region_sum, 2},
    {"sum line", sum_line, 2, "sum"},
    {"sum loop", sum_loop, 2, "sum"},
    {"zipper", zipper, 2},
    {"modular", modular, 2},
    {"entropic", entropic, 2},
    {"table", table_along, 2, "sets of digits"},
    {"table of all", table_of_all, 2, "sets of digits"},
    {"regular expression", regular_expression, 1, "pattern"},
    {"automaton", automaton_of_code, 0, "automaton"},
};

}  // namespace

const Rules rules_of_lines = line_rules;

}  // namespace engine::named
