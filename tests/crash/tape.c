// Preloaded into a program (LD_PRELOAD): sees every change that it makes to the files below a folder, records them on a
// tape, and kills the program at the one asked for, or lets that one fail. It can also refuse to start a thread.
//
// tape.py compiles and controls it. Each record of the tape is a header and, behind it, the path, the second path and
// the bytes written. Changes are recorded in the order in which they happen: a lock is held around each.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum kind { CREATE, EMPTY, WRITE, RESIZE, SYNC, RENAME, LINK, UNLINK, MKDIR, CLOSE, SYNC_ALL, THREAD, OPEN, ALLOCATE };
enum { ANY = -2 };  // all of them but the last ones: what may fail on a disk
enum moment { BEFORE, HALFWAY, AFTER };

struct header {
    int32_t kind, path_size, second_size;
    int64_t offset, size;  // of a write; the size of what is resized
};

#define FILES 4096

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char root[PATH_MAX];
static size_t root_size;
static int tape = -1;
static char* path_of[FILES];  // of the open files below the root

static int kill_kind = -1, kill_moment;
static char kill_part[PATH_MAX];
static long kill_after;

// Changes below `folder` are seen from now on; `tape_path` may be empty.
__attribute__((visibility("default"))) void tape_start(const char* folder, const char* tape_path) {
    snprintf(root, sizeof root, "%s", folder);
    root_size = strlen(root);
    tape = *tape_path ? (int)syscall(SYS_openat, AT_FDCWD, tape_path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600)
                      : -1;
}

// What is written to this open file is recorded too, as if it had that path.
__attribute__((visibility("default"))) void tape_follow(int file, const char* path) { path_of[file] = strdup(path); }

// Kills the program at the change number `after` (from 0) of this kind to a path that contains `part`.
__attribute__((visibility("default"))) void tape_kill(int kind, const char* part, long after, int moment) {
    kill_kind = kind;
    kill_moment = moment;
    kill_after = after;
    snprintf(kill_part, sizeof kill_part, "%s", part);
}

static int fail_kind = -1, fail_error;
static char fail_part[PATH_MAX];
static _Atomic long fail_after;
static _Atomic int* failed;  // shared with the program's parent: the kind that has failed, plus one

