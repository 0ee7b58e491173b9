// Houses of nine cells that follow from others at 9x9: what two or three lines leave beside one or two houses that lie in them,
// such as three rows beside two windows. Rows and columns are lines.
#pragma once

#include <algorithm>

#include "board/geometry.hpp"
#include "rules/lanes/bans.hpp"
#include "rules/statements.hpp"

namespace engine::rules {

struct LineGroup {
    CellSet cells;
    int lines;
};

// All groups of two or three rows, and of columns.
inline std::vector<LineGroup> line_groups() {
    std::vector<LineGroup> groups;
    for (const bool in_rows : {true, false})
        for (unsigned chosen = 0; chosen < 512; ++chosen) {
            LineGroup group{{}, std::popcount(chosen)};
            if (group.lines != 2 && group.lines != 3) continue;
            for (int cell = 0; cell < 81; ++cell)
                if (chosen >> (in_rows ? Geometry9::row(cell) : Geometry9::column(cell)) & 1) group.cells.set(cell);
            groups.push_back(group);
        }
    return groups;
}

// Adds to houses of nine cells those that follow from them.
inline void add_houses_that_follow(std::vector<CellSet>& houses) {
    if (houses.empty()) return;
    const std::vector<LineGroup> groups = line_groups();
    const auto add = [&](const CellSet& house) {
        if (house.count() == 9 && std::ranges::find(houses, house) == houses.end()) houses.push_back(house);
    };
    for (std::size_t known = 0; known != houses.size();) {
        known = houses.size();
        for (const auto& [cells, lines] : groups) {
            std::vector<CellSet> left;  // beside each house
            for (const CellSet& house : houses)
                if ((house & ~cells).none()) left.push_back(cells & ~house);
            for (std::size_t i = 0; i < left.size(); ++i)
                if (lines == 2)
                    add(left[i]);
                else
                    for (std::size_t j = 0; j < i; ++j) add(left[i] & left[j]);
        }
    }
}

// Puzzles of 9x9 whose rules are houses and relations of two cells, one puzzle to a lane of the registers, all under the same
// rules.
//
// Rows, columns and blocks are left to the sweep of plain puzzles (search/lane_search.hpp), if the rules have all of them.
// Before it, each further house finds what its known cells clear and its hidden singles, and NearBans what candidates take
// from others. If all this finds nothing, FarBans looks once at the puzzles that have taken some guesses.
struct RuledLanes : LaneState {
    class Rules;

    Rules* rules;
    Lanes three[bands];  // cells with exactly three candidates before the last sweep
    LaneSet thorough;    // puzzles that FarBans is to look at
    LaneSet looked;      // puzzles that it has looked at since the last guess

    static WordCells spot(int cell) { return {spot_of(cell).word, spot_of(cell).bit}; }

    std::uint32_t threes(int w, int lane) const { return three[w][lane]; }
};

class RuledLanes::Rules {
public:
    // A full house has every digit. In one that is watched each sweep looks for a digit that it holds twice. A full one leaves
    // another digit without a place then, but that may show only after a long search; with all rows, columns and blocks only
    // clues do so. Where boards are rare, the sweep also draws them, and a seed has to keep its boards.
    struct House {
        BandCells cells;
        bool full, watched;
    };
    // A digit that has no place in the rest of a full house is where the house crosses another, and not in the rest of that.
    struct Crossing {
        BandCells rest, cleared;
    };

    // False for rules of other kinds, and for a few relations: those of marks, which each puzzle has of its own.
    bool read(const std::vector<Statement>& statements) {
        if (!bans_.read(statements)) return false;
        const auto tables =
            std::ranges::count_if(statements, [](const Statement& one) { return one.kind == Kind::relation; });
        if (!bans_.only_differ() && tables < 81) return false;
        int units = 0;
        for (Statement one : statements) {
            std::ranges::sort(one.cells);
            if (one.kind != Kind::house || std::ranges::find(all_, one.cells) != all_.end()) continue;
            all_.push_back(one.cells);
            units += is_unit(one.cells);
        }
        usual_ = units == 27;
        if (usual_) add_what_follows();
        for (const Cells& cells : all_)
            if (!usual_ || !is_unit(cells)) add(cells);
        near_ = NearBans(bans_, spot);
        return true;
    }

