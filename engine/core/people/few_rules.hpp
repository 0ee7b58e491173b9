// Rules and units that meet: what no way to fill their cells has.
#pragma once

#include <map>
#include <memory>

#include "people/basics.hpp"
#include "rules/search.hpp"

namespace engine::people {

// Some rules and units by themselves: cells differ only where these say so.
class SomeRules {
public:
    // Numbers of units, then of parts after those. Of a unit only the cells within count.
    SomeRules(const Board& board, const std::vector<int>& sources, const CellSet& within)
        : cells_(board.cells),
          network_(board.size, board.cells, statements(board, sources, within)),
          search_(network_) {
        for (const Statement& one : statements(board, sources, within)) Part::touch(one, touched_);
        search_.expect(INT64_MAX);
        search_.begin();
    }
    SomeRules(const SomeRules&) = delete;

    enum class Ways { none, some, unknown };

    // Takes the candidates of a position, where the other cells do not count; false if nothing can be filled from them.
    bool begin(const Candidates* of) {
        for (int cell = 0; cell < cells_; ++cell)
            if (!(from_.of[cell] = touched_[cell] ? of[cell] & network_.restricted()[cell] : Candidates{1}))
                return false;
        network_.forget_looks();
        network_.start_again(from_);
        return network_.propagate(from_);
    }

    // Whether cells can be filled with a digit in one of them, after `begin`; `way` has the digits then.
    Ways fill(int cell, int digit, std::int64_t most_guesses, Candidates* way = nullptr) {
        if (!touched_[cell]) return Ways::some;
        rules::Domains here = from_;
        if (!here.keep(cell, bit(digit))) return Ways::none;
        search_.give_up_after(search_.guesses + most_guesses);
        bool found = false;
        const bool ended = search_.run(here, [&](const rules::Domains& filled) {
            found = true;
            if (way) std::copy_n(filled.of, cells_, way);
            return false;
        });
        return found ? Ways::some : ended ? Ways::none : Ways::unknown;
    }

    // In all.
    std::int64_t guesses() const { return search_.guesses; }

    // Whether a rule says anything of some cells by themselves.
    static bool has_any(const Part& part, const CellSet& within) {
        return std::ranges::any_of(part.statements(), [&](const Statement& one) { return lies_in(one, within); });
    }

    // Digits to try first: those that are not among these.
    void prefer_others_than(const Candidates* seen) { search_.prefer_others_than(seen); }

private:
    static std::vector<Statement> statements(const Board& board, const std::vector<int>& sources,
                                             const CellSet& within) {
        const int units = static_cast<int>(board.units.size());
        std::vector<Statement> all;
        for (const int source : sources)
            if (source < units)
                all.push_back({Kind::house, rules::cells_of(board.units[source].set & within), {}, {}, {}});
            else
                for (const Statement& one : board.parts[source - units]->statements())
                    if (lies_in(one, within)) all.push_back(one);
        return all;
    }

    static bool lies_in(const Statement& one, const CellSet& within) {
        const auto holds = [&](const Statement& inner) { return lies_in(inner, within); };
        return std::ranges::all_of(one.cells, [&](int cell) { return within[cell]; }) &&
               std::ranges::all_of(one.alternatives,
                                   [&](const auto& some) { return std::ranges::all_of(some, holds); });
    }

    int cells_;
    CellSet touched_;
    rules::Network network_;
    rules::Search search_;
    rules::Domains from_;
};

class FewRules {
public:
    explicit FewRules(const Board& board) : board_(board) {
        const int units = static_cast<int>(board.units.size());
        for (int unit = 0; unit < units; ++unit) sources_.push_back({unit, board.units[unit].set, true});
        for (const std::unique_ptr<Part>& part : board.parts)
            if (is_small(*part))
                sources_.push_back({units + part->number, rules::set_of(part->cells),
                                    part->looks[0].cost && std::ssize(part->cells) <= most_cells});
    }

    void forget() {
        clusters_.clear();
        sweeps_ = 0;
    }

