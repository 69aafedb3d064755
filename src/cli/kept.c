/* kept.c: see kept.h. */
#include "cli/kept.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "table/file.h"

/* The folder, without its last blank; made when it is missing and wanted. False: the environment names none. */
static bool folder_of_plays(struct ochre_text *path, bool is_made)
{
    const char *state = getenv("XDG_STATE_HOME");
    const char *home = getenv("HOME");
    if (state && *state == '/') {
        text_add(path, state);
    } else if (home && *home == '/') {
        text_add(path, home);
        text_add(path, "/.local");
        if (is_made)
            mkdir(path->at, 0700);
        text_add(path, "/state");
    } else {
        return false;
    }
    if (is_made)
        mkdir(path->at, 0700);
    text_add(path, "/ochre");
    if (is_made)
        mkdir(path->at, 0700);
    return !path->cut;
}

void kept_name(const struct ochre_game *game, char path[PATH_SIZE])
{
    struct ochre_text text = text_on(path, PATH_SIZE);
    char stamp[32];
    time_t now = time(NULL);
    struct tm local;
    localtime_r(&now, &local);
    strftime(stamp, sizeof stamp, "%Y%m%d-%H%M%S", &local);
    if (!folder_of_plays(&text, true)) {
        *path = '\0';
        return;
    }
    text_char(&text, '/');
    text_add(&text, game->id);
    text_char(&text, '-');
    text_add(&text, stamp);
    text_add(&text, ".log");
    if (text.cut)
        *path = '\0';
}

/* Is this a log of a play that goes on? Then what a list says of it. */
static bool read_kept(struct kept *kept)
{
    struct ochre_error error;
    struct log log;
    size_t length;
    char *text = file_read(kept->path, LOG_SIZE_MAX, &length, &error);
    bool is_read = text && log_parse(&log, text, length, &error) == 0;
    free(text);
    if (!is_read)
        return false;
    kept->game = log.game;
    kept->moves = 0;
    for (int i = 0; i < log.count; i++)
        kept->moves += log.moves[i].seat != OCHRE_CHANCE;
    bool goes_on = !log.has_result && !log.game->is_internal;
    log_free(&log);
    return goes_on;
}

/* A file of the folder that may be such a log, with its time. */
static bool look_at(const char *folder, const char *name, struct kept *kept)
{
    struct stat about;
    struct ochre_text text = text_on(kept->path, sizeof kept->path);
    size_t length = strlen(name);
    text_add(&text, folder);
    text_char(&text, '/');
    text_add(&text, name);
    if (text.cut || length < 5 || !text_same(name + length - 4, ".log") || stat(kept->path, &about) != 0 ||
        !S_ISREG(about.st_mode))
        return false;
    kept->when = (long long)about.st_mtim.tv_sec * 1000 + about.st_mtim.tv_nsec / 1000000;
    struct tm local;
    localtime_r(&about.st_mtim.tv_sec, &local);
    strftime(kept->left_on, sizeof kept->left_on, "%Y-%m-%d %H:%M", &local);
    return true;
}

int kept_find(struct kept kept[KEPT_MOST])
{
    char folder[PATH_SIZE];
    struct ochre_text text = text_on(folder, sizeof folder);
    DIR *files = folder_of_plays(&text, false) ? opendir(folder) : NULL;
    struct dirent *file;
    int count = 0;
    while (files && (file = readdir(files))) {
        struct kept one;
        if (!look_at(folder, file->d_name, &one) || (count == KEPT_MOST && one.when <= kept[count - 1].when) ||
            !read_kept(&one))
            continue;
        int at = count < KEPT_MOST ? count++ : KEPT_MOST - 1;
        for (; at > 0 && kept[at - 1].when < one.when; at--)
            kept[at] = kept[at - 1];
        kept[at] = one;
    }
    if (files)
        closedir(files);
    return count;
}
