// The pictures of boards under rules, for engine/rules/picture.py: figures as tuples, and SVG images.
#pragma once

#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include "bind/arguments.hpp"
#include "rules/drawing/svg.hpp"

namespace engine::drawing {

inline nb::tuple as_tuple(const Point& point) { return nb::make_tuple(point.x, point.y); }

inline nb::object as_colour(Colour colour) {
    return colour.empty() ? nb::none() : nb::object(nb::str(colour.data(), colour.size()));
}

// The number of its kind (lines, circle, text), then what the class of that kind in Python takes.
inline nb::list listed_figures(const Figures& figures) {
    const auto points = [](const Points& some) { return nb::tuple(listed(some, as_tuple)); };
    return listed(figures, [&](const Figure& one) {
        const int kind = static_cast<int>(one.kind);
        switch (one.kind) {
            case Figure::Kind::lines: {
                const nb::list lines = listed(one.lines, points);
                return nb::make_tuple(kind, lines, as_colour(one.stroke), one.width, as_colour(one.fill), one.dashed);
            }
            case Figure::Kind::circle: {
                const nb::tuple at = as_tuple(one.at);
                return nb::make_tuple(kind, at, one.size, as_colour(one.fill), as_colour(one.stroke), one.width);
            }
            default: break;
        }
        return nb::make_tuple(kind, as_tuple(one.at), one.text, one.size, as_colour(one.fill), one.bold, one.from_left);
    });
}

template <class Class>
void bind_drawing(Class& kernels) {
    using Numbers = Array<const std::int32_t>;
    using Cells = Array<const std::uint8_t>;
    using Sentences = std::vector<std::pair<std::string, std::string>>;
    const auto in = [](const Numbers& board) { return named::board_in({board.data(), board.size()}); };
    const auto digits_in = [](const Cells& givens, const Cells& found) {
        return Digits{{givens.data(), givens.size()}, {found.data(), found.size()}};
    };
    const auto of = [](const Sentences& sentences) {
        std::vector<Sentence> all;
        for (const auto& [rule, text] : sentences) all.push_back({rule, text});
        return all;
    };
    kernels.def_static("picture", [=](Numbers board, Cells givens, Cells found, const Line& marked, const std::string& ink) {
        Digits digits = digits_in(givens, found);
        digits.ink_of_givens = ink;
        return listed_figures(picture_of(in(board), digits, marked));
    });
    kernels.def_static("borders", [=](Numbers board) { return listed_figures(borders(in(board))); });
    kernels.def_static("layers", [=](Numbers board) {
        const auto [mixed, covering] = layers_of(in(board));
        return nb::make_tuple(listed_figures(mixed), listed_figures(covering));
    });
    kernels.def_static("room_of_marks", [=](Numbers given) {
        const Board board = in(given);
        const Marks marks = marks_of(board);
        const auto [above, beside] = room_for_candidates(marks);
        return nb::make_tuple(marks.labelled, above, beside, margin(board));
    });
    kernels.def_static("words_below", [=](Numbers board, const Sentences& sentences) {
        double high = 0;
        const Figures words = words_below(in(board), of(sentences), high);
        return nb::make_tuple(listed_figures(words), high);
    });
    kernels.def_static("sign_of", [](const std::string& rule, double height) {
        return listed_figures(sign_of(rule, {0, 0}, height));
    });
    kernels.def_static("svg", [=](Numbers board, Cells givens, Cells found, const Line& marked, const std::string& title,
                                  const Sentences& sentences) {
        return svg(in(board), digits_in(givens, found), {marked, title, of(sentences)});
    });
    kernels.def_static("svg_layers", [=](Numbers board) {
        const auto [mixed, covering] = svg_layers(in(board));
        return nb::make_tuple(mixed, covering);
    });
    kernels.def_static("svg_small", [=](Numbers board, Cells givens) {
        return svg_small(in(board), digits_in(givens, givens));
    });
}

}  // namespace engine::drawing
