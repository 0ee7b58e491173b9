// A named rule where it holds, as a person looks at it: which candidates of its cells can be part of it.
#pragma once

#include <array>
#include <memory>
#include <optional>

#include "people/step.hpp"
#include "rules/network.hpp"

namespace engine::people {

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

private:
    struct Pair {
        int first, second;
        Table table;
    };
    struct Filling {
        const std::vector<Candidates>& now;
        std::vector<Candidates> here, left;
        int tries;
    };

    static constexpr int most_tries = 3000;

    Candidates all() const { return static_cast<Candidates>((1u << size_) - 1); }

    int place(int cell) const {
        return static_cast<int>(std::ranges::lower_bound(cells, static_cast<std::uint8_t>(cell)) - cells.begin());
    }

    static void touch(const Statement& one, CellSet& touched) {
        for (const int cell : one.cells) touched.set(cell);
        for (const std::vector<Statement>& alternative : one.alternatives)
            for (const Statement& inner : alternative) touch(inner, touched);
    }

    void add_relation(const Statement& one) {
        const int first = place(one.cells[0]), second = place(one.cells[1]);
        Table table = table_of(one);
        if (sees_[one.cells[0]][one.cells[1]])
            for (int d = 0; d < size_; ++d) table[d] &= ~(1u << d);
        pairs_.push_back({first, second, table});
        pairs_.push_back({second, first, turned(table)});
    }

    static Candidates allowed(const Table& table, Candidates digits) {
        Candidates found = 0;
        for (std::uint32_t rest = digits; rest; rest &= rest - 1) found |= table[std::countr_zero(rest)];
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
};

}  // namespace engine::people
