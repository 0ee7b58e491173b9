// Marks and borders with their places.
#include "rules/drawing/picture.hpp"

#include <map>
#include <optional>
#include <span>

#include "rules/drawing/marks.hpp"

namespace engine::drawing {

namespace {

// The cells of a rule and of its groups.
Line cells_in(const Use& use) {
    Line cells = use.cells;
    for (const Line& group : use.groups) cells.insert(cells.end(), group.begin(), group.end());
    return cells;
}

// The mark that a rule is drawn as.
const Mark& mark_for(const Use& use) {
    const Mark& named = mark_of(made_of(use));
    return named.rule.empty() ? mark_of(use.rule) : named;
}

// The rules with marks, also from the branches of "or", where marks at one place share it. None that needs cells beside the
// grid, but for what is made of a rule with a mark.
void add_spots(const Board& board, const named::Uses& uses, std::map<std::string_view, std::size_t>& seen,
               std::vector<Spot>& spots) {
    const auto on_grid = [&](int cell) { return 0 <= cell && cell < board.cells(); };
    for (const Use& use : uses) {
        const Mark& mark = mark_for(use);
        const Line cells = cells_in(use);
        const bool is_partly = std::ranges::any_of(cells, on_grid) && mark.rule == made_of(use) && !mark.rule.empty();
        if (use.rule != "or" && (is_partly || std::ranges::all_of(cells, on_grid)))
            spots.push_back({board, use, mark, seen[mark.rule]++});
        if (use.rule == "or" && !use.title.empty()) {  // the pair of cells of each alternative, after those beside the grid
            const bool has_pair = !use.alternatives.empty() && !use.alternatives.back().empty() &&
                                  std::ranges::any_of(use.alternatives.back().back().cells, on_grid);
            if (has_pair && !mark.rule.empty())
                spots.push_back({board, use.alternatives.back().back(), mark, seen[mark.rule]++});
            continue;
        }
        const std::size_t first = spots.size(), count = use.alternatives.size();
        for (const named::Uses& some : use.alternatives) add_spots(board, some, seen, spots);
        if (spots.size() != first + count) continue;
        const std::span<Spot> choices = std::span(spots).subspan(first);
        const auto shares = [&](const Spot& one) {
            return one.mark.over && one.use.cells.size() == 2 && one.middle() == choices[0].middle();
        };
        if (std::ranges::all_of(choices, shares))
            for (std::size_t turn = 0; turn < count; ++turn) choices[turn].choice = turn, choices[turn].choices = count;
    }
}

std::vector<Spot> spots_of(const Board& board) {
    std::map<std::string_view, std::size_t> seen;
    std::vector<Spot> spots;
    add_spots(board, board.uses, seen, spots);
    return spots;
}

// --- Lines of pieces --------------------------------------------------------------------------------------------------

using Segment = std::pair<Point, Point>;

bool turns(const Point& before, const Point& at, const Point& after) {
    return !(before.x == at.x && at.x == after.x) && !(before.y == at.y && at.y == after.y);
}

// Segments put together into lines that are as long as can be, without the points on the way that do not turn.
std::vector<Points> joined(const std::vector<Segment>& segments) {
    std::map<Point, std::vector<std::size_t>> at;
    for (std::size_t number = 0; number < segments.size(); ++number)
        for (const Point& end : {segments[number].first, segments[number].second}) at[end].push_back(number);
    std::vector<bool> left(segments.size(), true);
    std::vector<Points> lines;
    for (std::size_t last = segments.size(); last-- > 0;) {
        if (!left[last]) continue;
        left[last] = false;
        Points line{segments[last].first, segments[last].second};
        for (int side = 0; side < 2; ++side) {
            const auto next = [&] {
                const auto& some = at[line.back()];
                const auto found = std::ranges::find_if(some, [&](std::size_t number) { return left[number]; });
                return found == some.end() ? std::optional<std::size_t>() : *found;
            };
            while (const auto number = next()) {
                left[*number] = false;
                const auto& [one, other] = segments[*number];
                line.push_back(one == line.back() ? other : one);
            }
            std::ranges::reverse(line);
        }
        Points& kept = lines.emplace_back();
        for (std::size_t place = 0; place < line.size(); ++place)
            if (!place || place + 1 == line.size() || turns(line[place - 1], line[place], line[place + 1]))
                kept.push_back(line[place]);
    }
    return lines;
}

// The outline of a cage, inside its cells.
std::vector<Points> outline(const Line& given, const Board& board) {
    constexpr double inset = 5 * pixel;
    constexpr std::pair<int, int> ways[] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};
    std::vector<Segment> parts;
    const Line cells = named::without_repeats(named::sorted(given));
    for (const int cell : cells) {
        const int row = cell / board.columns, column = cell % board.columns;
        const auto has = [&](int down, int right) {
            const int to_row = row + down, to_column = column + right;
            return 0 <= to_row && to_row < board.rows && 0 <= to_column && to_column < board.columns &&
                   std::ranges::binary_search(cells, to_row * board.columns + to_column);
        };
        for (const auto& [down, right] : ways) {
            if (has(down, right)) continue;
            // The outline turns in the cell, or goes on into the neighbour, and where the cage turns further.
            const auto end = [&](int side) {
                const bool straight = down ? has(0, side) : has(side, 0);
                const bool across = has(down ? down : side, right ? right : side);
                return !straight ? inset : across ? -inset : 0;
            };
            const double low = end(-1), high = 1 - end(1), at = down + right < 0 ? inset : 1 - inset;
            if (down)
                parts.push_back({{column + low, row + at}, {column + high, row + at}});
            else
                parts.push_back({{column + at, row + low}, {column + at, row + high}});
        }
    }
    return joined(parts);
}

// --- Texts in corners and outside -------------------------------------------------------------------------------------

using Labels = std::vector<std::pair<int, std::string>>;

// The texts of each cell that has labels of rules, with blanks between those of several.
Labels labels_of(const std::vector<Spot>& spots) {
    Labels labels;
    for (const Spot& spot : spots) {
        const Line cells = cells_in(spot.use);
        if (cells.empty() || spot.mark.outside) continue;
        const std::string text = label_of(spot);
        if (text.empty()) continue;
        const int first = spot.mark.outlined ? *std::ranges::min_element(cells) : cells[0];
        for (const int cell : spot.mark.labels_each ? cells : Line{first}) {
            const auto found = std::ranges::find(labels, cell, &Labels::value_type::first);
            if (found == labels.end())
                labels.emplace_back(cell, text);
            else
                found->second.append(" ") += text;
        }
    }
    return labels;
}

// They stand on white, so that a dashed line does not cross them.
Figures numbers_of(const Labels& labels, const Board& board) {
    Figures grounds, texts;
    for (const auto& [cell, text] : labels) {
        const double left = cell % board.columns + 3 * pixel, top = cell / board.columns + 1.5 * pixel, height = 0.2;
        const double right = left + height * 0.6 * static_cast<double>(length(text)) + 3 * pixel;
        grounds.push_back(box({left, top}, {right, top + height}, white));
        texts.push_back(from_left(written({left + pixel, top + height / 2}, text, height, ink)));
    }
    std::ranges::move(texts, std::back_inserter(grounds));
    return grounds;
}

// The numbers of clues before their lines, one below the other if several have the same place; in their signs.
Figures clues_outside(const std::vector<Spot>& spots) {
    Figures out;
    std::vector<std::pair<Point, std::vector<const Spot*>>> places;
    for (const Spot& spot : spots) {
        const Line cells = spot.cells();
        if (!spot.mark.outside || cells.empty()) continue;
        const auto [x, y] = spot.point(cells.front());
        Point next = spot.point(cells.back());
        if (cells.size() == 1)  // a diagonal of one cell, in a corner
            next = {x + (x < spot.board.columns / 2.0 ? 1 : -1), y + (y < spot.board.rows / 2.0 ? 1 : -1)};
        const int dx = sign(next.x - x), dy = sign(next.y - y);
        const Point place{x - dx, y - dy};
        const auto found = std::ranges::find(places, place, &decltype(places)::value_type::first);
        (found == places.end() ? places.emplace_back(place, std::vector<const Spot*>()) : *found).second.push_back(&spot);
        if (!dx || !dy) continue;
        const double tip_x = x - dx * 0.55, tip_y = y - dy * 0.55;
        out.push_back(path({{tip_x - dx * 0.2, tip_y - dy * 0.2}, {tip_x, tip_y}}, ink, 2));
        out.push_back(path({{tip_x - dx * 0.125, tip_y}, {tip_x, tip_y}, {tip_x, tip_y - dy * 0.125}}, ink, 2));
    }
    for (const auto& [at, some] : places) {
        const auto count = static_cast<double>(some.size());
        const double room = some.size() == 1 ? 0.5 : 0.84 / count, height = 0.72 * room;
        for (std::size_t place = 0; place < some.size(); ++place) {
            const std::string text = number_of(some[place]->use);
            const Point here{at.x, at.y + room * (static_cast<double>(place) - (count - 1) / 2)};
            draw_around(some[place]->mark.around, here, 0.6 * height * static_cast<double>(length(text)), 0.86 * room, out);
            out.push_back(written(here, text, height, ink));
        }
    }
    return out;
}

// Whether a figure fills cells, so that lines have to lie over it.
bool is_ground(const Figure& figure) { return !figure.lines.empty() && !figure.fill.empty() && figure.stroke.empty(); }

bool is_ring(const Figure& figure) { return figure.kind == Figure::Kind::circle && figure.stroke == ink; }

void add(Figures& all, Figures some) { std::ranges::move(some, std::back_inserter(all)); }

}  // namespace

