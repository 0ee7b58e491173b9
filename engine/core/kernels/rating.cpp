// Ratings, paths and single steps of 9x9 puzzles, and the names of the families of techniques.
#include "rating/rater.hpp"

namespace engine {

namespace {

constexpr auto names_of_families = [] {
    constexpr auto& families = rating::families<rating::NineByNine>;
    std::array<const char*, families.size()> names{};
    for (std::size_t i = 0; i < names.size(); ++i) names[i] = families[i].name;
    return names;
}();

}  // namespace

RatingKernels::RatingKernels()
    : rating9(rating::rater_kernels<rating::NineByNine>()), any_rating(any_rater()), families(names_of_families) {}

}  // namespace engine
