// Rules as they arrive: a list of numbers (engine/rules/solving.py writes it), read into statements.
#pragma once

#include "rules/automaton.hpp"

namespace engine::rules {

enum class Kind { house, sum, relation, automaton, mask, any_of, connected, pairs };

struct Statement {
    Kind kind;
    Cells cells;
    // Of a sum its coefficients and total, of a relation or mask its sets of digits, of connected cells their columns, the digits
    // and how many cells have them or 0, of pairs how many values the second cells have if each pair occurs, else 0.
    std::vector<int> numbers;
    std::vector<std::vector<Arc>> arcs;
    std::vector<std::vector<Statement>> alternatives;
};

// That cells have a sum, each counting once.
inline Statement sum_statement(const Cells& cells, int total) {
    Statement sum{Kind::sum, cells, std::vector<int>(cells.size(), 1), {}, {}};
    sum.numbers.push_back(total);
    return sum;
}

class StatementReader {
public:
    explicit StatementReader(const std::int32_t* numbers) : at_(numbers) {}

    int number() { return *at_++; }

    std::vector<Statement> statements() {
        std::vector<Statement> all(static_cast<std::size_t>(number()));
        for (Statement& one : all) read(one);
        return all;
    }

private:
    void read(Statement& one) {
        one.kind = static_cast<Kind>(number());
        switch (one.kind) {
            case Kind::house: read_cells(one, number()); break;
            case Kind::sum:
                read_cells(one, number());
                read_numbers(one, one.cells.size() + 1);
                break;
            case Kind::relation:
                read_cells(one, 2);
                read_numbers(one, static_cast<std::size_t>(number()));
                break;
            case Kind::automaton: read_automaton(one); break;
            case Kind::mask:
                read_cells(one, 1);
                read_numbers(one, 1);
                break;
            case Kind::any_of:
                one.alternatives.resize(static_cast<std::size_t>(number()));
                for (std::vector<Statement>& alternative : one.alternatives) alternative = statements();
                break;
            case Kind::connected:
                read_cells(one, number());
                read_numbers(one, 3);
                break;
            case Kind::pairs:
                read_cells(one, number());
                read_numbers(one, 1);
                break;
        }
    }

    void read_cells(Statement& one, int count) {
        one.cells.reserve(static_cast<std::size_t>(count));
        for (int i = 0; i < count; ++i) one.cells.push_back(static_cast<std::uint8_t>(number()));
    }

    void read_numbers(Statement& one, std::size_t count) {
        one.numbers.assign(at_, at_ + count);
        at_ += count;
    }

    void read_automaton(Statement& one) {
        read_cells(one, number());
        one.arcs.resize(one.cells.size());
        for (std::vector<Arc>& arcs : one.arcs) {
            arcs.resize(static_cast<std::size_t>(number()));
            for (Arc& arc : arcs) {
                arc.before = static_cast<std::uint16_t>(number());
                arc.digits = static_cast<Candidates>(number());
                arc.after = static_cast<std::uint16_t>(number());
            }
        }
    }

    const std::int32_t* at_;
};

}  // namespace engine::rules
