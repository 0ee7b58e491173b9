// The Python module engine._core: opens the libraries of kernels and offers their functions as methods of `Kernels`.
#include <dlfcn.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <string>
#include <vector>

#include "bind/bind.hpp"
#include "bind/interruption.hpp"
#include "bind/processor.hpp"
#include "kernels/library.hpp"

namespace engine {

namespace {

// Adds a library's kernels to the table. It stays open as long as the process runs.
void open_library(const std::string& path, Kernels& kernels) {
    void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    void* add = library ? dlsym(library, "engine_add_kernels") : nullptr;
    if (!add) throw nb::import_error(dlerror());
    if (!reinterpret_cast<AddKernels*>(add)(kernels, layout_stamp()))
        throw nb::import_error((path + " is of another build: build all of the engine again").c_str());
}

// The kernels of several libraries; where two have the same kernel, that of the later one.
Kernels open_libraries(const std::vector<std::string>& paths) {
    Kernels kernels;
    kernels.ask_to_stop = ask_python_to_stop;
    for (const std::string& path : paths) open_library(path, kernels);
    return kernels;
}

}  // namespace

}  // namespace engine

NB_MODULE(_core, module) {
    using namespace engine;
    nb::set_leak_warnings(false);  // the kernels are kept as long as the process runs
    module.def("processor_level", processor_level);
    module.attr("levels") = nb::make_tuple(ENGINE_LEVELS);
    module.def("open_libraries", open_libraries);
    module.def("set_deadline", set_deadline);
    KernelsClass kernels(module, "Kernels");
    kernels.def_ro("lanes", &Kernels::lanes);
    bind_boards(kernels);
    bind_generation(kernels);
    bind_symmetry(kernels);
    bind_carving(kernels);
    bind_fair(kernels);
    bind_fewest(module, kernels);
    bind_solving(kernels);
    bind_measuring(kernels);
    bind_rating(kernels);
    bind_scoring(kernels);
}
