// Figures as elements of SVG, in one colour or in one for the light and one for the dark.
#include "rules/drawing/svg.hpp"

#include <array>
#include <cmath>

#include "rules/drawing/numbers.hpp"

namespace engine::drawing {

namespace {

constexpr int cell_side = 64, rim = 8;  // pixels

// --- Colours ----------------------------------------------------------------------------------------------------------

using Parts = std::array<double, 3>;

// A colour of a hue, a lightness and a saturation from 0 to 1.
Parts rgb_of(double hue, double lightness, double saturation) {
    const double high = lightness <= 0.5 ? lightness * (1 + saturation) : lightness + saturation - lightness * saturation;
    const double low = 2 * lightness - high;
    const auto part = [&](double at) {
        at -= std::floor(at);
        if (at < 1.0 / 6) return low + (high - low) * at * 6;
        if (at < 0.5) return high;
        return at < 2.0 / 3 ? low + (high - low) * (2.0 / 3 - at) * 6 : low;
    };
    if (saturation == 0) return {lightness, lightness, lightness};
    return {part(hue + 1.0 / 3), part(hue), part(hue - 1.0 / 3)};
}

// About how bright a colour is (WCAG, with one power for all).
double luminance(const Parts& rgb) {
    return 0.2126 * std::pow(rgb[0], 2.2) + 0.7152 * std::pow(rgb[1], 2.2) + 0.0722 * std::pow(rgb[2], 2.2);
}

// A colour in the light, and one about as far from a dark ground as that is from white.
//
// Digits stand out, and a colour that lies under candidates is so dark that they do, too.
std::string light_dark(Colour colour) {
    const auto hex = [&](std::size_t at) {
        const auto digit = [](char one) { return one <= '9' ? one - '0' : (one | 32) - 'a' + 10; };
        return (16 * digit(colour[at]) + digit(colour[at + 1])) / 255.0;
    };
    const double red = hex(1), green = hex(3), blue = hex(5);
    const double most = std::max({red, green, blue}), least = std::min({red, green, blue}), range = most - least;
    const double lightness = (most + least) / 2;
    double hue = 0, saturation = 0;
    if (range > 0) {
        saturation = range / (lightness <= 0.5 ? most + least : 2 - most - least);
        const double r = (most - red) / range, g = (most - green) / range, b = (most - blue) / range;
        hue = (red == most ? b - g : green == most ? 2 + r - b : 4 + g - r) / 6;
        hue -= std::floor(hue);
    }
    double dark = std::min(0.92, (1.3 - 0.8 * saturation) * (1 - lightness));
    Parts turned = rgb_of(hue, dark, saturation);
    while (lightness > 0.5 && luminance(turned) > 0.1) turned = rgb_of(hue, dark *= 0.95, saturation);
    std::string text = "light-dark(" + std::string(colour) + ",#";
    for (const double part : turned) {
        const auto byte = static_cast<unsigned>(std::nearbyint(255 * part));
        text.append({"0123456789abcdef"[byte / 16], "0123456789abcdef"[byte % 16]});
    }
    return text + ")";
}

// In one colour; in two, for the light and the dark; or in two, but where it covers the cells a disc and the text on it keep
// theirs, so that a white dot is white in the dark too.
enum class Mode { one, both, covering };

std::string in(Mode mode, Colour colour) { return mode == Mode::one ? std::string(colour) : light_dark(colour); }

// --- Elements ---------------------------------------------------------------------------------------------------------

std::string escaped(std::string_view text) {
    std::string safe;
    for (const char one : text) {
        constexpr std::string_view special = "&<>\"'";
        constexpr const char* names[] = {"&amp;", "&lt;", "&gt;", "&quot;", "&#x27;"};
        const std::size_t at = special.find(one);
        if (at == special.npos)
            safe += one;
        else
            safe += names[at];
    }
    return safe;
}

// The commands of a path, in tenths of a pixel.
void add_path(std::string& out, const Points& points) {
    std::string x, y;
    const auto same = [](const std::string& one, const std::string& other) {
        return one == other || (one + other == "-00" || one + other == "0-0");
    };
    for (const Point& point : points) {
        std::string to_x = without_zeros(fixed(cell_side * point.x, 1)), to_y = without_zeros(fixed(cell_side * point.y, 1));
        if (x.empty())
            out += "M" + to_x + " " + to_y;
        else if (same(to_y, y))
            out += "H" + to_x;
        else if (same(to_x, x))
            out += "V" + to_y;
        else
            out += "L" + to_x + " " + to_y;
        x = std::move(to_x);
        y = std::move(to_y);
    }
}

std::string element(const Figure& of, Mode mode) {
    std::string paint;
    if (!of.fill.empty()) paint += " fill=\"" + in(mode == Mode::covering ? Mode::one : mode, of.fill) + "\"";
    if (!of.stroke.empty())
        paint += " stroke=\"" + in(mode, of.stroke) + "\" stroke-width=\"" + general(cell_side * of.width) + "\"";
    if (of.kind == Figure::Kind::lines) {
        std::string text = "<path d=\"";
        for (const Points& points : of.lines) add_path(text, points);
        return text + "\"" + paint + (of.dashed ? " stroke-dasharray=\"5 3\" stroke-linecap=\"butt\"/>" : "/>");
    }
    const std::string x = general(cell_side * of.at.x);
    if (of.kind == Figure::Kind::circle)
        return "<circle cx=\"" + x + "\" cy=\"" + general(cell_side * of.at.y) + "\" r=\"" +
               general(cell_side * of.size) + "\"" + paint + "/>";
    const double height = cell_side * of.size;
    return "<text x=\"" + x + "\" y=\"" + fixed(cell_side * of.at.y + height * 0.36, 1) + "\" font-size=\"" +
           general(height, 4) + "\"" + paint + (of.bold ? " font-weight=\"bold\"" : "") +
           (of.from_left ? " text-anchor=\"start\"" : "") + ">" + escaped(of.text) + "</text>";
}

std::string elements(const Figures& figures, Mode mode, std::string_view after = "") {
    std::string all;
    for (const Figure& figure : figures) all.append(element(figure, mode)) += after;
    return all;
}

// An image with so many pixels around the cells; an empty text without elements.
std::string layer(const Board& board, const std::string& inside, int around = 0) {
    if (inside.empty()) return "";
    const std::string start = std::to_string(-around);
    const std::string wide = std::to_string(board.columns * cell_side + 2 * around);
    const std::string high = std::to_string(board.rows * cell_side + 2 * around);
    return "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"" + start + " " + start + " " + wide + " " + high +
           "\" font-family=\"sans-serif\" text-anchor=\"middle\" fill=\"none\" stroke-linecap=\"round\""
           " stroke-linejoin=\"round\">" +
           inside + "</svg>";
}

}  // namespace

std::string svg(const Board& board, const Digits& digits, const Around& around) {
    const int before = rim + cell_side * margin(board);
    double below = 0;
    const Figures words = words_below(board, around.sentences, below);
    const std::string wide = std::to_string(board.columns * cell_side + 2 * before);
    const int words_high = static_cast<int>(std::nearbyint(cell_side * below));
    const std::string high = std::to_string(board.rows * cell_side + 2 * before + words_high);
    const std::string place = std::to_string(before);
    return "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + wide + "\" height=\"" + high + "\" viewBox=\"0 0 " +
           wide + " " + high + "\">\n<title>" + escaped(around.title) + "</title>\n<rect width=\"" + wide +
           "\" height=\"" + high + "\" fill=\"#ffffff\"/>\n<g transform=\"translate(" + place + " " + place +
           ")\" font-family=\"sans-serif\" fill=\"none\" text-anchor=\"middle\" stroke-linecap=\"round\""
           " stroke-linejoin=\"round\">\n" +
           elements(picture_of(board, digits, around.marked), Mode::one, "\n") + elements(words, Mode::one, "\n") +
           "</g>\n</svg>";
}

SvgLayers svg_layers(const Board& board) {
    const auto [mixed, covering] = layers_of(board);
    return {layer(board, elements(mixed, Mode::both)), layer(board, elements(covering, Mode::covering))};
}

std::string svg_small(const Board& board, const Digits& givens) {
    const auto [mixed, covering] = layers_of(board);
    const Digits black{givens.givens, {}, ink};
    const std::string shown = elements(mixed, Mode::both) + elements(borders(board), Mode::both) +
                              elements(digits_of(board, black), Mode::both) + elements(covering, Mode::covering);
    return layer(board, shown, rim + cell_side * margin(board));
}

}  // namespace engine::drawing
