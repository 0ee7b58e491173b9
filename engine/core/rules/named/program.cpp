// Statements as numbers: a model, which Python reads and writes, and the program of one, which the kernels read.
#include <bit>
#include <map>
#include <optional>
#include <set>

#include "rules/named/meaning.hpp"

namespace engine::named {

namespace {

using Numbers = std::vector<std::int32_t>;

void put(Numbers& numbers, const Line& line) { numbers.insert(numbers.end(), line.begin(), line.end()); }
void put_counted(Numbers& numbers, const Line& line) {
    numbers.push_back(static_cast<int>(line.size()));
    put(numbers, line);
}

// --- Models: each statement is its kind, its cells, its numbers, its arcs and its alternatives, each with their number ---

void put(Numbers& numbers, const Statements& statements) {
    numbers.push_back(static_cast<int>(statements.size()));
    for (const Statement& one : statements) {
        numbers.push_back(static_cast<int>(one.kind));
        put_counted(numbers, one.cells);
        put_counted(numbers, one.numbers);
        numbers.push_back(static_cast<int>(one.arcs.size()));
        for (const Arc& arc : one.arcs) put(numbers, {arc.before, arc.digits, arc.after});
        numbers.push_back(static_cast<int>(one.alternatives.size()));
        for (const Statements& some : one.alternatives) put(numbers, some);
    }
}

Statements statements_in(Reader& reader) {
    return reader.several<Statements>([&] {
        Statement one{static_cast<Kind>(reader.number()), {}, {}, {}, {}};
        one.cells = reader.line();
        one.numbers = reader.line();
        one.arcs = reader.several<std::vector<Arc>>([&] {
            const int before = reader.number(), digits = reader.number();
            return Arc{before, digits, reader.number()};
        });
        one.alternatives = reader.several<Choices>([&] { return statements_in(reader); });
        return one;
    });
}

struct Model {
    int digits, cells;
    Statements houses, others;
};

// Cells of a rule's own, below 0, follow those that there are.
void place_own(Statement& one, int cells) {
    for (int& cell : one.cells)
        if (cell < 0) cell = cells - 1 - cell;
    for (Statements& some : one.alternatives)
        for (Statement& each : some) place_own(each, cells);
}

// Nothing if no board obeys the rules, and why.
std::optional<Model> model_of(const Board& board, std::string& why) {
    Model model{board.digits, board.all_cells(), {}, {}};
    const auto is_known = [](const Statements& houses, const Line& cells) {
        return std::ranges::find(houses, cells, &Statement::cells) != houses.end();
    };
    Lines lines = board.lines ? board.rows_and_columns() : Lines{};
    lines.insert(lines.end(), board.regions.begin(), board.regions.end());
    for (const Line& line : lines)
        if (Line cells = sorted(line); !is_known(model.houses, cells)) model.houses.push_back(house(cells));
    const Statements of_board = model.houses;
    for (const Use& use : board.uses) {
        Say say;
        mean(board, use, say);
        why = say.why();
        if (!why.empty()) return {};
        int own = 0;
        for (Statement& one : say.take()) {
            for (const int cell : one.cells) own = std::max(own, -cell);
            place_own(one, model.cells);
            if (one.kind != Kind::house)
                model.others.push_back(std::move(one));
            else if (!is_known(of_board, one.cells))
                model.houses.push_back(std::move(one));
        }
        model.cells += own;
    }
    return model;
}

// --- Programs ---

class Programmer {
public:
    Programmer(int digits, int cells) : digits_(digits), cells_(cells), every_((1 << digits) - 1) {}

    Numbers numbers;
    std::string why;  // no board obeys the rules

