// For models that are trained on boards: random images, and checks of answers.
#include "kernels/kernels.hpp"
#include "symmetry/random_images.hpp"

namespace engine {

namespace {

void check_each(Shape shape, std::int64_t count, const std::uint8_t* puzzles, const std::uint8_t* answers,
                const std::uint8_t* solutions, std::int32_t* right, std::int32_t* broken) {
    for_each_row(count, [&](std::int64_t row) {
        const std::int64_t first = shape.cells() * row;
        int right_cells = 0, broken_clues = 0;
        for (std::int64_t cell = first; cell < first + shape.cells(); ++cell) {
            right_cells += answers[cell] == solutions[cell];
            broken_clues += puzzles[cell] != 0 && answers[cell] != puzzles[cell];
        }
        right[row] = right_cells;
        broken[row] = broken_clues;
    });
}

void random_image_of_each(Shape shape, std::int64_t count, const std::uint8_t* boards, std::uint64_t seed,
                          std::uint64_t start, std::uint8_t* images) {
    for_each_row(count, [&](std::int64_t row) {
        const std::int64_t first = shape.cells() * row;
        RandomSymmetry(shape, seed, start + row).apply(boards + first, images + first);
    });
}

}  // namespace

TrainingKernels::TrainingKernels() : check(check_each), random_images(random_image_of_each) {}

}  // namespace engine
