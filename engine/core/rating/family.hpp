// A family of techniques: those that one search looks for.
#pragma once

namespace engine::rating {

class Chains;
struct Position;
struct Step;

struct Family {
    const char* name;
    int least;  // tenths: the lowest rating that it can give
    bool (*find)(Chains&, const Position&, Step&);
};

}  // namespace engine::rating
