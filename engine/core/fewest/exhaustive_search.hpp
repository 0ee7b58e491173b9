// Whether a board has a puzzle of a given number of clues: all ways to meet its unavoidable sets are tried. It is a plain
// 9x9 board, or one of up to 81 cells under rules (fewest/ruled_question.hpp).
//
// Gary McGuire, Bastian Tugemann and Gilles Civario, "There is no 16-Clue Sudoku" (2012), proved it so. As there, a cell
// that has been tried as a clue is dead for the ways that follow, and sets that share no cell bound the clues needed.
// Beyond that:
//
// - The bands are taken apart. One band has the fewest clues; all ways to place those come first, each a *part* of the
//   search. That settles 27 cells, and says how many clues each other band can have. If the stacks have fewer parts,
//   they take the place of the bands.
// - Sets count without their dead cells, so fewer and fewer of them overlap.
// - If as many sets share no cell as there are clues left, each of them gets one, and all other cells are dead.
// - The same with sets of which each cell lies in two at most: they are no more than twice the clues left, and if they
//   are just as many, each clue lies in two of them.
// - When few clues are left, the search goes on with few sets in short registers, and comes back to the others only when
//   all of these are met.
//
// Sound: a puzzle with one solution has a clue in each unavoidable set, so a way that leaves a set without a living
// cell is given up. A cell may be dead after it was tried, because all puzzles with it as a clue belong to the way
// that tried it. The sets kept are few, so meeting all of them does not prove a puzzle: Question looks for its other
// solutions, and each of these is a further set to meet.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

#include "board/on_heap.hpp"
#include "fewest/question.hpp"
#include "kernels/kernels.hpp"
#include "stop/watch.hpp"

namespace engine {

template <class Question>
class ExhaustiveSearch final : public Exhaustive {
public:
    // For puzzles that have the clues `kept` and `clues` more. The question is made from what follows.
    template <class... Asked>
    ExhaustiveSearch(int size, const std::uint8_t* board, const Cells9& kept, int clues, const Asked&... asked)
        : all_(Cells9::all(size * size)),
          question_(asked...),
          sets_(small_unavoidable_sets(size, board, question_)),
          kept_(kept),
          clues_(clues),
          levels_(clues + 1) {
        all_.for_each([&](int cell) { board_[cell] = board[cell]; });
        Bands bands(all_, [&](int cell) { return cell / size * 3 / size; });
        Bands stacks(all_, [&](int cell) { return cell % size * 3 / size; });
        list_parts(bands);
        list_parts(stacks);
        bands_ = std::move(stacks.parts.size() < bands.parts.size() ? stacks : bands);
    }

    std::int64_t parts() const override { return static_cast<std::int64_t>(bands_.parts.size()); }

    // The puzzle found may have fewer clues.
    bool run(std::int64_t begin, std::int64_t end, std::uint8_t* puzzle) override {
        for (std::int64_t i = begin; i < end; ++i) {
            const Part& part = bands_.parts[i];
            const Cells9 alive = all_.without(bands_.cells[part.band] | kept_);
            if (rebuild({part.clues, alive, part.room}, part.left, sets_, sets_.size())) {
                all_.for_each([&](int cell) { puzzle[cell] = puzzle_.has(cell) ? board_[cell] : 0; });
                return true;
            }
        }
        return false;
    }

private:
    static constexpr int fewest_rebuilt = 12;    // clues left for which a new table of sets still pays
    static constexpr int most_tried = 8;         // sets of which one is chosen to branch
    static constexpr int most_added = 4;         // sets that one look at a choice of clues adds
    static constexpr int most_left_for_few = 9;  // clues left for which few sets are enough to go on with
    static constexpr int few_copied = 120;       // ... so many

    using ManyTable = SetTable<ManySets>;
    using FewTable = SetTable<FewSets>;

    template <class Table>
    static constexpr int first_sets = Table::most_sets / 8 * 7;  // what is left is for those found while it is used

    using Room = std::array<int, 3>;  // how many clues each band can still get

