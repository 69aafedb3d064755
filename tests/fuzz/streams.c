/* streams.c: streams [--http N] [--frames N] [--seed S] [--only K]: so many streams of broken HTTP, and of broken
 * frames after a real upgrade, against the real listener with neighbours (house.h).
 *
 * Every stream is made from the seed and its number, so that one that breaks something can be sent again alone
 * (--only K; what guests before it did is then missing). The number is told when the program dies. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/rng.h"
#include "house.h"

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define __SANITIZE_ADDRESS__ 1
#endif
#endif
#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/common_interface_defs.h>
#endif

enum { STREAM_MAX = 32 * 1024, HANG_SECONDS = 120, TOLD_EVERY = 100000 };

static const char *kind = "";
static uint64_t number;

struct stream {
    uint8_t bytes[STREAM_MAX];
    size_t length;
    struct ochre_rng rng;
};

static uint32_t lot(struct stream *stream, uint32_t below)
{
    return rng_below(&stream->rng, below);
}

static void add(struct stream *stream, const void *bytes, size_t length)
{
    size_t room = sizeof stream->bytes - stream->length;
    if (length > room)
        length = room;
    if (length)
        memcpy(stream->bytes + stream->length, bytes, length);
    stream->length += length;
}

static void add_text(struct stream *stream, const char *text)
{
    add(stream, text, strlen(text));
}

static void add_byte(struct stream *stream, unsigned int byte)
{
    uint8_t one = (uint8_t)byte;
    add(stream, &one, 1);
}

static void add_many(struct stream *stream, unsigned int byte, size_t count)
{
    for (size_t i = 0; i < count; i++)
        add_byte(stream, byte);
}

/* ---- HTTP ---- */

static const char *const lines[] = {
    "GET / HTTP/1.1\r\n",
    "GET /large HTTP/1.1\r\n",
    "POST /x HTTP/1.1\r\n",
    "HEAD /y?lang=fr HTTP/1.1\r\n",
    "GET /ws HTTP/1.1\r\n",
    "PUT /%41%2f HTTP/1.1\r\n",
    "GET / HTTP/1.0\r\n",
    "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    "OPTIONS * HTTP/1.1\r\n",
    "CONNECT a:1 HTTP/1.1\r\n",
    "GET /\r\n",
    "GET /%zz HTTP/1.1\r\n",
    "GET /a HTTP/9.9\r\n",
    "DELETE /api/tables HTTP/1.1\n",
    "\r\n\r\nGET / HTTP/1.1\r\n",
    "GET http://a/ HTTP/1.1\r\n",
};

static const char *const headers[] = {
    "Host: localhost\r\n",
    "Host: 127.0.0.1:80\r\n",
    "Host: evil.example\r\n",
    "Content-Length: 5\r\n",
    "Content-Length: 70000\r\n",
    "Content-Length: 99999999999999999999\r\n",
    "Content-Length: -1\r\n",
    "Transfer-Encoding: chunked\r\n",
    "Transfer-Encoding: gzip, chunked\r\n",
    "Connection: close\r\n",
    "Connection: Upgrade, HTTP2-Settings\r\n",
    "Connection: keep-alive\r\n",
    "Upgrade: h2c\r\n",
    "Upgrade: websocket\r\n",
    "HTTP2-Settings: AAMAAABkAAQAoAAAAAIAAAAA\r\n",
    "Sec-WebSocket-Key: b2NocmUgb2NocmUgb2Nocg==\r\n",
    "Sec-WebSocket-Version: 13\r\n",
    "Sec-WebSocket-Protocol: ochre.1\r\n",
    "Sec-WebSocket-Extensions: permessage-deflate\r\n",
    "Expect: 100-continue\r\n",
    "X-Forwarded-For: 1.2.3.4, ::1\r\n",
    "Authorization: Bearer aaaaaaaaaaaaaaaaaaaaaaaaaa\r\n",
    "If-None-Match: \"tag\"\r\n",
    "Accept-Encoding: gzip\r\n",
    "Origin: http://localhost\r\n",
    "Origin: null\r\n",
    " folded: yes\r\n",
    "No-Colon\r\n",
    "Empty:\r\n",
    "X: \xff\xfe\r\n",
};

