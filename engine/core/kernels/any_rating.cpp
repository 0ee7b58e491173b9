// Ratings, paths and single steps of puzzles of any shape: the rater is compiled once for all of them.
#include <map>
#include <mutex>

#include "batches/rating.hpp"
#include "rating/chains/find_chains.hpp"
#include "rating/chains/find_loops.hpp"

namespace engine {

namespace rating {

AnyBoard::Handle AnyBoard::at(Shape shape) {
    static std::mutex mutex;
    static std::map<std::pair<int, int>, AnyBoard> made;
    const std::lock_guard lock(mutex);
    return &made.try_emplace({shape.rows, shape.columns}, shape).first->second;
}

}  // namespace rating

void add_any_rating(Kernels& kernels) {
    static constexpr auto names = [] {
        std::array<const char*, rating::families<rating::AnyBoard>.size()> names{};
        std::ranges::transform(rating::families<rating::AnyBoard>, names.begin(),
                               [](const auto& of) { return of.name; });
        return names;
    }();
    kernels.any_rating = rating::RatingOf<rating::AnyBoard>::kernels();
    kernels.families = names;
}

}  // namespace engine
