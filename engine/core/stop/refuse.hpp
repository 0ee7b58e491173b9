// How a kernel ends that cannot do what it was asked.
#pragma once

#if defined(__cpp_exceptions)
#include <stdexcept>
#endif

namespace engine {

#if defined(__cpp_exceptions)
[[noreturn]] inline void refuse(const char* why) { throw std::invalid_argument(why); }
#else  // in a browser, where JavaScript throws an error (browser/engine.js)
extern "C" [[noreturn]] __attribute__((import_module("engine"), import_name("refuse"))) void refuse(const char* why);
#endif

}  // namespace engine
