#include "search/learning/solve.hpp"

#include <vector>

#include "board/any_geometry.hpp"
#include "board/candidates.hpp"
#include "search/learning/learning_search.hpp"

namespace engine {

std::int32_t solve_by_learning(Shape shape, const std::uint8_t* puzzle, int limit, std::uint8_t* solution) {
    std::int32_t count = 0;
    Candidates<AnyGeometry> candidates{AnyGeometry(shape)};
    if (!candidates.place_clues(puzzle) || !candidates.clear_locked()) return count;
    std::vector<Digits> of_cells(shape.cells());
    for (int cell = 0; cell < shape.cells(); ++cell) of_cells[cell] = candidates.of(cell);
    learning::LearningSearch search(shape, of_cells);
    while (count < limit && search.next())
        if (count++ == 0 && solution) search.write(solution);
    return count;
}

}  // namespace engine
