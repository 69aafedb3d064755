/* disk.c: see disk.h. Writes are caught by SQLite's own hook for system calls, syncs by standing in front of the C
 * library's functions. */
#include "disk.h"

#include <errno.h>
#include <pthread.h>
#include <sqlite3.h>
#include <stdbool.h>
#include <sys/syscall.h>
#include <unistd.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int writes_left = -1, write_reason, read_reason, sync_reason, sync_count;
static int until_held = -1; /* so many writes before somebody has to wait; -1: nobody */
static bool has_writer;

/* 0, or the errno that this write shall fail with. */
static int before_write(void)
{
    (void)pthread_mutex_lock(&mutex);
    while (until_held == 0) {
        has_writer = true;
        (void)pthread_cond_broadcast(&changed);
        (void)pthread_cond_wait(&changed, &mutex);
    }
    if (until_held > 0)
        until_held--;
    int reason = writes_left == 0 ? write_reason : 0;
    if (writes_left > 0)
        writes_left--;
    (void)pthread_mutex_unlock(&mutex);
    return reason;
}

static ssize_t faulty_pwrite(int file, const void *bytes, size_t count, off_t at)
{
    int reason = before_write();
    if (!reason)
        return pwrite(file, bytes, count, at);
    (void)!pwrite(file, bytes, count / 2, at);
    errno = reason;
    return -1;
}

static ssize_t faulty_write(int file, const void *bytes, size_t count)
{
    int reason = before_write();
    if (!reason)
        return write(file, bytes, count);
    errno = reason;
    return -1;
}

static int before_read(void)
{
    (void)pthread_mutex_lock(&mutex);
    int reason = read_reason;
    (void)pthread_mutex_unlock(&mutex);
    errno = reason;
    return reason ? -1 : 0;
}

static ssize_t faulty_pread(int file, void *bytes, size_t count, off_t at)
{
    return before_read() < 0 ? -1 : pread(file, bytes, count, at);
}

static ssize_t faulty_read(int file, void *bytes, size_t count)
{
    return before_read() < 0 ? -1 : read(file, bytes, count);
}

static int before_sync(void)
{
    (void)pthread_mutex_lock(&mutex);
    sync_count++;
    int reason = sync_reason;
    (void)pthread_mutex_unlock(&mutex);
    errno = reason;
    return reason ? -1 : 0;
}

/* In front of the C library's. */
int fsync(int file)
{
    return before_sync() < 0 ? -1 : (int)syscall(SYS_fsync, file);
}

int fdatasync(int file)
{
    return before_sync() < 0 ? -1 : (int)syscall(SYS_fdatasync, file);
}

void disk_install(void)
{
    sqlite3_vfs *vfs = sqlite3_vfs_find(NULL);
    (void)vfs->xSetSystemCall(vfs, "pwrite", (sqlite3_syscall_ptr)(void (*)(void))faulty_pwrite);
    (void)vfs->xSetSystemCall(vfs, "pwrite64", (sqlite3_syscall_ptr)(void (*)(void))faulty_pwrite);
    (void)vfs->xSetSystemCall(vfs, "write", (sqlite3_syscall_ptr)(void (*)(void))faulty_write);
    (void)vfs->xSetSystemCall(vfs, "pread", (sqlite3_syscall_ptr)(void (*)(void))faulty_pread);
    (void)vfs->xSetSystemCall(vfs, "pread64", (sqlite3_syscall_ptr)(void (*)(void))faulty_pread);
    (void)vfs->xSetSystemCall(vfs, "read", (sqlite3_syscall_ptr)(void (*)(void))faulty_read);
}

void disk_fail_after(int writes, int reason)
{
    (void)pthread_mutex_lock(&mutex);
    writes_left = writes;
    write_reason = reason;
    (void)pthread_mutex_unlock(&mutex);
}

void disk_fail_syncs(int reason)
{
    (void)pthread_mutex_lock(&mutex);
    sync_reason = reason;
    (void)pthread_mutex_unlock(&mutex);
}

void disk_fail_reads(int reason)
{
    (void)pthread_mutex_lock(&mutex);
    read_reason = reason;
    (void)pthread_mutex_unlock(&mutex);
}

void disk_mend(void)
{
    disk_fail_after(-1, 0);
    disk_fail_reads(0);
    disk_fail_syncs(0);
}

void disk_hold_after(int writes)
{
    (void)pthread_mutex_lock(&mutex);
    until_held = writes;
    has_writer = false;
    (void)pthread_mutex_unlock(&mutex);
}

void disk_hold(void)
{
    disk_hold_after(0);
}

void disk_wait_for_writer(void)
{
    (void)pthread_mutex_lock(&mutex);
    while (!has_writer)
        (void)pthread_cond_wait(&changed, &mutex);
    (void)pthread_mutex_unlock(&mutex);
}

void disk_release(void)
{
    (void)pthread_mutex_lock(&mutex);
    until_held = -1;
    (void)pthread_cond_broadcast(&changed);
    (void)pthread_mutex_unlock(&mutex);
}

int disk_syncs(void)
{
    (void)pthread_mutex_lock(&mutex);
    int count = sync_count;
    (void)pthread_mutex_unlock(&mutex);
    return count;
}
