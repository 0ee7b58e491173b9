// Rules that count: clues beside the board, digits that some cells hold, cells that point along a line.
#include <bit>
#include <map>

#include "rules/named/meaning.hpp"

namespace engine::named {

namespace {

template <class... Part>
int digit_or_cannot(const Board& board, const Use& use, Say& say) {
    const int digit = use.number();
    if (!board.has(digit)) say.cannot(use.rule, " ", digit, ": digits go from ", board.lowest, " to ", board.highest());
    return digit;
}

// --- Cells that point along a line ---

// Where the pointer holds n, cell n of the line, a row or column, holds the digit.
void indexes(const Board& board, int pointer, const Line& line, int digit, Say& say) {
    const int length = static_cast<int>(line.size());
    if (!contains(line, pointer) || length > board.digits) refuse_as("a cell points along a line that it is not in");
    const Line places = range(1, length + 1);
    say(mask(pointer, board.set_of(places)));
    const bool whole = length == board.digits;  // then no other cell of the line has the digit
    for (const int place : places) {
        const int cell = line[place - 1];
        if (cell == pointer) {  // it points to itself: then it holds both its own place and the digit
            if (place != digit) say(mask(pointer, board.set_of(places) & ~board.bit(place)));
            continue;
        }
        say(relation({pointer, cell},
                     table_of(board, [=](int n, int d) { return n == place ? d == digit : !(whole && d == digit); })));
    }
}

void indexing_column(const Board& board, const Use& use, Say& say) {
    for (const int cell : use.cells)
        indexes(board, cell, range(cell - cell % board.columns, cell - cell % board.columns + board.columns),
                cell % board.columns + 1, say);
}

void indexing_row(const Board& board, const Use& use, Say& say) {
    for (const int cell : use.cells)
        indexes(board, cell, board.ray(0, cell % board.columns, 1, 0), cell / board.columns + 1, say);
}

void indexing_box(const Board& board, const Use& use, Say& say) {
    for (const int cell : use.cells) {
        const auto region = std::ranges::find_if(board.regions, [&](const Line& one) { return contains(one, cell); });
        if (region == board.regions.end()) refuse_as("indexing box needs a board with regions");
        indexes(board, cell, *region, static_cast<int>(std::ranges::find(*region, cell) - region->begin()) + 1, say);
    }
}

void numbered_room(const Board& board, const Use& use, Say& say) {
    const int digit = digit_or_cannot(board, use, say);
    if (say.why().empty()) indexes(board, use.cells[0], use.cells, digit, say);
}

void value_indexing(const Board& board, const Use& use, Say& say) {
    const Line line = part_of(use.cells, 2, use.cells.size());
    if (line.empty()) refuse_as("value indexing has a line of two cells");
    const int length = static_cast<int>(line.size());
    constexpr State read = 1 << 20;
    for (int place = 1; place <= length; ++place) {
        const auto step = [place](State before, int digit) -> State {  // the first digit, then the second
            if (before < 1 << 8) return before << 8 | (digit + 1);
            const bool points = (before & 0xFF) - 1 == place;
            return !points || (before >> 8) - 1 == digit ? read : none;
        };
        say(automaton(board, {use.cells[0], use.cells[1], line[place - 1]}, 0, step,
                      [](State before) { return before == read; }));
    }
    say(mask(use.cells[1], board.set_of(range(1, length + 1))));
}

// --- Clues beside the board ---

void little_killer(const Board& board, const Use& use, Say& say) { say(total(board, use.cells, {}, use.number())); }

// The same as a sandwich for a line that lacks some digits: any two may be the least and the greatest.
void between_extremes(const Board& board, const Line& line, int sum, Say& say) {
    say(house(line));
    const Line rises = table_of(board, std::less<>());
    Choices ways;
    for (const auto& [first, last] : each_two(range(0, static_cast<int>(line.size())))) {
        const Line between = part_of(line, first + 1, last);
        if (between.empty() && sum) continue;
        for (const auto& [low, high] : {Pair{line[first], line[last]}, Pair{line[last], line[first]}}) {
            Line others;
            for (const int cell : line)
                if (cell != low && cell != high) others.push_back(cell);
            Statements& way = ways.emplace_back();
            for (const int cell : others) way.push_back(relation({low, cell}, rises));
            way.push_back(relation({low, high}, rises));
            for (const int cell : others) way.push_back(relation({cell, high}, rises));
            if (!between.empty()) way.push_back(total(board, between, {}, sum));
        }
    }
    say(any_of(ways));
}

void sandwich(const Board& board, const Use& use, Say& say) {
    const Line& line = use.cells;
    const int sum = use.number(), length = static_cast<int>(line.size());
    const auto sum_of = [](int first, int count) { return count * first + count * (count - 1) / 2; };
    const int inner = board.lowest + 1, inner_count = std::max(board.digits - 2, 0);
    const int most = sum_of(inner, inner_count);
    if (sum < 0 || sum > most) return say.cannot(use.rule, " ", sum, ": sums go from 0 to ", most);
    if (length < board.digits) return between_extremes(board, line, sum, say);
    const int ends = board.set_of({board.lowest, board.highest()});
    const int others = board.set_of(range(inner, board.highest()));
    Choices ways;
    for (const auto& [first, last] : each_two(range(0, length))) {
        const Line between = part_of(line, first + 1, last);
        const int count = static_cast<int>(between.size());
        if (count > inner_count || sum < sum_of(inner, count) || sum > sum_of(inner + inner_count - count, count))
            continue;
        Statements& way = ways.emplace_back();
        for (int place = 0; place < length; ++place)
            way.push_back(mask(line[place], place == first || place == last ? ends : others));
        if (count) way.push_back(total(board, between, {}, sum));
    }
    if (ways.empty()) return say.cannot(use.rule, " ", sum, " is impossible on a line of ", length, " cells");
    say(any_of(ways));
}

void lunchbox(const Board& board, const Use& use, Say& say) {
    say(house(use.cells));
    sandwich(board, use, say);
}

void x_sum(const Board& board, const Use& use, Say& say) {
    const int length = static_cast<int>(use.cells.size()), sum = use.number();
    Choices ways;
    for (int x = 1; x <= length; ++x) {
        const std::int64_t rest = std::int64_t{sum} - x;
        if (!board.has(x)) continue;
        Statements way = {mask(use.cells[0], board.bit(x))};
        if (x > 1) way.push_back(total(board, part_of(use.cells, 1, x), {}, static_cast<int>(rest)));
        if (x == 1 ? rest == 0 : (x - 1) * board.lowest <= rest && rest <= (x - 1) * board.highest())
            ways.push_back(std::move(way));
    }
    if (ways.empty()) return say.cannot("x-sum ", sum, " is impossible on a line of ", length, " cells");
    say(any_of(ways));
}

void skyscraper(const Board& board, const Use& use, Say& say) {
    const int number = use.number(), size = board.highest();  // 0 is not seen
    const int length = static_cast<int>(use.cells.size());
    const bool all_differ = length == board.digits && board.lowest == 1;
    if (number < 1 || number > std::min(size, length))
        return say.cannot("skyscraper ", number, ": numbers go from 1 to ", std::min(size, length));
    const auto step = [&](State state, int digit) -> State {
        int read = static_cast<int>(state >> 16), greatest = state >> 8 & 0xFF, seen = state & 0xFF;
        if (digit > greatest) greatest = digit, ++seen;
        ++read;
        // Each that is seen later is greater; if all differ, so many digits are not greater than the greatest.
        if (seen > number || seen + size - greatest < number || (all_differ && greatest < read)) return none;
        return State{all_differ ? read : 0} << 16 | greatest << 8 | seen;
    };
    say(automaton(board, use.cells, 0, step, [number](State state) { return (state & 0xFF) == number; }));
}

void hidden_skyscraper(const Board& board, const Use& use, Say& say) {
    const int wanted = digit_or_cannot(board, use, say), found = board.highest() + 2;  // digits stand one higher
    if (!say.why().empty()) return;
    const auto step = [=](State greatest, int digit) -> State {
        if (digit + 1 > greatest || greatest == found) return std::max<State>(greatest, digit + 1);
        return digit == wanted ? found : none;
    };
    say(automaton(board, use.cells, 0, step, [found](State greatest) { return greatest == found; }));
}

// --- How often cells hold digits ---

// The automaton of what is still wanted of each digit; of many digits one for each, which infers less.
void counted(const Board& board, const Line& cells, const Pairs& wanted, bool exactly, Say& say) {
    std::int64_t sum = 0, states = 1;
    for (const auto& [digit, count] : wanted) sum += count;
    if (sum > std::ssize(cells))
        return say.cannot(static_cast<int>(sum), " digits in ", static_cast<int>(cells.size()), " cells");
    for (const auto& [digit, count] : wanted) states = std::min<std::int64_t>(states * (count + 1), 1 << 20);
    if (constexpr int most_states = 512; states > most_states && wanted.size() > 1) {
        for (const Pair& one : wanted) counted(board, cells, {one}, exactly, say);
        return;
    }
    const auto step = [&](State left, int digit) -> State {  // so many of each digit, as the places of a number
        State unit = 1;
        for (const auto& [each, count] : wanted) {
            const State here = left / unit % (count + 1);
            if (each == digit) return here ? left - unit : exactly ? none : left;
            unit *= count + 1;
        }
        return left;
    };
    say(automaton(board, cells, states - 1, step, [](State left) { return left == 0; }));
}

Pairs how_often(const Line& digits) {
    Pairs counts;
    for (const int digit : without_repeats(digits))
        counts.emplace_back(digit, static_cast<int>(std::ranges::count(digits, digit)));
    return counts;
}

void contains_digits(const Board& board, const Use& use, Say& say) {
    counted(board, use.cells, how_often(digits_of(board, use)), false, say);
}
void contains_exactly(const Board& board, const Use& use, Say& say) {
    counted(board, use.cells, how_often(digits_of(board, use)), true, say);
}

void look_and_say(const Board& board, const Use& use, Say& say) {
    const std::string clue = use.value();
    const bool is_number = std::ranges::all_of(clue, [](char digit) { return '0' <= digit && digit <= '9'; });
    if (clue.empty() || clue.size() % 2 || !is_number)
        refuse_as("look and say has ", quoted(clue, 20), " where pairs of a number and a digit are needed");
    const std::string begin = clue.substr(0, 20);
    Pairs wanted;
    for (std::size_t place = 0; place < clue.size(); place += 2) {
        const int count = clue[place] - '0', digit = clue[place + 1] - '0';
        const auto known = std::ranges::find(wanted, digit, &Pair::first);
        if (known == wanted.end())
            wanted.emplace_back(digit, count);
        else if (known->second != count)
            return say.cannot("look and say ", begin, " counts ", digit, " twice");
        if (!board.has(digit) && count)
            return say.cannot("look and say ", begin, ": digits go from ", board.lowest, " to ", board.highest());
    }
    counted(board, use.cells, wanted, true, say);
}

void count_distinct(const Board& board, const Use& use, Say& say) {
    if (use.cells.size() < 2) refuse_as("count distinct has one cell");
    const State count = std::ssize(use.cells) - 1, unit = 1 << 16;
    const auto step = [&](State state, int digit) -> State {
        State seen = state % unit;
        const State read = state / unit;
        if (read == count) return (count + 1) * unit + (seen == digit);
        seen |= board.bit(digit);
        return read + 1 == count ? count * unit + std::popcount(static_cast<std::uint64_t>(seen))
                                 : (read + 1) * unit + seen;
    };
    Line cells = use.cells;
    std::ranges::rotate(cells, cells.begin() + 1);
    say(automaton(board, cells, 0, step, [&](State state) { return state == (count + 1) * unit + 1; }));
}

void same_digits_of_groups(const Board& board, const Use& use, Say& say) {
    for (const Line& group : use.groups)
        if (group.size() != use.groups[0].size()) refuse_as("same digits has groups of different numbers of cells");
    same_digits(board, use.groups, say);
}

// The automaton that reads one group, then the other, and compares how often they hold a digit.
Statement as_often(const Board& board, const Line& one, const Line& other, int wanted) {
    Line cells = one;
    cells.insert(cells.end(), other.begin(), other.end());
    const State half = std::ssize(one);
    const auto step = [&](State state, int digit) -> State {
        const State read = state >> 16, seen = (state & 0xFFFF) + (digit == wanted) * (read < half ? 1 : -1);
        return seen < 0 ? none : (read + 1) << 16 | seen;
    };
    return automaton(board, cells, 0, step, [](State state) { return (state & 0xFFFF) == 0; });
}

void rellik_cage(const Board& board, const Use& use, Say& say) {
    const int banned = use.number();
    if (banned < 1) refuse_as("rellik cage has ", banned, ": it takes a number from 1 on");
    const std::int64_t reach = std::min<std::int64_t>(banned, std::ssize(use.cells) * board.highest());
    using Sums = std::vector<bool>;  // which sums some of the cells have
    std::map<Sums, State> numbers;
    std::vector<Sums> known;
    const auto number_of = [&](Sums sums) {
        const auto [place, is_new] = numbers.try_emplace(std::move(sums), std::ssize(known));
        if (is_new) known.push_back(place->first);
        return place->second;
    };
    const auto step = [&](State state, int digit) -> State {
        Sums after = known[state];
        for (std::int64_t sum = reach; sum >= digit; --sum) after[sum] = after[sum] || known[state][sum - digit];
        return banned <= reach && after[banned] ? none : number_of(std::move(after));
    };
    Sums empty(reach + 1);
    empty[0] = true;
    const State start = number_of(empty);
    say(house(use.cells));
    say(automaton(board, use.cells, start, step, [](State) { return true; }));
}

void equality_cage(const Board& board, const Use& use, Say& say) {
    const int half = board.digits / 2;
    constexpr State unit = 1 << 16, middle = 1 << 10;
    const auto step = [&](State state, int digit) -> State {
        const bool low = digit<board.lowest + half, high = digit> board.highest() - half;
        if (!low && !high) return none;
        return state + (digit % 2 ? unit : -unit) + (low ? 1 : -1);
    };
    constexpr State even = middle * unit + middle;
    say(house(use.cells));
    say(automaton(board, use.cells, even, step, [](State state) { return state == even; }));
}

// --- Other values than digits ---

// Beside the grid a second cell holds the digit of each cell again that has another value, and 0 of all others.
void other_values(const Board& board, const Use& use, Say& say) {
    const int cells = board.cells(), size = board.rows;
    const Group& seconds = board.group("OV");
    if (board.columns != size || board.lowest != 0 || board.digits != size + 1 || seconds.count != cells)
        refuse_as("other values need a square board with the digits 0 to its size");
    const auto is_digit = [](int digit) { return digit != 0; };
    for (const int cell : range(0, cells)) {
        say(mask(cell, board.where(is_digit)));
        say(relation({cell, seconds.first + cell},
                     table_of(board, [](int digit, int second) { return !second || second == digit; })));
    }
    Lines units = board.rows_and_columns();
    units.insert(units.end(), board.regions.begin(), board.regions.end());
    const auto step = [](State found, int second) { return found && second ? none : State{found || second}; };
    for (Line& unit : units) {
        counted(board, unit, how_often(range(1, size + 1)), false, say);
        for (int& cell : unit) cell += seconds.first;
        say(automaton(board, unit, 0, step, [](State found) { return found == 1; }));
    }
    if (!use.number()) return;
    for (const int digit : range(1, size + 1))
        counted(board, range(seconds.first, seconds.first + cells), {{digit, 1}}, true, say);
}

constexpr Rule counting_rules[] = {
    {"indexing column", indexing_column, 1},
    {"indexing row", indexing_row, 1},
    {"indexing box", indexing_box, 1},
    {"little killer", little_killer, 1, "sum"},
    {"sandwich", sandwich, 2, "sum"},
    {"x-sum", x_sum, 2, "sum"},
    {"skyscraper", skyscraper, 2, "number"},
    {"hidden skyscraper", hidden_skyscraper, 2, "digit"},
    {"numbered room", numbered_room, 2, "digit"},
    {"contains", contains_digits, 1, "digits"},
    {"contains exactly", contains_exactly, 1, "digits"},
    {"look and say", look_and_say, 1, "pairs of a number and a digit"},
    {"count distinct", count_distinct, 1},
    {"same digits", same_digits_of_groups},
    {"rellik cage", rellik_cage, 1, "sum"},
    {"equality cage", equality_cage, 1},
    {"lunchbox", lunchbox, 2, "sum"},
    {"value indexing", value_indexing, 2},
    {"other values", other_values, 0, "0 or 1"},
};

}  // namespace

// Pairs of groups of one cell are relations.
void same_digits(const Board& board, const Lines& groups, Say& say) {
    for (std::size_t i = 1; i < groups.size(); ++i) {
        const Line &first = groups[i - 1], &second = groups[i];
        const bool repeats =
            without_repeats(first).size() < first.size() || without_repeats(second).size() < second.size();
        Line one, other;
        for (const int cell : first)
            if (repeats || !contains(second, cell)) one.push_back(cell);
        for (const int cell : second)
            if (repeats || !contains(first, cell)) other.push_back(cell);
        if (one.size() == 1) {
            say(relation({one[0], other[0]}, table_of(board, std::equal_to<>())));
        } else if (!one.empty()) {
            say(total(board, one, other));
            for (int digit = board.lowest; digit <= board.highest(); ++digit) say(as_often(board, one, other, digit));
        }
    }
}

const Rules rules_that_count = counting_rules;

}  // namespace engine::named
