// The classes of 9x9 boards: how many there are, the number of a board's class, and the board of a number.
#include "classes/class_counting.hpp"
#include "classes/class_search.hpp"
#include "kernels/kernels.hpp"

namespace engine {

namespace {

std::unique_ptr<ClassNumbers> class_numbers(const ClassCounts& counts) {
    return std::make_unique<classes::ClassSearch>(counts);
}

}  // namespace

void add_classes(Kernels& kernels) {
    kernels.count_least_boards = classes::count_least_boards;
    kernels.class_numbers = class_numbers;
}

}  // namespace engine