static const char *const scraps[] = {"\r\n", "\n",       "\r",        "\r\n\r\n",       ":", " ",   "\t",      "%",
                                     "%00",  "HTTP/1.1", "0\r\n\r\n", "5\r\nhello\r\n", ",", "/ws", "\x81\x80"};

#define ONE_OF(stream, list) (list)[lot((stream), sizeof(list) / sizeof *(list))]

static void add_request(struct stream *stream)
{
    if (lot(stream, 8) == 0) {
        add_text(stream, house_handshake);
        return;
    }
    add_text(stream, ONE_OF(stream, lines));
    if (lot(stream, 4))
        add_text(stream, headers[0]);
    for (uint32_t count = lot(stream, 6); count > 0; count--)
        add_text(stream, ONE_OF(stream, headers));
    if (lot(stream, 60) == 0) {
        add_text(stream, "Long: ");
        add_many(stream, 'a', lot(stream, 12000));
    }
    if (lot(stream, 12))
        add_text(stream, "\r\n");
    if (lot(stream, 3) == 0)
        add_text(stream, "hello");
    if (lot(stream, 60) == 0)
        add_many(stream, 'b', lot(stream, 20000));
}

/* ---- frames ---- */

static void add_head(struct stream *stream, uint32_t opcode, uint64_t length)
{
    uint32_t flags = lot(stream, 12) ? 0x80 : 0;
    uint32_t reserved = lot(stream, 40) ? 0 : lot(stream, 8) << 4;
    uint32_t mask = lot(stream, 40) ? 0x80 : 0;
    size_t extra = length < 126 ? 0 : length < 65536 ? 2 : 8;
    if (lot(stream, 40) == 0)
        extra = lot(stream, 2) ? 8 : 2;
    add_byte(stream, flags | reserved | opcode);
    add_byte(stream, mask | (extra == 0 ? (uint32_t)length & 127 : extra == 2 ? 126 : 127));
    for (size_t i = extra; i > 0; i--)
        add_byte(stream, (uint32_t)(length >> 8 * (i - 1) & 255));
}

static void add_payload(struct stream *stream, const uint8_t *bytes, size_t length)
{
    uint8_t mask[4];
    for (int i = 0; i < 4; i++)
        mask[i] = (uint8_t)lot(stream, 256);
    add(stream, mask, sizeof mask);
    for (size_t i = 0; i < length; i++)
        add_byte(stream, bytes[i] ^ mask[i % 4]);
}

static void add_frame(struct stream *stream)
{
    static const uint8_t opcodes[] = {1, 1, 1, 1, 1, 1, 0, 0, 2, 8, 9, 9, 10, 3, 11, 15};
    static const char *const words[] = {"hello",       "large", "close", "{\"t\":\"ping\"}", "h\xc3\xa9",    "\xc3",
                                        "\xa9",        "\xff",  "",      "\x03\xe8",         "\x03\xe8 bye", "\x03",
                                        "\x0f\xa0\xff"};
    static const uint64_t lies[] = {0, 1, 125, 126, 127, 4096, 4097, 65535, 65536, 1u << 31, 1ull << 62, UINT64_MAX};
    const char *word = ONE_OF(stream, words);
    uint8_t long_one[6000];
    size_t length = strlen(word);
    memcpy(long_one, word, length);
    if (lot(stream, 12) == 0) {
        length = lot(stream, sizeof long_one);
        memset(long_one, 'x', length);
    }
    uint32_t opcode = ONE_OF(stream, opcodes);
    add_head(stream, opcode, lot(stream, 30) ? length : ONE_OF(stream, lies));
    add_payload(stream, long_one, length);
}

/* ---- what goes wrong on the way ---- */