Marks marks_of(const Board& board) {
    const std::vector<Spot> spots = spots_of(board);
    Marks marks;
    Figure cages = strokes({}, ink, 1.3 * pixel);
    cages.dashed = true;
    for (const Spot& spot : spots) {
        if (spot.mark.under) spot.mark.under(spot, marks.under);
        if (spot.mark.over) spot.mark.over(spot, marks.over);
        if (spot.mark.outlined) std::ranges::move(outline(spot.cells(), board), std::back_inserter(cages.lines));
    }
    std::ranges::stable_partition(marks.under, is_ground);
    if (!cages.lines.empty()) marks.cages.push_back(std::move(cages));
    const Labels labels = labels_of(spots);
    for (const auto& [cell, text] : labels) marks.labelled.push_back(cell);
    marks.numbers = numbers_of(labels, board);
    marks.outside = clues_outside(spots);
    return marks;
}

Layers layers_of(const Board& board) {
    Marks marks = marks_of(board);
    Layers layers{std::move(marks.under), std::move(marks.over)};
    for (Figures* const some : {&marks.cages, &marks.numbers, &marks.outside}) add(layers.mixed, std::move(*some));
    return layers;
}

Room room_for_candidates(const Marks& marks) {
    const bool is_beside = !marks.over.empty() || std::ranges::any_of(marks.under, is_ring);
    return {marks.labelled.empty() ? 0 : 0.24, is_beside ? 0.18 : 0};
}