    // False if no board obeys it.
    bool add(const Statement& one) {
        if (one.kind != Kind::any_of) check_cells(one.cells);
        const int length = static_cast<int>(one.cells.size());
        if (one.kind != Kind::any_of) numbers.push_back(static_cast<int>(one.kind));
        switch (one.kind) {
            case Kind::house:
                check_different(one.cells, "a house");
                if (length > digits_)
                    return cannot("a house of ", length, " cells cannot be all different with ", digits_, " digits");
                put_counted(numbers, one.cells);
                return true;
            case Kind::sum: return add_sum(one);
            case Kind::relation:
                check(length == 2, "a relation of two cells");
                if (one.cells[0] == one.cells[1]) refuse_as("a relation of ", name_of(one.cells[0]), " with itself");
                if (std::ssize(one.numbers) != digits_)
                    refuse_as("a relation has ", static_cast<int>(one.numbers.size()), " sets of digits, not ",
                              digits_);
                put(numbers, one.cells);
                numbers.push_back(digits_);
                for (const int digits : one.numbers) numbers.push_back(digits & every_);
                return true;
            case Kind::automaton:
                put_counted(numbers, one.cells);
                add_layers(one);
                return true;
            case Kind::mask:
                check(length == 1 && one.numbers.size() == 1, "a mask of one cell");
                put(numbers, {one.cells[0], one.numbers[0] & every_});
                return true;
            case Kind::connected:
                check(one.numbers.size() == 3 && one.numbers[0] > 0, "connected cells in columns");
                put_counted(numbers, one.cells);
                put(numbers, {one.numbers[0], one.numbers[1] & every_, one.numbers[2]});
                return true;
            case Kind::pairs: {
                check(one.numbers.size() == 1, "pairs of two lists of cells");
                const int values = one.numbers[0];
                if (length % 2 || (values && length != 2 * digits_ * values))
                    refuse_as("pairs of ", length, " cells, not of ", 2 * digits_ * values);
                put_counted(numbers, one.cells);
                numbers.push_back(values);
                return true;
            }
            case Kind::any_of: return add_choice(one);
        }
        refuse_as("a constraint of no kind");
    }

private:
    template <class... Part>
    bool cannot(const Part&... parts) {
        why = text(parts...);
        return false;
    }

    static void check(bool fits, std::string_view what) {
        if (!fits) refuse_as("a constraint is not ", what);
    }

    std::string name_of(int cell) const { return text("R", cell / digits_ + 1, "C", cell % digits_ + 1); }

    void check_cells(const Line& cells) const {
        if (cells.empty()) refuse_as("a constraint has no cells");
        for (const int cell : cells)
            if (cell < 0 || cell >= cells_)
                refuse_as("cell ", cell, " is outside: the cells of size ", digits_, " go from 0 to ", cells_ - 1);
    }

    void check_different(const Line& cells, std::string_view what) const {
        std::set<int> known;
        for (const int cell : cells)
            if (!known.insert(cell).second) refuse_as(what, " has ", name_of(cell), " twice");
    }

    bool add_sum(const Statement& one) {
        constexpr int widest = 2047;  // the difference between the greatest and the least value
        const int count = static_cast<int>(one.cells.size()), total = one.numbers.empty() ? 0 : one.numbers.back();
        const Line by = part_of(one.numbers, 0, one.numbers.size() - !one.numbers.empty());
        if (std::ssize(by) != count)
            refuse_as("a sum has ", count, " cells and ", static_cast<int>(by.size()), " coefficients");
        check_different(one.cells, "a sum");
        std::int64_t wide = 0, least = 0, most = 0;
        for (const std::int64_t each : by) {
            wide += std::abs(each) * (digits_ - 1);
            least += std::min(each, each * digits_);
            most += std::max(each, each * digits_);
        }
        if (wide > widest) refuse_as("the coefficients of a sum are too large");
        if (total < least || total > most)
            return cannot("sum ", total, " is impossible: these cells add up to ", static_cast<int>(least), " to ",
                          static_cast<int>(most));
        put_counted(numbers, one.cells);
        put(numbers, one.numbers);
        return true;
    }

    // At least one of the alternatives that can hold.
    bool add_choice(const Statement& one) {
        if (one.alternatives.empty()) {  // nothing holds: a cell without candidates says so
            put(numbers, {static_cast<int>(Kind::mask), 0, 0});
            return true;
        }
        numbers.push_back(static_cast<int>(Kind::any_of));
        const std::size_t counted = numbers.size();
        numbers.push_back(0);
        for (const Statements& some : one.alternatives) {
            const std::size_t begin = numbers.size();
            numbers.push_back(static_cast<int>(some.size()));
            bool holds = true;
            for (const Statement& each : some) holds = holds && add(each);
            if (holds)
                ++numbers[counted];
            else
                numbers.resize(begin);
        }
        const int possible = numbers[counted];
        return possible || cannot("none of ", static_cast<int>(one.alternatives.size()), " alternatives can hold");
    }

