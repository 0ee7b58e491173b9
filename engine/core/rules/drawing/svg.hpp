// Pictures of boards under rules as SVG images, 64 pixels a cell.
#pragma once

#include "rules/drawing/picture.hpp"

namespace engine::drawing {

// What stands in a whole image besides the board and its rules.
struct Around {
    Line marked;  // cells that are coloured
    std::string title;
    std::vector<Sentence> sentences;  // below the board
};
std::string svg(const Board& board, const Digits& digits, const Around& around);

// The rules alone as two images over a board in the light or the dark, each as large as its cells.
//
// The first one mixes with the cells: what is white in the light and black in the dark has no colour. The second one covers them.
// Clues outside the board lie outside the images, which the page has to show. Empty texts for no marks.
struct SvgLayers {
    std::string mixed, covering;
};
SvgLayers svg_layers(const Board& board);

// A board for a list on a page in the light or the dark; the whole image mixes with the page, as above.
std::string svg_small(const Board& board, const Digits& givens);

}  // namespace engine::drawing
