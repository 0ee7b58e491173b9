// How work that may run long hears that it is to end: it calls `watch.step()` often, and that throws.
//
// The module that loads the kernels decides what is asked (bind/module.cpp: has Ctrl-C been pressed?). An
// exception ends the kernel; what it has written so far is left as it is.
#pragma once

#include <cstdint>

namespace engine {

using AskToStop = void();

// Set once, when the library is opened; each library has its own.
inline AskToStop* ask_to_stop = nullptr;

// Asks once in `Every` steps, a power of two: so many should take less than some milliseconds. Asking takes about as
// long as reading the clock.
template <std::uint32_t Every>
class Watch {
    static_assert((Every & (Every - 1)) == 0);

public:
    void step() {
        if (++steps_ % Every == 0 && ask_to_stop) ask_to_stop();
    }

private:
    std::uint32_t steps_ = 0;
};

// Calls `work(i)` for each row of a batch.
template <class Work>
void for_each_row(std::int64_t count, Work work) {
    Watch<64> watch;
    for (std::int64_t i = 0; i < count; ++i) {
        work(i);
        watch.step();
    }
}

}  // namespace engine
