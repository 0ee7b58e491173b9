// The files N.txt of boards: their text, many of them written by a thread of this module, and compared with what they should
// hold. Python's calls give up the interpreter lock and take it again three times a file, and wait each time for the threads
// that hold it meanwhile.
#include <dirent.h>
#include <fcntl.h>
#include <nanobind/nanobind.h>
#include <nanobind/stl/vector.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace nb = nanobind;

namespace {

// Digits of a row are separated by a space, and each row ends with a newline.
void append_text(std::string& text, const unsigned char* cells, std::size_t size) {
    for (std::size_t row = 0; row < size; ++row)
        for (std::size_t column = 0; column < size; ++column) {
            const unsigned value = *cells++;
            if (value >= 10) text += static_cast<char>('0' + value / 10);
            text += static_cast<char>('0' + value % 10);
            text += column + 1 < size ? ' ' : '\n';
        }
}

std::string name_of(std::uint64_t number) { return std::to_string(number) + ".txt"; }

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
// number of the error: EEXIST if anything has the name, a link too.
int write_file(int folder, const char* name, std::string_view content, bool durable) {
    int handle;
    do handle = openat(folder, name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
    while (handle < 0 && errno == EINTR);
    if (handle < 0) return errno;
    int failure = 0;
    for (std::size_t done = 0; done < content.size() && !failure;) {
        const ssize_t more = write(handle, content.data() + done, content.size() - done);
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
bool holds(int folder, const char* name, std::string_view content, std::vector<char>& found) {
    int handle;
    do handle = openat(folder, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    while (handle < 0 && errno == EINTR);
    if (handle < 0) return false;
    found.resize(content.size() + 1);  // a byte more, to see where the file goes on
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
    return done == content.size() && std::equal(content.begin(), content.end(), found.begin());
}

[[noreturn]] void raise_system_error(int failure, const char* name) {
    errno = failure;
    if (name)
        PyErr_SetFromErrnoWithFilename(PyExc_OSError, name);
    else
        PyErr_SetFromErrno(PyExc_OSError);
    throw nb::python_error();
}

// Boards that get files, the first of them N.txt, as bytes of `size` * `size` cells each.
struct Batch {
    std::uint64_t first;
    std::string cells;
};

std::size_t count_of(std::size_t bytes, std::size_t size) {
    if (!size || bytes % (size * size)) throw std::invalid_argument("the cells are not those of whole boards");
    return bytes / (size * size);
}

// Writes files of boards in a thread of its own, while the one that asks for them does other things. The folder has to
// stay open until the writer is closed.
class Writer {
public:
    Writer(int folder, std::size_t size, bool durable) : folder_(folder), size_(size), durable_(durable) {
        thread_ = std::thread([this] { work(); });
    }

    ~Writer() { close(); }

    // Takes over boards, once fewer than `room` batches wait. OSError for a file that could not be written.
    void write(std::uint64_t first, const nb::bytes& cells) {
        count_of(cells.size(), size_);
        Batch batch{first, std::string(cells.c_str(), cells.size())};
        {
            nb::gil_scoped_release unlocked;
            std::unique_lock lock(mutex_);
            changed_.wait(lock, [this] { return failure_ || waiting_.size() < room; });
            if (!failure_) waiting_.push_back(std::move(batch));
        }
        changed_.notify_all();
        raise_failure();
    }

    // Waits until all files are written; with `durable`, until they are on the disk. OSError as above.
    void wait() {
        {
            nb::gil_scoped_release unlocked;
            std::unique_lock lock(mutex_);
            changed_.wait(lock, [this] { return failure_ || (waiting_.empty() && !is_writing_); });
            if (durable_ && has_unsynced_ && !failure_) {
                failure_ = sync_all(folder_);
                has_unsynced_ = false;
            }
        }
        raise_failure();
    }

    // How long the thread has been writing, in seconds.
    double seconds() {
        const std::lock_guard lock(mutex_);
        return std::chrono::duration<double>(busy_).count();
    }

    // Ends the thread after the file at work; what still waits is not written.
    void close() {
        if (!thread_.joinable()) return;
        nb::gil_scoped_release unlocked;
        {
            const std::lock_guard lock(mutex_);
            is_closed_ = true;
        }
        changed_.notify_all();
        thread_.join();
    }

private:
    static constexpr std::size_t room = 4;

    void work() {
        std::string text;
        std::unique_lock lock(mutex_);
        for (;;) {
            changed_.wait(lock, [this] { return is_closed_ || !waiting_.empty(); });
            if (is_closed_) return;
            const Batch batch = std::move(waiting_.front());
            waiting_.pop_front();
            is_writing_ = has_unsynced_ = true;
            const auto begin = std::chrono::steady_clock::now();
            const std::size_t count = count_of(batch.cells.size(), size_);
            for (std::size_t i = 0; i < count && !is_closed_ && !failure_; ++i) {
                lock.unlock();
                text.clear();
                append_text(text, reinterpret_cast<const unsigned char*>(batch.cells.data()) + i * size_ * size_,
                            size_);
                const std::string name = name_of(batch.first + i);
                const int failure = write_file(folder_, name.c_str(), text, durable_);
                lock.lock();
                if (failure) {
                    failure_ = failure;
                    failed_ = name;
                }
            }
            busy_ += std::chrono::steady_clock::now() - begin;
            is_writing_ = false;
            changed_.notify_all();
        }
    }

    void raise_failure() {
        const std::lock_guard lock(mutex_);
        if (failure_) raise_system_error(failure_, failed_.empty() ? nullptr : failed_.c_str());
    }

    const int folder_;
    const std::size_t size_;
    const bool durable_;
    std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<Batch> waiting_;
    bool is_writing_ = false, is_closed_ = false, has_unsynced_ = false;
    int failure_ = 0;  // set once, before anything else is written
    std::string failed_;
    std::chrono::steady_clock::duration busy_{};
    std::thread thread_;
};

// Returns the text of the file of each board.
std::vector<nb::bytes> texts(const nb::bytes& cells, std::size_t size) {
    const std::size_t count = count_of(cells.size(), size);
    std::vector<nb::bytes> found;
    std::string text;
    for (std::size_t i = 0; i < count; ++i) {
        text.clear();
        append_text(text, reinterpret_cast<const unsigned char*>(cells.c_str()) + i * size * size, size);
        found.emplace_back(text.data(), text.size());
    }
    return found;
}

// Returns the indices of the files in an open folder that do not hold what they should.
std::vector<std::size_t> differing_files(int folder, const std::vector<nb::str>& names,
                                         const std::vector<nb::bytes>& contents) {
    if (names.size() != contents.size()) throw std::invalid_argument("as many names as contents are needed");
    std::vector<const char*> files;  // read where they are, kept alive by the arguments
    std::vector<std::string_view> texts;
    for (std::size_t i = 0; i < names.size(); ++i) {
        files.push_back(names[i].c_str());
        if (!files.back()) throw nb::python_error();  // it cannot be encoded
        texts.emplace_back(contents[i].c_str(), contents[i].size());
    }
    std::vector<std::size_t> differing;
    nb::gil_scoped_release unlocked;
    std::vector<char> found;
    for (std::size_t i = 0; i < files.size(); ++i)
        if (!holds(folder, files[i], texts[i], found)) differing.push_back(i);
    return differing;
}

// Whether this is the name of a complete file of a board: a number without leading zeros, and the ending.
bool is_board_name(std::string_view name) {
    constexpr std::string_view ending = ".txt";
    if (name.size() <= ending.size() || name.substr(name.size() - ending.size()) != ending) return false;
    const std::string_view number = name.substr(0, name.size() - ending.size());
    const bool is_number = std::all_of(number.begin(), number.end(), [](char c) { return c >= '0' && c <= '9'; });
    return is_number && (number == "0" || number.front() != '0');
}

// Whether an entry of a folder is a file, not a link to one. Some file systems say so only when they are asked.
bool is_file(int folder, const dirent& entry) {
    if (entry.d_type != DT_UNKNOWN) return entry.d_type == DT_REG;
    struct stat about;
    return !fstatat(folder, entry.d_name, &about, AT_SYMLINK_NOFOLLOW) && S_ISREG(about.st_mode);
}

// Counts the files of boards in a folder, given by its path: OSError. In Python a million names take a second.
std::size_t count_boards(const nb::bytes& folder) {
    constexpr std::size_t period = 1 << 18;  // entries between two looks for Ctrl-C
    const std::unique_ptr<DIR, int (*)(DIR*)> opened(opendir(folder.c_str()), &closedir);
    if (!opened) raise_system_error(errno, folder.c_str());
    std::size_t count = 0, seen = 0;
    for (;;) {
        const dirent* entry = nullptr;
        int failure = 0;
        {
            nb::gil_scoped_release unlocked;
            do {
                errno = 0;
                entry = readdir(opened.get());
                failure = errno;
                if (entry && is_board_name(entry->d_name)) count += is_file(dirfd(opened.get()), *entry);
            } while (entry && ++seen % period);
        }
        if (failure) raise_system_error(failure, folder.c_str());
        if (!entry) return count;
        if (PyErr_CheckSignals()) throw nb::python_error();
    }
}

// Waits until the files written into a folder are on the disk, with their names: OSError.
void sync_files(int folder) {
    int failure = 0;
    {
        nb::gil_scoped_release unlocked;
        failure = sync_all(folder);
    }
    if (failure) raise_system_error(failure, nullptr);
}

}  // namespace

NB_MODULE(_files, module) {
    nb::class_<Writer>(module, "Writer")
        .def(nb::init<int, std::size_t, bool>(), nb::arg("folder"), nb::arg("size"), nb::arg("durable") = false)
        .def("write", &Writer::write, nb::arg("first"), nb::arg("cells"))
        .def("wait", &Writer::wait)
        .def("seconds", &Writer::seconds)
        .def("close", &Writer::close);
    module.def("texts", texts, nb::arg("cells"), nb::arg("size"));
    module.def("differing_files", differing_files);
    module.def("sync_files", sync_files);
    module.def("count_boards", count_boards);
}
