// The classes of 9x9 boards: how many there are, the number of a board's class, and the board of a number.
#include "classes/class_search.hpp"
#include "classes/least_boards.hpp"
#include "kernels/kernels.hpp"

namespace engine {

namespace {

ClassNumbers* make_class_numbers(const ClassCounts& counts) { return new classes::ClassSearch(counts); }

}  // namespace

ClassKernels::ClassKernels() : count_least_boards(classes::count_least_boards), class_numbers(make_class_numbers) {}

}  // namespace engine
