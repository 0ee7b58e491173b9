// A geometry whose numbers are known at run time only: every kernel compiled with it serves all shapes.
#pragma once

#include <map>
#include <mutex>
#include <utility>

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

// A table is built once for each shape, and kept as long as the process runs.
template <class Table>
class Lookup<Table, AnyGeometry> {
public:
    explicit Lookup(const AnyGeometry& geometry) : table_(&of(geometry.shape)) {}
    const Table* operator->() const { return table_; }

private:
    static const Table& of(Shape shape) {
        static std::mutex mutex;
        static std::map<std::pair<int, int>, Table> tables;
        const std::lock_guard lock(mutex);
        return tables.try_emplace({shape.rows, shape.columns}, shape).first->second;
    }

    const Table* table_;
};

}  // namespace engine
