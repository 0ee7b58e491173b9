// The ground of named rules: a board, the rules in use on it, and where its cells lie.
//
// They arrive as numbers (engine/rules/coding.py writes them): a list is its length and its items, a text a list of bytes.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "stop/refuse.hpp"

namespace engine::named {

using Line = std::vector<int>;  // cells in order, or other numbers
using Lines = std::vector<Line>;

inline std::string shown(int number) { return std::to_string(number); }
inline std::string_view shown(std::string_view text) { return text; }
inline std::string shown(const Line& numbers) {
    std::string text;
    for (const int number : numbers) text.append(text.empty() ? "" : ", ") += shown(number);
    return "(" + text + (numbers.size() == 1 ? ",)" : ")");
}

// Texts and numbers as one text.
template <class... Part>
std::string text(const Part&... parts) {
    std::string all;
    (all.append(shown(parts)), ...);
    return all;
}

template <class... Part>
[[noreturn]] void refuse_as(const Part&... parts) {
    const std::string why = text(parts...);
    engine::refuse(why.c_str());
}

// The first characters of a text in quotation marks.
inline std::string quoted(std::string_view text, std::size_t most) {
    std::size_t end = 0;
    for (std::size_t count = 0; end < text.size(); ++end)
        if ((text[end] & 0xC0) != 0x80 && count++ == most) break;
    return "'" + std::string(text.substr(0, end)) + "'";
}

// --- Rules in use -----------------------------------------------------------------------------------------------------

enum class Takes { nothing, number, numbers, text };

struct Use {
    std::string_view rule;
    Line cells;
    Takes takes = Takes::nothing;
    Line numbers;  // a number alone, too
    std::string text;
    Lines groups;
    std::vector<std::vector<Use>> alternatives;
    std::string title;  // the setter's name for it

    bool bare() const { return takes == Takes::nothing; }
    bool says(std::string_view other) const { return takes == Takes::text && text == other; }

    std::string value() const {
        switch (takes) {
            case Takes::number: return shown(numbers[0]);
            case Takes::numbers: return shown(numbers);
            case Takes::text: return text;
            default: return "None";
        }
    }

    int number() const {
        if (takes != Takes::number)
            refuse_as(rule, " has ", takes == Takes::text ? quoted(text, 40) : value(), " where a number is needed");
        return numbers[0];
    }
    int number_or(int usual) const { return bare() ? usual : number(); }
};

using Uses = std::vector<Use>;

// --- Boards -----------------------------------------------------------------------------------------------------------

// Cells beside the grid.
struct Group {
    std::string prefix;
    int first, count, columns;

    // The cell at a place, -1 if there is none.
    int at(int row, int column) const {
        const int place = row * columns + column;
        return row >= 0 && column >= 0 && column < columns && place < count ? first + place : -1;
    }
};

struct Board {
    int digits, rows, columns, lowest;
    bool lines;  // whether the cells of each row and of each column differ
    std::vector<Group> groups;
    Lines regions;
    Uses uses;

    int cells() const { return rows * columns; }
    int all_cells() const { return groups.empty() ? cells() : groups.back().first + groups.back().count; }
    int highest() const { return lowest + digits - 1; }
    bool has(int digit) const { return lowest <= digit && digit <= highest(); }
    int bit(int digit) const { return has(digit) ? 1 << (digit - lowest) : 0; }

    // Digits as a set, without those that the board does not have.
    int set_of(const Line& some) const {
        int set = 0;
        for (const int digit : some) set |= bit(digit);
        return set;
    }
    template <class Condition>
    int where(Condition holds) const {
        int set = 0;
        for (int digit = lowest; digit <= highest(); ++digit)
            if (holds(digit)) set |= bit(digit);
        return set;
    }

