/* bend.c: bends the world of a server under test, by LD_PRELOAD. Knows nothing of Ochre.
 *
 *   OCHRE_BEND_SEED=N     the system's random numbers come from N, so that two servers make the same tables
 *   OCHRE_BEND_FILE=PATH  while this file exists, nothing can be written below the folder it names: its first word is
 * "full", "readonly" or "broken", the rest is the folder; "blind" lets writing be and nothing be read
 *   OCHRE_BEND_CLOCK=MS   time is made of thoughts: the clocks of the loop and of the threads named "thinker" stand
 * still, but every look of a thinker at them takes MS milliseconds, and what a thinker waits for has come at once
 *   OCHRE_BEND_WALL=PATH  the clock on the wall is wrong by as many seconds as stand in this file
 *
 * So a disk can be full, read-only or failing for as long as a test likes, without being root. */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/statvfs.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

#define REAL(function) ((__typeof__(&(function)))dlsym(RTLD_NEXT, #function))

/* ---- random numbers ---- */

void randombytes_buf(void *bytes, size_t size);
uint32_t randombytes_random(void);
ssize_t getrandom(void *bytes, size_t size, unsigned flags);

static _Atomic uint64_t drawn;

/* splitmix64 of the number of the draw: threads cannot break it, and it never repeats. */
static uint64_t draw(uint64_t seed)
{
    uint64_t z = (seed << 32) + 0x9E3779B97F4A7C15u * (1 + atomic_fetch_add(&drawn, 1));
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

static int fill(void *bytes, size_t size)
{
    const char *seed = getenv("OCHRE_BEND_SEED");
    if (!seed)
        return 0;
    for (unsigned char *at = bytes; size > 0;) {
        uint64_t word = draw(strtoull(seed, NULL, 10));
        size_t piece = size < sizeof word ? size : sizeof word;
        memcpy(at, &word, piece);
        at += piece;
        size -= piece;
    }
    return 1;
}

void randombytes_buf(void *bytes, size_t size)
{
    if (!fill(bytes, size))
        REAL(randombytes_buf)(bytes, size);
}

uint32_t randombytes_random(void)
{
    uint32_t word;
    return fill(&word, sizeof word) ? word : REAL(randombytes_random)();
}

ssize_t getrandom(void *bytes, size_t size, unsigned flags)
{
    return fill(bytes, size) ? (ssize_t)size : REAL(getrandom)(bytes, size, flags);
}

/* ---- the clock on the wall ---- */

static long wrong_by(void)
{
    const char *file = getenv("OCHRE_BEND_WALL");
    char text[32] = "";
    int fd = file ? REAL(open)(file, O_RDONLY | O_CLOEXEC) : -1;
    if (fd < 0)
        return 0;
    ssize_t got = read(fd, text, sizeof text - 1);
    close(fd);
    return got > 0 ? strtol(text, NULL, 10) : 0;
}

static int wall_clock(clockid_t clock, struct timespec *at)
{
    int result = REAL(clock_gettime)(clock, at);
    if (result == 0 && clock == CLOCK_REALTIME)
        at->tv_sec += wrong_by();
    return result;
}

/* ---- disks ---- */

static int ends_with(const char *text, const char *end)
{
    size_t length = strlen(text), tail = strlen(end);
    return length >= tail && strcmp(text + length - tail, end) == 0;
}

/* The trouble that writing below its folder has now: an errno, 0 for none. What SQLite shares between processes (-shm)
 * is hardly ever new and finds room on a full disk too. */
static int trouble_at(const char *path)
{
    const char *file = getenv("OCHRE_BEND_FILE");
    char text[4096] = "", word[16], folder[4000];
    if (!file)
        return 0;
    int fd = REAL(open)(file, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return 0;
    ssize_t got = read(fd, text, sizeof text - 1);
    close(fd);
    if (got <= 0 || sscanf(text, "%15s %3999[^\n]", word, folder) != 2 || strncmp(path, folder, strlen(folder)) != 0)
        return 0;
    if (strcmp(word, "full") == 0)
        return ends_with(path, "-shm") ? 0 : ENOSPC;
    if (strcmp(word, "blind") == 0)
        return ENXIO;
    return strcmp(word, "readonly") == 0 ? EROFS : EIO;
}

/* The errno that stands in the way of this file, 0 for none. */
static int is_bent(int fd)
{
    char name[64], path[4096];
    if (!getenv("OCHRE_BEND_FILE"))
        return 0;
    snprintf(name, sizeof name, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(name, path, sizeof path - 1);
    if (length <= 0)
        return 0;
    path[length] = '\0';
    int trouble = trouble_at(path);
    if (trouble)
        errno = trouble;
    return trouble;
}

/* Files that cannot be read can be written, and the other way round. */
static int is_blind(int fd)
{
    return is_bent(fd) == ENXIO;
}

static int is_troubled(int fd)
{
    int trouble = is_bent(fd);
    return trouble == ENXIO ? 0 : trouble;
}

ssize_t pread(int fd, void *bytes, size_t size, off_t at)
{
    return is_blind(fd) ? -1 : REAL(pread)(fd, bytes, size, at);
}

ssize_t pread64(int fd, void *bytes, size_t size, off64_t at)
{
    return is_blind(fd) ? -1 : REAL(pread64)(fd, bytes, size, at);
}

ssize_t write(int fd, const void *bytes, size_t size)
{
    return is_troubled(fd) ? -1 : REAL(write)(fd, bytes, size);
}

ssize_t pwrite(int fd, const void *bytes, size_t size, off_t at)
{
    return is_troubled(fd) ? -1 : REAL(pwrite)(fd, bytes, size, at);
}

ssize_t pwrite64(int fd, const void *bytes, size_t size, off64_t at)
{
    return is_troubled(fd) ? -1 : REAL(pwrite64)(fd, bytes, size, at);
}

/* A file can be cut short on a full disk. */
static int is_troubled_cut(int fd, off64_t size)
{
    int trouble = is_troubled(fd);
    return trouble && (trouble != ENOSPC || size > lseek64(fd, 0, SEEK_END));
}

int ftruncate(int fd, off_t size)
{
    return is_troubled_cut(fd, size) ? -1 : REAL(ftruncate)(fd, size);
}

int ftruncate64(int fd, off64_t size)
{
    return is_troubled_cut(fd, size) ? -1 : REAL(ftruncate64)(fd, size);
}

int fallocate(int fd, int mode, off_t at, off_t size)
{
    return is_troubled(fd) ? -1 : REAL(fallocate)(fd, mode, at, size);
}

int statvfs(const char *path, struct statvfs *about)
{
    int result = REAL(statvfs)(path, about);
    if (result == 0 && trouble_at(path) == ENOSPC)
        about->f_bavail = 0;
    return result;
}

int statvfs64(const char *path, struct statvfs64 *about)
{
    int result = REAL(statvfs64)(path, about);
    if (result == 0 && trouble_at(path) == ENOSPC)
        about->f_bavail = 0;
    return result;
}

/* A full disk can still be synced, a read-only one has nothing to sync, a broken one fails here too. */
static int is_broken(int fd)
{
    return is_troubled(fd) == EIO;
}

int fsync(int fd)
{
    return is_broken(fd) ? -1 : REAL(fsync)(fd);
}

int fdatasync(int fd)
{
    return is_broken(fd) ? -1 : REAL(fdatasync)(fd);
}

/* ---- time made of thoughts ---- */

static _Atomic int64_t passed;   /* nanoseconds of thoughts */
static struct timespec start[2]; /* of the real times, when they were first asked for: by the loop, before threads */

/* Milliseconds that a look at the clock takes; 0: the clock is not bent. */
static int64_t bent_clock(void)
{
    static _Atomic int64_t known = -1;
    if (atomic_load(&known) < 0) {
        const char *text = getenv("OCHRE_BEND_CLOCK");
        atomic_store(&known, text ? strtoll(text, NULL, 10) : 0);
    }
    return atomic_load(&known);
}

static int is_thinker(void)
{
    char name[32] = "";
    return pthread_getname_np(pthread_self(), name, sizeof name) == 0 && strcmp(name, "thinker") == 0;
}

/* Is this address in the program itself? Its libraries have timers of their own, which need the real time. */
static int note_program(struct dl_phdr_info *object, size_t size, void *range)
{
    uintptr_t *end = range;
    (void)size;
    for (int i = 0; i < object->dlpi_phnum; i++) {
        uintptr_t from = object->dlpi_addr + object->dlpi_phdr[i].p_vaddr;
        if (object->dlpi_phdr[i].p_type == PT_LOAD && (object->dlpi_phdr[i].p_flags & PF_X)) {
            end[0] = from;
            end[1] = from + object->dlpi_phdr[i].p_memsz;
        }
    }
    return 1; /* the program is the first */
}

static int is_program(const void *address)
{
    uintptr_t range[2] = {0};
    dl_iterate_phdr(note_program, range);
    return (uintptr_t)address >= range[0] && (uintptr_t)address < range[1];
}

static struct timespec plus(struct timespec time, int64_t nanoseconds)
{
    int64_t sum = time.tv_nsec + nanoseconds;
    return (struct timespec){.tv_sec = time.tv_sec + (time_t)(sum / 1000000000), .tv_nsec = (long)(sum % 1000000000)};
}

int clock_gettime(clockid_t which, struct timespec *time)
{
    int is_monotonic = which == CLOCK_MONOTONIC || which == CLOCK_MONOTONIC_COARSE;
    int thinks = bent_clock() ? is_thinker() : 0;
    if (!bent_clock() || (!thinks && gettid() != getpid()) || (!is_monotonic && which != CLOCK_REALTIME) ||
        !is_program(__builtin_return_address(0)))
        return wall_clock(which, time);
    if (start[is_monotonic].tv_sec == 0)
        REAL(clock_gettime)(which, &start[is_monotonic]);
    if (thinks)
        atomic_fetch_add(&passed, bent_clock() * 1000000);
    *time = plus(start[is_monotonic], atomic_load(&passed));
    return 0;
}

/* Thinkers wait for a moment by the monotonic clock. */
int pthread_cond_timedwait(pthread_cond_t *condition, pthread_mutex_t *mutex, const struct timespec *until)
{
    if (!bent_clock() || !is_thinker())
        return REAL(pthread_cond_timedwait)(condition, mutex, until);
    struct timespec now = plus(start[1], atomic_load(&passed));
    int64_t left = (int64_t)(until->tv_sec - now.tv_sec) * 1000000000 + (until->tv_nsec - now.tv_nsec);
    if (left > 0)
        atomic_fetch_add(&passed, left);
    return ETIMEDOUT;
}
