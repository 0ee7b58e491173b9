// A board under rules as a person sees it: units, which cells see each other, and named rules; and a position on it.
#pragma once

#include <array>
#include <memory>
#include <optional>

#include "people/step.hpp"
#include "rules/network.hpp"

namespace engine::people {

// A named rule where it holds, as a person looks at it: which candidates of its cells can be part of it.

using rules::Kind;
using rules::Statement;

// Which digits of one cell go with each digit of another.
using Table = std::array<Candidates, most_size>;

inline Table table_of(const Statement& relation) {
    Table table{};
    std::ranges::copy(relation.numbers, table.begin());
    return table;
}
inline Table turned(const Table& there) {
    Table back{};
    for (std::size_t d = 0; d < there.size(); ++d)
        for (const int e : Bits(there[d])) back[e] |= 1u << d;
    return back;
}

class Part {
public:
    // `sees` says which cells differ, whatever else the rule says.
    Part(int size, std::vector<Statement> statements, const std::vector<CellSet>& sees)
        : size_(size), sees_(sees), statements_(std::move(statements)) {
        CellSet touched;
        for (const Statement& one : statements_) touch(one, touched);
        cells = rules::cells_of(touched);
        only_relations_ = true;
        for (const Statement& one : statements_)
            if (one.kind == Kind::relation)
                add_relation(one);
            else if (one.kind != Kind::house && one.kind != Kind::mask)
                only_relations_ = false;
        limits_.assign(cells.size(), all());
        if (only_relations_)
            for (const Statement& one : statements_)
                if (one.kind == Kind::mask) limits_[place(one.cells[0])] &= one.numbers[0];
    }

    Cells cells;
    int number = -1, total = 0;  // of a cage; 0 for other rules

    // How a machine looks here.
    struct Look {
        int cost = 0, technique = 0;        // no cost if it does not
        std::vector<Candidates> settled{};  // what it left the cells, so that it looks again only after a change
    };
    std::array<Look, 3> looks;  // of the machines `rule`, `rule_in_units` and `needed`

    static bool has_look(Machine machine) { return Machine::rule <= machine && machine <= Machine::needed; }
    Look& look(Machine machine) { return looks[static_cast<int>(machine) - static_cast<int>(Machine::rule)]; }

    const std::vector<Statement>& statements() const { return statements_; }

    // Adds the cells that a statement is about.
    static void touch(const Statement& one, CellSet& touched) {
        for (const int cell : one.cells) touched.set(cell);
        for (const std::vector<Statement>& alternative : one.alternatives)
            for (const Statement& inner : alternative) touch(inner, touched);
    }

    bool is_as(const std::vector<Candidates>& left, const Candidates* of) const {
        if (left.size() != cells.size()) return false;
        for (std::size_t i = 0; i < cells.size(); ++i)
            if (left[i] != of[cells[i]]) return false;
        return true;
    }

    // Leaves `now`, the candidates of each cell, what the rule allows; false if it cannot hold.
    bool keep(std::vector<Candidates>& now) const { return only_relations_ ? relate(now) : infer(now); }

    // The same with every way to fill the cells tried, those that see each other with different digits; false as above.
    // Nothing if there are too many ways.
    std::optional<bool> keep_ways(std::vector<Candidates>& now) const {
        if (!relate(now)) return false;
        Filling filling{now, std::vector<Candidates>(cells.size()), std::vector<Candidates>(cells.size()), most_tries};
        fill(0, filling);
        if (filling.tries <= 0) return std::nullopt;
        now = filling.left;
        return now.empty() || now[0];
    }

    // The same with each candidate tried by itself: one from which a contradiction follows is no part of the rule.
    bool keep_tried(std::vector<Candidates>& now) const {
        if (!infer(now)) return false;
        for (std::size_t i = 0; i < now.size(); ++i)
            for (const int d : Bits(rules::single(now[i]) ? 0 : now[i]))
                if (fails_with(now, i, d) && !(now[i] &= ~(1u << d))) return false;
        return infer(now);
    }

    // Whether each of some losses follows by such a try.
    bool refutes(const std::vector<Candidates>& now, const std::vector<Loss>& lost) const {
        return std::ranges::all_of(lost, [&](const Loss& loss) {
            const std::size_t at = place(loss.cell);
            if (at == cells.size() || cells[at] != loss.cell) return false;
            for (const int d : Bits(loss.digits))
                if (!fails_with(now, at, d)) return false;
            return true;
        });
    }

private:
    struct Pair {
        int first, second;
        Table table;
    };

