/* admin_socket.c: see admin_socket.h. */
#include "server/admin_socket.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <uv.h>

#include "base/text.h"
#include "server/admin_reach.h"

enum { ORDER_MAX = 64 * 1024, CALLERS_MAX = 16, BACKLOG = 16 };

struct admin_socket {
    uv_pipe_t door;
    struct hall *hall;
    struct caller *callers;
    int count;
    int held; /* the folder, when its name is too long; -1 */
    char place[ADMIN_PLACE_SIZE];
    bool is_closing;
};

/* Somebody at the desk. One order at a time: nothing more is read until it is answered and the answer is taken. */
struct caller {
    uv_pipe_t line;
    uv_write_t writing;
    struct admin_socket *desk;
    struct caller *next;
    char *answer;
    size_t used;
    bool is_answering; /* the hall has an order of it */
    bool has_ended;    /* it says nothing more */
    bool is_closed;    /* the line has gone */
    bool is_last;      /* close after this answer */
    char order[ORDER_MAX];
};

/* ---- the end of a line ---- */

static void forget(struct caller *caller)
{
    struct caller **at = &caller->desk->callers;
    while (*at != caller)
        at = &(*at)->next;
    *at = caller->next;
    caller->desk->count--;
    free(caller->answer);
    free(caller);
}

static void line_closed(uv_handle_t *handle)
{
    struct caller *caller = handle->data;
    caller->is_closed = true;
    if (!caller->is_answering)
        forget(caller); /* else whoever answers does */
}

static void hang_up(struct caller *caller)
{
    if (!uv_is_closing((uv_handle_t *)&caller->line))
        uv_close((uv_handle_t *)&caller->line, line_closed);
}

/* ---- orders and answers ---- */

static void next_order(struct caller *caller);

static void answer_taken(uv_write_t *writing, int code)
{
    struct caller *caller = writing->data;
    free(caller->answer);
    caller->answer = NULL;
    if (code < 0 || caller->is_last)
        hang_up(caller);
    else
        next_order(caller);
}

/* A hall_answer. */
static void answered(void *who, const struct hall_reply *reply)
{
    struct caller *caller = who;
    caller->is_answering = false;
    if (caller->is_closed) {
        forget(caller);
        return;
    }
    if (uv_is_closing((uv_handle_t *)&caller->line))
        return;
    caller->answer = malloc(reply->length + 1);
    if (!caller->answer) {
        hang_up(caller);
        return;
    }
    memcpy(caller->answer, reply->body, reply->length);
    caller->answer[reply->length] = '\n';
    uv_buf_t buffer = uv_buf_init(caller->answer, (unsigned int)(reply->length + 1));
    caller->writing.data = caller;
    if (uv_write(&caller->writing, (uv_stream_t *)&caller->line, &buffer, 1, answer_taken) < 0)
        hang_up(caller);
}

static void refuse(struct caller *caller, const char *body)
{
    caller->is_last = true;
    answered(caller, &(struct hall_reply){.status = 400, .body = body, .length = strlen(body)});
}

static void give_room(uv_handle_t *handle, size_t wanted, uv_buf_t *buffer)
{
    (void)wanted;
    struct caller *caller = handle->data;
    *buffer = uv_buf_init(caller->order + caller->used, (unsigned int)(sizeof caller->order - caller->used));
}

static void heard(uv_stream_t *stream, ssize_t count, const uv_buf_t *buffer)
{
    (void)buffer;
    struct caller *caller = stream->data;
    if (count == 0)
        return;
    if (count > 0)
        caller->used += (size_t)count;
    else
        caller->has_ended = true;
    (void)uv_read_stop(stream);
    next_order(caller);
}

