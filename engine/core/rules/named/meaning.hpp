// What rules mean: statements, those that engine/rules/model.py has as House, Sum, Relation and so on.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "rules/named/board.hpp"
#include "rules/statements.hpp"

namespace engine::named {

using rules::Kind;

struct Arc {
    int before, digits, after;
};

// A cell below 0 is one of the rule's own, which follows those of the board.
struct Statement {
    Kind kind;
    Line cells;
    Line numbers;  // as in rules::Statement; of an automaton the states that it may end in
    std::vector<Arc> arcs;
    std::vector<std::vector<Statement>> alternatives;
};

using Statements = std::vector<Statement>;
using Choices = std::vector<Statements>;

// --- Statements -------------------------------------------------------------------------------------------------------

inline Statement house(Line cells) { return {Kind::house, std::move(cells), {}, {}, {}}; }
inline Statement mask(int cell, int digits) { return {Kind::mask, {cell}, {digits}, {}, {}}; }
inline Statement relation(Pair cells, Line table) {
    return {Kind::relation, {cells.first, cells.second}, std::move(table), {}, {}};
}
inline Statement any_of(Choices choices) { return {Kind::any_of, {}, {}, {}, std::move(choices)}; }
inline Statement connected(Line cells, int columns, int digits, int count) {
    return {Kind::connected, std::move(cells), {columns, digits, count}, {}, {}};
}

// The table of a relation: for each first digit the set of second ones.
using Holds = std::function<bool(int, int)>;
Line table_of(const Board& board, const Holds& holds);

// The cells on the left add up to those on the right and a number.
Statement total(const Board& board, const Line& left, const Line& right = {}, int value = 0);
// Cells, each times its coefficient, add up to a number; a cell may stand there several times.
Statement weighted(const Board& board, const Pairs& coefficients, int value);

// The automaton of a step from state and digit to the next state. States are numbers from 0.
using State = std::int64_t;
inline constexpr State none = -1;
using Step = std::function<State(State, int)>;
using Accepts = std::function<bool(State)>;
Statement automaton(int lowest, int digits, Line cells, State start, const Step& step, const Accepts& accepts);
inline Statement automaton(const Board& board, Line cells, State start, const Step& step, const Accepts& accepts) {
    return automaton(board.lowest, board.digits, std::move(cells), start, step, accepts);
}
// That of a code of Interactive-Sudoku-Solver along groups of cells, and of a regular expression.
Statement encoded(const std::string& code, const Lines& groups, int digits);
Statement regular(const Board& board, const std::string& pattern, const Line& cells);

// --- What a rule says -------------------------------------------------------------------------------------------------

class Say {
public:
    void operator()(Statement one) { made_.push_back(std::move(one)); }
    // A relation of digits holds for each pair.
    void each(const Board& board, const Pairs& pairs, const Holds& holds) {
        const Line table = table_of(board, holds);
        for (const Pair& pair : pairs) made_.push_back(relation(pair, table));
    }
    // Each group of cells has the same sum.
    void equal_sums(const Board& board, const Lines& groups) {
        for (const auto& [one, other] : each_two(range(0, static_cast<int>(groups.size()))))
            made_.push_back(total(board, groups[one], groups[other]));
    }
    // No board obeys the rule: an error, but for one of several alternatives.
    template <class... Part>
    void cannot(const Part&... parts) {
        if (why_.empty()) why_ = text(parts...);
    }

    const std::string& why() const { return why_; }
    Statements take() { return std::move(made_); }

private:
    Statements made_;
    std::string why_;
};

// Groups hold the same digits, each as often.
void same_digits(const Board& board, const Lines& groups, Say& say);

// The digits that a rule takes.
Line digits_of(const Board& board, const Use& use);

// --- Rules ------------------------------------------------------------------------------------------------------------

struct Rule {
    std::string_view name;
    void (*mean)(const Board&, const Use&, Say&);
    int least_cells = 0;
    std::string_view needs = {};  // the value that it needs
};

using Rules = std::span<const Rule>;
extern const Rules rules_of_boards, rules_of_cells, rules_of_lines, rules_that_count, rules_of_regions;

// A rule by its number in the order of `rule_names`.
std::vector<std::string_view> rule_names();

// Says what a use means, or why no board obeys it.
void mean(const Board& board, const Use& use, Say& say);

// --- Programs ---------------------------------------------------------------------------------------------------------

// Numbers, or why no board obeys the rules.
struct Answer {
    std::string cannot;
    std::vector<std::int32_t> numbers;
};

// What uses mean, statement by statement, as engine/rules/coding.py reads and writes them.
Answer meanings(std::span<const std::int32_t> board, std::span<const std::int32_t> uses);
// All that a board means: digits, cells, then the houses and the other constraints.
Answer model_of(std::span<const std::int32_t> board);
inline constexpr int most_constraints = 4096;  // houses and constraints together; alternatives count
// A model as the kernels read it (rules::StatementReader), checked, with cells at the end that hold the digit 1.
Answer program_of(std::span<const std::int32_t> model, int cells);
// The same at once for the model of a board.
Answer program_of_board(const Board& board, int cells);

// Each house and each rule by itself, with a digit or 0 in each cell of the grid. First their number, then of each what it
// is, its number, its cells, and the program which has a solution as long as it may hold.
enum class Alone { row, column, region, use, house_of_use, part_of_use };
Answer alone(std::span<const std::int32_t> board, std::span<const std::int32_t> values);

}  // namespace engine::named
