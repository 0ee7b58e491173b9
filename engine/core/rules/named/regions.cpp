// Rules of connected cells, of regions to be found, of digits that these lack, and of ranks.
#include "rules/named/meaning.hpp"

namespace engine::named {

namespace {

void connected_cells(const Board& board, const Use& use, Say& say) {
    const Line digits = part_of(use.numbers, 1, use.numbers.size());
    const auto has = [&](int digit) { return board.has(digit); };
    if (use.takes != Takes::numbers || digits.empty() || use.numbers[0] < 0 || !std::ranges::all_of(digits, has))
        refuse_as("connected has ", use.value(), " where the number of cells and digits are needed");
    say(connected(use.cells, board.group_of(use.cells[0]).columns, board.set_of(digits), use.numbers[0]));
}

// --- Regions that are to be found ---

// The cells with the region of each cell of the grid.
const Group& regions(const Board& board) {
    for (const Group& one : board.groups)
        if (one.prefix == "CC") return one;
    refuse_as("this rule needs a board with chaos construction");
}

void chaos_construction(const Board& board, const Use& use, Say& say) {
    const int size = use.number(), cells = board.cells();
    if (size < 2 || cells % size || cells / size > board.digits)
        refuse_as("chaos construction with regions of ", size, " cells does not fit a board of ", cells);
    const Group& group = regions(board);
    const Line numbers = range(group.first, group.first + group.count);
    const int count = cells / size;
    for (const int region : numbers) say(mask(region, (1 << count) - 1));
    for (int number = 0; number < count; ++number) say(connected(numbers, board.columns, 1 << number, size));
    Line both = range(0, cells);
    both.insert(both.end(), numbers.begin(), numbers.end());
    say({Kind::pairs, both, {size == board.digits ? count : 0}, {}, {}});
    // Regions are numbered in the order of their first cells, so that one board is one solution.
    const auto step = [&](State known, int region) -> State {
        const State number = region - board.lowest + 1;
        return number <= std::min<State>(known + 1, count) ? std::max(known, number) : none;
    };
    say(automaton(board, numbers, 0, step, [count](State found) { return found == count; }));
}

constexpr State all_read = State{1} << 60;  // the state after the last cell

// Of `cells`, then the cell that says how many it counts: `more` are the cells counted, from how many and the place read.
template <class More>
Statement counting_region(const Board& board, Line cells, int control, int offset, More more) {
    const State length = std::ssize(cells);
    cells.push_back(control);
    const auto state_of = [](int region, int read, int counted, bool goes_on) {
        return State{region + 1} << 32 | read << 16 | counted << 1 | State{goes_on};
    };
    const auto step = [=](State state, int digit) -> State {
        if (!state) return state_of(digit, 1, 1, true);
        const int read = state >> 16 & 0xFFFF, counted = state >> 1 & 0x7FFF;
        const int region = static_cast<int>(state >> 32) - 1;
        if (read == length) return digit == counted - offset ? all_read : none;
        const bool goes_on = more(read, (state & 1) != 0, digit == region);
        const bool counts = digit == region && goes_on;
        return state_of(region, read + 1, counted + counts, goes_on);
    };
    return automaton(board, cells, 0, step, [](State state) { return state == all_read; });
}

void chaos_arrow(const Board& board, const Use& use, Say& say) {
    Lines arms = use.groups;
    const int cell = use.cells[0];
    if (arms.empty())  // the regions of the cells left, right, above and below it
        for (const auto& [down, right] : {Pair{0, -1}, Pair{0, 1}, Pair{-1, 0}, Pair{1, 0}}) {
            Line& arm = arms.emplace_back(board.ray(cell / board.columns, cell % board.columns, down, right));
            for (int& one : arm) one += regions(board).first;
        }
    Line line, begins;
    for (const Line& arm : arms) {
        if (arm.empty() || arm[0] != arms[0][0]) refuse_as("the arms of a chaos arrow begin in different cells");
        if (line.empty()) line.push_back(arm[0]);
        begins.push_back(static_cast<int>(line.size()));
        line.insert(line.end(), arm.begin() + 1, arm.end());
    }
    say(counting_region(board, line, cell, use.number(), [begins](int read, bool goes_on, bool is_same) {
        return (goes_on || contains(begins, read)) && is_same;
    }));
}

void chaos_count(const Board& board, const Use& use, Say& say) {
    Line cells;
    if (!use.groups.empty()) {
        cells = use.groups[0];
    } else {
        const Group& numbers = regions(board);
        const Group home = board.group_of(use.cells[0]);
        const int place = use.cells[0] - home.first, row = place / home.columns, column = place % home.columns;
        cells.push_back(use.cells[0]);
        for (int down = -1; down <= 1; ++down)
            for (int right = -1; right <= 1; ++right)
                if (const int cell = home.at(row + down, column + right); cell >= 0 && (down || right))
                    cells.push_back(cell);
        for (int& cell : cells) {
            if (cell >= numbers.count) refuse_as("chaos count has a cell without a region");
            cell += numbers.first;
        }
    }
    say(counting_region(board, cells, use.cells[0], use.number(), [](int, bool, bool) { return true; }));
}

// --- Digits that regions lack ---

void doppelganger(const Board& board, const Use&, Say& say) {
    const int size = board.rows;
    if (board.columns != size || board.lowest != 0 || board.digits != size + 1)
        refuse_as("doppelganger needs a square board with the digits 0 to its size");
    const int zero = board.group("DGZ").first;
    Lines lacks(board.cells());
    say(mask(zero, board.bit(0)));
    const auto lack = [&](std::string_view prefix, const Lines& lines) {
        const Group& missing = board.group(prefix);
        if (missing.count != static_cast<int>(lines.size()))
            refuse_as("doppelganger needs a board with boxes, or without regions");
        Line differing = range(missing.first, missing.first + missing.count);
        differing.push_back(zero);
        say(house(differing));
        for (int number = 0; number < missing.count; ++number) {
            Line line = lines[number];
            line.push_back(missing.first + number);
            say(house(line));
            for (const int cell : lines[number]) lacks[cell].push_back(missing.first + number);
        }
    };
    lack("DGC", board.all_rows());
    lack("DGR", board.all_columns());
    if (!board.regions.empty()) lack("DGB", board.regions);
    bool has_boxes = false;
    for (int high = 2; high * high <= size; ++high) has_boxes = has_boxes || size % high == 0;
    if (board.regions.empty() && has_boxes) {
        const Group& boxes = board.group("DGB");
        for (int cell = boxes.first; cell < boxes.first + boxes.count; ++cell) say(mask(cell, board.bit(0)));
    }
    enum : State { start, zero_read, any, first_digit };
    const auto step = [](State read, int digit) -> State {  // of a 0 the two digits that are lacking there differ
        if (read == start) return digit == 0 ? zero_read : any;
        if (read == zero_read) return first_digit + digit;
        return read == any || read != first_digit + digit ? any : none;
    };
    for (int cell = 0; cell < board.cells(); ++cell)
        for (const auto& [one, other] : each_two(lacks[cell]))
            say(automaton(board, {cell, one, other}, start, step, [](State) { return true; }));
}

// --- Ranks of rows and columns ---

int size_of_ranks(const Board& board) {
    if (board.rows != board.columns || board.rows != board.digits)
        refuse_as("full rank needs a square board with as many digits");
    return board.digits;
}

// The lines that begin at each side.
std::vector<Lines> sides(const Board& board) {
    std::vector<Lines> found;
    for (const Lines& lines : {board.all_rows(), board.all_columns()}) {
        found.push_back(lines);
        Lines& other = found.emplace_back(lines);
        for (Line& line : other) std::ranges::reverse(line);
    }
    return found;
}

// The automaton of two lines, read in turn: if the first begins with the digit, the own cell says which is less.
Statement before(const Board& board, const Line& line, const Line& clued, int own_cell, int begin, bool ties) {
    enum Found { same, other, less, more };
    const int end = 2 * static_cast<int>(line.size()) - 1;
    const auto state_of = [](int read, int found, int held) { return State{read} << 16 | found << 8 | held; };
    const auto step = [&](State state, int here) -> State {
        const int read = static_cast<int>(state >> 16), held = state & 0xFF;
        int found = state >> 8 & 0xFF;
        if (read == 0) return state_of(1, here == begin ? same : other, 0);
        if (read == end) {
            const int first = board.lowest, second = board.lowest + 1;
            const bool says = found == less   ? here == second
                              : found == more ? here == first
                              : found == same ? ties && here == first
                                              : true;
            return says ? state_of(end + 1, 0, 0) : none;
        }
        if (found == same && read % 2 == 0) found = held < here ? less : held > here ? more : same;
        return state_of(read + 1, found, found == same && read % 2 ? here : 0);
    };
    Line cells = {line[0]};
    for (std::size_t place = 1; place < line.size(); ++place) {
        cells.push_back(line[place]);
        cells.push_back(clued[place]);
    }
    cells.push_back(own_cell);
    return automaton(board, cells, 0, step, [end](State state) { return state >> 16 > end; });
}

void full_rank(const Board& board, const Use& use, Say& say) {
    const int size = size_of_ranks(board), rank = use.number();
    if (rank < 1 || rank > 4 * size) return say.cannot("full rank ", rank, ": places go from 1 to ", 4 * size);
    std::vector<Lines> others = sides(board);
    const auto own = std::ranges::find_if(others, [&](const Lines& side) { return contains(side, use.cells); });
    if (own == others.end()) refuse_as("full rank needs a whole row or column");
    others.erase(own);
    const int digit = (rank - 1) / 4, below = (rank - 1) % 4;  // of each side one line begins with the digit
    say(mask(use.cells[0], 1 << digit));
    const bool ties =
        std::ranges::any_of(board.uses, [](const Use& one) { return one.rule == "full rank ties" && one.says("any"); });
    for (int number = 0; number < 3; ++number) {  // 2 where the line of the side comes before
        const int own_cell = -1 - number;
        say(mask(own_cell, 3));
        for (const Line& line : others[number])
            say(before(board, line, use.cells, own_cell, board.lowest + digit, ties));
    }
    say(weighted(board, {{-1, 1}, {-2, 1}, {-3, 1}}, below + 3 + 3 * (board.lowest - 1)));
}

void full_rank_ties(const Board& board, const Use& use, Say& say) {
    if (!use.says("none") && !use.says("only-unclued") && !use.says("any"))
        refuse_as("full rank ties has ", quoted(use.value(), 20), ": it takes none, only-unclued, any");
    if (!use.says("none")) return;
    size_of_ranks(board);
    const std::vector<Lines> all = sides(board);
    for (const auto& [first, second] : each_two(range(0, 4)))
        for (const Line& line : all[first])
            for (const Line& other : all[second]) {
                if (sorted(line) == sorted(other)) continue;  // read from its other end it begins with another digit
                Line cells;
                for (std::size_t place = 0; place < line.size(); ++place)
                    if (line[place] != other[place]) cells.insert(cells.end(), {line[place], other[place]});
                const auto step = [](State state, int digit) -> State {  // read, whether they differ, the digit held
                    const State read = state >> 16;
                    const bool differs = (state >> 8 & 1) || (read % 2 && (state & 0xFF) != digit);
                    return (read + 1) << 16 | State{differs} << 8 | (differs || read % 2 ? 0 : digit);
                };
                say(automaton(board, cells, 0, step, [](State state) { return state >> 8 & 1; }));
            }
}

constexpr Rule region_rules[] = {
    {"connected", connected_cells, 1, "number of cells, then digits"},
    {"chaos construction", chaos_construction, 0, "cells of a region"},
    {"chaos arrow", chaos_arrow, 1, "0 or 1"},
    {"chaos count", chaos_count, 1, "0 or 1"},
    {"doppelganger", doppelganger},
    {"full rank", full_rank, 2, "place"},
    {"full rank ties", full_rank_ties, 0, "which"},
};

}  // namespace

const Rules rules_of_regions = region_rules;

}  // namespace engine::named
