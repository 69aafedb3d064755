/* bot.c: a player for `ochre serve` in C, on plain sockets (docs/wire.md).
 *
 *     cc bot.c -ljansson -o bot
 *     ./bot http://localhost:8080/t/k5wq3tgmd7ra#KEY [SEED]
 *
 * It sits down with the key of the link, answers every question it is asked with one of the moves that came along, and
 * goes when play is over. A better player only needs a better choose(). */
#include <jansson.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { TEXT = 1, CLOSE = 8, PING = 9, PONG = 10, MESSAGE_MAX = 1 << 22 };

/* What a better bot would change. `view` of the step is all that this seat may know. */
static const char *choose(json_t *step)
{
    json_t *moves = json_object_get(step, "moves");
    return json_string_value(json_object_get(json_array_get(moves, (size_t)rand() % json_array_size(moves)), "m"));
}

static void fail(const char *what, const char *why)
{
    fprintf(stderr, "bot: %s: %s\n", what, why);
    exit(1);
}

/* ---- a WebSocket, as far as a client needs it (RFC 6455) ---- */

/* One stream for each direction: C allows no turning round on a socket. */
struct wire {
    FILE *in, *out;
};

static struct wire dial(const char *host, const char *port)
{
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM}, *found;
    int trouble = getaddrinfo(host, port, &hints, &found);
    if (trouble)
        fail(host, gai_strerror(trouble));
    int fd = -1;
    for (struct addrinfo *at = found; at && fd < 0; at = at->ai_next) {
        fd = socket(at->ai_family, SOCK_STREAM, 0);
        if (fd >= 0 && connect(fd, at->ai_addr, at->ai_addrlen) < 0) {
            close(fd);
            fd = -1;
        }
    }
    freeaddrinfo(found);
    if (fd < 0)
        fail(host, "nobody answers there");
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &(int){1}, sizeof(int));
    return (struct wire){.in = fdopen(fd, "r"), .out = fdopen(dup(fd), "w")};
}

static void upgrade(const struct wire *wire, const char *host, const char *port)
{
    /* The nonce only guards against caches, so a fixed one will do here. */
    fprintf(wire->out,
            "GET /ws HTTP/1.1\r\nHost: %s:%s\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            "Sec-WebSocket-Key: b2NocmUgb2NocmUgb2Nocg==\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Protocol: ochre.1\r\n\r\n",
            host, port);
    fflush(wire->out);
    char line[1024];
    if (!fgets(line, sizeof line, wire->in) || !strstr(line, " 101 "))
        fail("no WebSocket here", line);
    while (fgets(line, sizeof line, wire->in) && strcmp(line, "\r\n") != 0)
        continue;
}

/* Clients mask what they send; a mask of zeros is allowed and leaves the bytes as they are. */
static void send_frame(const struct wire *wire, int opcode, const char *bytes, size_t size)
{
    fputc(0x80 | opcode, wire->out);
    if (size < 126) {
        fputc(0x80 | (int)size, wire->out);
    } else {
        fputc(0x80 | 126, wire->out);
        fputc((int)(size >> 8 & 0xFF), wire->out);
        fputc((int)(size & 0xFF), wire->out);
    }
    fwrite("\0\0\0\0", 1, 4, wire->out);
    fwrite(bytes, 1, size, wire->out);
    fflush(wire->out);
}

static void say(const struct wire *wire, json_t *message)
{
    char *text = json_dumps(message, JSON_COMPACT);
    send_frame(wire, TEXT, text, strlen(text));
    free(text);
    json_decref(message);
}

/* The next message, put together from its fragments; NULL when the server has closed. */
static json_t *hear(const struct wire *wire)
{
    static char message[MESSAGE_MAX];
    size_t length = 0;
    for (;;) {
        int first = fgetc(wire->in), second = fgetc(wire->in);
        if (second == EOF || (first & 0x0F) == CLOSE)
            return NULL;
        uint64_t size = (uint64_t)second;
        int more = second == 126 ? 2 : second == 127 ? 8 : 0;
        if (more)
            size = 0;
        while (more-- > 0)
            size = size << 8 | (uint64_t)fgetc(wire->in);
        if (size > MESSAGE_MAX - length)
            fail("message", "too long");
        if (fread(message + length, 1, size, wire->in) != size)
            return NULL;
        if ((first & 0x0F) == PING) {
            send_frame(wire, PONG, message + length, size);
        } else if ((first & 0x0F) < CLOSE) {
            length += size;
            if (first & 0x80)
                return json_loadb(message, length, 0, NULL);
        }
    }
}

/* ---- the player ---- */

/* Answers the open question. True when play is over. */
static int answer(const struct wire *wire, const char *table, json_t *step)
{
    if (!json_is_null(json_object_get(step, "over"))) {
        printf("over after %d moves\n", (int)json_integer_value(json_object_get(step, "step")));
        return 1;
    }
    json_int_t ask = json_integer_value(json_object_get(step, "ask"));
    if (ask) /* 0: somebody else is asked */
        say(wire, json_pack("{s:s, s:s, s:I, s:s}", "t", "move", "table", table, "ask", ask, "move", choose(step)));
    return 0;
}

/* Plays until the end. False when the server closed before. */
static int play(const struct wire *wire, const char *table, const char *key)
{
    say(wire, json_pack("{s:s, s:s}", "t", "hello", "lang", "en"));
    say(wire, json_pack("{s:s, s:s, s:s, s:s}", "t", "sit", "table", table, "key", key, "name", "bot.c"));
    json_t *step = NULL, *message;
    int over = 0;
    while (!over && (message = hear(wire))) {
        const char *kind = json_string_value(json_object_get(message, "t"));
        const char *code = json_string_value(json_object_get(message, "code"));
        if (strcmp(kind, "step") == 0) {
            json_decref(step);
            step = json_incref(message);
            over = answer(wire, table, step);
        } else if (strcmp(kind, "no") == 0 && code && strcmp(code, "rate") == 0 && step) {
            sleep(1); /* too fast: the question is still open */
            answer(wire, table, step);
        } else if (strcmp(kind, "no") == 0 && code && (strcmp(code, "ask") == 0 || strcmp(code, "over") == 0)) {
            ; /* answered already, while others chose too; the newer step is on its way */
        } else if (strcmp(kind, "gone") == 0 || strcmp(kind, "no") == 0) {
            fail(code ? code : kind, json_string_value(json_object_get(message, "why")));
        }
        json_decref(message);
    }
    json_decref(step);
    return over;
}

int main(int argc, char **argv)
{
    char host[256], port[8] = "80", table[64], key[64];
    const char *link = argc > 1 ? argv[1] : "";
    if (sscanf(link, "http://%255[^:/]:%7[0-9]/t/%63[^#]#%63s", host, port, table, key) != 4 &&
        sscanf(link, "http://%255[^:/]/t/%63[^#]#%63s", host, table, key) != 3) {
        fprintf(stderr, "bot: a seat link looks like http://HOST:PORT/t/TABLE#KEY\n");
        return 2;
    }
    srand(argc > 2 ? (unsigned)atoi(argv[2]) : 1);
    struct wire wire = dial(host, port);
    upgrade(&wire, host, port);
    int over = play(&wire, table, key);
    fclose(wire.out);
    fclose(wire.in);
    return over ? 0 : 1;
}
