// The Python module engine._core: opens a library of kernels and offers its functions as methods of `Kernels`.
#include <dlfcn.h>
#include <nanobind/stl/unique_ptr.h>

#if defined(__x86_64__)
#include <cpuid.h>
#endif

#include <atomic>
#include <chrono>
#include <limits>
#include <memory>
#include <optional>
#include <utility>

#include "bind/arguments.hpp"
#include "bind/drawing.hpp"
#include "bind/steps.hpp"
#include "generation/generate.hpp"
#include "kernels/stamp.hpp"
#include "rules/named/needs.hpp"
#include "symmetry/packing.hpp"

namespace engine {

namespace {

// --- How Python ends a kernel that runs: by Ctrl-C, once a time limit has passed, or when its call has ended ---

using Clock = std::chrono::steady_clock;

constexpr auto period = std::chrono::milliseconds(50);

// In seconds since the beginning of Clock, which is that of time.monotonic().
thread_local double deadline = std::numeric_limits<double>::infinity();

// Ends the kernels of the threads that heed it, once nobody waits for their results. A thread may live longer than the
// sign.
class StopSign {
public:
    void put_up() { *up_ = true; }
    bool is_up() const { return *up_; }

private:
    std::shared_ptr<std::atomic<bool>> up_ = std::make_shared<std::atomic<bool>>(false);
};

thread_local std::optional<StopSign> stop_sign;

// The main thread stays the main thread: asked once, with the interpreter lock.
bool in_main_thread() {
    thread_local const bool answer = [] {
        nb::gil_scoped_acquire locked;
        const nb::module_ threading = nb::module_::import_("threading");
        return threading.attr("current_thread")().is(threading.attr("main_thread")());
    }();
    return answer;
}

// What kernels ask now and then while they run without the interpreter lock (stop/watch.hpp). Python runs the handlers of
// signals in its main thread alone, so only there it looks, twenty times a second: an exception of a handler, such as
// KeyboardInterrupt, is thrown on. In any thread it throws TimeoutError once the thread's deadline has passed, and
// InterruptedError once its stop sign is up.
void ask_python_to_stop() {
    thread_local Clock::time_point next;
    const Clock::time_point now = Clock::now();
    if (now < next) return;
    next = now + period;
    if (std::chrono::duration<double>(now.time_since_epoch()).count() >= deadline) {
        nb::gil_scoped_acquire locked;
        PyErr_SetString(PyExc_TimeoutError, "the time limit has passed");
        throw nb::python_error();
    }
    if (stop_sign && stop_sign->is_up()) {
        nb::gil_scoped_acquire locked;
        PyErr_SetString(PyExc_InterruptedError, "another thread has ended the call");
        throw nb::python_error();
    }
    if (!in_main_thread()) return;
    nb::gil_scoped_acquire locked;
    if (PyErr_CheckSignals()) throw nb::python_error();
}

// Sets the deadline of the kernels that this thread runs, in seconds of time.monotonic(), and returns the one before.
double set_deadline(double seconds) { return std::exchange(deadline, seconds); }

// Has the kernels that this thread runs heed a sign.
void heed(const StopSign& sign) { stop_sign = sign; }

// --- Bindings ---

#if defined(__x86_64__)
// Features that older compilers' __builtin_cpu_supports has no name for: a bit of ECX in a leaf of CPUID.
bool has_feature(unsigned leaf, int bit) {
    unsigned eax, ebx, ecx, edx;
    return __get_cpuid(leaf, &eax, &ebx, &ecx, &edx) && ecx >> bit & 1;
}

#endif

// The highest level of the x86-64 psABI that the processor has, as "v3" for x86-64-v3, and "" below v2; "generic" on any
// other processor.
const char* processor_level() {
#if defined(__x86_64__)
    __builtin_cpu_init();
    constexpr unsigned standard = 1, extended = 0x80000001;
    const bool cmpxchg16b = has_feature(standard, 13), movbe = has_feature(standard, 22);
    const bool f16c = has_feature(standard, 29), lahf = has_feature(extended, 0), lzcnt = has_feature(extended, 5);
    const bool v2 = __builtin_cpu_supports("ssse3") && __builtin_cpu_supports("sse4.1") &&
                    __builtin_cpu_supports("sse4.2") && __builtin_cpu_supports("popcnt") && cmpxchg16b && lahf;
    const bool v3 = v2 && __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
                    __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("fma") && movbe && f16c && lzcnt;
    const bool v4 = v3 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                    __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
                    __builtin_cpu_supports("avx512vl");
    return v4 ? "v4" : v3 ? "v3" : v2 ? "v2" : "";
#else
    return "generic";
#endif
}

// The kernels of a library, which stays open as long as the process runs.
const Kernels& open_library(const std::string& path) {
    void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    void* find = library ? dlsym(library, "engine_kernels") : nullptr;
    if (!find) throw nb::import_error(dlerror());
    const Kernels* kernels = reinterpret_cast<FindKernels*>(find)(layout_stamp(), ask_python_to_stop);
    if (!kernels) throw nb::import_error((path + " is of another build: build all of the engine again").c_str());
    return *kernels;
}

using KernelsClass = nb::class_<Kernels>;

void bind_generation(KernelsClass& kernels) {
    kernels.attr("methods") = listed(method_names);
    bind_kernel<&Kernels::first_incomplete>(kernels, "first_incomplete");
    bind_kernel<&Kernels::generate>(kernels, "generate");
}

void bind_symmetry(KernelsClass& kernels) {
    nb::dict key_bytes;
    for (int size = 1; size <= largest_size; ++size) key_bytes[nb::int_(size)] = packed_bytes(size);
    kernels.attr("key_bytes") = key_bytes;

    nb::dict images;
    for (const Pattern& pattern : patterns) images[pattern.name] = pattern.images;
    kernels.attr("patterns") = images;

    bind_kernel<&Kernels::canonical_d4>(kernels, "canonical_d4");
    bind_kernel<&Kernels::canonical_d4_relabel>(kernels, "canonical_d4_relabel");
    bind_kernel<&Kernels::canonical_full>(kernels, "canonical_full");
    bind_kernel<&Kernels::canonical_puzzles_d4>(kernels, "canonical_puzzles_d4");
    bind_kernel<&Kernels::canonical_puzzles_d4_relabel>(kernels, "canonical_puzzles_d4_relabel");
    bind_kernel<&Kernels::canonical_puzzles_full>(kernels, "canonical_puzzles_full");
    bind_kernel<&Kernels::automorphisms>(kernels, "automorphisms");
    bind_kernel<&Kernels::pack>(kernels, "pack");
    bind_kernel<&Kernels::unpack>(kernels, "unpack");
    bind_kernel<&Kernels::clue_symmetries>(kernels, "clue_symmetries");
}

void bind_carving(KernelsClass& kernels) {
    bind_kernel<&Kernels::carve>(kernels, "carve");
    bind_kernel<&Kernels::necessary>(kernels, "necessary");
    bind_kernel<&Kernels::weigh>(kernels, "weigh");
    bind_kernel<&Kernels::fair_puzzles>(kernels, "fair_puzzles");
}

void bind_fewest(nb::module_& module, KernelsClass& kernels) {
    bind_kernel<&Kernels::few_clues>(kernels, "few_clues");
    bind_kernel<&Kernels::completions>(kernels, "completions");
    // `kept` has the clues that the puzzle keeps, 0 elsewhere; the search is for `clues` more.
    kernels.def("exhaustive",
                [](const Kernels& kernels, Array<const std::uint8_t> board, Array<const std::uint8_t> kept, int clues) {
                    nb::gil_scoped_release unlocked;
                    return std::unique_ptr<Exhaustive>(kernels.exhaustive(board.data(), kept.data(), clues));
                });
    kernels.def("exhaustive_ruled", [](const Kernels& kernels, Array<const std::int32_t> numbers,
                                       Array<const std::uint8_t> board, int clues) {
        nb::gil_scoped_release unlocked;
        return std::unique_ptr<Exhaustive>(kernels.exhaustive_ruled(numbers.data(), board.data(), clues));
    });
    // As the bytes of 64-bit numbers.
    kernels.def("minimal_puzzles", [](const Kernels& kernels, Array<const std::uint64_t> peers,
                                      Array<const std::uint8_t> board, int digits) {
        std::vector<std::uint64_t> found;
        {
            nb::gil_scoped_release unlocked;
            found = kernels.minimal_puzzles({peers.data(), peers.size()}, {board.data(), board.size()}, digits);
        }
        return nb::bytes(found.data(), found.size() * sizeof(std::uint64_t));
    });
    nb::class_<Exhaustive>(module, "Exhaustive")
        .def_prop_ro("parts", &Exhaustive::parts)
        .def("run", [](Exhaustive& search, std::int64_t begin, std::int64_t end, Array<std::uint8_t> puzzle) {
            nb::gil_scoped_release unlocked;
            return search.run(begin, end, puzzle.data());
        });
}

template <class T>
std::span<const T> span_of(const Array<const T>& array) {
    return {array.data(), array.size()};
}

template <class T>
std::int64_t rows_of(const Array<const T>& array) {
    return static_cast<std::int64_t>(array.shape(0));
}

void bind_classes(nb::module_& module, KernelsClass& kernels) {
    kernels.attr("most_fourth_rows") = most_fourth_rows;
    kernels.attr("most_fifth_rows") = most_fifth_rows;
    kernels.def("count_least_boards",
                [](const Kernels& kernels, int band, Array<std::uint16_t> fifth_rows, Array<std::uint16_t> counts) {
                    nb::gil_scoped_release unlocked;
                    return kernels.count_least_boards(band, fifth_rows.data(), counts.data());
                });
    kernels.def("class_numbers", [](const Kernels& kernels, Array<const std::uint16_t> fourth_rows,
                                    Array<const std::uint16_t> fifth_rows, Array<const std::uint8_t> entries,
                                    Array<const std::uint16_t> classes) {
        return std::unique_ptr<ClassNumbers>(
            kernels.class_numbers({span_of(fourth_rows), span_of(fifth_rows), span_of(entries), span_of(classes)}));
    });
    nb::class_<ClassNumbers>(module, "ClassNumbers")
        .def_prop_ro("classes", &ClassNumbers::classes)
        .def("rank",
             [](const ClassNumbers& classes, Array<const std::uint8_t> boards, Array<std::int64_t> numbers) {
                 nb::gil_scoped_release unlocked;
                 classes.rank(boards.data(), rows_of(boards), numbers.data());
             })
        .def("unrank", [](const ClassNumbers& classes, Array<const std::int64_t> numbers, Array<std::uint8_t> boards) {
            nb::gil_scoped_release unlocked;
            classes.unrank(numbers.data(), rows_of(numbers), boards.data());
        });
}

void bind_training(KernelsClass& kernels) {
    bind_kernel<&Kernels::check>(kernels, "check");
    bind_kernel<&Kernels::random_images>(kernels, "random_images");
}

void bind_searches(KernelsClass& kernels) {
    kernels.def_ro("lanes", &Kernels::lanes);
    bind_kernel<&Kernels::solve>(kernels, "solve");
    bind_kernel<&Kernels::solve_by_learning>(kernels, "solve_by_learning");

    kernels.attr("metrics_version") = metrics_version;
    kernels.attr("metrics_layout") = layout_of(Metrics{});
    bind_kernel<&Kernels::trial_depth>(kernels, "trial_depth");
    bind_kernel<&Kernels::measure>(kernels, "measure");
    kernels.attr("textbook_layout") = layout_of(TextbookCounts{});
    bind_kernel<&Kernels::textbook>(kernels, "textbook");
}

void bind_rating(KernelsClass& kernels) {
    kernels.attr("rating_version") = rating::rating_version;
    kernels.attr("techniques") = rating::facts_of_techniques();
    kernels.attr("statuses") = listed(rating::status_names);
    kernels.attr("rating_layout") = layout_of(rating::Rating{});
    kernels.attr("step_layout") = layout_of(rating::Record{});
    kernels.attr("no_ceiling") = rating::no_ceiling;
    kernels.attr("most_steps") = rating::most_steps;
    kernels.attr("most_rated_size") = largest_rated_size;
    kernels.attr("no_house") = rating::Houses::no_house;
    nb::list kinds;
    for (int size = 0; size <= largest_rated_size; ++size) kinds.append(size ? rating::most_kinds_at(size) : 0);
    kernels.attr("most_rated_kinds") = kinds;
    kernels.def_prop_ro("families", [](const Kernels& all) { return listed(all.families); });

    nb::class_<RaterKernels> rater(kernels, "RaterKernels");
    bind_kernel<&RaterKernels::rate>(rater, "rate");
    rater.def("path", rating::find_path);
    rater.def("find_step", rating::find_step);
    kernels.def_ro("rating9", &Kernels::rating9);
    kernels.def_ro("any_rating", &Kernels::any_rating);
}

// Why no board obeys the rules, "" if some may, and numbers as the bytes of int32.
nb::tuple answer_of(const named::Answer& found) {
    return nb::make_tuple(found.cannot, nb::bytes(found.numbers.data(), found.numbers.size() * sizeof(std::int32_t)));
}

// The numbers of some parts of a puzzle, its board with its rules and its clues.
template <named::Line (named::Parts<Kernels>::*find)()>
nb::list parts_of(const Kernels& kernels, Array<const std::int32_t> board, Array<const std::uint8_t> clues) {
    named::Parts<Kernels> parts(kernels, named::board_in(span_of(board)), span_of(clues));
    named::Line found;
    {
        nb::gil_scoped_release unlocked;
        found = (parts.*find)();
    }
    return listed(found, [](int part) { return nb::int_(part); });
}

void bind_named_rules(KernelsClass& kernels) {
    using Numbers = Array<const std::int32_t>;
    kernels.attr("most_constraints") = named::most_constraints;
    kernels.attr("rule_names") =
        listed(named::rule_names(), [](std::string_view name) { return nb::str(name.data(), name.size()); });
    kernels.def_static("meanings", [](Numbers board, Numbers uses) {
        return answer_of(named::meanings(span_of(board), span_of(uses)));
    });
    kernels.def_static("alone", [](Numbers board, Numbers values) {
        return answer_of(named::alone(span_of(board), span_of(values)));
    });
    kernels.def_static("model_of", [](Numbers board) { return answer_of(named::model_of(span_of(board))); });
    kernels.def_static("program_of",
                       [](Numbers model, int cells) { return answer_of(named::program_of(span_of(model), cells)); });
    kernels.def_static("program_of_board", [](Numbers board, int cells) {
        return answer_of(named::program_of_board(named::board_in(span_of(board)), cells));
    });
    drawing::bind_drawing(kernels);
    kernels.def("needless", parts_of<&named::Parts<Kernels>::needless>);
    kernels.def("contradiction", parts_of<&named::Parts<Kernels>::contradiction>);
}

void bind_rules(KernelsClass& kernels) {
    using rules::Kind;
    constexpr std::pair<const char*, Kind> kinds[] = {
        {"house", Kind::house},         {"sum", Kind::sum},     {"relation", Kind::relation},
        {"automaton", Kind::automaton}, {"mask", Kind::mask},   {"any_of", Kind::any_of},
        {"connected", Kind::connected}, {"pairs", Kind::pairs},
    };
    nb::dict numbers;
    for (const auto& [name, kind] : kinds) numbers[name] = static_cast<int>(kind);
    kernels.attr("constraint_kinds") = numbers;

    bind_kernel<&Kernels::solve_ruled>(kernels, "solve_ruled");
    bind_kernel<&Kernels::learn_ruled>(kernels, "learn_ruled");
    bind_kernel<&Kernels::true_candidates>(kernels, "true_candidates");
    bind_kernel<&Kernels::other_ruled>(kernels, "other_ruled");
    bind_kernel<&Kernels::draw_ruled>(kernels, "draw_ruled");
    bind_kernel<&Kernels::carve_ruled>(kernels, "carve_ruled");
    bind_kernel<&Kernels::measure_ruled>(kernels, "measure_ruled");
}

void bind_people(KernelsClass& kernels) {
    kernels.attr("most_people_techniques") = people::most_techniques;
    bind_kernel<&Kernels::effort_of>(kernels, "effort_of");
    kernels.def("path_of_people", people::path_of<Kernels>);
    kernels.def("possible_of_people", people::possible_of<Kernels>);
}

void bind_scoring(KernelsClass& kernels) {
    kernels.attr("scoring_techniques") = scoring::facts_of_techniques();
    kernels.attr("scoring_levels") = listed(scoring::level_names);
    kernels.attr("scoring_statuses") = listed(scoring::status_names);
    kernels.attr("highest_scores") = listed(scoring::highest_scores);
    kernels.attr("score_version") = scoring::score_version;
    kernels.attr("score_layout") = layout_of(scoring::Score{});
    kernels.attr("scoring_first_group") = scoring::first_group;
    kernels.attr("scoring_first_set") = scoring::first_set;

    bind_kernel<&Kernels::score>(kernels, "score");
    kernels.def("solving_path", scoring::find_path<Kernels>);
    kernels.def("find_solving_steps", scoring::find_steps<Kernels>);
}

}  // namespace

}  // namespace engine

NB_MODULE(_core, module) {
    using namespace engine;
    nb::set_leak_warnings(false);  // the kernels are kept as long as the process runs
    module.def("processor_level", processor_level);
    module.attr("levels") = nb::make_tuple(ENGINE_LEVELS);
    module.def("open_library", open_library, nb::rv_policy::reference);
    module.def("set_deadline", set_deadline);
    nb::class_<StopSign>(module, "StopSign").def(nb::init<>()).def("put_up", &StopSign::put_up);
    module.def("heed", heed);
    KernelsClass kernels(module, "Kernels");
    bind_generation(kernels);
    bind_symmetry(kernels);
    bind_carving(kernels);
    bind_fewest(module, kernels);
    bind_classes(module, kernels);
    bind_training(kernels);
    bind_searches(kernels);
    bind_rating(kernels);
    bind_named_rules(kernels);
    bind_rules(kernels);
    bind_people(kernels);
    bind_scoring(kernels);
}
