/* net_ws.c: WebSockets (RFC 6455): the handshake, frames in, frames out (net_inner.h). Frames are taken apart by wslay;
 * what they add up to is decided here. No extension is ever agreed upon. */
#include <assert.h>
#include <nettle/sha1.h>
#include <sodium.h>
#include <stdlib.h>
#include <wslay/wslay.h>

#include "server/net_inner.h"

enum {
    SKIPPED_MAX = 64 * 1024,   /* who goes on with a message this long is closed */
    FRAGMENTS_MAX = 16 * 1024, /* pieces of one message */
    CONTROL_MAX = 125,         /* RFC 6455, 5.5 */
    GOODBYE_MS = 2 * 1000,     /* for what is queued, once it is clear that the line ends */
    FRONT_MAX = 10,            /* of a frame to a client */
    KEY_LENGTH = 24,           /* 16 bytes in base64 */
};

enum { CLOSE_NORMAL = 1000, CLOSE_PROTOCOL = 1002, CLOSE_WORDS = 1007, CLOSE_RULES = 1008, CLOSE_LONG = 1009 };

_Static_assert((int)NET_ROOM >= (int)FRONT_MAX, "the head of a frame is written in front of what is sent");

/* One WebSocket. Kept small: most of them are silent. */
struct net_line {
    struct link *link;
    void *carried; /* NULL: it was refused */
    struct net_line *next_woken;
    struct tray *tray; /* with a frame that is not whole yet; NULL: between frames */
    char *parts;       /* pieces of a message that is not whole yet */
    char *pong;        /* what to answer to a ping; NULL: nothing */
    uint64_t heard;    /* when it last gave a sign of life, by the loop's clock */
    uint64_t asked;    /* when it was asked for one; 0: it was not */
    uint32_t skipped;  /* bytes of a message that is too long */
    uint16_t parts_length, fragments;
    uint16_t closing; /* close with this code when everything has been said */
    uint8_t pong_length;
    bool is_woken;   /* in net->woken */
    bool in_message; /* between the first and the last piece of one */
    bool is_binary;  /* that one is */
    bool is_deaf;    /* it ends: nothing that still comes is heard */
    bool is_hushed;  /* the other side has ended it: nothing more is said but goodbye */
    bool must_ping;
};

/* Where the frame of a line is read. Between frames nobody needs one, so that most lines share a single tray; who is in
 * the middle of a frame takes it along. */
struct tray {
    wslay_frame_context_ptr reader;
    const char *bytes; /* not read yet */
    size_t left;
    uint64_t lent, used; /* bytes the reader got; those that belong to frames it has told */
    uint64_t got;        /* payload of the frame so far */
    bool in_frame;
    uint8_t control_length;
    char control[CONTROL_MAX];
};

/* ---- trays ---- */

static ssize_t lend_bytes(uint8_t *to, size_t size, int flags, void *who)
{
    (void)flags;
    struct tray *tray = who;
    size_t length = tray->left < size ? tray->left : size;
    if (length)
        memcpy(to, tray->bytes, length);
    tray->bytes += length;
    tray->left -= length;
    tray->lent += length;
    return (ssize_t)length;
}

static struct tray *tray_new(void)
{
    static const struct wslay_frame_callbacks hands = {.recv_callback = lend_bytes};
    struct tray *tray = calloc(1, sizeof *tray);
    if (tray && wslay_frame_context_init(&tray->reader, &hands, tray) < 0) {
        free(tray);
        return NULL;
    }
    return tray;
}

void tray_delete(struct tray *tray)
{
    if (!tray)
        return;
    wslay_frame_context_free(tray->reader);
    free(tray);
}

static struct tray *tray_take(struct net_line *line)
{
    struct net *net = line->link->net;
    struct tray *tray = line->tray ? line->tray : net->tray ? net->tray : tray_new();
    if (!line->tray)
        net->tray = NULL;
    line->tray = tray;
    return tray;
}