    struct Part {
        int band;
        Cells9 clues;  // those kept among them
        int left;      // how many clues the other bands get
        Room room;
    };

    // The three bands, or the three stacks: a third of the lines each, as nearly as may be.
    struct Bands {
        std::array<std::uint8_t, 81> band_of{};
        Cells9 cells[3];
        std::vector<Part> parts;

        Bands() = default;
        template <class BandOf>
        Bands(const Cells9& all, BandOf band) {
            all.for_each([&](int cell) { cells[band_of[cell] = static_cast<std::uint8_t>(band(cell))].add(cell); });
        }
    };

    struct Node {
        Cells9 chosen, alive;
        Room room;
    };

    // What is known with so many clues left.
    struct Level {
        OnHeap<ManyTable> table = on_heap<ManyTable>();
        ManySets unmet;
        FewSets unmet_of_few;
        std::vector<Cells9>
            sets;           // from which the table was made: not met, without their dead cells, the smallest first
        std::size_t known;  // ... of so many in all
    };

    // --- Parts ---

    // A part for each way in which `band` has `few` clues, the earlier bands have more and the later ones no fewer.
    void list_parts(Bands& bands) {
        for (int few = 0; 3 * few <= clues_; ++few)
            for (int band = 0; band < 3; ++band) {
                Room least{};
                int others = 0;
                for (int other = 0; other < 3; ++other)
                    if (other != band) others += least[other] = few + (other < band);
                const int spare = clues_ - few - others;
                if (spare < 0) continue;
                Part part{band, kept_, clues_ - few, {}};
                for (int other = 0; other < 3; ++other) part.room[other] = least[other] + spare;
                std::vector<Cells9> inside;
                for (const Cells9& set : sets_)
                    if (!set.without(bands.cells[band]).any()) inside.push_back(set);
                fill_band(inside, part, bands.cells[band].without(kept_), few, bands.parts);
            }
    }

    // Lists the ways to place the clues left among the cells alive so that they meet all sets inside the band.
    void fill_band(const std::vector<Cells9>& inside, const Part& part, Cells9 alive, int left,
                   std::vector<Part>& parts) {
        watch_.step();
        Cells9 branch = alive, packed;
        int disjoint = 0;
        for (const Cells9& set : inside) {
            if ((set & part.clues).any()) continue;
            const Cells9 rest = set & alive;
            if (rest.count() < branch.count()) branch = rest;
            if ((rest & packed).any()) continue;
            packed = packed | rest;
            if (++disjoint > left) return;
        }
        if (left == 0) return parts.push_back(part);
        branch.for_each([&](int cell) {
            alive.remove(cell);
            Part next = part;
            next.clues.add(cell);
            fill_band(inside, next, alive, left - 1, parts);
        });
    }

    // --- Search ---

    // Makes a table of the sets that are not met: those in `from`, which has all of the first `known`, and later ones.
    bool rebuild(const Node& node, int left, const std::vector<Cells9>& from, std::size_t known) {
        for (auto& sets : by_size_) sets.clear();
        const auto sort = [&](const Cells9& set) {
            if ((set & node.chosen).any()) return;
            const Cells9 rest = set & node.alive;
            by_size_[rest.count()].push_back(rest);
        };
        for (const Cells9& set : from) sort(set);
        for (std::size_t i = known; i < sets_.size(); ++i) sort(sets_[i]);
        if (!by_size_[0].empty()) return false;
        Level& level = levels_[left];
        level.known = sets_.size();
        level.sets.clear();
        for (const auto& sets : by_size_) level.sets.insert(level.sets.end(), sets.begin(), sets.end());
        level.table->clear();
        for (const Cells9& set : level.sets)
            if (level.table->size() < first_sets<ManyTable>) level.table->add(set);
        level.unmet = level.table->all();
        return search(*level.table, node, left, left);
    }

