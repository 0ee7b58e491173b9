// What the engine offers to JavaScript of puzzles under rules (rules.js), in a file of its own: rules.wasm.
//
// Boards and rules arrive as numbers, as core/rules/named/board.hpp reads them. A call that answers with numbers returns why
// no board obeys the rules, an empty text if some may; the numbers stay until the next call. Steps and facts are JSON.
#include <cstdlib>
#include <string_view>

#include "bind/steps.hpp"
#include "rules/named/meaning.hpp"
#include "rules/named/needs.hpp"

// Say nothing before they end, since the words and the printing would be a tenth of the file.
void std::__libcpp_verbose_abort(const char*, ...) noexcept { __builtin_trap(); }
extern "C" [[noreturn]] void __abort_message(const char*, ...) { __builtin_trap(); }

#define EXPORT(name) extern "C" __attribute__((export_name(name)))

using namespace engine;
using std::int32_t;

namespace {

const struct : RulesKernels, PeopleKernels {
} kernels;
named::Answer answer;
std::string json;  // of the last call that wrote some

const char* written(const nb::object& data) {
    json = data.json();
    return json.c_str();
}

const char* keep(named::Answer found) {
    answer = std::move(found);
    return answer.cannot.c_str();
}

std::span<const int32_t> span_of(const int32_t* numbers, int count) {
    return {numbers, static_cast<std::size_t>(count)};
}

// Some parts of a puzzle, its board with its rules and its clues.
template <named::Line (named::Parts<RulesKernels>::*find)()>
const char* keep_parts(const int32_t* board, int count, const std::uint8_t* clues, int cells) {
    const std::span<const std::uint8_t> given{clues, static_cast<std::size_t>(cells)};
    named::Parts<RulesKernels> parts(kernels, named::board_in(span_of(board, count)), given);
    const named::Line found = (parts.*find)();
    return keep({{}, {found.begin(), found.end()}});
}

}  // namespace

EXPORT("allocate") void* allocate(std::size_t bytes) { return std::malloc(bytes); }
EXPORT("release") void release(void* memory) { std::free(memory); }

EXPORT("kernel") const void* find_kernel(const char* name, int, int) {
    if (name == std::string_view("solve_ruled")) return reinterpret_cast<const void*>(kernels.solve_ruled);
    if (name == std::string_view("true_candidates")) return reinterpret_cast<const void*>(kernels.true_candidates);
    return nullptr;
}

EXPORT("facts") const char* list_facts() {
    nb::dict facts;
    facts["rules"] = listed(named::rule_names(), [](std::string_view name) { return std::string(name); });
    facts["largestRated"] = largest_rated_size;
    facts["mostKinds"] = rating::most_kinds;
    facts["mostHouses"] = rating::most_houses;
    return written(facts);
}

EXPORT("program") const char* program(const int32_t* board, int count, int cells) {
    return keep(named::program_of_board(named::board_in(span_of(board, count)), cells));
}
EXPORT("alone") const char* alone(const int32_t* board, int count, const int32_t* values, int cells) {
    return keep(named::alone(span_of(board, count), span_of(values, cells)));
}
EXPORT("needless") const char* needless(const int32_t* board, int count, const std::uint8_t* clues, int cells) {
    return keep_parts<&named::Parts<RulesKernels>::needless>(board, count, clues, cells);
}
EXPORT("contradiction")
const char* contradiction(const int32_t* board, int count, const std::uint8_t* clues, int cells) {
    return keep_parts<&named::Parts<RulesKernels>::contradiction>(board, count, clues, cells);
}

EXPORT("meanings") const char* meanings(const int32_t* board, int count, const int32_t* uses, int use_count) {
    return keep(named::meanings(span_of(board, count), span_of(uses, use_count)));
}
EXPORT("program_of") const char* program_of(const int32_t* model, int count) {
    return keep(named::program_of(span_of(model, count), 0));
}

// Steps from a position on, of a board as engine/browser/people.js writes it.
EXPORT("people_path")
const char* people_path(const int32_t* board, const std::uint8_t* values, const std::uint16_t* marks,
                        const std::uint8_t* solution, std::size_t cells, int most) {
    return written(people::path_of(kernels, {board}, {values, cells}, {marks}, {solution}, most));
}
EXPORT("people_steps")
const char* people_steps(const int32_t* board, const std::uint8_t* values, const std::uint16_t* marks,
                         std::size_t cells) {
    return written(people::possible_of(kernels, {board}, {values, cells}, {marks}));
}

EXPORT("numbers") const int32_t* numbers() { return answer.numbers.data(); }
EXPORT("count") int count() { return static_cast<int>(answer.numbers.size()); }