    // Of rules and units around each rule or unit.
    void find(const Position& at, Found& found) {
        for (const int size : sizes)
            for (const Source& start : sources_) {
                if (!start.grows || (start.cells & ~at.filled).count() < 2) continue;
                const CellSet cells = grown(at, start, size);
                const auto [place, is_new] = clusters_.try_emplace(rules::cells_of(cells));
                Cluster& cluster = place->second;
                if (is_new) make(cells, cluster);
                if (look(at, cells, cluster, found)) return;
            }
    }

private:
    struct Source {
        int number;  // of a unit, or of a part after those
        CellSet cells;
        bool grows;  // whether cells come from it
    };
    struct Cluster {
        std::vector<int> sources{};
        std::unique_ptr<SomeRules> rules{};
        std::vector<Candidates> settled{};            // what it has nothing to say of
        std::vector<std::vector<Candidates>> ways{};  // to fill its cells
        std::vector<Candidates> given_up{};           // of each cell
    };
    struct Node {
        int cell, digit;
    };

    static constexpr int sizes[] = {22, 36};  // open cells of a cluster, few first
    static constexpr int most_cells = 60, most_sources = 8, most_refuted = 4;
    static constexpr int most_sweeps = 12;  // of a puzzle
    static constexpr std::int64_t most_guesses = 30, most_of_sweep = 400;

    // Whether it does not choose between many statements.
    static bool is_small(const Part& part) {
        return std::ranges::all_of(part.statements(),
                                   [](const Statement& one) { return one.alternatives.size() < 10; });
    }

    // The cells of a source, and of those that share the most cells with them, as long as few are open.
    CellSet grown(const Position& at, const Source& start, int most_open) const {
        CellSet cells = start.cells;
        for (;;) {
            const CellSet open = cells & ~at.filled;
            const int count = static_cast<int>(open.count());
            const Source* best = nullptr;
            double most = 0;
            for (const Source& source : sources_) {
                const int more = static_cast<int>((source.cells & ~at.filled & ~open).count());
                const int both = static_cast<int>((source.cells & open).count());
                if (!source.grows || !more || both < 2 || count + more > most_open) continue;
                if (const double worth = static_cast<double>(both) / more; worth > most) most = worth, best = &source;
            }
            if (!best) return cells;
            cells |= best->cells;
        }
    }

    void make(const CellSet& cells, Cluster& cluster) const {
        const int units = static_cast<int>(board_.units.size());
        for (const Source& source : sources_) {
            const bool counts = source.number < units ? (source.cells & cells).count() > 1
                                                      : SomeRules::has_any(*board_.parts[source.number - units], cells);
            if (counts) cluster.sources.push_back(source.number);
        }
        cluster.given_up.resize(people::most_cells);
        cluster.rules = std::make_unique<SomeRules>(board_, cluster.sources, cells);
    }

    bool look(const Position& at, const CellSet& cells, Cluster& cluster, Found& found) {
        const Cells list = rules::cells_of(cells);
        std::vector<Candidates> now = at.candidates(list);
        if (now == cluster.settled || ++sweeps_ > most_sweeps) return false;
        const std::vector<Node> refuted = swept(at, list, cluster);
        Step best;
        int fewest = most_sources + 1;
        for (const Node& node : refuted) {
            std::vector<int> sources = needed(at, node, cells, cluster.sources);
            if (std::ssize(sources) >= fewest) continue;
            fewest = static_cast<int>(std::ssize(sources));
            best = {.machine = Machine::few_rules, .digits = bit(node.digit), .cell = -1};
            best.lost.push_back({node.cell, bit(node.digit)});
            best.others = std::move(sources);
        }
        if (fewest > most_sources) {
            cluster.settled = std::move(now);
            return false;
        }
        name(at, cells, refuted, best);
        return found.add(std::move(best));
    }

