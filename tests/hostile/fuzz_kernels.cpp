// The kernels under libFuzzer: fuzz_kernels.sh compiles it. An input is a number, which chooses the question, and a 9x9
// or 4x4 puzzle of any digits; what the kernels answer is checked against the rules of Sudoku.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <vector>

#include "kernels/kernels.hpp"
#include "kernels/stamp.hpp"
#include "rating/units.hpp"
#include "rating/record.hpp"
#include "search/singles_search.hpp"
#include "symmetry/patterns.hpp"

namespace {

using namespace engine;

const Kernels& kernels() {
    static const Kernels* const all = engine_kernels(layout_stamp(), nullptr);
    return *all;
}

void require(bool holds, const char* what) {
    if (holds) return;
    std::fprintf(stderr, "fault: %s\n", what);
    std::abort();
}

// Buffers of their own, of the exact size, so that AddressSanitizer sees each byte beyond them.
struct Puzzle {
    Shape shape;
    std::vector<std::uint8_t> cells;

    std::vector<std::uint8_t> like() const { return std::vector<std::uint8_t>(cells.size()); }
};

void solve(const Puzzle& puzzle, int limit) {
    std::vector<std::uint8_t> solution = puzzle.like();
    std::int32_t count = -1, more = -1;
    kernels().solve[puzzle.shape](puzzle.shape, 1, puzzle.cells.data(), limit, solution.data(), &count);
    require(0 <= count && count <= limit, "the count is within its limit");
    kernels().solve[puzzle.shape](puzzle.shape, 1, puzzle.cells.data(), limit + 1, nullptr, &more);
    require(more == count || (count == limit && more == limit + 1), "a higher limit counts no fewer");
    if (!count) return;
    require(kernels().first_incomplete[puzzle.shape](puzzle.shape, 1, solution.data()) == -1, "a solution is full");
    for (std::size_t i = 0; i < solution.size(); ++i)
        require(!puzzle.cells[i] || puzzle.cells[i] == solution[i], "a solution keeps the clues");

    std::vector<std::uint8_t> image = puzzle.like(), again = puzzle.like(), carved = puzzle.like();
    kernels().canonical_full[puzzle.shape](puzzle.shape, 1, solution.data(), image.data());
    kernels().canonical_full[puzzle.shape](puzzle.shape, 1, image.data(), again.data());
    require(image == again, "a canonical form is its own");
    kernels().carve[puzzle.shape](puzzle.shape, 1, solution.data(), limit, 0, no_pattern, carved.data(), nullptr);
    kernels().solve[puzzle.shape](puzzle.shape, 1, carved.data(), 2, again.data(), &count);
    require(count == 1 && again == solution, "a carved puzzle has its board as the only solution");
}

void measure(const Puzzle& puzzle) {
    Metrics metrics;
    std::int32_t count = -1;
    kernels().measure[puzzle.shape](puzzle.shape, 1, puzzle.cells.data(), 100'000, &metrics);
    kernels().solve[puzzle.shape](puzzle.shape, 1, puzzle.cells.data(), 2, nullptr, &count);
    require(metrics.solutions < 0 || metrics.solutions == count, "both searches count alike");
}

void rate(const Puzzle& puzzle, int ceiling) {
    if (puzzle.shape != Geometry9::shape) return;
    std::int32_t count = -1;
    kernels().solve[puzzle.shape](puzzle.shape, 1, puzzle.cells.data(), 2, nullptr, &count);
    rating::Rating rating;
    kernels().rating9.rate({3, 3}, 1, puzzle.cells.data(), {}, ceiling, &count, &rating);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size < 2) return -1;
    const Shape shape = data[0] & 1 ? Geometry9::shape : Geometry4::shape;
    const int digits = shape == Geometry9::shape ? 9 : 4;
    Puzzle puzzle{shape, std::vector<std::uint8_t>(static_cast<std::size_t>(digits) * digits)};
    for (std::size_t i = 0; i < puzzle.cells.size() && i + 2 < size; ++i)
        puzzle.cells[i] = static_cast<std::uint8_t>(data[i + 2] % (digits + 1));
    switch (data[0] / 2 % 3) {
        case 0: solve(puzzle, 1 + data[1]); break;
        case 1: measure(puzzle); break;
        default: rate(puzzle, 10 + data[1] % 40);
    }
    return 0;
}