/* Back to where everybody finds it, when no byte of a frame is on it. */
static void tray_give_back(struct net_line *line)
{
    struct net *net = line->link->net;
    struct tray *tray = line->tray;
    assert(tray->used <= tray->lent);
    if (tray->in_frame || tray->lent != tray->used)
        return;
    line->tray = NULL;
    if (net->tray)
        tray_delete(tray);
    else
        net->tray = tray;
}

/* ---- ending ---- */

/* The line ends: what is queued is still said, within reason. */
static void begin_end(struct net_line *line, int code)
{
    struct link *link = line->link;
    if (!line->closing) {
        line->closing = (uint16_t)code;
        if (link->stage == LINK_LINE)
            link_become(link, LINK_LINE, GOODBYE_MS);
    }
    net_wake(line);
}

/* The other side broke the protocol, or has had enough. */
static void stop_hearing(struct net_line *line, int code)
{
    line->is_deaf = true;
    begin_end(line, code);
}

void net_close(struct net_line *line, int code)
{
    begin_end(line, code);
}

/* ---- speaking ---- */

void net_wake(struct net_line *line)
{
    struct net *net = line->link->net;
    if (line->is_woken || line->link->stage != LINK_LINE)
        return;
    line->is_woken = true;
    line->next_woken = net->woken;
    net->woken = line;
}

static void forget_woken(struct net_line *line)
{
    struct net_line **at = &line->link->net->woken;
    while (line->is_woken && *at != line)
        at = &(*at)->next_woken;
    if (line->is_woken)
        *at = line->next_woken;
    line->is_woken = false;
}

/* The head of a whole frame (RFC 6455, 5.2); how many bytes it has. */
static size_t write_front(char front[FRONT_MAX], unsigned int opcode, size_t length)
{
    size_t extra = length < 126 ? 0 : length < 65536 ? 2 : 8;
    front[0] = (char)(0x80U | opcode);
    front[1] = (char)(extra == 0 ? length : extra == 2 ? 126 : 127);
    for (size_t i = 0; i < extra; i++)
        front[2 + i] = (char)(length >> 8 * (extra - 1 - i));
    return 2 + extra;
}

/* A text with room in front of it: frame and text leave as one piece. */
static bool send_text(struct net_line *line, char *text, size_t length)
{
    char front[FRONT_MAX];
    size_t size = write_front(front, WSLAY_TEXT_FRAME, length);
    assert(size <= FRONT_MAX);
    memcpy(text - size, front, size);
    return link_send(line->link, text - size, size + length, NULL, 0, false);
}

static bool send_control(struct net_line *line, unsigned int opcode, const char *bytes, size_t length)
{
    assert(length <= CONTROL_MAX);
    char frame[2 + CONTROL_MAX];
    write_front(frame, opcode, length);
    if (length)
        memcpy(frame + 2, bytes, length);
    return link_send(line->link, frame, 2 + length, NULL, 0, false);
}

/* The last frame. The other side then has a moment to go: who hangs up on somebody that is still sending takes the last
 * words away too. */
static void say_goodbye(struct net_line *line)
{
    char code[2] = {(char)(line->closing >> 8), (char)line->closing};
    struct link *link = line->link;
    line->is_deaf = line->is_hushed = true;
    line->closing = 0;
    if (send_control(line, WSLAY_CONNECTION_CLOSE, code, sizeof code) && !link->sending)
        link_leave(link);
}

static bool say_pong(struct net_line *line)
{
    char *pong = line->pong;
    line->pong = NULL;
    bool is_fine = send_control(line, WSLAY_PONG, pong, line->pong_length);
    free(pong);
    return is_fine;
}

/* One more thing; false when there is nothing to say, or nobody to say it to. */
static bool say_next(struct net_line *line)
{
    if (line->pong && !line->is_hushed)
        return say_pong(line);
    if (line->must_ping && !line->is_hushed) {
        line->must_ping = false;
        return send_control(line, WSLAY_PING, NULL, 0);
    }
    size_t length;
    const struct net_handlers *handlers = &line->link->net->config.handlers;
    char *text = line->carried && !line->is_hushed ? handlers->next(line->carried, &length) : NULL;
    if (text)
        return send_text(line, text, length);
    if (line->closing)
        say_goodbye(line);
    return false;
}

