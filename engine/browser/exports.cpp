// What the engine offers to JavaScript (engine.js), in place of bind/module.cpp.
//
// Kernels are called through the table of functions of WebAssembly, with the arguments that kernels.hpp names: a Shape and
// Houses by their addresses, numbers of 64 bits as BigInt. Steps and facts are JSON.
#include <cstdlib>
#include <string_view>

#include "bind/steps.hpp"
#include "generation/generate.hpp"
#include "kernels/stamp.hpp"

namespace engine {

namespace {

// The families that plain puzzles need.
struct PlainKernels : BoardKernels,
                      GenerationKernels,
                      SymmetryKernels,
                      CarvingKernels,
                      FewestKernels,
                      SolvingKernels,
                      MeasuringKernels,
                      RatingKernels,
                      ScoringKernels {};

const PlainKernels& kernels() {
    static const PlainKernels all;
    return all;
}

template <class Function>
const void* at(Shape shape, const ByShape<Function>& by_shape) {
    return reinterpret_cast<const void*>(by_shape[shape]);
}
template <class Function>
const void* at(Shape, Function* kernel) {
    return reinterpret_cast<const void*>(kernel);
}

const RaterKernels& rater(Shape shape) {
    return shape == Geometry9::shape ? kernels().rating9 : kernels().any_rating;
}

struct Named {
    std::string_view name;
    const void* (*at)(Shape);
};

#define KERNEL(kernel) {#kernel, [](Shape shape) { return at(shape, kernels().kernel); }}
constexpr Named named[] = {
    KERNEL(first_incomplete),
    KERNEL(generate),
    KERNEL(canonical_d4),
    KERNEL(canonical_d4_relabel),
    KERNEL(canonical_full),
    KERNEL(canonical_puzzles_d4),
    KERNEL(canonical_puzzles_d4_relabel),
    KERNEL(canonical_puzzles_full),
    KERNEL(automorphisms),
    KERNEL(carve),
    KERNEL(necessary),
    KERNEL(few_clues),
    KERNEL(solve),
    KERNEL(measure),
    KERNEL(score),
    {"rate", [](Shape shape) { return at(shape, rater(shape).rate); }},
};

std::string answer;  // of the last call that wrote one

const char* written(const nb::object& data) {
    answer = data.json();
    return answer.c_str();
}

}  // namespace

}  // namespace engine

// Says nothing before it ends, since the words and the printing would be a tenth of the file.
void std::__libcpp_verbose_abort(const char*, ...) noexcept { __builtin_trap(); }

#define EXPORT(name) extern "C" __attribute__((export_name(name)))

using namespace engine;
using std::uint16_t, std::uint8_t;

EXPORT("allocate") void* allocate(std::size_t bytes) { return std::malloc(bytes); }
EXPORT("release") void release(void* memory) { std::free(memory); }

// The place of a kernel in the table of functions, 0 for none.
EXPORT("kernel") const void* find_kernel(const char* name, int rows, int columns) {
    for (const Named& each : named)
        if (each.name == name) return each.at({rows, columns});
    return nullptr;
}

EXPORT("facts") const char* list_facts() {
    nb::dict facts, patterns;
    for (const Pattern& pattern : engine::patterns) patterns[pattern.name] = pattern.images;
    facts["patterns"] = patterns;
    facts["methods"] = listed(method_names);
    facts["metrics"] = layout_of(Metrics{});
    facts["rated"] = layout_of(rating::Rating{});
    facts["record"] = layout_of(rating::Record{});
    facts["scored"] = layout_of(scoring::Score{});
    facts["techniques"] = rating::facts_of_techniques();
    facts["families"] = listed(kernels().families);
    facts["statuses"] = listed(rating::status_names);
    facts["mostSteps"] = rating::most_steps;
    facts["noCeiling"] = rating::no_ceiling;
    facts["largestRated"] = largest_rated_size;
    facts["solvingTechniques"] = scoring::facts_of_techniques();
    facts["levels"] = listed(scoring::level_names);
    facts["scoringStatuses"] = listed(scoring::status_names);
    facts["highestScores"] = listed(scoring::highest_scores);
    facts["firstGroup"] = scoring::first_group;
    facts["firstSet"] = scoring::first_set;
    return written(facts);
}

// The explanations of the steps of a path, or of one family's step; the steps themselves are records.
EXPORT("rated_path")
const char* rated_path(int rows, int columns, const uint8_t* puzzle, uint8_t* steps) {
    return written(rating::find_path(rater({rows, columns}), {rows, columns}, {nullptr}, {puzzle}, {steps}));
}
EXPORT("rated_step")
const char* rated_step(int rows, int columns, int family, const uint8_t* puzzle, const uint16_t* kept, uint8_t* step) {
    return written(
        rating::find_step(rater({rows, columns}), {rows, columns}, {nullptr}, family, {puzzle}, {kept}, {step}));
}

EXPORT("scored_path")
const char* scored_path(const uint8_t* clues, const uint8_t* filled, const uint16_t* kept, const uint8_t* solution,
                        const uint8_t* rules, int count, int most) {
    return written(scoring::find_path(kernels(), {clues}, {filled}, {kept}, {solution}, {rules}, count, most));
}
EXPORT("scored_steps")
const char* scored_steps(const uint8_t* clues, const uint8_t* filled, const uint16_t* kept, const uint8_t* solution,
                         int rule, bool wide) {
    return written(scoring::find_steps(kernels(), {clues}, {filled}, {kept}, {solution}, rule, wide));
}
