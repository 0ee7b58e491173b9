// Which of the compiled levels this processor can run. Compiled for any processor.
#include <nanobind/nanobind.h>

namespace {

// The highest level of the x86-64 psABI that the processor has, as in "x86-64-v3"; "generic" on any other.
const char* processor_level() {
#if defined(__x86_64__)
    __builtin_cpu_init();
    const bool v2 = __builtin_cpu_supports("ssse3") && __builtin_cpu_supports("sse4.1") &&
                    __builtin_cpu_supports("sse4.2") && __builtin_cpu_supports("popcnt");
    const bool v3 = v2 && __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
                    __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("fma");
    const bool v4 = v3 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                    __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
                    __builtin_cpu_supports("avx512vl");
    return v4 ? "v4" : v3 ? "v3" : v2 ? "v2" : "generic";
#else
    return "generic";
#endif
}

}  // namespace

NB_MODULE(_processor, module) { module.def("processor_level", processor_level); }
