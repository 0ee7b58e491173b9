// Random full boards of every size.
#include "generation/generate.hpp"
#include "kernels/kernels.hpp"

namespace engine {

namespace {

template <int Box>
void generate_batch(Method method, std::int64_t count, std::uint64_t seed, std::uint64_t start, std::uint8_t* boards,
                    std::int32_t* attempts) {
    for_each_row(count, [&](std::int64_t i) {
        attempts[i] = generate<Box>(method, seed, start + i, boards + Geometry<Box>::cells * i);
    });
}

}  // namespace

void add_generation(Kernels& kernels) {
    kernels.generate = {generate_batch<2>, generate_batch<3>, generate_batch<4>, generate_batch<5>};
}

}  // namespace engine
