/* house.c: see house.h. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* memmem */
#endif
#include "house.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>
#include <uv.h>

#include "base/rng.h"
#include "base/text.h"
#include "server/net.h"

enum {
    TURNS_MAX = 20000,   /* of the loop, until something that must happen has happened */
    QUIET_TURNS = 4,     /* without a byte: whatever the guest wanted, it has it */
    HEARD_MAX = 1 << 20, /* bytes of answers that are looked at */
    PIECE_SIZE = 65536,
    LARGE_SIZE = 400 * 1024,
    WAITING_SHARE = 6, /* fewer than there are guests: some have to go for others */
    POSTS_MAX = 64,
};

const char house_handshake[] = "GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                               "Sec-WebSocket-Key: b2NocmUgb2NocmUgb2Nocg==\r\nSec-WebSocket-Version: 13\r\n"
                               "Sec-WebSocket-Protocol: ochre.1\r\n\r\n";

/* One who sends and hears. */
struct guest {
    int socket; /* -1: nobody */
    uint8_t *bytes;
    size_t length, sent;
    struct manners manners;
    struct ochre_rng rng;
    int quiet; /* turns without a byte */
    bool has_ended, is_full;
    char *heard;
    size_t heard_length;
};

/* What the hall has on a line: echoes that wait. */
struct talker {
    struct net_line *line;
    int count;
    struct {
        char *text;
        size_t length;
    } post[POSTS_MAX];
    char *said;
};

/* A request that is answered later. */
struct asked {
    struct asked *next;
    struct net_request *request;
};

struct house {
    uv_loop_t loop;
    struct net *net;
    int port;
    struct ochre_rng rng;
    struct asked *asked;
    char *large; /* the body of a static answer */
    struct guest guest[HOUSE_GUESTS];
    struct guest asker, speaker; /* the neighbours */
    int turns;
};

static _Noreturn void fail(const char *words)
{
    (void)fprintf(stderr, "\nhouse: %s\n", words);
    abort();
}

static void require(bool is_so, const char *words)
{
    if (!is_so)
        fail(words);
}

/* ---- the hall ---- */

static void answer(struct house *house, struct net_request *request)
{
    static const int statuses[] = {200, 201, 304, 404, 405, 409, 429, 503};
    bool is_large = strstr(request->path, "large") != NULL;
    bool is_neighbour = text_same(request->path, "/neighbour");
    char body[256] = "#";
    struct ochre_text text = text_on(body, sizeof body);
    text_char(&text, '#');
    text_add(&text, request->path);
    int status = is_neighbour || is_large ? 200 : statuses[rng_below(&house->rng, 8)];
    net_answer(request, &(struct net_answer){.status = status,
                                             .type = "text/plain",
                                             .body = is_large ? house->large : body,
                                             .length = status == 304 ? 0
                                                       : is_large    ? LARGE_SIZE
                                                                     : text.used,
                                             .is_static = is_large && rng_below(&house->rng, 2),
                                             .etag = "\"tag\"",
                                             .again = status == 429});
}

/* Some are answered at once, some later, perhaps when nobody is there any more. */
static void requested(void *who, struct net_request *request)
{
    struct house *house = who;
    require(request->path[0] == '/', "a path that does not begin with a slash");
    require(strlen(request->host) < 8192 && strlen(request->query) < 8192, "a text without an end");
    require(!request->body || request->body[request->body_length] == '\0', "a body without an end");
    require(request->body_length <= NET_BODY_MAX, "a body that is too long");
    if (rng_below(&house->rng, 4) || text_same(request->path, "/neighbour")) {
        answer(house, request);
        return;
    }
    struct asked *asked = malloc(sizeof *asked);
    if (!asked)
        abort();
    *asked = (struct asked){.next = house->asked, .request = request};
    house->asked = asked;
}

static void answer_some(struct house *house, bool is_all)
{
    struct asked **at = &house->asked;
    while (*at) {
        struct asked *asked = *at;
        if (!is_all && rng_below(&house->rng, 3)) {
            at = &asked->next;
            continue;
        }
        *at = asked->next;
        answer(house, asked->request);
        free(asked);
    }
}

static void *opened(void *who, struct net_line *line, const char *address)
{
    struct house *house = who;
    require(strlen(address) > 0, "somebody without an address");
    if (text_same(address, "127.0.0.1") && rng_below(&house->rng, 16) == 0)
        return NULL;
    struct talker *talker = calloc(1, sizeof *talker);
    if (!talker)
        abort();
    talker->line = line;
    return talker;
}

