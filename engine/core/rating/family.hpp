// A family of techniques: those that one search looks for.
#pragma once

namespace engine::rating {

template <class Board>
class Chains;
template <class Board>
struct Position;
template <class Board>
struct Step;

template <class Board>
struct Family {
    const char* name;
    int least;  // tenths: the lowest rating that it can give
    bool (*find)(Chains<Board>&, const Position<Board>&, Step<Board>&);
};

}  // namespace engine::rating
