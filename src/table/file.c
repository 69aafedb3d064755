/* file.c: see file.h. */
#include "table/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int complain(struct ochre_error *error, int reason)
{
    return error_set(error, "", "{0}", strerror(reason));
}

/* Reads to the end or to one byte more than `most`. NULL and errno when it fails. */
static char *read_all(FILE *file, size_t most, size_t *length)
{
    size_t size = 4096;
    size_t used = 0;
    char *text = malloc(size);
    while (text) {
        used += fread(text + used, 1, size - 1 - used, file);
        if (ferror(file) || feof(file) || used > most)
            break;
        if (used == size - 1) {
            size *= 2;
            char *larger = realloc(text, size);
            if (!larger)
                free(text);
            text = larger;
        }
    }
    if (text && ferror(file)) {
        free(text);
        return NULL;
    }
    if (text)
        text[used] = '\0';
    *length = used;
    return text;
}

char *file_read(const char *path, size_t most, size_t *length, struct ochre_error *error)
{
    bool is_standard = text_same(path, "-");
    FILE *file = is_standard ? stdin : fopen(path, "rb");
    if (!file) {
        complain(error, errno);
        return NULL;
    }
    errno = 0;
    char *text = read_all(file, most, length);
    if (!text)
        complain(error, errno ? errno : ENOMEM);
    if (!is_standard)
        (void)fclose(file);
    if (text && *length > most) {
        error_set(error, "", "longer than {0} bytes", NUM((int64_t)most));
        free(text);
        text = NULL;
    }
    return text;
}

/* Writes everything and syncs it; 0 or an errno. */
static int write_all(int file, const char *text, size_t length)
{
    while (length > 0) {
        ssize_t written = write(file, text, length);
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0)
            return errno;
        text += written;
        length -= (size_t)written;
    }
    /* Pipes and terminals cannot be synced, and need not be. */
    return fsync(file) < 0 && errno != EINVAL && errno != EROFS && errno != ENOTSUP ? errno : 0;
}

static int write_directly(const char *path, const char *text, size_t length, struct ochre_error *error)
{
    int file = open(path, O_WRONLY | O_CLOEXEC);
    if (file < 0)
        return complain(error, errno);
    int reason = write_all(file, text, length);
    if (close(file) < 0 && !reason)
        reason = errno;
    return reason ? complain(error, reason) : 0;
}

/* After the rename the directory must reach the disk too; where that is not possible the file is still whole. */
static void sync_directory(const char *path)
{
    char *directory = strdup(path);
    if (!directory)
        return;
    char *slash = strrchr(directory, '/');
    if (slash)
        slash[slash == directory] = '\0';
    int folder = open(slash ? directory : ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder >= 0) {
        (void)fsync(folder);
        (void)close(folder);
    }
    free(directory);
}

int file_save(const char *path, const char *text, size_t length, struct ochre_error *error)
{
    struct stat about;
    bool is_there = stat(path, &about) == 0;
    if (is_there && S_ISDIR(about.st_mode))
        return complain(error, EISDIR);
    if (is_there && !S_ISREG(about.st_mode))
        return write_directly(path, text, length, error);
    size_t size = strlen(path) + sizeof ".XXXXXX";
    char *scratch = malloc(size);
    if (!scratch)
        return complain(error, ENOMEM);
    struct ochre_text name = text_on(scratch, size);
    text_add(&name, path);
    text_add(&name, ".XXXXXX");
    int reason = 0;
    int file = mkstemp(scratch);
    if (file < 0) {
        reason = errno;
        goto out;
    }
    mode_t mask = umask(0);
    (void)umask(mask);
    (void)fchmod(file, is_there ? about.st_mode & 0777 : 0666 & ~mask);
    reason = write_all(file, text, length);
    if (close(file) < 0 && !reason)
        reason = errno;
    if (!reason && rename(scratch, path) < 0)
        reason = errno;
    if (reason)
        (void)unlink(scratch);
    else
        sync_directory(path);
out:
    free(scratch);
    return reason ? complain(error, reason) : 0;
}
