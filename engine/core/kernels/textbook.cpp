// The textbook search, one puzzle after another. It is as fast at any shape as with the numbers of one as constants.
#include "search/textbook.hpp"

#include "kernels/kernels.hpp"

namespace engine {

namespace {

void search_each(Shape shape, std::int64_t count, const std::uint8_t* puzzles, std::int64_t most,
                 TextbookCounts* counts) {
    TextbookSearch search(shape);
    for (std::int64_t i = 0; i < count; ++i) counts[i] = search.run(puzzles + shape.cells() * i, most);
}

}  // namespace

TextbookKernels::TextbookKernels() : textbook(search_each) {}

}  // namespace engine
