#include "rating/chains/length.hpp"

namespace engine::rating {

constinit const std::array<double, most_links + 1> added_by_length = [] {
    std::array<double, most_links + 1> table{};
    double added = 0;
    bool odd = false;
    for (int links = 0, limit = 4; links <= most_links; ++links) {
        if (links - 2 > limit) {
            added += 0.1;
            limit = odd ? limit * 4 / 3 : limit * 3 / 2;
            odd = !odd;
        }
        table[links] = added;
    }
    return table;
}();

}  // namespace engine::rating
