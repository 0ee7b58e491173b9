// The marks of rules, one by one, and the table that says which rule has which.
#include "rules/drawing/marks.hpp"

#include <cmath>
#include <iterator>
#include <numbers>

#include "rules/named/meaning.hpp"

namespace engine::drawing {

Points Spot::points() const {
    Points found;
    for (const int cell : cells()) found.push_back(point(cell));
    return found;
}

Point Spot::middle() const {
    Point sum{0, 0};
    for (const int cell : use.cells) sum = {sum.x + point(cell).x, sum.y + point(cell).y};
    const auto count = static_cast<double>(use.cells.size());
    const double aside = 0.24 * (static_cast<double>(choice) - static_cast<double>(choices - 1) / 2);
    const bool along = point(use.cells.front()).x == point(use.cells.back()).x;  // of the edge between two rows
    return {sum.x / count + (along ? aside : 0), sum.y / count + (along ? 0 : aside)};
}

bool Spot::has_number() const { return !use.bare() && use.rule == mark.rule; }

Line Spot::cells() const {
    Line found;
    std::ranges::copy_if(use.cells, std::back_inserter(found), [&](int cell) { return cell < board.cells(); });
    return found;
}

namespace {

constexpr Colour grey = "#c9c9c9", shaded = "#ececec", blue = "#7db8e8", shaft = "#a0a0a0", edge = "#8f8f8f";

// --- Lines ------------------------------------------------------------------------------------------------------------

// The two sides of the head of an arrow that goes so far right and down.
Points head(Point tip, Point way, double slope = 1) {
    const auto [x, y] = tip;
    const auto [dx, dy] = way;
    return {{x - dx - dy * slope, y - dy + dx * slope}, tip, {x - dx + dy * slope, y - dy - dx * slope}};
}

// A thick line; a circle or a diamond may stand at its ends.
void line(const Spot& spot, Figures& out) {
    const Points at = spot.points();
    if (at.empty()) return;
    const Colour colour = spot.mark.colours[0];
    Points way = at;
    if (spot.mark.how == How::closed) way.push_back(at[0]);
    out.push_back(path(std::move(way), colour, 10.2));
    for (const auto& [x, y] : {at.front(), at.back()}) {
        if (spot.mark.how == How::circles) out.push_back(circle({x, y}, 0.36, white, colour));
        if (spot.mark.how == How::diamonds) {
            const Points corners{{x - 0.36, y}, {x, y - 0.36}, {x + 0.36, y}, {x, y + 0.36}, {x - 0.36, y}};
            out.push_back(strokes({corners}, colour, 2 * pixel, white));
        }
    }
}

// A grey line with a bulb, perhaps with a rim.
void thermometer(const Spot& spot, Figures& out) {
    const Points at = spot.points();
    if (at.empty()) return;
    const auto draw = [&](Colour colour, double radius, double width) {
        out.push_back(circle(at[0], radius, colour));
        out.push_back(path(at, colour, width));
    };
    if (spot.mark.how == How::rimmed) draw(edge, 0.41, 19.2);
    draw(grey, 0.38, 15.4);
}

// A circle, or a pill of as many cells as the rule says, and the line from it to a head.
void arrow(const Spot& spot, Figures& out) {
    const Points at = spot.points();
    if (at.size() < 2) return;
    const auto pill = std::clamp<std::ptrdiff_t>(spot.has_number() ? spot.use.number_or(1) : 1, 1, std::ssize(at));
    const Point tip = at.back(), before = at[at.size() - 2];
    const double right = sign(tip.x - before.x), down = sign(tip.y - before.y);
    const double far = std::sqrt(right * right + down * down), length = far > 0 ? far : 1;
    out.push_back(path({at.begin() + pill - 1, at.end()}, shaft, 3));
    out.push_back(path(head(tip, {right / length * 0.2, down / length * 0.2}), shaft, 3));
    if (pill == 1) {
        out.push_back(circle(at[0], 0.38, white, shaft));
        return;
    }
    out.push_back(path({at.begin(), at.begin() + pill}, shaft, 51.6));
    out.push_back(path({at.begin(), at.begin() + pill}, white, 45.6));
}

named::Lines houses_of(const Spot& spot) {
    named::Say say;
    named::mean(spot.board, spot.use, say);
    if (!say.why().empty()) named::refuse_as(say.why());
    named::Lines houses;
    for (named::Statement& one : say.take())
        if (one.kind == named::Kind::house) houses.push_back(std::move(one.cells));
    return houses;
}

// A thin line along each of its houses.
void thin_lines(const Spot& spot, Figures& out) {
    for (const Line& house : houses_of(spot)) {
        Points at;
        for (const int cell : house) at.push_back(spot.point(cell));
        out.push_back(path(std::move(at), blue, 2));
    }
}

// One diagonal of the board, or both.
void both_diagonals(const Spot& spot, Figures& out) {
    const double size = spot.board.columns;
    if (spot.use.bare() || spot.use.says("\\")) out.push_back(path({{0, 0}, {size, size}}, blue, 2));
    if (spot.use.bare() || spot.use.says("/")) out.push_back(path({{size, 0}, {0, size}}, blue, 2));
}

// --- Cells ------------------------------------------------------------------------------------------------------------

void squares(const Spot& spot, const Line& cells, double inset, Colour colour, Figures& out) {
    for (const int cell : cells) out.push_back(square(cell, spot.board.columns, inset, colour));
}

// The next of its colours at each turn.
Colour colour_of(const Spot& spot) {
    std::size_t count = 0;
    for (const Colour colour : spot.mark.colours) count += !colour.empty();
    return count ? spot.mark.colours[spot.turn % count] : shaded;
}

// Shaded cells; all cells of a board need no shade.
void shade(const Spot& spot, Figures& out) {
    if (std::ssize(spot.use.cells) < spot.board.cells()) squares(spot, spot.use.cells, 0.02, colour_of(spot), out);
}

void shade_groups(const Spot& spot, Figures& out) {
    for (const Line& group : spot.use.groups) squares(spot, group, 0.06, colour_of(spot), out);
}

// Each group in the next colour.
void shade_each_group(const Spot& spot, Figures& out) {
    constexpr Colour colours[] = {"#fbe3c0", "#cfe8fb", "#e3d5f5", "#d7f0d2"};
    for (std::size_t place = 0; place < spot.use.groups.size(); ++place)
        squares(spot, spot.use.groups[place], 0.04, colours[place % std::size(colours)], out);
}

void shaded_houses(const Spot& spot, Figures& out) {
    for (const Line& house : houses_of(spot)) squares(spot, house, 0, shaded, out);
}

void grey_squares(const Spot& spot, Figures& out) { squares(spot, spot.use.cells, 0.12, grey, out); }

void discs(const Spot& spot, Figures& out) {
    for (const Point& at : spot.points()) out.push_back(circle(at, 0.38, grey));
}

void rings(const Spot& spot, Figures& out) {
    for (const Point& at : spot.points()) out.push_back(circle(at, 0.465, {}, ink, 0.02));
}

// A small sign at each edge of each cell: towards the cell, or away from it.
void pointers(const Spot& spot, Figures& out) {
    const bool inward = spot.mark.how == How::inward;
    const double tip = inward ? 0.36 : 0.44, length = inward ? -0.08 : 0.08, slope = inward ? -1 : 1;
    constexpr Point ways[] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
    for (const auto& [x, y] : spot.points()) {
        Figure signs = strokes({}, ink, 1.5 * pixel);
        for (const auto& [dx, dy] : ways)
            signs.lines.push_back(head({x + tip * dx, y + tip * dy}, {length * dx, length * dy}, slope));
        out.push_back(std::move(signs));
    }
}

// A circle in the middle of the cells with the digits of the rule: one row of two, or two rows of more.
void digits_in_circle(const Spot& spot, Figures& out) {
    if (spot.use.cells.empty()) return;
    const auto [x, y] = spot.middle();
    std::vector<std::string> rows(1);
    const Line& digits = spot.use.numbers;
    const bool is_list = spot.use.takes == named::Takes::numbers;
    const std::size_t half = is_list && digits.size() > 2 ? (digits.size() + 1) / 2 : digits.size();
    for (std::size_t place = 0; is_list && place < digits.size(); ++place) {
        if (place == half) rows.emplace_back();
        rows.back().append(rows.back().empty() ? "" : " ") += std::to_string(digits[place]);
    }
    if (!is_list) rows[0] = spot.use.value();
    out.push_back(circle({x, y}, 0.24, white, ink));
    for (std::size_t row = 0; row < rows.size(); ++row) {
        const double down = static_cast<double>(row) - static_cast<double>(rows.size() - 1) / 2;
        out.push_back(written({x, y + 0.185 * down}, rows[row], 0.2, ink));
    }
}

// --- Marks between two cells ------------------------------------------------------------------------------------------

// A dot in its first colour, with its number in the second one; a part of a dot where one of several colours holds.
void dot(const Spot& spot, Figures& out) {
    if (spot.use.cells.empty()) return;
    Spot whole = spot;
    whole.choice = 0, whole.choices = 1;
    const Point at = whole.middle();
    const bool is_part = spot.choices > 1;
    const double radius = is_part ? 0.19 : 0.15, part = 2 * std::numbers::pi / static_cast<double>(spot.choices);
    const double first = part * static_cast<double>(spot.choice) + std::numbers::pi / 4, last = first + part;
    if (is_part) {
        Points sector{at};
        for (int step = 0; step <= 24; ++step) {
            const double turn = first + part * step / 24;
            sector.push_back({at.x + radius * std::cos(turn), at.y + radius * std::sin(turn)});
        }
        sector.push_back(at);
        out.push_back(strokes({sector}, ink, 0.02, spot.mark.colours[0]));
    } else {
        out.push_back(circle(at, radius, spot.mark.colours[0], ink));
    }
    if (!spot.has_number()) return;
    const double far = is_part ? radius / 2 : 0, turn = (first + last) / 2;
    const Point there{at.x + far * std::cos(turn), at.y + far * std::sin(turn)};
    out.push_back(written(there, spot.use.value(), is_part ? 0.18 : 0.26, spot.mark.colours[1]));
}

// A letter on white.
void letter(const Spot& spot, Figures& out) {
    if (spot.use.cells.empty()) return;
    out.push_back(circle(spot.middle(), 0.165, white));
    out.push_back(bold(written(spot.middle(), std::string(spot.mark.before), 0.34, ink)));
}

// A sign that points to the second cell, as long between cells that meet at a corner.
void chevron(const Spot& spot, Figures& out) {
    if (spot.use.cells.empty()) return;
    const Points at = spot.points();
    const double right = sign(at.back().x - at[0].x), down = sign(at.back().y - at[0].y);
    const double length = right && down ? 0.14 : 0.2;
    const double dx = right * length, dy = down * length;
    const auto [x, y] = spot.middle();
    out.push_back(path(head({x + dx / 2, y + dy / 2}, {dx, dy}, 0.5), ink, 2));
}

// --- The table --------------------------------------------------------------------------------------------------------

constexpr Mark marks[] = {
    {"diagonal", both_diagonals},
    {"windoku", shaded_houses},
    {"argyle", thin_lines},
    {.rule = "cage", .outlined = true},
    {.rule = "sum", .label = Label::factors, .outlined = true},
    {.rule = "rellik cage", .label = Label::signed_value, .before = "≠", .outlined = true},
    {.rule = "equality cage", .label = Label::signed_value, .before = "=", .outlined = true},
    {.rule = "all different", .under = shade, .colours = {"#f3e9b5", "#d5ecd0", "#e6dbf3", "#f6d9d3"}},
    {"odd", discs},
    {"even", grey_squares},
    {.rule = "digits", .label = Label::digits, .labels_each = true},
    {.rule = "quadruple", .over = digits_in_circle, .label = Label::none},
    {.rule = "counting circles", .over = rings},
    {.rule = "clone", .under = shade_groups, .colours = {"#d9e6d9", "#dbe4f3", "#f3e3d3", "#eadcee"}},
    {"equal sums", shade_each_group},
    {"minimum", shade, pointers, {}, How::inward},
    {"maximum", shade, pointers},
    {.rule = "inequality", .over = chevron},
    {.rule = "white dot", .over = dot, .colours = {white, ink}, .label = Label::none},
    {.rule = "black dot", .over = dot, .colours = {ink, white}, .label = Label::none},
    {.rule = "x", .over = letter, .before = "X"},
    {.rule = "v", .over = letter, .before = "V"},
    {"thermometer", thermometer},
    {.rule = "slow thermometer", .under = thermometer, .how = How::rimmed},
    {"arrow", arrow},
    {.rule = "pill arrow", .under = arrow, .label = Label::none},
    {"double arrow", line, nullptr, {"#c9c9c9"}, How::circles},
    {.rule = "whispers", .under = line, .colours = {"#5fc36b"}, .usual = 5},
    {"renban", line, nullptr, {"#d489e0"}},
    {"nabner", line, nullptr, {"#cfc96a"}},
    {"palindrome", line, nullptr, {"#b4b4b4"}},
    {"between", line, nullptr, {"#c8b48c"}, How::circles},
    {.rule = "lockout", .under = line, .colours = {"#8fc3d9"}, .how = How::diamonds, .usual = 4},
    {"region sum", line, nullptr, {"#69b4f0"}},
    {"sum line", line, nullptr, {"#e6a96b"}},
    {"sum loop", line, nullptr, {"#e6a96b"}, How::closed},
    {"zipper", line, nullptr, {"#b99be8"}},
    {.rule = "modular", .under = line, .colours = {"#4fc4c4"}, .usual = 3},
    {"entropic", line, nullptr, {"#f0a884"}},
    {"indexing column", shade, nullptr, {"#f6c9c9"}},
    {"indexing row", shade, nullptr, {"#c9d9f6"}},
    {"indexing box", shade, nullptr, {"#d3ecd3"}},
    {.rule = "little killer", .outside = true},
    {.rule = "sandwich", .outside = true, .around = "bars"},
    {.rule = "x-sum", .outside = true, .around = "ring"},
    {.rule = "skyscraper", .outside = true, .around = "box"},
    {.rule = "hidden skyscraper", .outside = true, .around = "dashed box"},
    {.rule = "numbered room", .outside = true, .around = "door"},
    {.rule = "full rank", .outside = true, .around = "bar"},
    {.rule = "contains", .under = shade, .label = Label::digits},
    {.rule = "contains exactly", .under = shade, .label = Label::digits, .before = "="},
    {"look and say", shade},
    {"count distinct", shade},
    {"same digits", shade_each_group},
    {"lunchbox", line, nullptr, {"#d8d8d8"}},
    {"value indexing", line, nullptr, {"#9fb8d9"}, How::circles},
    {.rule = "connected", .under = shade, .label = Label::counted},
    {"chaos arrow", shade},
    {"chaos count", shade},
    {.rule = "table", .under = line, .colours = {"#e7d27a"}, .label = Label::title},
    {.rule = "table of all", .under = line, .colours = {"#cdbb6a"}, .label = Label::title},
    {.rule = "regular expression", .under = line, .colours = {"#e7d27a"}, .label = Label::title_or_value},
    {.rule = "automaton", .under = shade_each_group, .label = Label::title},
};

constexpr Mark no_mark{};

}  // namespace

const Mark& mark_of(std::string_view rule) {
    const auto* const found = std::ranges::find(marks, rule, &Mark::rule);
    return found == std::end(marks) ? no_mark : *found;
}

// --- Labels -----------------------------------------------------------------------------------------------------------

namespace {

std::string joined(const Line& numbers, std::string_view between) {
    std::string all;
    for (const int number : numbers) all.append(all.empty() ? "" : between) += std::to_string(number);
    return all;
}

// A number or a word as it stands, several numbers with commas.
std::string shown(const Use& use) {
    return use.bare() ? "" : use.takes == named::Takes::numbers ? joined(use.numbers, ",") : use.value();
}

}  // namespace

std::string_view made_of(const Use& use) {
    const bool may_be = use.rule == "sum" || use.rule == "all different" || use.rule == "or";
    return may_be ? std::string_view(use.title).substr(0, use.title.find(": ")) : std::string_view();
}

std::string number_of(const Use& use) {
    if (made_of(use).empty()) return use.value();
    const std::size_t colon = use.title.find(": ");
    return colon == std::string::npos ? "" : use.title.substr(colon + 2);
}

std::string label_of(const Spot& spot) {
    const Use& use = spot.use;
    if (use.rule != spot.mark.rule) return made_of(use).empty() ? "" : number_of(use);
    const std::string before(spot.mark.before);
    const bool is_list = use.takes == named::Takes::numbers;
    const int first = is_list && !use.numbers.empty() ? use.numbers[0] : 0;
    const Line rest = is_list ? named::part_of(use.numbers, 1, use.numbers.size()) : Line{};
    switch (spot.mark.label) {
        case Label::none: return "";
        case Label::signed_value: return before + shown(use);
        case Label::digits: {
            const bool narrow = std::ranges::all_of(use.numbers, [](int number) { return number < 10; });
            return before + (is_list ? joined(use.numbers, narrow ? "" : ",") : use.value());
        }
        case Label::title: return use.title.empty() ? "*" : use.title;
        case Label::title_or_value: return use.title.empty() ? use.value() : use.title;
        case Label::factors: {
            std::string all = is_list ? std::to_string(first) + " =" : shown(use);
            for (const int factor : rest) all.append(factor < 0 ? " " : " +") += std::to_string(factor);
            return all;
        }
        case Label::counted: {
            return joined(rest, ",") + (first ? " x" + std::to_string(first) : "");
        }
        default: break;
    }
    if (spot.mark.usual) {  // of lines that need no number
        const int usual = use.rule == "whispers" ? (spot.board.digits + 1) / 2 : spot.mark.usual;
        if (use.takes == named::Takes::number || use.bare())
            return use.number_or(usual) == spot.mark.usual ? "" : std::to_string(use.number_or(usual));
    }
    return is_list ? "" : shown(use);
}

// --- Clues outside the board ------------------------------------------------------------------------------------------

void draw_around(std::string_view sign, Point at, double wide, double high, Figures& out) {
    if (sign.empty()) return;
    const double half = wide / 2 + 0.05, up = high / 2;
    const double left = at.x - half, right = at.x + half, top = at.y - up, bottom = at.y + up;
    if (sign == "ring") {
        out.push_back(circle(at, std::max(half, up), {}, ink, 1.3 * pixel));
        return;
    }
    Figure lines = strokes({}, ink, 1.3 * pixel);
    lines.dashed = sign.starts_with("dashed");
    if (sign == "bars") lines.lines.push_back({{left, top}, {right, top}});
    if (sign == "bars" || sign == "bar")
        lines.lines.push_back({{left, bottom}, {right, bottom}});
    else if (sign == "door")
        lines.lines.push_back({{left, bottom}, {left, top}, {right, top}, {right, bottom}});
    else
        lines.lines.push_back({{left, top}, {right, top}, {right, bottom}, {left, bottom}, {left, top}});
    out.push_back(std::move(lines));
}

}  // namespace engine::drawing
