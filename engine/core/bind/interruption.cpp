#include "bind/interruption.hpp"

#include <nanobind/nanobind.h>

#include <chrono>

namespace nb = nanobind;

namespace engine {

namespace {

using Clock = std::chrono::steady_clock;

constexpr auto period = std::chrono::milliseconds(50);

// The main thread stays the main thread: asked once, with the interpreter lock.
bool in_main_thread() {
    thread_local const bool answer = [] {
        nb::gil_scoped_acquire locked;
        const nb::module_ threading = nb::module_::import_("threading");
        return threading.attr("current_thread")().is(threading.attr("main_thread")());
    }();
    return answer;
}

}  // namespace

void ask_python_to_stop() {
    thread_local Clock::time_point next;
    const Clock::time_point now = Clock::now();
    if (now < next) return;
    next = now + period;
    if (!in_main_thread()) return;
    nb::gil_scoped_acquire locked;
    if (PyErr_CheckSignals()) throw nb::python_error();
}

}  // namespace engine