__attribute__((visibility("default"))) _Atomic int* tape_failed(void) {
    if (!failed)
        failed = mmap(NULL, sizeof *failed, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    return failed;
}

// Lets the change number `after` (from 0) of this kind to a path that contains `part` fail with an error.
__attribute__((visibility("default"))) void tape_fail(int kind, const char* part, long after, int error) {
    fail_kind = kind;
    fail_error = error;
    fail_after = after;
    snprintf(fail_part, sizeof fail_part, "%s", part);
}

// Whether this is the change that fails; `errno` then says why.
static int fails(int kind, const char* path) {
    const int is_any = fail_kind == ANY && kind != CLOSE && kind != THREAD && kind != ALLOCATE;
    if ((kind != fail_kind && !is_any) || !strstr(path, fail_part) || fail_after-- != 0) return 0;
    if (failed) *failed = kind + 1;
    errno = fail_error;
    return 1;
}

static int is_below(const char* path) {
    return root_size && !strncmp(path, root, root_size) && (path[root_size] == '/' || !path[root_size]);
}

static void die(void) {
    kill(getpid(), SIGKILL);
    for (;;) pause();
}

// Whether this is the change to die at.
static int is_last(int kind, const char* path) {
    return kind == kill_kind && strstr(path, kill_part) && kill_after-- == 0;
}

static void put(const void* bytes, size_t size) {
    for (const char* from = bytes; size;) {
        const long done = syscall(SYS_write, tape, from, size);
        if (done < 0) abort();
        from += done;
        size -= (size_t)done;
    }
}

static void record(int kind, const char* path, const char* second, const void* bytes, int64_t offset, int64_t size) {
    if (tape < 0) return;
    struct header header = {kind, (int32_t)strlen(path), second ? (int32_t)strlen(second) : 0, offset, size};
    put(&header, sizeof header);
    put(path, (size_t)header.path_size);
    if (second) put(second, (size_t)header.second_size);
    if (bytes) put(bytes, (size_t)size);
}

// The absolute path of what a call names; false where it is not below the root.
static int resolve(int folder, const char* name, char* path) {
    char base[PATH_MAX];
    if (!root_size || !name) return 0;
    if (*name == '/') {
        snprintf(path, PATH_MAX, "%s", name);
        return is_below(path);
    }
    char link[64];
    snprintf(link, sizeof link, folder == AT_FDCWD ? "/proc/self/cwd" : "/proc/self/fd/%d", folder);
    const ssize_t size = readlink(link, base, sizeof base - 1);
    if (size < 0) return 0;
    base[size] = 0;
    if ((size_t)snprintf(path, PATH_MAX, "%s/%s", base, name) >= PATH_MAX) return 0;
    return is_below(path);
}

// A change that is done as a whole: dies before it or after it where it is asked to.
#define CHANGE(kind, path, second, call)                     \
    pthread_mutex_lock(&lock);                               \
    if (fails(kind, path)) {                                 \
        pthread_mutex_unlock(&lock);                         \
        return -1;                                           \
    }                                                        \
    const int last = is_last(kind, path);                    \
    if (last && kill_moment != AFTER) die();                 \
    const int result = (call);                               \
    if (result >= 0) record(kind, path, second, NULL, 0, 0); \
    if (last) die();                                         \
    pthread_mutex_unlock(&lock);                             \
    return result

// --- Opening and closing ---

static int opened(int folder, const char* name, int flags, mode_t mode) {
    char path[PATH_MAX];
    if (!resolve(folder, name, path)) return (int)syscall(SYS_openat, folder, name, flags, mode);
    pthread_mutex_lock(&lock);
    struct stat before;
    const int is_new = (flags & O_CREAT) && fstatat(folder, name, &before, AT_SYMLINK_NOFOLLOW);
    const int kind = is_new ? CREATE : (flags & O_TRUNC) ? EMPTY : -1;
    if (fails(kind < 0 ? OPEN : kind, path)) {
        pthread_mutex_unlock(&lock);
        return -1;
    }
    const int last = kind >= 0 && is_last(kind, path);
    if (last && kill_moment != AFTER) die();
    const int file = (int)syscall(SYS_openat, folder, name, flags, mode);
    if (file >= 0 && file < FILES) {
        free(path_of[file]);
        path_of[file] = strdup(path);
        if (kind >= 0) record(kind, path, NULL, NULL, 0, 0);
    }
    if (last) die();
    pthread_mutex_unlock(&lock);
    return file;
}

int open(const char* path, int flags, ...) {
    va_list more;
    va_start(more, flags);
    const mode_t mode = flags & O_CREAT ? va_arg(more, mode_t) : 0;
    va_end(more);
    return opened(AT_FDCWD, path, flags, mode);
}

int openat(int folder, const char* path, int flags, ...) {
    va_list more;
    va_start(more, flags);
    const mode_t mode = flags & O_CREAT ? va_arg(more, mode_t) : 0;
    va_end(more);
    return opened(folder, path, flags, mode);
}

int open64(const char*, int, ...) __attribute__((alias("open")));
int openat64(int, const char*, int, ...) __attribute__((alias("openat")));

int close(int file) {
    if (file >= 0 && file < FILES && path_of[file]) {
        pthread_mutex_lock(&lock);
        char* path = path_of[file];
        path_of[file] = NULL;
        if (path && is_last(CLOSE, path)) die();
        free(path);
        pthread_mutex_unlock(&lock);
    }
    return (int)syscall(SYS_close, file);
}

// --- Contents ---

static const char* path_below(int file) { return file >= 0 && file < FILES ? path_of[file] : NULL; }

static ssize_t written(int file, const void* bytes, size_t size, off_t offset, int has_offset) {
    const char* path = path_below(file);
    if (!path)
        return has_offset ? syscall(SYS_pwrite64, file, bytes, size, offset) : syscall(SYS_write, file, bytes, size);
    pthread_mutex_lock(&lock);
    if (fails(WRITE, path)) {
        pthread_mutex_unlock(&lock);
        return -1;
    }
    const int last = is_last(WRITE, path);
    if (last && kill_moment == BEFORE) die();
    if (last && kill_moment == HALFWAY) size /= 2;
    if (!has_offset) {
        const int flags = fcntl(file, F_GETFL);
        offset = lseek(file, 0, flags & O_APPEND ? SEEK_END : SEEK_CUR);
    }
    const ssize_t done =
        has_offset ? syscall(SYS_pwrite64, file, bytes, size, offset) : syscall(SYS_write, file, bytes, size);
    if (done > 0) record(WRITE, path, NULL, bytes, offset, done);
    if (last) die();
    pthread_mutex_unlock(&lock);
    return done;
}

ssize_t write(int file, const void* bytes, size_t size) { return written(file, bytes, size, 0, 0); }
ssize_t pwrite(int file, const void* bytes, size_t size, off_t offset) { return written(file, bytes, size, offset, 1); }
ssize_t pwrite64(int, const void*, size_t, off_t) __attribute__((alias("pwrite")));

int ftruncate(int file, off_t size) {
    const char* path = path_below(file);
    if (!path) return (int)syscall(SYS_ftruncate, file, size);
    pthread_mutex_lock(&lock);
    if (fails(RESIZE, path)) {
        pthread_mutex_unlock(&lock);
        return -1;
    }
    const int last = is_last(RESIZE, path);
    if (last && kill_moment != AFTER) die();
    const int result = (int)syscall(SYS_ftruncate, file, size);
    if (!result) record(RESIZE, path, NULL, NULL, 0, size);
    if (last) die();
    pthread_mutex_unlock(&lock);
    return result;
}
int ftruncate64(int, off_t) __attribute__((alias("ftruncate")));

static int synced(int file, long call) {
    const char* path = path_below(file);
    if (!path) return (int)syscall(call, file);
    CHANGE(SYNC, path, NULL, 0);  // the tape knows; the disk of a test need not be waited for
}
static int synced_all(int file) {
    if (!path_below(file)) return (int)syscall(SYS_syncfs, file);
    CHANGE(SYNC_ALL, root, NULL, 0);
}
int fsync(int file) { return synced(file, SYS_fsync); }
int syncfs(int file) { return synced_all(file); }
int fdatasync(int file) { return synced(file, SYS_fdatasync); }

// --- Names ---

static int two_paths(int kind, int from_folder, const char* from, int to_folder, const char* to, int flags) {
    char path[PATH_MAX], second[PATH_MAX];
    const int is_seen = resolve(from_folder, from, path) && resolve(to_folder, to, second);
    const long call = kind == LINK ? SYS_linkat : SYS_renameat2;
    if (!is_seen) return (int)syscall(call, from_folder, from, to_folder, to, flags);
    CHANGE(kind, path, second, (int)syscall(call, from_folder, from, to_folder, to, flags));
}
int rename(const char* from, const char* to) { return two_paths(RENAME, AT_FDCWD, from, AT_FDCWD, to, 0); }
int renameat(int a, const char* from, int b, const char* to) { return two_paths(RENAME, a, from, b, to, 0); }
int renameat2(int a, const char* from, int b, const char* to, unsigned flags) {
    return two_paths(RENAME, a, from, b, to, (int)flags);
}
int link(const char* from, const char* to) { return two_paths(LINK, AT_FDCWD, from, AT_FDCWD, to, 0); }
int linkat(int a, const char* from, int b, const char* to, int flags) { return two_paths(LINK, a, from, b, to, flags); }

int unlinkat(int folder, const char* name, int flags) {
    char path[PATH_MAX];
    if (!resolve(folder, name, path)) return (int)syscall(SYS_unlinkat, folder, name, flags);
    CHANGE(UNLINK, path, NULL, (int)syscall(SYS_unlinkat, folder, name, flags));
}
int unlink(const char* name) { return unlinkat(AT_FDCWD, name, 0); }
int rmdir(const char* name) { return unlinkat(AT_FDCWD, name, AT_REMOVEDIR); }

int mkdirat(int folder, const char* name, mode_t mode) {
    char path[PATH_MAX];
    if (!resolve(folder, name, path)) return (int)syscall(SYS_mkdirat, folder, name, mode);
    CHANGE(MKDIR, path, NULL, (int)syscall(SYS_mkdirat, folder, name, mode));
}
int mkdir(const char* name, mode_t mode) { return mkdirat(AT_FDCWD, name, mode); }

// --- Threads ---

int pthread_create(pthread_t* thread, const pthread_attr_t* how, void* (*begin)(void*), void* given) {
    static int (*real)(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*);
    if (!real) real = (int (*)(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*))dlsym(RTLD_NEXT, "pthread_create");
    return fails(THREAD, "") ? fail_error : real(thread, how, begin, given);
}

// --- Memory ---
//
// Allocations of SQLite and of C++, which is what kernels are written in, fail; those of Python do not.

extern void* __libc_malloc(size_t);
extern void* __libc_calloc(size_t, size_t);
extern void* __libc_realloc(void*, size_t);

static struct range { uintptr_t begin, end; } ranges[64];
static int range_count;

__attribute__((visibility("default"))) void tape_see_memory(void) {
    FILE* maps = fopen("/proc/self/maps", "re");
    char line[PATH_MAX + 128];
    while (maps && range_count < 64 && fgets(line, sizeof line, maps)) {
        unsigned long begin, end;
        char access[8];
        if (sscanf(line, "%lx-%lx %7s", &begin, &end, access) == 3 && strchr(access, 'x') &&
            (strstr(line, "libsqlite3") || strstr(line, "libstdc++")))
            ranges[range_count++] = (struct range){begin, end};
    }
    if (maps) fclose(maps);
}

static int no_memory(const void* caller) {
    if (fail_kind != ALLOCATE) return 0;
    for (int range = 0; range < range_count; ++range)
        if (ranges[range].begin <= (uintptr_t)caller && (uintptr_t)caller < ranges[range].end) return fails(ALLOCATE, "");
    return 0;
}

void* malloc(size_t size) { return no_memory(__builtin_return_address(0)) ? NULL : __libc_malloc(size); }
void* calloc(size_t count, size_t size) {
    return no_memory(__builtin_return_address(0)) ? NULL : __libc_calloc(count, size);
}
void* realloc(void* old, size_t size) {
    return no_memory(__builtin_return_address(0)) ? NULL : __libc_realloc(old, size);
}
