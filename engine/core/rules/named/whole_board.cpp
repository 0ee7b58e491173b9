// Rules of the whole board: more houses, moves of chess pieces, marks that are all given.
#include <cstdlib>

#include "rules/named/meaning.hpp"

namespace engine::named {

namespace {

void diagonal(const Board& board, const Use& use, Say& say) {
    if (board.rows != board.columns) refuse_as("diagonal needs a square board");
    if (use.bare() || use.says("\\")) say(house(board.ray(0, 0, 1, 1)));
    if (use.bare() || use.says("/")) say(house(board.ray(0, board.columns - 1, 1, -1)));
}

// Rows and columns of the board's blocks.
Pair block(const Board& board, const Use& use) {
    if (!board.regions.empty() && !board.regions[0].empty()) {
        const Line& first = board.regions[0];
        const int width = static_cast<int>(
            std::ranges::count_if(first, [&](int cell) { return cell / board.columns == first[0] / board.columns; }));
        const int height = static_cast<int>(first.size()) / width;
        if (board.rows % height == 0 && board.columns % width == 0 && board.regions == board.blocks(height, width))
            return {height, width};
    }
    refuse_as(use.rule, " needs a board with blocks");
}

void windoku(const Board& board, const Use& use, Say& say) {
    const auto [height, width] = block(board, use);
    for (int top = 1; top < board.rows - height; top += height + 1)
        for (int left = 1; left < board.columns - width; left += width + 1) {
            Line window = board.regions[0];
            for (int& cell : window) cell += top * board.columns + left;
            say(house(window));
        }
}

void disjoint_groups(const Board& board, const Use& use, Say& say) {
    const auto [height, width] = block(board, use);
    for (int place = 0; place < height * width; ++place) {
        Line group;
        for (const Line& block : board.regions) group.push_back(block[place]);
        say(house(group));
    }
}

void argyle(const Board& board, const Use&, Say& say) {
    if (board.rows != 9 || board.columns != 9) refuse_as("argyle needs a board of size 9");
    for (const int start : {1, 4})
        for (const auto& [row, column] : {Pair{0, start}, Pair{start, 0}}) {
            say(house(board.ray(row, column, 1, 1)));
            say(house(board.ray(row, 8 - column, 1, -1)));
        }
}

// --- Pairs of cells that lie so ---

bool differ(int one, int other) { return one != other; }

// Cells so many rows and columns apart hold different digits.
void move(const Board& board, int down, int right, Say& say) {
    Pairs pairs;
    for (int row = 0; row + down < board.rows; ++row)
        for (int column = 0; column < board.columns; ++column) {
            int others[] = {column + right, column - right};
            if ((others[1] & 7) < (others[0] & 7)) std::swap(others[0], others[1]);  // an order that certificates keep
            for (const int other : others)
                if (other >= 0 && other < board.columns)
                    pairs.emplace_back(row * board.columns + column, (row + down) * board.columns + other);
        }
    say.each(board, pairs, differ);
}

void anti_knight(const Board& board, const Use&, Say& say) {
    move(board, 1, 2, say);
    move(board, 2, 1, say);
}

void anti_king(const Board& board, const Use&, Say& say) { move(board, 1, 1, say); }

bool are_apart(int one, int other) { return std::abs(one - other) != 1; }
bool are_in_no_ratio(int one, int other) { return one != 2 * other && other != 2 * one; }

// Neighbours without one of these marks hold such digits.
void without(const Board& board, std::vector<std::string_view> marks, const Holds& holds, Say& say) {
    Lines marked;
    for (const Use& use : board.uses)
        if (contains(marks, use.rule)) marked.push_back(sorted(use.cells));
    Pairs pairs;
    for (const Line& line : board.rows_and_columns())
        for (const Pair& pair : along(line))
            if (!contains(marked, Line{pair.first, pair.second})) pairs.push_back(pair);
    say.each(board, pairs, holds);
}

void non_consecutive(const Board& board, const Use&, Say& say) { without(board, {}, are_apart, say); }
void all_white_dots(const Board& board, const Use&, Say& say) { without(board, {"white dot"}, are_apart, say); }
void all_ratios(const Board& board, const Use&, Say& say) { without(board, {"black dot"}, are_in_no_ratio, say); }
void all_kropki(const Board& board, const Use&, Say& say) {
    without(
        board, {"white dot", "black dot"}, [](int a, int b) { return are_apart(a, b) && are_in_no_ratio(a, b); }, say);
}
void all_xv(const Board& board, const Use&, Say& say) {
    without(board, {"x", "v"}, [](int a, int b) { return a + b != 5 && a + b != 10; }, say);
}

void anti_taxicab(const Board& board, const Use&, Say& say) {
    for (const auto& [one, other] : each_two(range(0, board.cells()))) {
        const int down = std::abs(one / board.columns - other / board.columns);
        const int right = std::abs(one % board.columns - other % board.columns);
        const int steps = down + right;
        if (board.has(steps) && !(board.lines && (!down || !right)))
            say(relation({one, other}, table_of(board, [=](int a, int b) { return !(a == b && b == steps); })));
    }
}

// --- Digits in 2x2 cells, columns and regions ---

// Any 2x2 cells hold digits of three kinds.
void all_kinds(const Board& board, const std::function<int(int)>& kind, Say& say) {
    const int wide = board.columns;
    for (int row = 0; row + 1 < board.rows; ++row)
        for (int cell = row * wide; cell < row * wide + wide - 1; ++cell)
            say(automaton(
                board, {cell, cell + 1, cell + wide, cell + wide + 1}, 0,
                [&](State seen, int digit) { return seen | 1 << kind(digit); }, [](State seen) { return seen == 7; }));
}

void global_entropy(const Board& board, const Use&, Say& say) {
    if (board.digits % 3) refuse_as("global entropy needs a number of digits of three equal parts");
    all_kinds(board, [&](int digit) { return (digit - board.lowest) * 3 / board.digits; }, say);
}

void global_modular(const Board& board, const Use&, Say& say) {
    all_kinds(board, [](int digit) { return digit % 3; }, say);
}

void dutch_flatmates(const Board& board, const Use&, Say& say) {
    if (!board.has(1) || !board.has(5) || !board.has(9))
        refuse_as("dutch flatmates needs a board with the digits 1, 5 and 9");
    enum : State { other, one, needs_nine };
    const auto step = [](State before, int digit) -> State {
        if (before == needs_nine && digit != 9) return none;
        return digit == 5 && before != one ? needs_nine : digit == 1 ? one : other;
    };
    for (const Line& column : board.all_columns())
        say(automaton(board, column, other, step, [](State before) { return before != needs_nine; }));
}

void same_digits_in_regions(const Board& board, const Use&, Say& say) {
    Lines lines = board.rows_and_columns(), largest;
    lines.insert(lines.end(), board.regions.begin(), board.regions.end());
    std::size_t most = 0;
    for (const Line& line : lines) most = std::max(most, line.size());
    for (Line& line : lines) {
        std::ranges::sort(line);
        if (line.size() == most && !contains(largest, line)) largest.push_back(line);
    }
    if (static_cast<int>(most) < board.digits && largest.size() > 1) same_digits(board, largest, say);
}

constexpr Rule board_rules[] = {
    {"diagonal", diagonal},
    {"windoku", windoku},
    {"disjoint groups", disjoint_groups},
    {"argyle", argyle},
    {"anti-knight", anti_knight},
    {"anti-king", anti_king},
    {"non-consecutive", non_consecutive},
    {"all kropki", all_kropki},
    {"all white dots", all_white_dots},
    {"all ratios", all_ratios},
    {"all xv", all_xv},
    {"anti-taxicab", anti_taxicab},
    {"global entropy", global_entropy},
    {"global modular", global_modular},
    {"dutch flatmates", dutch_flatmates},
    {"same digits in regions", same_digits_in_regions},
};

}  // namespace

const Rules rules_of_boards = board_rules;

}  // namespace engine::named
