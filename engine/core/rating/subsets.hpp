// Subsets of N among a few masks whose union has no more than N members: what naked and hidden sets look for.
#pragma once

#include "rating/units.hpp"

namespace engine::rating {

// A list of masks, each with its number (a place, a digit, a line).
template <class Board>
struct Members {
    int count = 0;
    std::array<std::uint8_t, Board::most_size> name;
    std::array<Mask, Board::most_size> mask;

    void add(int which, Mask what) {
        name[count] = static_cast<std::uint8_t>(which);
        mask[count++] = what;
    }
};

// Visits every subset of N members whose union has exactly N bits as visit(names as a mask, union), until one visit
// returns true. The order is that of the names' masks as numbers.
template <int N, int Left = N, class Board, class Visit>
bool for_tuples(const Members<Board>& members, Visit&& visit, int below, Mask names = 0, Mask together = 0) {
    for (int i = Left - 1; i < below; ++i) {
        const Mask wider = static_cast<Mask>(together | members.mask[i]);
        if (size_of(wider) > N) continue;
        const Mask chosen = static_cast<Mask>(names | bit(members.name[i]));
        if constexpr (Left == 1) {
            if (size_of(wider) == N && visit(chosen, wider)) return true;
        } else {
            if (for_tuples<N, Left - 1>(members, visit, i, chosen, wider)) return true;
        }
    }
    return false;
}

template <int N, class Board, class Visit>
bool for_tuples(const Members<Board>& members, Visit&& visit) {
    return for_tuples<N>(members, visit, members.count);
}

}  // namespace engine::rating