    // `top`: how many clues were left when the table was made.
    template <class Table>
    bool search(Table& table, Node node, int left, int top) {
        watch_.step();
        const auto& unmet = unmet_at<Table>(left);
        if (!any(unmet)) {
            if (complete(table, node, left, top)) return true;
            if (!any(unmet)) return false;
        }
        if (left == 0) return false;
        BySize<Table> by_size;
        if (!restrict(table, unmet, left, by_size, node.alive)) return false;
        if constexpr (std::is_same_v<Table, ManyTable>)
            if (left <= most_left_for_few) return search_few(table, node, left);

        std::uint8_t cells[81];
        const int count = most_meeting_first(table, unmet, branch(table, unmet, by_size, node.alive), cells);
        for (int i = 0; i < count; ++i) {
            const int cell = cells[i];
            node.alive.remove(cell);
            const auto rest = unmet & ~table.of(cell);
            if (left == 1 && any(rest)) continue;
            Node next = node;
            next.chosen.add(cell);
            const int band = bands_.band_of[cell];
            if (--next.room[band] == 0) next.alive = next.alive.without(bands_.cells[band]);
            if (left > fewest_rebuilt) {
                if (rebuild(next, left - 1, levels_[left].sets, levels_[left].known)) return true;
            } else {
                unmet_at<Table>(left - 1) = rest;
                if (search(table, next, left - 1, top)) return true;
            }
        }
        return false;
    }

    // Goes on with the first sets that are not met.
    bool search_few(const ManyTable& many, const Node& node, int left) {
        many_ = &many;
        unmet_of_many_ = levels_[left].unmet;
        few_.copy(many, unmet_of_many_, node.alive, few_copied);
        levels_[left].unmet_of_few = few_.all();
        return search(few_, node, left, left);
    }

    template <class Table>
    auto& unmet_at(int left) {
        if constexpr (std::is_same_v<Table, ManyTable>)
            return levels_[left].unmet;
        else
            return levels_[left].unmet_of_few;
    }

    // Whether the clues chosen are a puzzle. If not, sets that they miss are added to the table.
    template <class Table>
    bool complete(Table& table, const Node& node, int left, int top) {
        if constexpr (std::is_same_v<Table, FewTable>)
            if (add_from_many(node, left, top)) return false;
        const std::vector<Cells9>& missed = question_.ask(node.chosen, left == 0 ? 2 : most_added);
        if (missed.empty()) {
            puzzle_ = node.chosen;
            return true;
        }
        for (const Cells9& set : missed) {
            sets_.push_back(set);
            add(table, set, left, top);
        }
        return false;
    }

    // Adds sets that are not met to the table of few; false if the other table has none.
    bool add_from_many(const Node& node, int left, int top) {
        ManySets rest = unmet_of_many_;
        node.chosen.for_each([&](int cell) { rest &= ~many_->of(cell); });
        if (!any(rest)) return false;
        for (int added = 0; added < most_added && any(rest); ++added) {
            const int number = first(rest);
            ManyTable::clear(rest, number);
            add(few_, many_->set(number), left, top);
        }
        return true;
    }

    template <class Table>
    void add(Table& table, const Cells9& set, int left, int top) {
        static constexpr int first = first_sets<Table>;
        const int number =
            table.size() < Table::most_sets ? table.size() : first + replaced_++ % (Table::most_sets - first);
        if (number == table.size())
            table.add(set);
        else
            table.replace(number, set);
        for (int level = left; level <= top; ++level) Table::mark(unmet_at<Table>(level), number);
    }

    // Sets of one, two, three and more cells that are alive.
    template <class Table>
    struct BySize {
        using Bits = typename Table::Bits;

        Bits sets[4];

        // False if a set has none.
        bool sort(const Table& table, const Bits& unmet, const Cells9& alive) {
            UpToFour<Bits> met;
            alive.for_each([&](int cell) { met.add(table.of(cell)); });
            if (any(unmet & ~met.one)) return false;
            sets[0] = unmet & ~met.two;
            sets[1] = unmet & met.two & ~met.three;
            sets[2] = unmet & met.three & ~met.four;
            sets[3] = unmet & met.four;
            return true;
        }