    // Rows, columns and blocks are among them.
    bool usual() const { return usual_; }
    // Other rules than that houses of nine cells, or pairs of cells, differ.
    bool boards_are_rare() const {
        return !bans_.only_differ() || std::ranges::any_of(all_, [](const Cells& house) { return house.size() < 9; });
    }
    bool relations() const { return near_.any(); }
    const std::vector<Cells>& all_houses() const { return all_; }
    const std::vector<House>& houses() const { return houses_; }
    const std::vector<Crossing>& crossings() const { return crossings_; }
    // Whether clues, by digits and words, put a digit twice into a house that is not watched.
    bool clash(const std::uint32_t* clue) const {
        for (const House& house : houses_)
            for (int i = 0; !house.watched && i < 27; i += bands) {
                const auto& [a, b, c] = house.cells.word;
                if (std::popcount(clue[i] & a) + std::popcount(clue[i + 1] & b) + std::popcount(clue[i + 2] & c) > 1)
                    return true;
            }
        return false;
    }
    const NearBans& near() const { return near_; }
    const FarBans& far() {
        if (!far_)
            far_ = on_heap<FarBans>(bans_, all_, spot, [&](const Cells& house) { return !usual_ || is_unit(house); });
        return *far_;
    }

private:
    static bool is_unit(const Cells& cells) {
        if (cells.size() != 9) return false;
        bool row = true, column = true, block = true;
        for (const int cell : cells) {
            row = row && Geometry9::row(cell) == Geometry9::row(cells[0]);
            column = column && Geometry9::column(cell) == Geometry9::column(cells[0]);
            block = block && Geometry9::block(cell) == Geometry9::block(cells[0]);
        }
        return row || column || block;
    }

    void add_what_follows() {
        std::vector<CellSet> houses;
        for (const Cells& cells : all_)
            if (cells.size() == 9 && !is_unit(cells)) houses.push_back(set_of(cells));
        add_houses_that_follow(houses);
        for (const CellSet& house : houses) {
            const Cells cells = cells_of(house);
            if (std::ranges::find(all_, cells) == all_.end()) all_.push_back(cells);
        }
    }

    void add(const Cells& cells) {
        House house{{}, cells.size() == 9, cells.size() < 9 || !(usual_ || boards_are_rare())};
        for (const int cell : cells) house.cells.add(spot(cell).word, spot(cell).cells);
        for (const House& other : houses_) {
            if (usual_ || (house.cells & other.cells).count() < 2) continue;
            if (house.full) crossings_.push_back({house.cells.without(other.cells), other.cells.without(house.cells)});
            if (other.full) crossings_.push_back({other.cells.without(house.cells), house.cells.without(other.cells)});
        }
        houses_.push_back(house);
    }

