// The parts of a picture, measured in cells from the upper left corner of the board, right and down.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "rules/named/board.hpp"

namespace engine::drawing {

using named::Board;
using named::Line;
using named::Use;

struct Point {
    double x, y;
    auto operator<=>(const Point&) const = default;
};
using Points = std::vector<Point>;

// A colour as #rrggbb, empty for none. It outlives the picture.
using Colour = std::string_view;

// Lines through points, the area within them filled if there is a `fill`; a circle; or a text on one line, its middle or its left
// end at a point.
struct Figure {
    enum class Kind { lines, circle, text } kind;
    std::vector<Points> lines = {};
    Point at = {};
    double size = 0;  // the radius of a circle; the height of a text, as much as a capital letter needs
    Colour fill = {}, stroke = {};
    double width = 0;  // of the stroke
    std::string text = {};
    bool dashed = false, bold = false, from_left = false;
};
using Figures = std::vector<Figure>;

inline constexpr Colour ink = "#111111", white = "#ffffff";
inline constexpr double pixel = 1.0 / 64;

inline Point centre(int cell, int columns) { return {cell % columns + 0.5, cell / columns + 0.5}; }

inline int sign(double number) { return (number > 0) - (number < 0); }

inline Figure strokes(std::vector<Points> lines, Colour stroke, double width, Colour fill = {}) {
    return {.kind = Figure::Kind::lines, .lines = std::move(lines), .fill = fill, .stroke = stroke, .width = width};
}

inline Figure path(Points points, Colour stroke, double pixels) {
    return strokes({std::move(points)}, stroke, pixels * pixel);
}

inline Figure circle(Point at, double radius, Colour fill, Colour stroke = {}, double width = 0.03) {
    return {.kind = Figure::Kind::circle, .at = at, .size = radius, .fill = fill, .stroke = stroke, .width = width};
}

inline Figure written(Point at, std::string text, double height, Colour colour) {
    return {.kind = Figure::Kind::text, .at = at, .size = height, .fill = colour, .text = std::move(text)};
}
inline Figure from_left(Figure text) {
    text.from_left = true;
    return text;
}
inline Figure bold(Figure text, bool is = true) {
    text.bold = is;
    return text;
}

// A filled rectangle between two corners.
inline Figure box(Point one, Point other, Colour fill) {
    return strokes({{one, {other.x, one.y}, other, {one.x, other.y}}}, {}, 0, fill);
}

// A cell filled with a colour, but for its rim.
inline Figure square(int cell, int columns, double inset, Colour fill) {
    const double row = cell / columns, column = cell % columns;
    return box({column + inset, row + inset}, {column + 1 - inset, row + 1 - inset}, fill);
}

// The characters of a text.
inline std::size_t length(std::string_view text) {
    return static_cast<std::size_t>(std::ranges::count_if(text, [](char byte) { return (byte & 0xC0) != 0x80; }));
}

}  // namespace engine::drawing