static void post(struct talker *talker, const char *text, size_t length)
{
    if (talker->count == POSTS_MAX) {
        net_close(talker->line, 1008);
        return;
    }
    char *copy = malloc(NET_ROOM + length + 1);
    if (!copy)
        abort();
    if (length)
        memcpy(copy + NET_ROOM, text, length);
    talker->post[talker->count].text = copy;
    talker->post[talker->count++].length = length;
    net_wake(talker->line);
}

/* Echoes. "large" is answered with much, "close" with goodbye. */
static void said(void *who, const char *text, size_t length)
{
    struct talker *talker = who;
    require(length <= NET_MESSAGE_MAX, "a message that is too long");
    require(!text || text_is_utf8(text, length), "a message that is no text");
    if (!text)
        post(talker, "what?", 5);
    else if (length == 5 && memcmp(text, "close", 5) == 0)
        net_close(talker->line, 1000);
    else if (length == 5 && memcmp(text, "large", 5) == 0) {
        char *large = malloc(LARGE_SIZE);
        if (!large)
            abort();
        memset(large, 'x', LARGE_SIZE);
        post(talker, large, LARGE_SIZE);
        free(large);
    } else
        post(talker, text, length);
}

static char *next(void *who, size_t *length)
{
    struct talker *talker = who;
    free(talker->said);
    talker->said = NULL;
    if (talker->count == 0)
        return NULL;
    talker->said = talker->post[0].text;
    *length = talker->post[0].length;
    memmove(talker->post, talker->post + 1, sizeof talker->post[0] * (size_t)--talker->count);
    return talker->said + NET_ROOM;
}

static void closed(void *who)
{
    struct talker *talker = who;
    for (int i = 0; i < talker->count; i++)
        free(talker->post[i].text);
    free(talker->said);
    free(talker);
}

/* ---- what guests hear ---- */

/* One answer at the beginning of some bytes: its length, 0 when it is not all there. */
static size_t check_answer(const char *bytes, size_t length, int *status)
{
    const char *end = memmem(bytes, length, "\r\n\r\n", 4);
    if (!end)
        return 0;
    size_t head = (size_t)(end - bytes) + 4;
    require(length >= 13 && memcmp(bytes, "HTTP/1.1 ", 9) == 0 && bytes[12] == ' ', "an answer that is no HTTP");
    *status = atoi(bytes + 9);
    const char *size = memmem(bytes, head, "\r\ncontent-length: ", 18);
    if (*status == 100 || *status == 101 || *status == 304)
        return head;
    if (!size)
        fail("an answer without a length");
    size_t body = strtoul(size + 18, NULL, 10);
    size_t rest = length - head;
    if (memcmp(bytes + head, "HTTP/1.1 ", rest < 9 ? rest : 9) == 0) /* HEAD: every body of ours begins otherwise */
        return head;
    require(bytes[head] == '#' || bytes[head] == '{', "a body that is not ours");
    return head + body <= length ? head + body : 0;
}

/* Frames from the server: whole ones, unmasked, known; nothing behind goodbye. */
static void check_frames(const unsigned char *bytes, size_t length)
{
    bool has_closed = false;
    while (length >= 2) {
        require(!has_closed, "something was said behind goodbye");
        unsigned int opcode = bytes[0] & 15;
        require((bytes[0] & 0xF0) == 0x80 && !(bytes[1] & 0x80), "a frame that may not be");
        require(opcode == 1 || opcode == 8 || opcode == 9 || opcode == 10, "a frame of a strange kind");
        size_t extra = bytes[1] == 126 ? 2 : bytes[1] == 127 ? 8 : 0;
        if (length < 2 + extra)
            return;
        size_t size = extra ? 0 : bytes[1];
        for (size_t i = 0; i < extra; i++)
            size = size << 8 | bytes[2 + i];
        require(size <= LARGE_SIZE && (opcode == 1 || size <= 125), "a frame that is too long");
        if (length < 2 + extra + size)
            return;
        has_closed = opcode == 8;
        bytes += 2 + extra + size;
        length -= 2 + extra + size;
    }
}

