// Numbers as text, rounded to the nearest, of two to the even one: as printf writes them, without its size in a browser.
#pragma once

#include <bit>
#include <cstdint>
#include <string>

namespace engine::drawing {

// %.Nf of a number whose digits, with at most 9 decimals, fit 64 bits.
inline std::string fixed(double number, int decimals) {
    const auto bits = std::bit_cast<std::uint64_t>(number);
    const int exponent = static_cast<int>(bits >> 52 & 0x7FF), shift = 1075 - (exponent ? exponent : 1);
    __extension__ unsigned __int128 scaled = (bits & ((1ULL << 52) - 1)) | (exponent ? 1ULL << 52 : 0);
    for (int place = 0; place < decimals; ++place) scaled *= 10;
    std::uint64_t digits = 0;
    if (shift <= 0) {
        digits = static_cast<std::uint64_t>(scaled << -shift);
    } else if (shift < 127) {
        digits = static_cast<std::uint64_t>(scaled >> shift);
        const auto rest = scaled - (scaled >> shift << shift), half = decltype(scaled){1} << (shift - 1);
        digits += rest > half || (rest == half && digits % 2);
    }
    std::string text = std::to_string(digits);
    const auto after = static_cast<std::size_t>(decimals);
    if (text.size() <= after) text.insert(0, after + 1 - text.size(), '0');
    if (after) text.insert(text.size() - after, 1, '.');
    return bits >> 63 ? "-" + text : text;
}

inline std::string without_zeros(std::string text) {
    if (text.find('.') == std::string::npos) return text;
    text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.') text.pop_back();
    return text;
}

// %.Ng of 0, and of a number from 0.0001 to below 10^N.
inline std::string general(double number, int significant = 6) {
    const double size = number < 0 ? -number : number;
    int decimals = significant - 1;
    for (double power = 10; size >= power && decimals > 0; power *= 10) --decimals;
    for (double power = 1; size > 0 && size < power && decimals < 9; power /= 10) ++decimals;
    return without_zeros(fixed(number, decimals));
}

}  // namespace engine::drawing
