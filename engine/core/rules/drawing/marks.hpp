// How a picture shows each rule: the marks that players know. Grey lines and arrows lie under the digits, lines in their
// colours, white and black dots, shaded cells, cages dashed with their sum.
#pragma once

#include "rules/drawing/figures.hpp"

namespace engine::drawing {

struct Mark;

// A use of a rule that is to be drawn.
struct Spot {
    const Board& board;
    const Use& use;
    const Mark& mark;
    std::size_t turn;  // how many uses of the rule come before it: groups of their own have other colours
    // Which of so many marks at one place it is, if just one of them holds.
    std::size_t choice = 0, choices = 1;

    Point point(int cell) const { return centre(cell, board.columns); }
    Points points() const;  // of the cells on the board
    bool has_number() const;
    Point middle() const;  // of all its cells; beside it for one of several marks
    Line cells() const;    // those on the board
};

using Draw = void (*)(const Spot&, Figures&);

enum class How { plain, circles, diamonds, closed, rimmed, inward };  // of ends of lines, of bulbs, of signs at edges

// What stands in the corner of its first cell: the number or word that it takes, if it is one; nothing; a sign and what it takes;
// digits in a row; the setter's title or a star; the title or what it takes; a sum with factors; digits and how many cells.
enum class Label { one, none, signed_value, digits, title, title_or_value, factors, counted };

struct Mark {
    std::string_view rule;
    Draw under = nullptr;  // its shapes under lines and digits
    Draw over = nullptr;   // over them, at edges and corners
    Colour colours[4] = {};
    How how = How::plain;
    Label label = Label::one;
    std::string_view before = {};  // what stands before the label, or is its letter
    int usual = 0;                 // the number that no picture prints
    bool outlined = false;         // whether its cells have a dashed outline, with its label in the first of them
    bool labels_each = false;      // whether each of its cells has its label
    bool outside = false;          // whether its number stands outside the board, before its cells
    // What stands around that, by which clues of one rule differ from those of others: a `ring`, a `box`, a `dashed box`, a `door`,
    // or a `bar` below, or `bars` above too.
    std::string_view around = {};
};

const Mark& mark_of(std::string_view rule);

// Sums, different cells and choices may be made of a rule of values: their title names it and, after a colon, what stands there.
std::string_view made_of(const Use& use);
std::string number_of(const Use& use);

// What stands in the corner of its first cell, "" for nothing.
std::string label_of(const Spot& spot);

// The sign of a rule around a clue outside the board that is so wide and high.
void draw_around(std::string_view sign, Point at, double wide, double high, Figures& out);

}  // namespace engine::drawing
