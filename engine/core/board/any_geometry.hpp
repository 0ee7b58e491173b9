// A geometry whose numbers are known at run time only: every kernel compiled with it serves all shapes.
#pragma once

#include "board/geometry.hpp"

namespace engine {

class AnyGeometry {
public:
    static constexpr bool is_constant = false;
    static constexpr int max_size = largest_size, max_cells = max_size * max_size, max_box_rows = max_size,
                         max_bands = max_size;

    explicit AnyGeometry(Shape shape)
        : shape(shape),
          box_rows(shape.rows),
          box_columns(shape.columns),
          size(shape.size()),
          cells(shape.cells()),
          bands(shape.bands()),
          stacks(shape.stacks()),
          has_blocks(shape.has_blocks()),
          all_digits(shape.all_digits()) {}

    Shape shape;
    int box_rows, box_columns, size, cells, bands, stacks;
    bool has_blocks;
    Digits all_digits;

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