/* Says what there is to say, as long as the other side takes it: at most one message waits beyond the socket. */
static void speak(struct net_line *line)
{
    struct link *link = line->link;
    assert(link->line == line);
    while (link->stage == LINK_LINE && !link->sending && say_next(line))
        continue;
}

void line_sent(struct link *link)
{
    if (link->line->is_hushed && !link->line->closing)
        link_leave(link); /* that was goodbye */
    else
        speak(link->line);
}

/* Without waiting for the loop to find out that the sockets can be written to: most of them can. */
void net_flush(struct net *net)
{
    while (net->woken) {
        struct net_line *line = net->woken;
        net->woken = line->next_woken;
        line->is_woken = false;
        speak(line);
    }
}

/* ---- hearing ---- */

static void say_message(const struct net_line *line, const char *text, size_t length)
{
    if (line->carried)
        line->link->net->config.handlers.message(line->carried, text, length);
}

/* A whole message, or what is known of one that is too long or no text. */
static void end_message(struct net_line *line, const char *text, size_t length, bool is_skipped)
{
    line->in_message = false;
    line->fragments = 0;
    if (is_skipped)
        say_message(line, NULL, 0);
    else if (text_is_utf8(text, length))
        say_message(line, text, length);
    else
        stop_hearing(line, CLOSE_WORDS);
}

static bool add_part(struct net_line *line, const char *bytes, size_t length)
{
    if (!line->parts)
        line->parts = malloc(NET_MESSAGE_MAX);
    if (!line->parts)
        return false;
    memcpy(line->parts + line->parts_length, bytes, length);
    line->parts_length = (uint16_t)(line->parts_length + length);
    return true;
}

/* A piece of a message. Whole ones, the usual case, are handed on without a copy. */
static void take_piece(struct net_line *line, const char *bytes, size_t length, bool is_end)
{
    if (is_end && line->parts_length == 0 && line->skipped == 0 && !line->is_binary && length <= NET_MESSAGE_MAX) {
        end_message(line, bytes, length, false);
        return;
    }
    if (line->skipped > 0 || line->is_binary || line->parts_length + length > NET_MESSAGE_MAX) {
        line->skipped += (uint32_t)length + line->parts_length + 1;
        line->parts_length = 0;
    } else if (length > 0 && !add_part(line, bytes, length)) {
        link_close(line->link);
        return;
    }
    if (line->skipped > SKIPPED_MAX) {
        stop_hearing(line, CLOSE_LONG);
        return;
    }
    if (!is_end)
        return;
    char *parts = line->parts;
    size_t parts_length = line->parts_length;
    bool is_skipped = line->skipped > 0;
    line->parts = NULL;
    line->parts_length = 0;
    line->skipped = 0;
    end_message(line, parts ? parts : "", parts_length, is_skipped);
    free(parts);
}

/* The newest ping is answered; older ones that could not be need no answer any more. */
static void take_ping(struct net_line *line, const char *bytes, size_t length)
{
    char *pong = malloc(length + 1);
    if (!pong)
        return;
    memcpy(pong, bytes, length);
    free(line->pong);
    line->pong = pong;
    line->pong_length = (uint8_t)length;
    net_wake(line);
}

/* May a close frame carry this code (RFC 6455, 7.4)? */
static bool is_close_code(unsigned int code)
{
    return (code >= 1000 && code <= 1003) || (code >= 1007 && code <= 1014) || (code >= 3000 && code <= 4999);
}