int margin(const Board& board) {
    return std::ranges::any_of(spots_of(board), [](const Spot& spot) { return spot.mark.outside; });
}

// --- The board --------------------------------------------------------------------------------------------------------

Figures borders(const Board& board) {
    const int high = board.rows, wide = board.columns;
    // A number for each cell: that of its region, -1 outside, -2 for a cell of no region.
    Line regions(static_cast<std::size_t>(board.cells()), board.regions.empty() ? 0 : -2);
    for (std::size_t number = 0; number < board.regions.size(); ++number)
        for (const int cell : board.regions[number])
            if (0 <= cell && cell < board.cells()) regions[static_cast<std::size_t>(cell)] = static_cast<int>(number);
    const auto region_of = [&](int row, int column) {
        const bool inside = 0 <= row && row < high && 0 <= column && column < wide;
        return inside ? regions[static_cast<std::size_t>(row * wide + column)] : -1;
    };
    const auto point = [](int column, int row) { return Point{static_cast<double>(column), static_cast<double>(row)}; };
    Figure thin = strokes({}, "#9a9a9a", pixel);
    for (int at = 1; at < high; ++at) thin.lines.push_back({point(0, at), point(wide, at)});
    for (int at = 1; at < wide; ++at) thin.lines.push_back({point(at, 0), point(at, high)});
    std::vector<Segment> thick;
    for (int row = 0; row <= high; ++row)
        for (int column = 0; column <= wide; ++column) {
            const int here = region_of(row, column);
            if (region_of(row - 1, column) != here) thick.push_back({point(column, row), point(column + 1, row)});
            if (region_of(row, column - 1) != here) thick.push_back({point(column, row), point(column, row + 1)});
        }
    return {thin, strokes(joined(thick), ink, 4 * pixel)};
}

Figures digits_of(const Board& board, const Digits& digits) {
    constexpr std::string_view symbols = "0123456789ABCDEFGHIJKLMNOP";
    Figures out;
    const auto in = [](std::span<const std::uint8_t> some, std::size_t cell) { return cell < some.size() ? some[cell] : 0; };
    for (std::size_t cell = 0; cell < static_cast<std::size_t>(board.cells()); ++cell) {
        const int given = in(digits.givens, cell), shown = given ? given : in(digits.found, cell);
        if (!shown) continue;
        const auto value = static_cast<std::size_t>(shown - 1 + board.lowest);
        const char symbol = value < symbols.size() ? symbols[value] : '?';
        const Colour colour = given ? digits.ink_of_givens : "#1d7a35";
        const Point at = centre(static_cast<int>(cell), board.columns);
        out.push_back(bold(written(at, {symbol}, 0.58, colour), given != 0));
    }
    return out;
}

Figures picture_of(const Board& board, const Digits& digits, const Line& marked) {
    Marks marks = marks_of(board);
    Figures all;
    for (const int cell : marked) all.push_back(square(cell, board.columns, 0, "#d3e5fb"));
    add(all, std::move(marks.under));
    add(all, borders(board));
    add(all, digits_of(board, digits));
    for (Figures* const some : {&marks.cages, &marks.over, &marks.numbers, &marks.outside}) add(all, std::move(*some));
    return all;
}

}  // namespace engine::drawing
