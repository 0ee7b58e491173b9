// The geometry of a board: which row, column and block a cell lies in, and which cells see each other.
//
// A kernel is written once, for any class G that is a *geometry*: `Geometry<3, 3>`, whose numbers are constants, or
// `AnyGeometry`, whose numbers are known at run time only. Both have the same members, and the largest
// numbers that they may have, `max_size` and `max_cells`, are constants. Tables are made of a Shape, and a kernel gets at
// them by a Lookup.
//
// The blocks of a Latin square are its rows: they are no further units. So it has a band for each row and one stack.
#pragma once

#include <array>
#include <cstdint>

namespace engine {

// Digits still possible in a cell: bit v-1 is digit v. 25 digits fit.
using Digits = std::uint32_t;

constexpr Digits digit_bit(int digit) { return Digits{1} << (digit - 1); }

// The rows and columns of a block; 1 and S for a Latin square of size S.
struct Shape {
    int rows, columns;

    constexpr bool operator==(const Shape&) const = default;

    constexpr int size() const { return rows * columns; }    // digits, and cells in a unit
    constexpr int cells() const { return size() * size(); }  // cells of a board, numbered row by row
    constexpr int bands() const { return columns; }          // of `rows` rows each
    constexpr int stacks() const { return rows; }            // of `columns` columns each
    constexpr bool has_blocks() const { return rows > 1 && columns > 1; }
    constexpr bool transposable() const { return rows == columns || !has_blocks(); }  // rows and columns exchanged
    constexpr Digits all_digits() const { return (Digits{1} << size()) - 1; }

    constexpr int row(int cell) const { return cell / size(); }
    constexpr int column(int cell) const { return cell % size(); }
    constexpr int block(int cell) const { return row(cell) / rows * stacks() + column(cell) / columns; }
    constexpr bool see(int a, int b) const {
        return a != b && (row(a) == row(b) || column(a) == column(b) || block(a) == block(b));
    }
};

inline constexpr int largest_size = 25;
inline constexpr int largest_rated_size = 12;  // of a board whose puzzles are rated

template <int BoxRows, int BoxColumns>
struct Geometry {
    static constexpr Shape shape{BoxRows, BoxColumns};

    constexpr Geometry() = default;
    constexpr explicit Geometry(Shape) {}

    static constexpr bool is_constant = true;
    static constexpr int box_rows = BoxRows, box_columns = BoxColumns;
    static constexpr int size = shape.size(), cells = shape.cells();
    static constexpr int max_size = size, max_cells = cells, max_box_rows = box_rows, max_bands = shape.bands();
    static constexpr int bands = shape.bands(), stacks = shape.stacks();
    static constexpr bool has_blocks = shape.has_blocks();
    static constexpr Digits all_digits = shape.all_digits();

    static constexpr int row(int cell) { return shape.row(cell); }
    static constexpr int column(int cell) { return shape.column(cell); }
    static constexpr int block(int cell) { return shape.block(cell); }
    static constexpr bool see(int a, int b) { return shape.see(a, b); }
};

using Geometry6 = Geometry<2, 3>;
using Geometry9 = Geometry<3, 3>;

// The one table of its kind for a geometry, by `->`. A Table is made of a Shape.
template <class Table, class G>
class Lookup {
public:
    constexpr explicit Lookup(const G& = {}) {}
    constexpr const Table* operator->() const { return &table; }

private:
    static constexpr Table table{G::shape};
};

// The unit numbers of every cell, looked up on the hot paths where a division would cost.
template <class G>
struct UnitTable {
    std::array<std::uint8_t, G::max_cells> row{}, column{}, block{};

    constexpr explicit UnitTable(Shape shape) {
        for (int cell = 0; cell < shape.cells(); ++cell) {
            row[cell] = static_cast<std::uint8_t>(shape.row(cell));
            column[cell] = static_cast<std::uint8_t>(shape.column(cell));
            block[cell] = static_cast<std::uint8_t>(shape.block(cell));
        }
    }
};

template <class G>
using Units = Lookup<UnitTable<G>, G>;

// The same at 9x9, for the kernels that are only for that.
inline constexpr UnitTable<Geometry9> units9{Geometry9::shape};

// A geometry whose numbers are known at run time only: every kernel compiled with it serves all shapes.
class AnyGeometry {
public:
    static constexpr bool is_constant = false;
    static constexpr int max_size = largest_size, max_cells = max_size * max_size, max_box_rows = max_size,
                         max_bands = max_size;

    explicit AnyGeometry(Shape shape) : shape(shape) {}

    Shape shape;
    int box_rows = shape.rows, box_columns = shape.columns, size = shape.size(), cells = shape.cells();
    int bands = shape.bands(), stacks = shape.stacks();
    bool has_blocks = shape.has_blocks();
    Digits all_digits = shape.all_digits();

    int row(int cell) const { return shape.row(cell); }
    int column(int cell) const { return shape.column(cell); }
    int block(int cell) const { return shape.block(cell); }
    bool see(int a, int b) const { return shape.see(a, b); }
};

// The only Table of a shape: made at its first use, and kept as long as the process runs.
template <class Table>
const Table& only_table(Shape shape) {
    static const Table* tables[largest_size + 1][largest_size + 1];  // atomic by builtins: <atomic> compiles slowly
    const Table** const place = &tables[shape.rows][shape.columns];
    const Table* table = __atomic_load_n(place, __ATOMIC_ACQUIRE);
    if (table) return *table;
    const Table* const made = new Table(shape);
    if (__atomic_compare_exchange_n(place, &table, made, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) return *made;
    delete made;  // another thread was first
    return *table;
}

template <class Table>
class Lookup<Table, AnyGeometry> {
public:
    explicit Lookup(const AnyGeometry& geometry) : table_(&only_table<Table>(geometry.shape)) {}
    const Table* operator->() const { return table_; }

private:
    const Table* table_;
};

}  // namespace engine
