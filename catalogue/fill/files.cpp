// Many small files at once, without the interpreter lock. Python's calls give it up and take it again three times a file,
// and wait each time for the threads that hold it meanwhile.
#include <fcntl.h>
#include <nanobind/nanobind.h>
#include <nanobind/stl/vector.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <stdexcept>
#include <vector>

namespace nb = nanobind;

namespace {

struct File {
    const char *name, *content;
    std::size_t size;
};

#if defined(__linux__)
constexpr bool one_by_one = false;  // syncfs waits for all files together

int sync_file(int) { return 0; }

int sync_all(int folder) { return syncfs(folder) ? errno : 0; }
#else
constexpr bool one_by_one = true;

// macOS asks for more than fsync.
int sync_file(int handle) {
#if defined(F_FULLFSYNC)
    if (!fcntl(handle, F_FULLFSYNC)) return 0;
#endif
    return fsync(handle) ? errno : 0;
}

int sync_all(int folder) { return sync_file(folder); }
#endif

// Creates the file and writes all of it; with `durable`, it is on the disk after the next `sync_all`. Returns 0, or the
// number of the error: EEXIST where anything has the name, a link too.
int write_file(int folder, const File& file, bool durable) {
    int handle;
    do handle = openat(folder, file.name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
    while (handle < 0 && errno == EINTR);
    if (handle < 0) return errno;
    int failure = 0;
    for (std::size_t done = 0; done < file.size && !failure;) {
        const ssize_t more = write(handle, file.content + done, file.size - done);
        if (more > 0)
            done += static_cast<std::size_t>(more);
        else if (more == 0)
            failure = ENOSPC;
        else if (errno != EINTR)
            failure = errno;
    }
    if (one_by_one && durable && !failure) failure = sync_file(handle);
    if (close(handle) && errno != EINTR && !failure) failure = errno;
    return failure;
}

// Writes files into an open folder, up to the first that cannot be written: OSError.
void write_files(int folder, const std::vector<nb::str>& names, const std::vector<nb::bytes>& contents, bool durable) {
    if (names.size() != contents.size()) throw std::invalid_argument("as many names as contents are needed");
    std::vector<File> files;  // the strings are read where they are, kept alive by the arguments
    files.reserve(names.size());
    for (std::size_t i = 0; i < names.size(); ++i) {
        const char* name = names[i].c_str();
        if (!name) throw nb::python_error();  // it cannot be encoded
        files.push_back({name, contents[i].c_str(), contents[i].size()});
    }

    const File* failed = nullptr;
    int failure = 0;
    {
        nb::gil_scoped_release unlocked;
        for (const File& file : files)
            if ((failure = write_file(folder, file, durable))) {
                failed = &file;
                break;
            }
    }
    if (failed) {
        errno = failure;
        PyErr_SetFromErrnoWithFilename(PyExc_OSError, failed->name);
        throw nb::python_error();
    }
}

// Waits until the files written into a folder are on the disk, with their names: OSError.
void sync_files(int folder) {
    int failure = 0;
    {
        nb::gil_scoped_release unlocked;
        failure = sync_all(folder);
    }
    if (!failure) return;
    errno = failure;
    PyErr_SetFromErrno(PyExc_OSError);
    throw nb::python_error();
}

}  // namespace

NB_MODULE(_files, module) {
    module.def("write_files", write_files, nb::arg("folder"), nb::arg("names"), nb::arg("contents"),
               nb::arg("durable") = false);
    module.def("sync_files", sync_files);
}