/* Takes the next whole line, or listens for more. */
static void next_order(struct caller *caller)
{
    const char *end = memchr(caller->order, '\n', caller->used);
    if (!end && caller->used == sizeof caller->order) {
        refuse(caller, "{\"error\":{\"code\":\"size\",\"why\":\"an order has at most 64 kB\"}}");
        return;
    }
    if (!end) {
        if (caller->has_ended || uv_read_start((uv_stream_t *)&caller->line, give_room, heard) < 0)
            hang_up(caller);
        return;
    }
    size_t length = (size_t)(end - caller->order);
    char *order = malloc(length + 1);
    if (!order) {
        hang_up(caller);
        return;
    }
    memcpy(order, caller->order, length);
    order[length] = '\0';
    caller->used -= length + 1;
    memmove(caller->order, end + 1, caller->used);
    caller->is_answering = true;
    hall_admin(caller->desk->hall, order, length, answered, caller);
    free(order);
}

/* ---- the door ---- */

static void knocked(uv_stream_t *door, int code)
{
    struct admin_socket *desk = door->data;
    struct caller *caller = code < 0 ? NULL : calloc(1, sizeof *caller);
    if (!caller)
        return;
    (void)uv_pipe_init(door->loop, &caller->line, 0);
    caller->line.data = caller;
    caller->desk = desk;
    caller->next = desk->callers;
    desk->callers = caller;
    desk->count++;
    if (uv_accept(door, (uv_stream_t *)&caller->line) < 0 || desk->is_closing)
        hang_up(caller);
    else if (desk->count > CALLERS_MAX)
        refuse(caller, "{\"error\":{\"code\":\"busy\",\"why\":\"too many are at the desk\"}}");
    else
        next_order(caller);
}

/* What a killed server left is taken away; what somebody else put there is not. */
static int clear_place(const char *place, const char *folder, struct ochre_error *error)
{
    struct stat about;
    if (lstat(place, &about) < 0)
        return 0;
    if (!S_ISSOCK(about.st_mode))
        return error_set(error, "", "{0}/" ADMIN_SOCKET " is in the way: it is not a socket", folder);
    if (unlink(place) < 0)
        return error_set(error, "", "{0}/" ADMIN_SOCKET " cannot be taken away: {1}", folder, strerror(errno));
    return 0;
}

static void door_closed(uv_handle_t *handle)
{
    const struct admin_socket *desk = handle->data;
    if (desk->held >= 0)
        (void)close(desk->held);
}

static int open_door(struct admin_socket *desk, const char *folder, struct ochre_error *error)
{
    mode_t usual = umask(0177); /* for its owner alone, from the first moment */
    int code = uv_pipe_bind(&desk->door, desk->place);
    (void)umask(usual);
    if (code == 0)
        code = uv_listen((uv_stream_t *)&desk->door, BACKLOG, knocked);
    if (code < 0)
        return error_set(error, "", "{0}/" ADMIN_SOCKET " cannot be made: {1}", folder, uv_strerror(code));
    return 0;
}

struct admin_socket *admin_socket_new(void *loop, const char *folder, struct hall *hall, struct ochre_error *error)
{
    struct admin_socket *desk = calloc(1, sizeof *desk);
    if (!desk) {
        error_set(error, "", "not enough memory");
        return NULL;
    }
    desk->hall = hall;
    if (admin_place(folder, desk->place, &desk->held, error) < 0 || clear_place(desk->place, folder, error) < 0) {
        if (desk->held >= 0)
            (void)close(desk->held);
        free(desk);
        return NULL;
    }
    (void)uv_pipe_init(loop, &desk->door, 0);
    desk->door.data = desk;
    if (open_door(desk, folder, error) == 0)
        return desk;
    admin_socket_close(desk);
    (void)uv_run(loop, UV_RUN_NOWAIT); /* the door is closed by the loop */
    admin_socket_delete(desk);
    return NULL;
}

void admin_socket_close(struct admin_socket *desk)
{
    if (!desk || desk->is_closing)
        return;
    desk->is_closing = true;
    for (struct caller *caller = desk->callers; caller; caller = caller->next)
        hang_up(caller);
    uv_close((uv_handle_t *)&desk->door, door_closed); /* which takes the file away */
}

void admin_socket_delete(struct admin_socket *desk)
{
    free(desk);
}