static void take_close(struct net_line *line, const char *bytes, size_t length)
{
    int code = CLOSE_NORMAL;
    if (length == 1)
        code = CLOSE_PROTOCOL;
    if (length >= 2) {
        unsigned int said = (unsigned int)(unsigned char)bytes[0] << 8 | (unsigned char)bytes[1];
        code = !is_close_code(said) ? CLOSE_PROTOCOL : text_is_utf8(bytes + 2, length - 2) ? (int)said : CLOSE_WORDS;
    }
    line->is_hushed = true;
    line->closing = 0; /* the other side was faster */
    stop_hearing(line, code);
}

static void take_control(struct net_line *line, const struct tray *tray, unsigned int opcode)
{
    if (opcode == WSLAY_PING)
        take_ping(line, tray->control, tray->control_length);
    else if (opcode == WSLAY_CONNECTION_CLOSE)
        take_close(line, tray->control, tray->control_length);
}

/* Is this a frame that may come now? The code to close with if not, else 0. */
static int check_frame(const struct net_line *line, const struct wslay_frame_iocb *frame)
{
    if (!frame->mask || frame->rsv)
        return CLOSE_PROTOCOL;
    switch (frame->opcode) {
    case WSLAY_PING:
    case WSLAY_PONG:
    case WSLAY_CONNECTION_CLOSE: return frame->fin && frame->payload_length <= CONTROL_MAX ? 0 : CLOSE_PROTOCOL;
    case WSLAY_TEXT_FRAME:
    case WSLAY_BINARY_FRAME:
        if (line->in_message)
            return CLOSE_PROTOCOL;
        break;
    case WSLAY_CONTINUATION_FRAME:
        if (!line->in_message)
            return CLOSE_PROTOCOL;
        break;
    default: return CLOSE_PROTOCOL;
    }
    if (line->fragments >= FRAGMENTS_MAX)
        return CLOSE_RULES;
    return frame->payload_length > SKIPPED_MAX ? CLOSE_LONG : 0;
}

/* The first bytes of a frame: false when it may not be. */
static bool begin_frame(struct net_line *line, struct tray *tray, const struct wslay_frame_iocb *frame)
{
    int code = check_frame(line, frame);
    if (code) {
        stop_hearing(line, code);
        return false;
    }
    uint64_t length = frame->payload_length;
    tray->in_frame = true;
    tray->got = 0;
    tray->control_length = 0;
    tray->used += 2U + 4U + (length < 126 ? 0U : length < 65536 ? 2U : 8U);
    if (wslay_is_ctrl_frame(frame->opcode))
        return true;
    if (frame->opcode != WSLAY_CONTINUATION_FRAME) {
        line->is_binary = frame->opcode == WSLAY_BINARY_FRAME;
        line->in_message = true;
    }
    line->fragments++;
    return true;
}

/* Some bytes of a frame, or all of them. */
static void take_frame(struct net_line *line, struct tray *tray, const struct wslay_frame_iocb *frame)
{
    if (!tray->in_frame && !begin_frame(line, tray, frame))
        return;
    tray->used += frame->data_length;
    tray->got += frame->data_length;
    bool is_end = tray->got == frame->payload_length;
    tray->in_frame = !is_end;
    if (!wslay_is_ctrl_frame(frame->opcode)) {
        take_piece(line, (const char *)frame->data, frame->data_length, is_end && frame->fin);
        return;
    }
    memcpy(tray->control + tray->control_length, frame->data, frame->data_length);
    tray->control_length = (uint8_t)(tray->control_length + frame->data_length);
    if (is_end)
        take_control(line, tray, frame->opcode);
}

void line_heard(struct link *link, const char *bytes, size_t length)
{
    struct net_line *line = link->line;
    line->heard = uv_now(link->net->loop);
    line->asked = 0;
    if (line->is_deaf)
        return;
    struct tray *tray = tray_take(line);
    if (!tray) {
        link_close(link);
        return;
    }
    tray->bytes = bytes;
    tray->left = length;
    while (link->stage == LINK_LINE && !line->is_deaf) {
        struct wslay_frame_iocb frame;
        ssize_t code = wslay_frame_recv(tray->reader, &frame);
        if (code == WSLAY_ERR_WANT_READ)
            break;
        if (code < 0)
            stop_hearing(line, CLOSE_PROTOCOL);
        else
            take_frame(line, tray, &frame);
    }
    if (link->stage == LINK_LINE && !line->is_deaf)
        tray_give_back(line);
}

