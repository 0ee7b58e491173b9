// What the engine offers to JavaScript of puzzles under rules (rules.js), in a file of its own: rules.wasm.
//
// Boards and rules arrive as numbers, as core/rules/named/board.hpp reads them. A call that answers with numbers returns why
// no board obeys the rules, an empty text if some may; the numbers stay until the next call. Steps and facts are JSON.
#include <cstdlib>
#include <string_view>

#include "bind/steps.hpp"
#include "rules/drawing/svg.hpp"
#include "rules/named/meaning.hpp"
#include "rules/named/needs.hpp"
#include "stop/watch.hpp"

// Say nothing before they end, since the words and the printing would be a tenth of the file.
void std::__libcpp_verbose_abort(const char*, ...) noexcept { __builtin_trap(); }
extern "C" [[noreturn]] void __abort_message(const char*, ...) { __builtin_trap(); }

// A long search calls this often: JavaScript may look at what has been found so far (calls.js).
extern "C" __attribute__((import_module("engine"), import_name("ask"))) void ask();

#define EXPORT(name) extern "C" __attribute__((export_name(name)))

using namespace engine;
using std::int32_t;

namespace {

const struct : RulesKernels, PeopleKernels {
} kernels;
[[maybe_unused]] const auto asked = ask_to_stop = ask;
named::Answer answer;
std::string text;  // that a call answers with

const char* written(std::string found) {
    text = std::move(found);
    return text.c_str();
}
const char* written(const nb::object& data) { return written(data.json()); }

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

// An image with its title, and below the board sentences about rules: lines of a title, a rule, a sentence, a rule and so on.
EXPORT("svg")
const char* svg(const int32_t* board, int count, const std::uint8_t* givens, const std::uint8_t* found, int cells,
                const int32_t* marked, int marked_count, const char* words) {
    const auto line = [&] {
        const std::string_view rest = words, taken = rest.substr(0, rest.find('\n'));
        words += taken.size() + (taken.size() < rest.size());
        return std::string(taken);
    };
    const auto size = static_cast<std::size_t>(cells);
    drawing::Around around{{marked, marked + marked_count}, line(), {}};
    while (*words) {
        std::string rule = line();
        around.sentences.push_back({std::move(rule), line()});
    }
    return written(drawing::svg(named::board_in(span_of(board, count)), {{givens, size}, {found, size}}, around));
}
EXPORT("svg_small") const char* svg_small(const int32_t* board, int count, const std::uint8_t* givens, int cells) {
    return written(drawing::svg_small(named::board_in(span_of(board, count)), {{givens, static_cast<std::size_t>(cells)}}));
}
// Two images, a line each. The numbers: how many cells are around the board, hundredths of a cell that candidates leave free above
// and beside, and the cells with a text of a rule in their corner.
EXPORT("svg_layers") const char* svg_layers(const int32_t* given, int count) {
    const named::Board board = named::board_in(span_of(given, count));
    const auto [mixed, covering] = drawing::svg_layers(board);
    const drawing::Marks marks = drawing::marks_of(board);
    const auto [above, beside] = drawing::room_for_candidates(marks);
    answer.numbers = {drawing::margin(board), static_cast<int>(100 * above + 0.5), static_cast<int>(100 * beside + 0.5)};
    answer.numbers.insert(answer.numbers.end(), marks.labelled.begin(), marks.labelled.end());
    return written(mixed + '\n' + covering);
}

EXPORT("numbers") const int32_t* numbers() { return answer.numbers.data(); }
EXPORT("count") int count() { return static_cast<int>(answer.numbers.size()); }
