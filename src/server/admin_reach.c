/* admin_reach.c: see admin_reach.h. */
#include "server/admin_reach.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

#include "base/text.h"

_Static_assert(sizeof(((struct sockaddr_un *)0)->sun_path) >= ADMIN_PLACE_SIZE, "room for the name of a socket");

enum { ANSWER_SECONDS = 120, PIECE = 64 * 1024, ANSWER_MAX = 256 * 1024 * 1024 };

int admin_place(const char *folder, char place[ADMIN_PLACE_SIZE], int *held, struct ochre_error *error)
{
    struct ochre_text text = text_on(place, ADMIN_PLACE_SIZE);
    *held = -1;
    text_add(&text, folder);
    text_add(&text, "/" ADMIN_SOCKET);
    if (!text.cut)
        return 0;
    *held = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (*held < 0)
        return error_set(error, "", "{0}: {1}", folder, strerror(errno));
    text = text_on(place, ADMIN_PLACE_SIZE);
    text_fill(&text, "/proc/self/fd/{0}/" ADMIN_SOCKET, (const char *const[]){NUM(*held), NULL});
    struct stat about;
    if (stat("/proc/self/fd", &about) == 0)
        return 0;
    (void)close(*held);
    *held = -1;
    return error_set(error, "", "{0}: the name of the folder is too long for a socket in it (and there is no /proc)",
                     folder);
}

/* Why nobody could be reached there. */
static int nobody(const char *folder, int reason, struct ochre_error *error)
{
    struct stat about;
    if (reason == EACCES || reason == EPERM)
        return error_set(error, "", "{0}: {1}; this is for the owner of the folder (or root)", folder,
                         strerror(reason));
    if (stat(folder, &about) < 0)
        return error_set(error, "", "{0}: {1}", folder, strerror(errno));
    if (reason == ENOENT || reason == ECONNREFUSED || reason == ENOTDIR || reason == ENOTSOCK)
        return error_set(error, "", "{0}: no server is running there (ochre serve --data {0} starts one)", folder);
    return error_set(error, "", "{0}: the server cannot be reached: {1}", folder, strerror(reason));
}

static int reach(const char *folder, struct ochre_error *error)
{
    struct sockaddr_un name = {.sun_family = AF_UNIX};
    char place[ADMIN_PLACE_SIZE];
    int held;
    if (admin_place(folder, place, &held, error) < 0)
        return -1;
    memcpy(name.sun_path, place, sizeof place);
    int line = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    int result = line < 0 ? -1 : connect(line, (const struct sockaddr *)&name, sizeof name);
    int reason = errno;
    if (held >= 0)
        (void)close(held);
    if (result == 0)
        return line;
    if (line >= 0)
        (void)close(line);
    return nobody(folder, reason, error);
}

static int say(int line, const char *text, size_t length)
{
    while (length > 0) {
        ssize_t count = send(line, text, length, MSG_NOSIGNAL);
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0)
            return -1;
        text += count;
        length -= (size_t)count;
    }
    return 0;
}

/* Until the end of the line; NULL: it never came. */
static char *hear(int line, size_t *length)
{
    size_t size = PIECE;
    size_t used = 0;
    char *answer = malloc(size);
    while (answer && size <= ANSWER_MAX) {
        ssize_t count = recv(line, answer + used, size - used - 1, 0);
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0)
            break;
        used += (size_t)count;
        if (answer[used - 1] == '\n') {
            answer[--used] = '\0';
            *length = used;
            return answer;
        }
        if (size - used < PIECE / 2) {
            char *larger = realloc(answer, 2 * size);
            if (!larger)
                break;
            answer = larger;
            size *= 2;
        }
    }
    free(answer);
    return NULL;
}

char *admin_reach(const char *folder, const char *order, size_t *length, struct ochre_error *error)
{
    int line = reach(folder, error);
    if (line < 0)
        return NULL;
    const struct timeval patience = {.tv_sec = ANSWER_SECONDS};
    (void)setsockopt(line, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    char *answer = NULL;
    if (say(line, order, strlen(order)) == 0 && say(line, "\n", 1) == 0)
        answer = hear(line, length);
    if (!answer)
        error_set(error, "", "{0}: the server did not answer", folder);
    (void)close(line);
    return answer;
}