    // Some of the candidates that no way has.
    std::vector<Node> swept(const Position& at, const Cells& cells, Cluster& cluster) const {
        std::vector<Node> refuted;
        const std::int64_t most = cluster.rules->guesses() + most_of_sweep;
        std::vector<Candidates> seen = cluster.given_up, way(people::most_cells);
        const auto note = [&](const std::vector<Candidates>& one) {
            for (const int cell : cells) seen[cell] |= one[cell];
        };
        std::erase_if(cluster.ways, [&](const std::vector<Candidates>& one) {
            return std::ranges::any_of(cells, [&](int cell) { return !(one[cell] & at.of[cell]); });
        });
        for (const std::vector<Candidates>& one : cluster.ways) note(one);
        if (!cluster.rules->begin(at.of)) return refuted;  // no position of a puzzle with a solution has that
        cluster.rules->prefer_others_than(seen.data());
        Cells order;
        for (const int cell : cells)
            if (!at.filled[cell]) order.push_back(static_cast<std::uint8_t>(cell));
        std::ranges::stable_sort(order, {}, [&](int cell) { return std::popcount(at.of[cell]); });
        for (const int cell : order) {
            for (const int d : Bits(at.of[cell])) {
                if (seen[cell] >> d & 1) continue;
                const SomeRules::Ways ways = cluster.rules->fill(cell, d, most_guesses, way.data());
                if (ways == SomeRules::Ways::some) cluster.ways.push_back(way), note(way);
                if (ways == SomeRules::Ways::unknown) cluster.given_up[cell] |= bit(d);
                if (ways == SomeRules::Ways::none) refuted.push_back({cell, d});
            }
            if (std::ssize(refuted) >= most_refuted || cluster.rules->guesses() > most) break;
        }
        cluster.rules->prefer_others_than(nullptr);
        return refuted;
    }

    bool refutes(const Candidates* of, const Node& node, SomeRules& rules) const {
        std::vector<Candidates> known(of, of + board_.cells);
        known[node.cell] = bit(node.digit);
        const bool begins = rules.begin(known.data());
        return !begins || rules.fill(node.cell, node.digit, most_guesses) == SomeRules::Ways::none;
    }

    // The sources without which a candidate could stay; first many at once are left out.
    std::vector<int> needed(const Position& at, const Node& node, const CellSet& cells,
                            std::vector<int> sources) const {
        for (std::size_t many = (sources.size() + 2) / 3;; many = (many + 1) / 3) {
            for (std::size_t i = sources.size(); i > 0;) {
                const std::size_t first = i > many ? i - many : 0;
                std::vector<int> fewer(sources.begin(), sources.begin() + static_cast<std::ptrdiff_t>(first));
                fewer.insert(fewer.end(), sources.begin() + static_cast<std::ptrdiff_t>(i), sources.end());
                SomeRules rules(board_, fewer, cells);
                if (refutes(at.of, node, rules)) sources = std::move(fewer);
                i = first;
            }
            if (many <= 1) return sources;
        }
    }

    // The rules, the units and the cells because of which the step holds.
    void name(const Position& at, const CellSet& cells, const std::vector<Node>& refuted, Step& step) const {
        const int units = static_cast<int>(board_.units.size());
        const std::vector<int> sources = std::exchange(step.others, {});
        SomeRules rules(board_, sources, cells);
        CellSet touched;
        for (const int source : sources) {
            touched |= source < units ? board_.units[source].set & cells
                                      : rules::set_of(board_.parts[source - units]->cells) & cells;
            (source < units ? step.units : step.others).push_back(source < units ? source : source - units);
        }
        const Node node{step.lost[0].cell, std::countr_zero(std::uint32_t{step.lost[0].digits})};
        const Cells list = rules::cells_of(touched);
        const std::vector<Candidates> before(list.size(), board_.all());
        std::vector<Candidates> of(at.of, at.of + board_.cells);
        step.cells = reasons(list, at.candidates(list), before, [&](const std::vector<Candidates>& known) {
            for (std::size_t i = 0; i < list.size(); ++i) of[list[i]] = known[i];
            return refutes(of.data(), node, rules);
        });
        for (const int cell : list) of[cell] = std::ranges::count(step.cells, cell) ? at.of[cell] : board_.all();
        step.lost.clear();
        for (const Node& other : refuted) {
            const bool is_it = other.cell == node.cell && other.digit == node.digit;
            if (!is_it && !(touched[other.cell] && refutes(of.data(), other, rules))) continue;
            if (step.lost.empty() || step.lost.back().cell != other.cell) step.lost.push_back({other.cell, 0});
            step.lost.back().digits |= bit(other.digit);
        }
        step.digits = 0;
        step.cost = board_.costs[static_cast<int>(Machine::few_rules)] + 50 * static_cast<int>(sources.size());
    }

    const Board& board_;
    std::vector<Source> sources_;
    int sweeps_ = 0;
    std::map<Cells, Cluster> clusters_;  // by their cells
};

}  // namespace engine::people