/* ---- its life ---- */

/* Sec-WebSocket-Accept (RFC 6455, 4.2.2). */
static void write_accept(struct ochre_text *out, const char *key)
{
    static const char guid[] = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
    struct sha1_ctx hash;
    uint8_t digest[SHA1_DIGEST_SIZE];
    char text[sodium_base64_ENCODED_LEN(SHA1_DIGEST_SIZE, sodium_base64_VARIANT_ORIGINAL)];
    sha1_init(&hash);
    sha1_update(&hash, strlen(key), (const uint8_t *)key);
    sha1_update(&hash, sizeof guid - 1, (const uint8_t *)guid);
    sha1_digest(&hash, sizeof digest, digest);
    text_add(out, sodium_bin2base64(text, sizeof text, digest, sizeof digest, sodium_base64_VARIANT_ORIGINAL));
}

static bool is_key(const char *key)
{
    unsigned char bytes[16];
    size_t length;
    return strlen(key) == KEY_LENGTH && sodium_base642bin(bytes, sizeof bytes, key, KEY_LENGTH, NULL, &length, NULL,
                                                          sodium_base64_VARIANT_ORIGINAL) == 0;
}

static const char *check_handshake(const struct handshake *handshake)
{
    if (!is_key(handshake->key))
        return "Sec-WebSocket-Key must be 16 bytes in base64.";
    if (*handshake->protocols && !list_has(handshake->protocols, "ochre.1"))
        return "The subprotocol is ochre.1 here.";
    return NULL;
}

static bool send_handshake(struct link *link, const struct handshake *handshake)
{
    char head[512];
    struct ochre_text text = text_on(head, sizeof head);
    text_add(&text, "HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\n"
                    "sec-websocket-accept: ");
    write_accept(&text, handshake->key);
    text_add(&text, *handshake->protocols ? "\r\nsec-websocket-protocol: ochre.1\r\n\r\n" : "\r\n\r\n");
    return link_send(link, text.at, text.used, NULL, 0, false);
}

const char *line_open(struct link *link, const struct handshake *handshake)
{
    const char *wrong = check_handshake(handshake);
    if (wrong)
        return wrong;
    struct net *net = link->net;
    struct net_line *line = calloc(1, sizeof *line);
    if (!line) {
        link_close(link);
        return NULL;
    }
    line->link = link;
    line->heard = uv_now(net->loop);
    link->line = line;
    link_become(link, LINK_LINE, 0);
    if (!send_handshake(link, handshake))
        return NULL;
    line->carried = net->config.handlers.opened(net->config.handlers.who, line, handshake->address);
    if (line->carried)
        net->lines++;
    else
        stop_hearing(line, CLOSE_RULES); /* it is told so, politely */
    return NULL;
}

void line_dropped(struct link *link)
{
    struct net_line *line = link->line;
    forget_woken(line);
    link->line = NULL;
    if (line->carried) {
        link->net->lines--;
        link->net->config.handlers.closed(line->carried);
    }
    tray_delete(line->tray);
    free(line->parts);
    free(line->pong);
    free(line);
}

/* Who has been silent is asked; who does not answer that is gone. The time counts from the question, so that nobody is
 * sent away because we slept. */
void line_check(struct link *link)
{
    struct net_line *line = link->line;
    int idle = link->net->config.idle_seconds ? link->net->config.idle_seconds : 60;
    uint64_t now = uv_now(link->net->loop);
    if (line->asked && now - line->asked >= (uint64_t)idle * 500) {
        link_close(link);
    } else if (!line->asked && now - line->heard >= (uint64_t)idle * 1000) {
        line->asked = now;
        line->must_ping = true;
        net_wake(line);
    }
}