    bool fails_with(const std::vector<Candidates>& now, std::size_t place, int digit) const {
        tried_ = now;
        tried_[place] = static_cast<Candidates>(1u << digit);
        return !infer(tried_);
    }

    struct Filling {
        const std::vector<Candidates>& now;
        std::vector<Candidates> here, left;
        int tries;
    };

    static constexpr int most_tries = 3000;

    Candidates all() const { return static_cast<Candidates>((1u << size_) - 1); }

    std::size_t place(int cell) const {
        return static_cast<std::size_t>(std::ranges::lower_bound(cells, static_cast<std::uint8_t>(cell)) -
                                        cells.begin());
    }

    void add_relation(const Statement& one) {
        const auto first = static_cast<int>(place(one.cells[0])), second = static_cast<int>(place(one.cells[1]));
        Table table = table_of(one);
        if (sees_[one.cells[0]][one.cells[1]])
            for (int d = 0; d < size_; ++d) table[d] &= ~(1u << d);
        pairs_.push_back({first, second, table});
        pairs_.push_back({second, first, turned(table)});
    }

    static Candidates allowed(const Table& table, Candidates digits) {
        Candidates found = 0;
        for (const int d : Bits(digits)) found |= table[d];
        return found;
    }

    bool relate(std::vector<Candidates>& now) const {
        for (std::size_t i = 0; i < cells.size(); ++i)
            if (!(now[i] &= limits_[i])) return false;
        for (bool changed = true; changed;) {
            changed = false;
            for (const Pair& pair : pairs_) {
                const Candidates left = now[pair.second] & allowed(pair.table, now[pair.first]);
                changed = changed || left != now[pair.second];
                if (!(now[pair.second] = left)) return false;
            }
        }
        return true;
    }

    bool infer(std::vector<Candidates>& now) const {
        if (!network_) make_network();
        domains_.forget_changes();
        for (std::size_t i = 0; i < cells.size(); ++i) {
            domains_.of[cells[i]] = now[i] & network_->restricted()[cells[i]];
            domains_.note(cells[i]);
        }
        network_->forget_looks();
        const bool holds = network_->propagate(domains_);
        for (std::size_t i = 0; i < cells.size(); ++i) {
            if (holds) now[i] = domains_.of[cells[i]];
            domains_.of[cells[i]] = all();
        }
        return holds;
    }

    // The rule, and which of its cells see each other.
    void make_network() const {
        std::vector<Statement> statements = statements_;
        for (std::size_t i = 0; i < cells.size(); ++i)
            for (std::size_t j = i + 1; j < cells.size(); ++j) {
                if (!sees_[cells[i]][cells[j]]) continue;
                Statement differ{Kind::relation, {cells[i], cells[j]}, {}, {}, {}};
                for (int d = 0; d < size_; ++d) differ.numbers.push_back(all() ^ 1 << d);
                statements.push_back(std::move(differ));
            }
        network_ = std::make_unique<rules::Network>(size_, size_ * size_, statements);
        std::fill_n(domains_.of, most_cells, all());
    }

    void fill(std::size_t i, Filling& filling) const {
        if (--filling.tries <= 0) return;
        if (i == cells.size()) {
            for (std::size_t j = 0; j < i; ++j) filling.left[j] |= filling.here[j];
            return;
        }
        Candidates digits = filling.now[i];
        for (const Pair& pair : pairs_)
            if (pair.second == static_cast<int>(i) && pair.first < pair.second)
                digits &= pair.table[std::countr_zero(filling.here[pair.first])];
        for (std::size_t j = 0; j < i; ++j)
            if (sees_[cells[j]][cells[i]]) digits &= ~filling.here[j];
        for (std::uint32_t rest = digits; rest && filling.tries > 0; rest &= rest - 1) {
            filling.here[i] = static_cast<Candidates>(rest & -rest);
            fill(i + 1, filling);
        }
    }

    int size_;
    const std::vector<CellSet>& sees_;
    std::vector<Statement> statements_;
    std::vector<Pair> pairs_;
    std::vector<Candidates> limits_;
    bool only_relations_;
    mutable std::unique_ptr<rules::Network> network_;
    mutable rules::Domains domains_;
    mutable std::vector<Candidates> tried_;
};

// A board under rules as a person sees it: units, which cells see each other, and named rules; and a position on it.

struct Unit {
    Cells cells;
    CellSet set;
    int kind;  // units of one kind share no cell
};

class Board {
public:
    // Reads what engine/paths/people.py writes.
    explicit Board(const std::int32_t* numbers) {
        rules::StatementReader reader(numbers);
        size = reader.number();
        cells = size * size;
        sees.resize(cells);
        for (int& cost : costs) cost = reader.number();
        units.resize(reader.number());
        for (Unit& unit : units) {
            unit.kind = reader.number();
            kinds = std::max(kinds, unit.kind + 1);
            unit.cells = read_cells(reader, size);
            unit.set = rules::set_of(unit.cells);
            separate(unit.cells);
        }
        find_overlaps();
        read_parts(reader);
        find_around();
    }
    Board(const Board&) = delete;

