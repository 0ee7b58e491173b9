// Counter-based random numbers: every draw is a pure function of a key and the number of the draw.
//
// The mixer is the finalizer of SplitMix64 (Steele, Lea, Flood 2014, "Fast splittable pseudorandom number generators").
// Board k of a seed depends on (seed, k) alone, so any thread may make it at any time.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace engine {

constexpr std::uint64_t mix(std::uint64_t word) {
    word = (word ^ (word >> 30)) * 0xBF58476D1CE4E5B9;
    word = (word ^ (word >> 27)) * 0x94D049BB133111EB;
    return word ^ (word >> 31);
}

inline constexpr std::uint64_t golden_gamma = 0x9E3779B97F4A7C15;

class Random {
public:
    constexpr Random(std::uint64_t seed, std::uint64_t index) : state_(mix(mix(seed + golden_gamma) + index)) {}

    // A number in 0 .. bound-1. The bias of the multiplication is below bound / 2^32.
    constexpr std::uint32_t below(std::uint32_t bound) {
        state_ += golden_gamma;
        return static_cast<std::uint32_t>(((mix(state_) >> 32) * bound) >> 32);
    }

    // Several numbers, each below its bound, out of one draw and without any bias: a draw that would favour some of them
    // is drawn again (Lemire 2019, "Fast random integer generation in an interval"). The product of the bounds must be
    // far below 2^64.
    template <std::size_t count>
    constexpr std::array<std::uint32_t, count> evenly_below(const std::array<std::uint32_t, count>& bounds) {
        std::uint64_t outcomes = 1;
        for (const std::uint32_t bound : bounds) outcomes *= bound;
        for (;;) {
            state_ += golden_gamma;
            std::uint64_t rest = mix(state_);
            std::array<std::uint32_t, count> numbers{};
            for (std::size_t i = 0; i < count; ++i) {
                const auto product = static_cast<unsigned __int128>(rest) * bounds[i];
                numbers[i] = static_cast<std::uint32_t>(product >> 64);
                rest = static_cast<std::uint64_t>(product);
            }
            if (rest >= outcomes || rest >= -outcomes % outcomes) return numbers;
        }
    }
    constexpr std::uint32_t evenly_below(std::uint32_t bound) { return evenly_below(std::array{bound})[0]; }

    // A number from 0 up to, not including, 1.
    constexpr double fraction() {
        state_ += golden_gamma;
        return static_cast<double>(mix(state_) >> 11) * 0x1p-53;
    }

    // Skips a draw whose outcome is certain, as `below(1)` does.
    constexpr void skip() { state_ += golden_gamma; }

    template <class T>
    constexpr void shuffle(T* items, int count) {
        for (int left = count; left > 1; --left) std::swap(items[left - 1], items[below(left)]);
    }
    // The same without a bias.
    template <class T>
    constexpr void shuffle_evenly(T* items, int count) {
        for (int left = count; left > 1; --left) std::swap(items[left - 1], items[evenly_below(left)]);
    }

private:
    std::uint64_t state_;
};

}  // namespace engine
