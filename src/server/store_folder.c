/* store_folder.c: the folder of one server, and the lock that says that it is there. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "server/store_engine.h"

char *folder_path(const char *folder, const char *name)
{
    size_t size = strlen(folder) + strlen(name) + 2;
    char *path = must_alloc(size);
    struct ochre_text text = text_on(path, size);
    text_add(&text, folder);
    text_char(&text, '/');
    text_add(&text, name);
    return path;
}

/* Secrets lie here: what we make is for its owner alone. */
static int make_folder(const char *folder, struct ochre_error *error)
{
    struct stat about;
    if (mkdir(folder, 0700) < 0 && errno != EEXIST)
        return error_set(error, "", "the folder cannot be made: {0}", strerror(errno));
    if (stat(folder, &about) < 0)
        return error_set(error, "", "{0}", strerror(errno));
    if (!S_ISDIR(about.st_mode))
        return error_set(error, "", "this is not a folder");
    if (access(folder, W_OK | X_OK) < 0)
        return error_set(error, "", "the folder cannot be written to: {0}", strerror(errno));
    return 0;
}

/* Who has the lock, as far as it can be said. */
static int locked(int file, struct ochre_error *error)
{
    char process[16] = "";
    ssize_t count = read(file, process, sizeof process - 1);
    process[count > 0 ? strcspn(process, "\n") : 0] = '\0';
    return error_set(error, "", "another server is using this folder (process {0})", process[0] ? process : "unknown");
}

static const char lock_mark[] = "ochre.db\n"; /* behind the process: there is a database, or was */

/* A full disk is no reason not to start: the lock is ours without a name on it. */
int folder_sign(int lock, bool has_database, struct ochre_error *error)
{
    char words[32];
    int length = snprintf(words, sizeof words, "%ld\n%s", (long)getpid(), has_database ? lock_mark : "");
    bool is_written = pwrite(lock, words, (size_t)length, 0) == length && ftruncate(lock, length) == 0;
    if (is_written || errno == ENOSPC || errno == EDQUOT)
        return 0;
    return error_set(error, "", "the folder cannot be written to: {0}", strerror(errno));
}

bool folder_had_database(int lock)
{
    char words[64] = "";
    ssize_t count = pread(lock, words, sizeof words - 1, 0);
    return count > 0 && strstr(words, lock_mark) != NULL;
}

static int take_lock(int lock, struct ochre_error *error)
{
    if (flock(lock, LOCK_EX | LOCK_NB) < 0)
        return errno == EWOULDBLOCK ? locked(lock, error)
                                    : error_set(error, "", "the folder cannot be locked: {0}", strerror(errno));
    return folder_sign(lock, folder_had_database(lock), error);
}

int folder_take(const char *folder, struct ochre_error *error)
{
    if (make_folder(folder, error) < 0)
        return -1;
    char *path = folder_path(folder, "ochre.lock");
    int lock = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    int reason = errno;
    free(path);
    if (lock < 0)
        return error_set(error, "", "the folder cannot be written to: {0}", strerror(reason));
    if (take_lock(lock, error) == 0)
        return lock;
    (void)close(lock);
    return -1;
}