    int size, cells, kinds = 0;  // of units
    int costs[machine_count];
    std::vector<Unit> units;    // each holds every digit
    std::vector<Cells> groups;  // cells of a rule that differ, fewer than a unit has
    std::vector<CellSet> sees;
    // The positions in a unit of the cells that it shares with another one, and those in that.
    struct Overlap {
        std::size_t unit;
        std::uint32_t own, other;
    };
    std::vector<std::vector<Overlap>> overlaps;  // of each unit, where they have two cells or more
    std::vector<CellSet> related;                // the cells of which a rule says more than that they differ
    std::vector<CellSet> around;                 // the cells that a digit of a cell may rule something out in
    std::vector<std::unique_ptr<Part>> parts;

    Candidates all() const { return static_cast<Candidates>((1u << size) - 1); }

    std::vector<int> units_of(int kind) const {
        std::vector<int> found;
        for (std::size_t u = 0; u < units.size(); ++u)
            if (units[u].kind == kind) found.push_back(static_cast<int>(u));
        return found;
    }

    // What a digit of a cell, from 0, rules out in another one.
    Candidates bans(int cell, int digit, int other) const {
        const Candidates same = sees[cell][other] ? static_cast<Candidates>(1u << digit) : Candidates{0};
        const int table = relation_[cell * cells + other];
        return table < 0 ? same : same | static_cast<Candidates>(~tables_[table][digit] & all());
    }

    // Whether a rule says more of two cells than that they differ.
    bool relates(int cell, int other) const { return relation_[cell * cells + other] >= 0; }

private:
    static Cells read_cells(rules::StatementReader& reader, int count) {
        Cells cells;
        for (int i = 0; i < count; ++i) cells.push_back(reader.number());
        return cells;
    }

    void separate(const Cells& house) {
        const CellSet set = rules::set_of(house);
        for (const int cell : house) {
            sees[cell] |= set;
            sees[cell].reset(cell);
        }
    }

    // Parts know which cells see each other, so all statements are read first.
    void read_parts(rules::StatementReader& reader) {
        const int count = reader.number();
        std::vector<std::vector<Statement>> all_statements;
        std::vector<std::array<int, 7>> heads;
        for (int i = 0; i < count; ++i) {
            heads.push_back({});
            for (int& number : heads.back()) number = reader.number();
            all_statements.push_back(reader.statements());
            for (const Statement& one : all_statements.back()) see_by(one);
        }
        relation_.assign(static_cast<std::size_t>(cells * cells), -1);
        for (int i = 0; i < count; ++i) {
            auto part = std::make_unique<Part>(size, all_statements[i], sees);
            part->number = i;
            for (int look = 0; look < 3; ++look) part->looks[look] = {heads[i][look], heads[i][3 + look]};
            part->total = heads[i][6];
            for (const Statement& one : all_statements[i]) {
                if (one.kind != Kind::relation || says_unequal(one)) continue;
                add_table(one.cells[0], one.cells[1], table_of(one));
                add_table(one.cells[1], one.cells[0], turned(table_of(one)));
            }
            parts.push_back(std::move(part));
        }
    }

    void see_by(const Statement& one) {
        if (one.kind == Kind::house) {
            separate(one.cells);
            if (one.cells.size() > 1 && one.cells.size() < static_cast<std::size_t>(size)) groups.push_back(one.cells);
        } else if (one.kind == Kind::relation) {
            if (says_unequal(one)) sees[one.cells[0]].set(one.cells[1]), sees[one.cells[1]].set(one.cells[0]);
        }
    }

    bool says_unequal(const Statement& one) const {
        for (int d = 0; d < size; ++d)
            if (one.numbers[d] != (all() ^ 1 << d)) return false;
        return true;
    }

    void add_table(int a, int b, const Table& table) {
        int& number = relation_[a * cells + b];
        if (number < 0) {
            number = static_cast<int>(tables_.size());
            tables_.push_back(table);
        } else {
            for (int d = 0; d < size; ++d) tables_[number][d] &= table[d];
        }
    }

    void find_overlaps() {
        overlaps.resize(units.size());
        for (std::size_t u = 0; u < units.size(); ++u)
            for (std::size_t v = 0; v < units.size(); ++v)
                if (u != v && (units[u].set & units[v].set).count() > 1)
                    overlaps[u].push_back({v, positions(units[u], units[v].set), positions(units[v], units[u].set)});
    }

