// Random full boards.
#include "board/geometry.hpp"
#include "generation/generate.hpp"
#include "kernels/kernels.hpp"

namespace engine {

namespace {

template <class G>
void generate_each(Shape shape, std::int64_t count, int method, std::uint64_t seed, std::uint64_t start,
                   std::uint8_t* boards, std::int32_t* attempts) {
    const G geometry(shape);
    for_each_row(count, [&](std::int64_t i) {
        attempts[i] = generate(geometry, static_cast<Method>(method), seed, start + i, boards + geometry.cells * i);
    });
}

}  // namespace

GenerationKernels::GenerationKernels() {
    generate.set_each<Geometry4, Geometry6, Geometry9, Geometry16, Geometry25, AnyGeometry>(
        []<class G>() { return generate_each<G>; });
}

}  // namespace engine
