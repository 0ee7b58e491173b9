// How Python ends a kernel that runs: by Ctrl-C, once a time limit has passed, or when its call has ended.
#pragma once

#include <nanobind/nanobind.h>

#include <atomic>
#include <chrono>
#include <limits>
#include <memory>
#include <optional>
#include <utility>

namespace nb = nanobind;

namespace engine {

using Clock = std::chrono::steady_clock;

inline constexpr auto period = std::chrono::milliseconds(50);

// In seconds since the beginning of Clock, which is that of time.monotonic().
inline thread_local double deadline = std::numeric_limits<double>::infinity();

// Ends the kernels of the threads that heed it, once nobody waits for their results. A thread may live longer than the
// sign.
class StopSign {
public:
    void put_up() { *up_ = true; }
    bool is_up() const { return *up_; }

private:
    std::shared_ptr<std::atomic<bool>> up_ = std::make_shared<std::atomic<bool>>(false);
};

inline thread_local std::optional<StopSign> stop_sign;

// The main thread stays the main thread: asked once, with the interpreter lock.
inline bool in_main_thread() {
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
inline void ask_python_to_stop() {
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
inline double set_deadline(double seconds) { return std::exchange(deadline, seconds); }

// Has the kernels that this thread runs heed a sign.
inline void heed(const StopSign& sign) { stop_sign = sign; }

}  // namespace engine