    PairBans bans_;
    std::vector<Cells> all_;
    bool usual_ = false;
    std::vector<House> houses_;  // in addition to the usual ones, if the rules have them all
    std::vector<Crossing> crossings_;
    NearBans near_;
    OnHeap<FarBans> far_;
};

// What the houses find out about one digit.
struct Finds {
    Lanes gone[bands], hidden[bands], missing;
};

inline Finds look_at_houses(const RuledLanes::Rules& rules, const Lanes* here, const Lanes* known) {
    Lanes cleared_a = {}, cleared_b = {}, cleared_c = {}, hidden_a = {}, hidden_b = {}, hidden_c = {}, missing = {};
    for (const auto& [cells, full, watched] : rules.houses()) {
        const auto& [a, b, c] = cells.word;
        const Lanes taken = filled((known[0] & a) | (known[1] & b) | (known[2] & c));
        cleared_a |= taken & a;
        cleared_b |= taken & b;
        cleared_c |= taken & c;
        if (watched) missing |= several_bits(known[0] & a, known[1] & b, known[2] & c);
        if (!full) continue;
        const Lanes in_a = here[0] & a, in_b = here[1] & b, in_c = here[2] & c;
        const Lanes last = ~several_bits(in_a, in_b, in_c);
        missing |= empty(in_a | in_b | in_c);
        hidden_a |= in_a & last;
        hidden_b |= in_b & last;
        hidden_c |= in_c & last;
    }
    cleared_a &= ~known[0];
    cleared_b &= ~known[1];
    cleared_c &= ~known[2];
    for (const auto& [rest, beyond] : rules.crossings()) {
        const auto& [a, b, c] = rest.word;
        const Lanes locked = empty((here[0] & a) | (here[1] & b) | (here[2] & c));
        cleared_a |= locked & beyond.word[0];
        cleared_b |= locked & beyond.word[1];
        cleared_c |= locked & beyond.word[2];
    }
    return {{cleared_a, cleared_b, cleared_c}, {hidden_a, hidden_b, hidden_c}, missing};
}

// Houses and near bans.
inline Verdict look_near(RuledLanes& state) {
    UpToFour<Lanes> with[bands];
    Lanes single[bands];
    for (int d = 0; d < 9; ++d) unrolled<bands>([&](int w) { with[w].add(state.word[bands * d + w]); });
    unrolled<bands>([&](int w) {
        single[w] = with[w].one & ~with[w].two;
        state.pair[w] = with[w].two & ~with[w].three;
        state.three[w] = with[w].three & ~with[w].four;
    });
    const Lanes open = with[0].two | with[1].two | with[2].two;
    Lanes missing = ~(with[0].one & with[1].one & with[2].one) & word_cells;
    Lanes known[digit_words], gone[digit_words], hidden[digit_words], placed[bands] = {}, changed = {};
    for (int d = 0; d < 9; ++d) {
        const Lanes* const here = state.word + bands * d;
        unrolled<bands>([&](int w) { known[bands * d + w] = here[w] & single[w]; });
        const Finds finds = look_at_houses(*state.rules, here, known + bands * d);
        missing |= finds.missing;
        unrolled<bands>([&](int w) {
            gone[bands * d + w] = finds.gone[w];
            hidden[bands * d + w] = finds.hidden[w];
            placed[w] |= finds.hidden[w];
        });
    }
    state.rules->near().remove(state.word, known, gone);
    for (int d = 0; d < 9; ++d)
        unrolled<bands>([&](int w) {
            Lanes& here = state.word[bands * d + w];
            const Lanes next = here & ~gone[bands * d + w] & (~placed[w] | hidden[bands * d + w]);
            changed |= next ^ here;
            here = next;
        });
    return {nonzero(missing), nonzero(changed), nonzero(open)};
}

// Far bans of some lanes; those that lose candidates.
inline LaneSet look_far(RuledLanes& state, LaneSet lanes) {
    Lanes gone[digit_words] = {}, changed = {};
    state.rules->far().remove(state.word, gone);
    const Lanes chosen = lanes_of(lanes);
    for (int i = 0; i < digit_words; ++i) {
        const Lanes lost = state.word[i] & gone[i] & chosen;
        changed |= lost;
        state.word[i] ^= lost;
    }
    return nonzero(changed);
}

// Far bans cost more than the rest, so lanes wait for them until three of four do. A lane is looked at when nothing else follows
// in it, and not sooner: its result does not depend on the others.
inline Verdict sweep(RuledLanes& state) {
    Verdict verdict = look_near(state);
    if (state.rules->usual()) {
        const Verdict units = sweep(static_cast<LaneState&>(state));
        verdict = {verdict.dead | units.dead, verdict.changed | units.changed, units.open};
    }
    const LaneSet open = verdict.open & ~verdict.dead,
                  waiting = open & ~verdict.changed & state.thorough & ~state.looked;
    if (!waiting) {
    } else if (4 * std::popcount(waiting) < 3 * std::popcount(open)) {
        verdict.changed |= waiting;
    } else {
        state.looked |= waiting;
        verdict.changed |= look_far(state, waiting);
    }
    state.looked &= verdict.changed & ~verdict.dead;
    return verdict;
}

}  // namespace engine::rules