    static std::uint32_t positions(const Unit& unit, const CellSet& of) {
        std::uint32_t found = 0;
        for (std::size_t i = 0; i < unit.cells.size(); ++i) found |= std::uint32_t{of[unit.cells[i]]} << i;
        return found;
    }

    void find_around() {
        related.resize(cells);
        for (int cell = 0; cell < cells; ++cell)
            for (int other = 0; other < cells; ++other)
                if (relates(cell, other)) related[cell].set(other);
        around = sees;
        for (int cell = 0; cell < cells; ++cell) around[cell] |= related[cell];
    }

    std::vector<int> relation_;  // the table of a cell and another one; -1 if there is none
    std::vector<Table> tables_;
};

// Candidates, and which cells are filled.
struct Position {
    Candidates of[most_cells] = {};
    CellSet filled;

    bool has(int cell, int digit) const { return of[cell] >> digit & 1; }
    bool open(int cell, int digit) const { return !filled[cell] && has(cell, digit); }
    std::vector<Candidates> candidates(const Cells& cells) const {
        std::vector<Candidates> now;
        for (const int cell : cells) now.push_back(of[cell]);
        return now;
    }
    Candidates together(const Cells& cells) const {
        Candidates digits = 0;
        for (const int cell : cells) digits |= of[cell];
        return digits;
    }

    void place(const Board& board, int cell, int digit) {
        of[cell] = static_cast<Candidates>(1u << digit);
        filled.set(cell);
        for (const int other : EachCell(board.sees[cell])) of[other] &= ~(1u << digit);
    }

    void take(const Board& board, const Step& step) {
        for (const Loss& loss : step.lost) of[loss.cell] &= ~loss.digits;
        if (step.cell >= 0) place(board, step.cell, step.digit);
    }
};

// Where each unit may still have each digit, read from a position once for all searches.
class Places {
public:
    explicit Places(const Board& board)
        : board_(board), of_(board.units.size() * static_cast<std::size_t>(board.size)), open_(board.units.size()) {}

    void look(const Position& at) {
        std::ranges::fill(of_, std::uint16_t{0});
        for (CellSet& cells : of_digit_) cells.reset();
        for (int cell = 0; cell < board_.cells; ++cell)
            for (const int d : Bits(at.filled[cell] ? 0 : at.of[cell])) of_digit_[d].set(cell);
        for (std::size_t u = 0; u < board_.units.size(); ++u) look_at(at, u);
    }

    // The places of a digit in a unit that has it nowhere yet, as a set of positions in the unit; none if it has the digit.
    std::uint32_t of(std::size_t unit, int digit) const {
        return of_[unit * static_cast<std::size_t>(board_.size) + static_cast<std::size_t>(digit)];
    }
    // Calls `work(unit, digit, places)` for each digit with so many places in a unit, until it is true.
    template <class Work>
    void each(int least, int most, Work work) const {
        for (int unit = 0; unit < std::ssize(board_.units); ++unit)
            for (int digit = 0; digit < board_.size; ++digit) {
                const std::uint32_t here = of(unit, digit);
                const int count = std::popcount(here);
                if (least <= count && count <= most && work(unit, digit, here)) return;
            }
    }
    // The positions of a unit that are not filled.
    std::uint32_t open(std::size_t unit) const { return open_[unit]; }

    Cells cells(std::size_t unit, std::uint32_t places) const {
        Cells cells;
        cells.reserve(std::popcount(places));
        for (; places; places &= places - 1) cells.push_back(board_.units[unit].cells[std::countr_zero(places)]);
        return cells;
    }

    // The cells that are not filled and have a digit.
    const CellSet& of_digit(int digit) const { return of_digit_[digit]; }

private:
    void look_at(const Position& at, std::size_t unit) {
        const Cells& cells = board_.units[unit].cells;
        std::uint16_t* const of = of_.data() + unit * static_cast<std::size_t>(board_.size);
        Candidates held = 0;
        open_[unit] = 0;
        for (std::size_t i = 0; i < cells.size(); ++i) {
            if (at.filled[cells[i]]) {
                held |= at.of[cells[i]];
                continue;
            }
            open_[unit] |= 1u << i;
            for (const int d : Bits(at.of[cells[i]])) of[d] |= 1u << i;
        }
        for (const int d : Bits(held)) of[d] = 0;
    }

    const Board& board_;
    std::vector<std::uint16_t> of_, open_;
    CellSet of_digit_[most_size];
};

}  // namespace engine::people