        const Bits& smallest() const {
            int size = 0;
            while (!any(sets[size])) ++size;
            return sets[size];
        }
    };

    // Clears cells that no clue can be in; false if there is no way to place the clues left.
    template <class Table>
    static bool restrict(const Table& table, const typename Table::Bits& unmet, int left, BySize<Table>& by_size,
                         Cells9& alive) {
        for (;;) {
            if (!by_size.sort(table, unmet, alive)) return false;
            Cells9 useful = cells_of_cover<1>(table, by_size, alive, left);
            if (left >= 2 && useful == alive) useful = cells_of_cover<2>(table, by_size, alive, left);
            if (!useful.any()) return false;
            if (useful == alive) return true;
            alive = useful;
        }
    }

    // Takes sets, the small ones first, some of them more than once, so that no cell lies in more than `Fold`. A clue then
    // meets `Fold` of them at most. Returns the cells that a clue can be in: none if too many are taken.
    template <int Fold, class Table>
    static Cells9 cells_of_cover(const Table& table, const BySize<Table>& by_size, const Cells9& alive, int left) {
        using Walk = typename Table::Walk;
        Walk full = {};
        Cells9 covered[Fold];  // at least once, twice, ...
        int spare = Fold * left;
        for (const auto& bits : by_size.sets) {
            const Walk sets = Table::walk(bits);
            for (int time = 0; time < Fold; ++time)
                for (Walk rest = sets & ~full; any(rest); rest &= ~full) {
                    if (--spare < 0) return {};
                    const int number = first(rest);
                    const Cells9 set = table.set(number) & alive;
                    Cells9 filled = set;
                    if constexpr (Fold > 1) filled = set & covered[Fold - 2];
                    filled.for_each([&](int cell) { full |= Table::walk(table.of(cell)); });
                    for (int fold = Fold - 1; fold > 0; --fold)
                        covered[fold] = covered[fold] | (covered[fold - 1] & set);
                    covered[0] = covered[0] | set;
                    if constexpr (Fold > 1) Table::clear(rest, number);
                }
        }
        // With so many to spare, a clue can meet fewer by that many.
        return spare < Fold ? covered[Fold - 1 - spare] : alive;
    }

    // The cells to try: of the first few among the smallest sets, the one whose cells meet most.
    template <class Table>
    static Cells9 branch(const Table& table, const typename Table::Bits& unmet, const BySize<Table>& by_size,
                         const Cells9& alive) {
        auto rest = by_size.smallest();
        Cells9 best;
        for (int tried = 0, most = -1; tried < most_tried && any(rest); ++tried) {
            const int number = first(rest);
            Table::clear(rest, number);
            const Cells9 set = table.set(number) & alive;
            int meets = 0;
            set.for_each([&](int cell) { meets += count(unmet & table.of(cell)); });
            if (meets <= most) continue;
            most = meets;
            best = set;
        }
        return best;
    }

    template <class Table>
    static int most_meeting_first(const Table& table, const typename Table::Bits& unmet, const Cells9& branch,
                                  std::uint8_t* cells) {
        int meets[81], size = 0;
        branch.for_each([&](int cell) {
            const int here = count(unmet & table.of(cell));
            int i = size++;
            for (; i > 0 && meets[i - 1] < here; --i) {
                meets[i] = meets[i - 1];
                cells[i] = cells[i - 1];
            }
            meets[i] = here;
            cells[i] = static_cast<std::uint8_t>(cell);
        });
        return size;
    }

    Watch<1024> watch_;
    std::uint8_t board_[81];
    Cells9 all_;
    Question question_;
    std::vector<Cells9> sets_;
    Cells9 kept_;
    int clues_;
    Cells9 puzzle_;
    Bands bands_;
    std::vector<Level> levels_;
    std::array<std::vector<Cells9>, 82> by_size_;
    int replaced_ = 0;

    // When few sets are searched: their table, and that which they come from, with its sets that were not met.
    FewTable few_;
    const ManyTable* many_ = nullptr;
    ManySets unmet_of_many_;
};

}  // namespace engine