    const Group& group(std::string_view prefix) const {
        for (const Group& one : groups)
            if (one.prefix == prefix) return one;
        refuse_as("there is no group of cells ", quoted(prefix, 20));
    }
    // The group in which a cell lies, the grid among them.
    Group group_of(int cell) const {
        for (const Group& one : groups)
            if (one.first <= cell && cell < one.first + one.count) return one;
        return {"", 0, cells(), columns};
    }

    // --- Lines of cells ---

    // The cells from a row and column on in steps, as far as the edge.
    Line ray(int row, int column, int down, int right) const {
        Line line;
        for (; row >= 0 && row < rows && column >= 0 && column < columns; row += down, column += right)
            line.push_back(row * columns + column);
        return line;
    }
    Lines all_rows() const {
        Lines found;
        for (int row = 0; row < rows; ++row) found.push_back(ray(row, 0, 0, 1));
        return found;
    }
    Lines all_columns() const {
        Lines found;
        for (int column = 0; column < columns; ++column) found.push_back(ray(0, column, 1, 0));
        return found;
    }
    Lines rows_and_columns() const {
        Lines found = all_rows();
        for (Line& line : all_columns()) found.push_back(std::move(line));
        return found;
    }
    Lines blocks(int height, int width) const {
        Lines found;
        for (int top = 0; top < rows; top += height)
            for (int left = 0; left < columns; left += width) {
                Line& block = found.emplace_back();
                for (int place = 0; place < height * width; ++place)
                    block.push_back((top + place / width) * columns + left + place % width);
            }
        return found;
    }
};

using Pair = std::pair<int, int>;
using Pairs = std::vector<Pair>;

// Cells or numbers that follow each other.
inline Pairs along(const Line& line) {
    Pairs found;
    for (std::size_t i = 1; i < line.size(); ++i) found.emplace_back(line[i - 1], line[i]);
    return found;
}

// Every two of some, in their order.
inline Pairs each_two(const Line& some) {
    Pairs found;
    for (std::size_t i = 0; i < some.size(); ++i)
        for (std::size_t j = i + 1; j < some.size(); ++j) found.emplace_back(some[i], some[j]);
    return found;
}

// The numbers from one to before another.
inline Line range(int first, int end) {
    Line numbers;
    for (; first < end; ++first) numbers.push_back(first);
    return numbers;
}

inline Line part_of(const Line& line, std::size_t begin, std::size_t end) {
    begin = std::min(begin, line.size());
    return Line(line.begin() + begin, line.begin() + std::clamp(end, begin, line.size()));
}

inline Line reversed(Line line) {
    std::ranges::reverse(line);
    return line;
}

inline Line sorted(Line line) {
    std::ranges::sort(line);
    return line;
}

template <class Items, class Item>
bool contains(const Items& items, const Item& item) {
    return std::ranges::find(items, item) != items.end();
}

inline Line without_repeats(const Line& cells) {
    Line kept;
    for (const int cell : cells)
        if (!contains(kept, cell)) kept.push_back(cell);
    return kept;
}

// --- Boards from numbers ----------------------------------------------------------------------------------------------

class Reader {
public:
    explicit Reader(std::span<const std::int32_t> numbers) : left_(numbers) {}

    Board board();
    Uses uses();

    int number() {
        if (left_.empty()) refuse_as("the rules are cut");
        const int number = left_.front();
        left_ = left_.subspan(1);
        return number;
    }
    Line line() {
        return several<Line>([this] { return number(); });
    }

    template <class Items, class Read>
    Items several(Read read) {
        const auto count = static_cast<std::size_t>(number());
        if (count > left_.size()) refuse_as("the rules are cut");
        Items items;
        items.reserve(count);
        for (std::size_t i = 0; i < count; ++i) items.push_back(read());
        return items;
    }

private:
    Use use();
    std::string bytes() {
        const Line line = this->line();
        return {line.begin(), line.end()};
    }

    std::span<const std::int32_t> left_;
};

inline Board board_in(std::span<const std::int32_t> numbers) { return Reader(numbers).board(); }

}  // namespace engine::named