    // For each cell the number of arcs, then each arc: the state before it, its digits, the state after it. Only arcs that
    // lie on a way from the start to the end; states are numbered from 0 in each layer.
    void add_layers(const Statement& one) {
        constexpr std::size_t most_arcs = 1 << 16;
        int states = 1;
        for (const Arc& arc : one.arcs) {
            if (arc.before < 0 || arc.after < 0) refuse_as("an automaton has a state below 0");
            states = std::max(states, std::max(arc.before, arc.after) + 1);
        }
        std::vector<std::vector<Arc>> by_state(states);
        for (const Arc& arc : one.arcs) {
            std::vector<Arc>& own = by_state[arc.before];
            const auto same = std::ranges::find(own, arc.after, &Arc::after);
            if (same != own.end())
                same->digits |= arc.digits;
            else if (arc.digits)
                own.push_back(arc);
        }
        for (std::vector<Arc>& own : by_state) std::ranges::sort(own, {}, &Arc::after);

        const std::size_t length = one.cells.size();
        Lines reached = {{0}};  // the states before each cell, and after the last one
        std::vector<int> seen(states, -1);
        for (std::size_t read = 0; read < length; ++read) {
            Line next;
            for (const int before : reached[read])
                for (const Arc& arc : by_state[before])
                    if (std::exchange(seen[arc.after], static_cast<int>(read)) != static_cast<int>(read))
                        next.push_back(arc.after);
            reached.push_back(std::move(next));
        }
        // From the end on: which states lead there, and how many arcs do.
        std::vector<std::vector<bool>> alive(length + 1, std::vector<bool>(states));
        for (const int state : one.numbers)
            if (state >= 0 && state < states && contains(reached[length], state)) alive[length][state] = true;
        std::size_t arcs = 0;
        for (std::size_t read = length; read-- > 0;)
            for (const int before : reached[read])
                for (const Arc& arc : by_state[before])
                    if (alive[read + 1][arc.after]) {
                        alive[read][before] = true;
                        ++arcs;
                    }
        if (arcs > most_arcs)
            refuse_as("an automaton of ", static_cast<int>(arcs), " arcs along its line: ", static_cast<int>(most_arcs),
                      " are the most");
        Line here = {0};  // the states before a cell in the order of their numbers
        std::vector<int> number_of(states);
        for (std::size_t read = 0; read < length; ++read) {
            const std::size_t counted = numbers.size();
            numbers.push_back(0);
            Line next;
            std::ranges::fill(number_of, -1);
            for (std::size_t before = 0; before < here.size(); ++before)
                for (const Arc& arc : by_state[here[before]]) {
                    if (!alive[read + 1][arc.after]) continue;
                    int& after = number_of[arc.after];
                    if (after < 0) {
                        after = static_cast<int>(next.size());
                        next.push_back(arc.after);
                    }
                    put(numbers, {static_cast<int>(before), arc.digits & every_, after});
                    ++numbers[counted];
                }
            here = std::move(next);
        }
    }