static void check_heard(const struct guest *guest)
{
    const char *bytes = guest->heard;
    size_t length = guest->heard_length;
    while (length > 0) {
        int status = 0;
        size_t used = check_answer(bytes, length, &status);
        if (used == 0)
            return;
        bytes += used;
        length -= used;
        if (status != 101)
            continue;
        const char *wish = memmem(guest->bytes, guest->length, "/ws", 3);
        require(wish != NULL, "an upgrade that nobody asked for");
        check_frames((const unsigned char *)bytes, length);
        return;
    }
}

/* ---- guests ---- */

static void leave(struct guest *guest)
{
    if (guest->socket < 0)
        return;
    check_heard(guest);
    /* With a reset: thousands of ports would otherwise wait for a minute each. */
    struct linger at_once = {1, 0};
    (void)setsockopt(guest->socket, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
    close(guest->socket);
    free(guest->bytes);
    free(guest->heard);
    *guest = (struct guest){.socket = -1};
}

/* A connected socket, or -1: the port that the system chose may be one that another connection has just left. */
static int reach(const struct house *house, const char *address, bool is_deaf)
{
    struct sockaddr_in here = {.sin_family = AF_INET};
    struct sockaddr_in there = {.sin_family = AF_INET, .sin_port = htons((uint16_t)house->port)};
    inet_pton(AF_INET, address, &here.sin_addr);
    inet_pton(AF_INET, "127.0.0.1", &there.sin_addr);
    int guest = socket(AF_INET, SOCK_STREAM, 0);
    if (guest < 0)
        fail("no socket for a guest");
    int small = 4096;
    int yes = 1;
    if (is_deaf)
        (void)setsockopt(guest, SOL_SOCKET, SO_RCVBUF, &small, sizeof small);
    (void)setsockopt(guest, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    if (bind(guest, (struct sockaddr *)&here, sizeof here) == 0 &&
        connect(guest, (struct sockaddr *)&there, sizeof there) == 0)
        return guest;
    int why = errno;
    close(guest);
    errno = why;
    return -1;
}

/* Whoever does not listen is found out all the same: it refuses every time. */
static void enter(const struct house *house, struct guest *guest, const char *address)
{
    enum { TRIES = 50 };
    guest->socket = -1;
    for (int i = 0; i < TRIES && guest->socket < 0; i++)
        guest->socket = reach(house, address, guest->manners.is_deaf);
    if (guest->socket < 0) {
        perror("house");
        fail("nobody listens any more");
    }
    (void)fcntl(guest->socket, F_SETFL, O_NONBLOCK);
}

static bool hear(struct guest *guest)
{
    static char piece[PIECE_SIZE];
    ssize_t length = recv(guest->socket, piece, sizeof piece, 0);
    if (length <= 0) {
        guest->has_ended |= length == 0 || (errno != EAGAIN && errno != EWOULDBLOCK);
        return false;
    }
    guest->is_full |= guest->heard_length + (size_t)length > HEARD_MAX;
    size_t kept = guest->is_full ? 0 : (size_t)length;
    char *heard = kept ? realloc(guest->heard, guest->heard_length + kept + 1) : guest->heard;
    if (kept && !heard)
        abort();
    if (kept)
        memcpy(heard + guest->heard_length, piece, kept);
    guest->heard = heard;
    guest->heard_length += kept;
    return true;
}

static bool say(struct guest *guest)
{
    size_t left = guest->length - guest->sent;
    if (left == 0 || guest->has_ended)
        return false;
    size_t piece = guest->length / guest->manners.pieces + 1;
    size_t wanted = 1 + rng_below(&guest->rng, (uint32_t)(2 * piece));
    ssize_t length = send(guest->socket, guest->bytes + guest->sent, wanted < left ? wanted : left, MSG_NOSIGNAL);
    if (length <= 0) {
        guest->has_ended |= errno != EAGAIN && errno != EWOULDBLOCK;
        return false;
    }
    guest->sent += (size_t)length;
    if (guest->sent == guest->length && guest->manners.ends_politely)
        (void)shutdown(guest->socket, SHUT_WR);
    return true;
}

/* One turn of a guest; it goes when it has had enough. */
static void act(struct guest *guest)
{
    if (guest->socket < 0)
        return;
    bool has_said = say(guest);
    bool has_heard = !guest->manners.is_deaf && hear(guest);
    guest->quiet = has_said || has_heard ? 0 : guest->quiet + 1;
    bool is_done = guest->sent == guest->length;
    if (guest->has_ended || guest->quiet > QUIET_TURNS || (is_done && guest->manners.is_rude))
        leave(guest);
}

/* ---- neighbours ---- */

static void turn(struct house *house)
{
    uv_run(&house->loop, UV_RUN_NOWAIT);
    answer_some(house, false);
    net_flush(house->net);
    house->turns++;
}

static void expect(struct house *house, struct guest *neighbour, const char *words, const char *wanted)
{
    require(send(neighbour->socket, words, strlen(words), MSG_NOSIGNAL) == (ssize_t)strlen(words),
            "a neighbour was cut off");
    for (int i = 0; i < TURNS_MAX; i++) {
        turn(house);
        hear(neighbour);
        require(!neighbour->has_ended, "a neighbour was sent away");
        if (neighbour->heard && memmem(neighbour->heard, neighbour->heard_length, wanted, strlen(wanted))) {
            neighbour->heard_length = 0;
            return;
        }
    }
    fail("a neighbour was not answered");
}

static void meet_neighbours(struct house *house)
{
    expect(house, &house->asker, "GET /neighbour HTTP/1.1\r\nHost: localhost\r\n\r\n", "#/neighbour");
    expect(house, &house->speaker, "\x81\x85\x01\x02\x03\x04\x69\x67\x6f\x68\x6e", "hello");
}

/* ---- the house ---- */

struct house *house_new(void)
{
    struct house *house = calloc(1, sizeof *house);
    if (!house)
        abort();
    (void)signal(SIGPIPE, SIG_IGN); /* as serve does: guests hang up whenever they like */
    uv_loop_init(&house->loop);
    rng_seed(&house->rng, 1);
    house->large = malloc(LARGE_SIZE);
    if (!house->large)
        abort();
    memset(house->large, '#', LARGE_SIZE);
    struct ochre_error error = {0};
    for (house->port = 20000 + getpid() % 20000; !house->net && house->port < 60000; house->port++)
        house->net = net_new(&(struct net_config){.loop = &house->loop,
                                                  .listen = "127.0.0.1",
                                                  .port = house->port,
                                                  .peers_per_address = WAITING_SHARE,
                                                  .handlers = {.who = house,
                                                               .request = requested,
                                                               .opened = opened,
                                                               .message = said,
                                                               .next = next,
                                                               .closed = closed}},
                             &error);
    house->port--;
    require(house->net != NULL, error.words);
    for (int i = 0; i < HOUSE_GUESTS; i++)
        house->guest[i].socket = -1;
    enter(house, &house->asker, "127.0.0.9");
    enter(house, &house->speaker, "127.0.0.9");
    expect(house, &house->speaker, house_handshake, "\r\n\r\n");
    return house;
}

void house_receive(struct house *house, const uint8_t *bytes, size_t length, const struct manners *manners)
{
    struct guest *guest = NULL;
    for (int i = 0; !guest; i = (i + 1) % HOUSE_GUESTS) {
        if (i == 0) {
            turn(house);
            for (int k = 0; k < HOUSE_GUESTS; k++)
                act(&house->guest[k]);
        }
        if (house->guest[i].socket < 0)
            guest = &house->guest[i];
    }
    *guest = (struct guest){.socket = -1, .length = length, .manners = *manners};
    guest->bytes = malloc(length + 1);
    if (!guest->bytes)
        abort();
    if (length)
        memcpy(guest->bytes, bytes, length);
    rng_seed(&guest->rng, manners->seed);
    rng_seed(&house->rng, manners->seed);
    enter(house, guest, "127.0.0.1");
    if (manners->seed % 16 == 0)
        meet_neighbours(house);
}

void house_empty(struct house *house)
{
    bool is_empty = false;
    for (int i = 0; !is_empty; i++) {
        require(i < TURNS_MAX, "a guest does not come to an end");
        turn(house);
        is_empty = true;
        for (int k = 0; k < HOUSE_GUESTS; k++) {
            act(&house->guest[k]);
            is_empty &= house->guest[k].socket < 0;
        }
    }
    answer_some(house, true);
    meet_neighbours(house);
}

void house_delete(struct house *house)
{
    house_empty(house);
    leave(&house->asker);
    leave(&house->speaker);
    net_close_all(house->net);
    uv_run(&house->loop, UV_RUN_DEFAULT);
    require(net_lines(house->net) == 0, "a line is still open");
    net_delete(house->net);
    require(uv_loop_close(&house->loop) == 0, "something is left in the loop");
    free(house->large);
    free(house);
}
