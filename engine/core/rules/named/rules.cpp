// Boards and uses from numbers, all rules by their numbers, and what uses mean.
#include "rules/named/meaning.hpp"

namespace engine::named {

// --- Reading ----------------------------------------------------------------------------------------------------------

Board Reader::board() {
    Board board{};
    for (int* const part : {&board.digits, &board.rows, &board.columns, &board.lowest}) *part = number();
    board.lines = number();
    int first = board.cells();
    const auto group = [&] {
        Group one{bytes(), first, number(), 0};
        one.columns = number();
        if (!one.columns) one.columns = board.columns;
        first += one.count;
        return one;
    };
    board.groups = several<std::vector<Group>>(group);
    board.regions = several<Lines>([&] { return line(); });
    constexpr int longest = rules::most_size, most_cells = rules::most_cells;
    const auto fits = [&](int side) { return 1 <= side && side <= longest; };
    if (!fits(board.digits) || !fits(board.rows) || !fits(board.columns) || board.all_cells() > most_cells)
        refuse_as("rules of size ", board.digits, ": there are 1 to ", longest, " digits and at most ", most_cells,
                  " cells");
    board.uses = uses();
    return board;
}

Uses Reader::uses() {
    return several<Uses>([this] { return use(); });
}

Use Reader::use() {
    Use use;
    const auto rule = static_cast<std::size_t>(number());
    static const std::vector<std::string_view> names = rule_names();
    if (rule >= names.size()) refuse_as("there is no rule ", static_cast<int>(rule));
    use.rule = names[rule];
    use.cells = line();
    use.takes = static_cast<Takes>(number());
    if (use.takes == Takes::number) use.numbers = {number()};
    if (use.takes == Takes::numbers) use.numbers = line();
    if (use.takes == Takes::text) use.text = bytes();
    use.groups = several<Lines>([this] { return line(); });
    use.alternatives = several<std::vector<Uses>>([this] { return uses(); });
    use.title = bytes();
    return use;
}

// --- Statements -------------------------------------------------------------------------------------------------------

Line table_of(const Board& board, const Holds& holds) {
    Line table;
    for (int one = board.lowest; one <= board.highest(); ++one)
        table.push_back(board.where([&](int other) { return holds(one, other); }));
    return table;
}

Statement total(const Board& board, const Line& left, const Line& right, int value) {
    Pairs coefficients;
    for (const int cell : left) coefficients.emplace_back(cell, 1);
    for (const int cell : right) coefficients.emplace_back(cell, -1);
    return weighted(board, coefficients, value);
}

Statement weighted(const Board& board, const Pairs& coefficients, int value) {
    constexpr std::int64_t most = 1 << 30;
    Line cells;
    std::vector<std::int64_t> each;
    for (const auto& [cell, by] : coefficients) {
        const auto place = static_cast<std::size_t>(std::ranges::find(cells, cell) - cells.begin());
        if (place == cells.size()) {
            cells.push_back(cell);
            each.push_back(0);
        }
        each[place] += by;
    }
    Statement sum{Kind::sum, {}, {}, {}, {}};
    std::int64_t rest = value;
    for (std::size_t place = 0; place < cells.size(); ++place) {
        if (!each[place]) continue;
        sum.cells.push_back(cells[place]);
        sum.numbers.push_back(static_cast<int>(std::clamp(each[place], -most, most)));
        rest -= (board.lowest - 1) * each[place];
    }
    sum.numbers.push_back(static_cast<int>(std::clamp(rest, -most, most)));
    // The same cells on both sides: what holds always, or never.
    return sum.cells.empty() ? any_of(value ? Choices{} : Choices{{}}) : sum;
}

// --- Rules ------------------------------------------------------------------------------------------------------------

namespace {

bool has_own_cells(const Statement& one) {
    const auto any = [](const Statements& some) { return std::ranges::any_of(some, has_own_cells); };
    return std::ranges::any_of(one.cells, [](int cell) { return cell < 0; }) ||
           std::ranges::any_of(one.alternatives, any);
}

void any(const Board& board, const Use& use, Say& say) {
    Choices choices;
    for (const Uses& alternative : use.alternatives) {
        Say inner;
        for (const Use& one : alternative)
            if (inner.why().empty()) mean(board, one, inner);
        if (!inner.why().empty()) continue;
        choices.push_back(inner.take());
        if (std::ranges::any_of(choices.back(), has_own_cells))
            refuse_as(alternative[0].rule, " cannot be one of several alternatives");
    }
    say(any_of(choices));
}

constexpr Rule of_alternatives[] = {{"or", any}};

std::vector<const Rule*> all_rules() {
    std::vector<const Rule*> all;
    for (const Rules& some :
         {rules_of_boards, rules_of_cells, rules_of_lines, rules_that_count, rules_of_regions, Rules(of_alternatives)})
        for (const Rule& rule : some) all.push_back(&rule);
    return all;
}

}  // namespace

std::vector<std::string_view> rule_names() {
    std::vector<std::string_view> names;
    for (const Rule* const rule : all_rules()) names.push_back(rule->name);
    return names;
}

void mean(const Board& board, const Use& use, Say& say) {
    static const std::vector<const Rule*> all = all_rules();
    const Rule& rule = **std::ranges::find(all, use.rule, [](const Rule* one) { return one->name; });
    if (rule.least_cells && use.cells.empty()) refuse_as(use.rule, " has no cells");
    if (std::ssize(use.cells) < rule.least_cells) refuse_as(use.rule, " has a line of one cell");
    const auto check = [&](const Line& cells) {
        for (const int cell : cells)
            if (cell < 0 || cell >= board.all_cells()) refuse_as(use.rule, " has cell ", cell, ", outside the board");
    };
    check(use.cells);
    for (const Line& group : use.groups) check(group);
    if (!rule.needs.empty() && use.bare()) refuse_as(use.rule, " needs ", rule.needs);
    rule.mean(board, use, say);
}

}  // namespace engine::named
