// Many small files in one call, without the interpreter lock. Python's calls give it up and take it again three times a file,
// and wait each time for the threads that hold it meanwhile.
#include <fcntl.h>
#include <nanobind/nanobind.h>
#include <nanobind/stl/vector.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
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

// Whether a file holds exactly this. One that is missing does not, nor does a folder, a pipe or a link.
bool holds(int folder, const File& file, std::vector<char>& found) {
    int handle;
    do handle = openat(folder, file.name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    while (handle < 0 && errno == EINTR);
    if (handle < 0) return false;
    found.resize(file.size + 1);  // a byte more, to see where the file goes on
    struct stat about;
    std::size_t done = 0;
    if (!fstat(handle, &about) && S_ISREG(about.st_mode))
        while (done < found.size()) {
            const ssize_t more = read(handle, found.data() + done, found.size() - done);
            if (more > 0)
                done += static_cast<std::size_t>(more);
            else if (more == 0 || errno != EINTR)
                break;
        }
    close(handle);
    return done == file.size && std::equal(file.content, file.content + file.size, found.begin());
}

// The files as the kernel takes them; the strings are read where they are, kept alive by the arguments.
std::vector<File> files_of(const std::vector<nb::str>& names, const std::vector<nb::bytes>& contents) {
    if (names.size() != contents.size()) throw std::invalid_argument("as many names as contents are needed");
    std::vector<File> files;
    files.reserve(names.size());
    for (std::size_t i = 0; i < names.size(); ++i) {
        const char* name = names[i].c_str();
        if (!name) throw nb::python_error();  // it cannot be encoded
        files.push_back({name, contents[i].c_str(), contents[i].size()});
    }
    return files;
}

// Returns the indices of the files in an open folder that do not hold what they should.
std::vector<std::size_t> differing_files(int folder, const std::vector<nb::str>& names,
                                         const std::vector<nb::bytes>& contents) {
    const std::vector<File> files = files_of(names, contents);
    std::vector<std::size_t> differing;
    nb::gil_scoped_release unlocked;
    std::vector<char> found;
    for (std::size_t i = 0; i < files.size(); ++i)
        if (!holds(folder, files[i], found)) differing.push_back(i);
    return differing;
}

// Writes files into an open folder, up to the first that cannot be written: OSError.
void write_files(int folder, const std::vector<nb::str>& names, const std::vector<nb::bytes>& contents, bool durable) {
    const std::vector<File> files = files_of(names, contents);
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
    module.def("differing_files", differing_files);
}