    int digits_, cells_, every_;
};

// Houses and constraints together; alternatives count.
int count_of(const Statements& statements) {
    int count = 0;
    for (const Statement& one : statements) {
        ++count;
        for (const Statements& some : one.alternatives) count += count_of(some);
    }
    return count;
}

Answer program(const Model& model, int cells) {
    const int spare = std::max(cells - model.cells, 0);
    constexpr int longest = rules::most_size, most_cells = rules::most_cells;
    if (model.digits < 1 || model.digits > longest || model.cells < 1 || model.cells > most_cells)
        refuse_as("rules of size ", model.digits, ": there are 1 to ", longest, " digits and at most ", most_cells,
                  " cells");
    if (const int many = count_of(model.houses) + count_of(model.others); many > most_constraints)
        refuse_as(many, " constraints: ", most_constraints, " are the most");
    Programmer programmer(model.digits, model.cells);
    const int count = static_cast<int>(model.houses.size() + model.others.size());
    programmer.numbers = {model.digits, model.cells + spare, count + spare};
    for (const Statements* const some : {&model.houses, &model.others})
        for (const Statement& one : *some)
            if (!programmer.add(one)) return {programmer.why, {}};
    for (int cell = model.cells; cell < cells; ++cell) put(programmer.numbers, {static_cast<int>(Kind::mask), cell, 1});
    return {"", std::move(programmer.numbers)};
}

// A house or a rule by itself.
struct Basis {
    Alone what;
    std::size_t number;
    Line cells;
    Statements said;
};

Line cells_of(const Statements& statements) {
    std::set<int> cells;
    for (const Statement& one : statements) {
        cells.insert(one.cells.begin(), one.cells.end());
        for (const Statements& some : one.alternatives)
            for (const int cell : cells_of(some)) cells.insert(cell);
    }
    return {cells.begin(), cells.end()};
}

// Those of the whole board are asked one by one: every house, every pair.
std::vector<Basis> bases_of(const Board& board, std::string& why) {
    std::vector<Basis> bases;
    const auto add_houses = [&](Alone what, const Lines& lines) {
        for (std::size_t number = 0; number < lines.size(); ++number)
            bases.push_back({what, number, lines[number], {house(lines[number])}});
    };
    if (board.lines) add_houses(Alone::row, board.all_rows());
    if (board.lines) add_houses(Alone::column, board.all_columns());
    add_houses(Alone::region, board.regions);
    for (std::size_t number = 0; number < board.uses.size() && why.empty(); ++number) {
        const Use& use = board.uses[number];
        Say say;
        mean(board, use, say);
        why = say.why();
        Statements made = say.take();
        for (Statement& one : made) place_own(one, board.all_cells());
        if (!use.cells.empty()) {
            Line cells = cells_of(made);
            bases.push_back({Alone::use, number, cells.empty() ? use.cells : cells, std::move(made)});
            continue;
        }
        for (Statement& one : made) {
            const bool is_house = one.kind == Kind::house;
            const Line cells = is_house ? one.cells : cells_of({one});
            bases.push_back({is_house ? Alone::house_of_use : Alone::part_of_use, number, cells, {one}});
        }
    }
    return bases;
}

}  // namespace

Answer alone(std::span<const std::int32_t> given, std::span<const std::int32_t> values) {
    const Board board = Reader(given).board();
    Answer answer;
    std::vector<Basis> bases = bases_of(board, answer.cannot);
    if (!answer.cannot.empty()) return answer;
    int cells = board.all_cells();
    for (const Basis& basis : bases)
        for (const int cell : basis.cells) cells = std::max(cells, cell + 1);
    answer.numbers.push_back(static_cast<int>(bases.size()));
    for (Basis& basis : bases) {
        for (int cell = 0; cell < cells; ++cell) {  // any other cell has the digit 1
            const int value = cell < static_cast<int>(values.size()) ? values[cell] : 0;
            if (!contains(basis.cells, cell))
                basis.said.push_back(mask(cell, 1));
            else if (value)
                basis.said.push_back(mask(cell, 1 << (value - 1)));
        }
        const Answer found = program({board.digits, cells, {}, std::move(basis.said)}, cells);
        if (!found.cannot.empty()) return found;
        put(answer.numbers, {static_cast<int>(basis.what), static_cast<int>(basis.number)});
        put_counted(answer.numbers, basis.cells);
        put_counted(answer.numbers, {found.numbers.begin(), found.numbers.end()});
    }
    return answer;
}

Answer meanings(std::span<const std::int32_t> board, std::span<const std::int32_t> uses) {
    const Board ground = board_in(board);
    Say say;
    for (const Use& use : Reader(uses).uses())
        if (say.why().empty()) mean(ground, use, say);
    Answer answer{say.why(), {}};
    put(answer.numbers, say.take());
    return answer;
}

Answer model_of(std::span<const std::int32_t> board) {
    Answer answer;
    if (const std::optional<Model> model = model_of(board_in(board), answer.cannot)) {
        answer.numbers = {model->digits, model->cells};
        put(answer.numbers, model->houses);
        put(answer.numbers, model->others);
    }
    return answer;
}

Answer program_of(std::span<const std::int32_t> given, int cells) {
    Reader reader(given);
    Model model{reader.number(), reader.number(), {}, {}};
    model.houses = statements_in(reader);
    model.others = statements_in(reader);
    return program(model, cells);
}

Answer program_of_board(const Board& board, int cells) {
    Answer answer;
    const std::optional<Model> model = model_of(board, answer.cannot);
    return model ? program(*model, cells) : answer;
}

}  // namespace engine::named
