// Which of the compiled levels this processor can run.
#pragma once

#if defined(__x86_64__)
#include <cpuid.h>
#endif

namespace engine {

#if defined(__x86_64__)
// Features that older compilers' __builtin_cpu_supports has no name for: a bit of ECX in a leaf of CPUID.
inline bool has_feature(unsigned leaf, int bit) {
    unsigned eax, ebx, ecx, edx;
    return __get_cpuid(leaf, &eax, &ebx, &ecx, &edx) && ecx >> bit & 1;
}

inline constexpr unsigned standard = 1, extended = 0x80000001;
inline bool has_cmpxchg16b() { return has_feature(standard, 13); }
inline bool has_movbe() { return has_feature(standard, 22); }
inline bool has_f16c() { return has_feature(standard, 29); }
inline bool has_lahf() { return has_feature(extended, 0); }
inline bool has_lzcnt() { return has_feature(extended, 5); }

#endif

// The highest level of the x86-64 psABI that the processor has, as "v3" for x86-64-v3, and "" below v2; "generic" on any
// other processor.
inline const char* processor_level() {
#if defined(__x86_64__)
    __builtin_cpu_init();
    const bool v2 = __builtin_cpu_supports("ssse3") && __builtin_cpu_supports("sse4.1") &&
                    __builtin_cpu_supports("sse4.2") && __builtin_cpu_supports("popcnt") && has_cmpxchg16b() &&
                    has_lahf();
    const bool v3 = v2 && __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
                    __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("fma") && has_movbe() && has_f16c() &&
                    has_lzcnt();
    const bool v4 = v3 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                    __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
                    __builtin_cpu_supports("avx512vl");
    return v4 ? "v4" : v3 ? "v3" : v2 ? "v2" : "";
#else
    return "generic";
#endif
}

}  // namespace engine
