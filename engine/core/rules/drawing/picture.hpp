// The picture of a board under rules: its borders, the marks of its rules, its digits, and the rules in words.
#pragma once

#include "rules/drawing/figures.hpp"

namespace engine::drawing {

// The marks of all rules from the lowest to the topmost: under the digits, outlines of cages, over the digits, numbers in
// corners, clues outside.
struct Marks {
    Figures under, cages, over, numbers, outside;
    Line labelled;  // cells with a text of a rule in their upper left corner
};
Marks marks_of(const Board& board);

// The figures of the rules alone, for a board that is drawn already. The first ones mix with the cells: white is no colour
// in them. The others cover the cells and their borders.
struct Layers {
    Figures mixed, covering;
};
Layers layers_of(const Board& board);

// What candidates leave free of their cells: a band above where a rule has a text in a corner, the sides where marks lie.
struct Room {
    double above, beside;
};
Room room_for_candidates(const Marks& marks);

// How many cells the clues outside need on each side: 1 or 0.
int margin(const Board& board);

// Thin lines between cells, then thick ones around regions and the board.
Figures borders(const Board& board);

// Digits of cells, 1 for the lowest and 0 for an empty one: givens, and those of a player. Either may be left out.
struct Digits {
    std::span<const std::uint8_t> givens = {}, found = {};
    Colour ink_of_givens = "#1a4fa3";
};
Figures digits_of(const Board& board, const Digits& digits);

// A board with all that there is to draw, and some cells coloured.
Figures picture_of(const Board& board, const Digits& digits, const Line& marked);

// The sign of a rule of clues outside, around a digit that is so high; nothing if it has none.
Figures sign_of(std::string_view rule, Point at, double height);

// A sentence about a rule; `rule` is empty where it is about none.
struct Sentence {
    std::string rule, text;
};
// Sentences below the board and its clues outside, and how many cells high they are. Before one about clues outside stands the
// sign that these have.
Figures words_below(const Board& board, const std::vector<Sentence>& sentences, double& high);

}  // namespace engine::drawing
