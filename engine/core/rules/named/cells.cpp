// Rules of cages, of single cells and groups of cells, and of marks between two cells.
#include <cstdlib>

#include "rules/named/meaning.hpp"

namespace engine::named {

namespace {

void cage(const Board& board, const Use& use, Say& say) {
    say(house(without_repeats(use.cells)));  // a cell that the cage names twice counts twice in its sum
    if (!use.bare()) say(total(board, use.cells, {}, use.number()));
}

void sum(const Board& board, const Use& use, Say& say) {
    if (use.takes != Takes::numbers) return say(total(board, use.cells, {}, use.number()));
    if (use.numbers.size() != use.cells.size() + 1)
        refuse_as("sum has ", static_cast<int>(use.cells.size()), " cells and ",
                  static_cast<int>(use.numbers.size()) - 1, " factors");
    Pairs coefficients;
    for (std::size_t i = 0; i < use.cells.size(); ++i) coefficients.emplace_back(use.cells[i], use.numbers[i + 1]);
    say(weighted(board, coefficients, use.numbers[0]));
}

void all_different(const Board&, const Use& use, Say& say) { say(house(use.cells)); }

void masks(const Use& use, int digits, Say& say) {
    for (const int cell : use.cells) say(mask(cell, digits));
}
void odd(const Board& board, const Use& use, Say& say) {
    masks(use, board.where([](int digit) { return digit % 2 == 1; }), say);
}
void even(const Board& board, const Use& use, Say& say) {
    masks(use, board.where([](int digit) { return digit % 2 == 0; }), say);
}
void digits(const Board& board, const Use& use, Say& say) { masks(use, board.set_of(digits_of(board, use)), say); }

void quadruple(const Board& board, const Use& use, Say& say) {
    const Line wanted = sorted(digits_of(board, use));
    if (wanted.size() > use.cells.size())
        refuse_as("a ", use.rule, " of ", static_cast<int>(wanted.size()), " digits has ",
                  static_cast<int>(use.cells.size()), " cells");
    const auto step = [&](State left, int digit) {  // a bit for each digit that is wanted
        for (std::size_t place = 0; place < wanted.size(); ++place)
            if (wanted[place] == digit && left >> place & 1) return left & ~(State{1} << place);
        return left;
    };
    say(automaton(board, use.cells, (State{1} << wanted.size()) - 1, step, [](State left) { return left == 0; }));
}

// A digit stands in so many of the cells as it says.
Statement so_many(const Board& board, const Line& cells, int wanted) {
    const auto step = [wanted](State seen, int here) {
        const State after = seen + (here == wanted);
        return after <= wanted ? after : none;
    };
    return automaton(board, cells, 0, step, [wanted](State seen) { return seen == wanted; });
}

void counting_circles(const Board& board, const Use& use, Say& say) {
    const int least = std::max(board.lowest, 1), count = board.highest() - least + 1;
    Choices choices;
    // Every so many digits that add up to the cells, in the order of their places.
    const auto choose = [&](const auto& again, Line& some, int next, int open, int left) -> void {
        if (!open) {
            if (left) return;
            Statements& one = choices.emplace_back();
            for (const int cell : use.cells) one.push_back(mask(cell, board.set_of(some)));
            int squares = 0;
            for (const int digit : some) squares += digit * digit;
            one.push_back(total(board, use.cells, {}, squares));
            for (const int digit : some) one.push_back(so_many(board, use.cells, digit));
            return;
        }
        for (; next <= board.highest() && next <= left; ++next) {
            some.push_back(next);
            again(again, some, next + 1, open - 1, left - next);
            some.pop_back();
        }
    };
    for (int size = least; size <= std::min(count, board.highest()); ++size) {
        Line some;
        choose(choose, some, least, size, static_cast<int>(use.cells.size()));
    }
    say(any_of(choices));
}

void clone(const Board& board, const Use& use, Say& say) {
    for (std::size_t i = 1; i < use.groups.size(); ++i) {
        const Line &first = use.groups[i - 1], &second = use.groups[i];
        if (first.size() != second.size()) refuse_as("clones have different numbers of cells");
        Pairs pairs;
        for (std::size_t place = 0; place < first.size(); ++place)
            if (first[place] != second[place]) pairs.emplace_back(first[place], second[place]);
        say.each(board, pairs, std::equal_to<>());
    }
}

void equal_sums(const Board& board, const Use& use, Say& say) { say.equal_sums(board, use.groups); }

// --- Pairs of neighbours ---

// The marked cells, each with a neighbour that is not marked.
Pairs edges(const Board& board, const Use& use) {
    Line marked = use.cells;
    for (const Use& other : board.uses)
        if (other.rule == use.rule) marked.insert(marked.end(), other.cells.begin(), other.cells.end());
    Pairs both, found;
    for (const Line& line : board.rows_and_columns())
        for (const Pair& pair : along(line)) both.push_back(pair);
    for (std::size_t i = 0, count = both.size(); i < count; ++i) both.emplace_back(both[i].second, both[i].first);
    for (const Pair& pair : both)
        if (contains(use.cells, pair.first) && !contains(marked, pair.second)) found.push_back(pair);
    return found;
}

void minimum(const Board& board, const Use& use, Say& say) { say.each(board, edges(board, use), std::less<>()); }
void maximum(const Board& board, const Use& use, Say& say) { say.each(board, edges(board, use), std::greater<>()); }

// A relation of the two cells.
void of_pair(const Board& board, const Use& use, const Holds& holds, Say& say) {
    if (use.cells.size() != 2) refuse_as(use.rule, " has ", static_cast<int>(use.cells.size()), " cells, not 2");
    say.each(board, along(use.cells), holds);
}

void inequality(const Board& board, const Use& use, Say& say) { of_pair(board, use, std::greater<>(), say); }
void white_dot(const Board& board, const Use& use, Say& say) {
    const int by = use.number_or(1);
    of_pair(board, use, [by](int a, int b) { return std::abs(a - b) == by; }, say);
}
void black_dot(const Board& board, const Use& use, Say& say) {
    const std::int64_t by = use.number_or(2);
    of_pair(board, use, [by](int a, int b) { return a == by * b || b == by * a; }, say);
}
void x(const Board& board, const Use& use, Say& say) {
    of_pair(board, use, [](int a, int b) { return a + b == 10; }, say);
}
void v(const Board& board, const Use& use, Say& say) {
    of_pair(board, use, [](int a, int b) { return a + b == 5; }, say);
}

constexpr Rule cell_rules[] = {
    {"cage", cage, 1},
    {"sum", sum, 1, "sum"},
    {"all different", all_different, 1},
    {"odd", odd, 1},
    {"even", even, 1},
    {"digits", digits, 1, "digits"},
    {"quadruple", quadruple, 1, "digits"},
    {"counting circles", counting_circles, 1},
    {"clone", clone},
    {"equal sums", equal_sums},
    {"minimum", minimum, 1},
    {"maximum", maximum, 1},
    {"inequality", inequality, 1},
    {"white dot", white_dot, 1},
    {"black dot", black_dot, 1},
    {"x", x, 1},
    {"v", v, 1},
};

}  // namespace

Line digits_of(const Board& board, const Use& use) {
    const bool fits = use.takes == Takes::number || use.takes == Takes::numbers;
    if (!fits || !std::ranges::all_of(use.numbers, [&](int digit) { return board.has(digit); }))
        refuse_as(use.rule, " has ", use.takes == Takes::text ? quoted(use.text, 40) : use.value(), ": digits go from ",
                  board.lowest, " to ", board.highest());
    return use.numbers;
}

const Rules rules_of_cells = cell_rules;

}  // namespace engine::named