static void damage(struct stream *stream, size_t from)
{
    size_t at = from + lot(stream, (uint32_t)(stream->length - from));
    size_t count = 1 + lot(stream, 16);
    if (count > stream->length - at)
        count = stream->length - at;
    const char *scrap = ONE_OF(stream, scraps);
    switch (lot(stream, 5)) {
    case 0: stream->bytes[at] = (uint8_t)lot(stream, 256); break;
    case 1: stream->bytes[at] ^= (uint8_t)(1U << lot(stream, 8)); break;
    case 2:
        memmove(stream->bytes + at, stream->bytes + at + count, stream->length - at - count);
        stream->length -= count;
        break;
    case 3: stream->length = at; break;
    default:
        if (stream->length + 16 < sizeof stream->bytes) {
            size_t size = strlen(scrap);
            memmove(stream->bytes + at + size, stream->bytes + at, stream->length - at);
            memcpy(stream->bytes + at, scrap, size);
            stream->length += size;
        }
    }
}

static void make(struct stream *stream, uint64_t seed, bool is_http)
{
    rng_seed(&stream->rng, seed);
    stream->length = 0;
    if (!is_http)
        add_text(stream, house_handshake);
    size_t from = stream->length;
    for (uint32_t count = 1 + lot(stream, is_http ? 5 : 12); count > 0; count--)
        is_http ? add_request(stream) : add_frame(stream);
    for (uint32_t count = lot(stream, 4); count > 1 && stream->length > from; count--)
        damage(stream, from);
}

static void run(struct house *house, bool is_http, uint64_t seed, uint64_t first, uint64_t count)
{
    static struct stream stream;
    kind = is_http ? "http" : "frames";
    for (number = first; number < first + count; number++) {
        if (number % 1000 == 0)
            alarm(HANG_SECONDS);
        make(&stream, (seed << 40 | number) * 2 + is_http, is_http);
        house_receive(house, stream.bytes, stream.length,
                      &(struct manners){.pieces = 1 + lot(&stream, 6),
                                        .seed = (uint32_t)rng_next(&stream.rng),
                                        .is_deaf = lot(&stream, 30) == 0,
                                        .is_rude = lot(&stream, 4) == 0,
                                        .ends_politely = lot(&stream, 4) == 0});
        if ((number + 1) % TOLD_EVERY == 0)
            (void)fprintf(stderr, "streams: %s, %llu\n", kind, (unsigned long long)number + 1);
    }
    house_empty(house);
}

static void tell(void)
{
    /* NOLINTNEXTLINE(bugprone-signal-handler): the program dies anyway; last words, perhaps garbled, beat none */
    (void)fprintf(stderr, "\nstreams: it was %s, number %llu, or one of the %d before it (--only)\n", kind,
                  (unsigned long long)number, HOUSE_GUESTS);
}

static void hang(int signal_number)
{
    (void)signal_number;
    tell();
    (void)fprintf(stderr, "streams: nothing happens any more\n");
    abort();
}

static void die(int signal_number)
{
    (void)signal_number;
    tell();
    (void)signal(SIGABRT, SIG_DFL);
    abort();
}

int main(int count, char **words)
{
    uint64_t https = 0;
    uint64_t frames = 0;
    uint64_t seed = 1;
    uint64_t first = 0;
    for (int i = 1; i + 1 < count; i += 2) {
        uint64_t value = strtoull(words[i + 1], NULL, 10);
        *(strcmp(words[i], "--http") == 0     ? &https
          : strcmp(words[i], "--frames") == 0 ? &frames
          : strcmp(words[i], "--only") == 0   ? &first
                                              : &seed) = value;
    }
    if (https + frames == 0) {
        (void)fprintf(stderr, "streams [--http N] [--frames N] [--seed S] [--only K]\n");
        return 2;
    }
#ifdef __SANITIZE_ADDRESS__
    __sanitizer_set_death_callback(tell);
#endif
    (void)signal(SIGALRM, hang);
    (void)signal(SIGABRT, die);
    struct house *house = house_new();
    run(house, true, seed, first, first ? https > 0 : https);
    run(house, false, seed, first, first ? frames > 0 : frames);
    house_delete(house);
    (void)printf("streams: %llu of HTTP, %llu of frames, every neighbour was answered\n", (unsigned long long)https,
                 (unsigned long long)frames);
    return 0;
}
