// Why a chain holds: each of its links. Only paths and single steps gather it, ratings never do.
#pragma once

#include <vector>

namespace engine::rating {

// Why a candidate holds or not: the first are those of Cause, then a nested chain, then techniques.
inline constexpr int by_assumption = 8, by_nested_chain = 9, by_technique = 12;

// A candidate that holds (on) or not, and why: because of others of the same branch, by their places in it.
struct Inference {
    int cell, digit;
    bool on;
    int reason;
    int nested = -1;  // the place of the nested chain, if that is the reason
    std::vector<int> parents{};
};

// A candidate that holds (on) or not.
struct Literal {
    int cell, digit;
    bool on;
};

// A chain within a chain: its literals in the order of NestedChain, and its length with all that is nested in it.
struct NestedExplanation {
    int number, kind, links;
    std::vector<std::vector<Literal>> branches;
};

// The branches of a chain: from an assumption to a conclusion each, every inference after what it follows from. The
// branch of a cycle ends where it began.
struct Explanation {
    std::vector<std::vector<Inference>> branches;
    std::vector<NestedExplanation> nested;
};

}  // namespace engine::rating
