/* net_head.c: heads of requests and answers (net_inner.h). Knows no socket. */
#include <stdlib.h>
#include <strings.h>

#include "server/net_inner.h"

enum { HEAD_SIZE = 1024 };

/* ---- of a request ---- */

static bool make_room(struct head *head, size_t length)
{
    size_t size = head->size ? head->size : HEAD_SIZE;
    while (size < head->used + length)
        size *= 2;
    if (size == head->size)
        return true;
    char *text = size <= (size_t)4 * NET_HEAD_MAX ? realloc(head->text, size) : NULL;
    if (!text) {
        head->is_full = true;
        return false;
    }
    head->text = text;
    head->size = size;
    return true;
}

void head_add(struct head *head, const char *bytes, size_t length)
{
    if (!make_room(head, length))
        return;
    memcpy(head->text + head->used, bytes, length);
    head->used += length;
}

static void end_text(struct head *head)
{
    head_add(head, "", 1);
}

void head_end_url(struct head *head)
{
    head->url_length = head->used;
    head->has_url = true;
    end_text(head);
}

void head_end_name(struct head *head)
{
    end_text(head);
}

void head_end_value(struct head *head)
{
    while (head->used > 0 && (head->text[head->used - 1] == ' ' || head->text[head->used - 1] == '\t'))
        head->used--;
    end_text(head);
}

void head_free(struct head *head)
{
    free(head->text);
    *head = (struct head){0};
}

/* Walks over the headers: the value of the last one with this name, and how often it came. */
static char *find(const struct head *head, const char *name, int *count)
{
    char *found = NULL;
    *count = 0;
    size_t at = head->url_length + 1;
    while (at < head->used) {
        char *value = head->text + at + strlen(head->text + at) + 1;
        if (strcasecmp(head->text + at, name) == 0) {
            found = value;
            (*count)++;
        }
        at = (size_t)(value - head->text) + strlen(value) + 1;
    }
    return found;
}

char *head_value(const struct head *head, const char *name)
{
    static char nothing[1];
    int count;
    char *value = find(head, name, &count);
    return value ? value : nothing;
}

int head_count(const struct head *head, const char *name)
{
    int count;
    find(head, name, &count);
    return count;
}

bool list_has(const char *list, const char *word)
{
    size_t length = strlen(word);
    for (;;) {
        list += strspn(list, " \t,");
        size_t here = strcspn(list, " \t,");
        if (here == 0)
            return false;
        if (here == length && strncasecmp(list, word, length) == 0)
            return true;
        list += here;
    }
}

static int hex_digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    c |= 0x20;
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

bool url_decode(char *text)
{
    char *to = text;
    for (const char *from = text; *from; from++) {
        int c = (unsigned char)*from;
        if (c == '%') {
            int high = hex_digit(from[1]);
            int low = high < 0 ? -1 : hex_digit(from[2]);
            if (low < 0)
                return false;
            c = high * 16 + low;
            from += 2;
        }
        if (c < ' ' || c == 127)
            return false;
        *to++ = (char)c;
    }
    *to = '\0';
    return true;
}

/* ---- of an answer ---- */

static const char policy[] = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "
                             "img-src 'self' blob:; "
                             "font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; "
                             "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/* Headers that every answer has. */
static const struct {
    const char *name, *value;
} safe_headers[] = {
    {"server", "ochre"},
    {"x-content-type-options", "nosniff"},
    {"referrer-policy", "no-referrer"},
    {"cross-origin-opener-policy", "same-origin"},
    {"cross-origin-resource-policy", "same-origin"},
    {"permissions-policy", "camera=(), geolocation=(), microphone=()"},
    {"content-security-policy", policy},
};

static const char *reason(int status)
{
    static const struct {
        int status;
        const char *words;
    } reasons[] = {{200, "OK"},
                   {201, "Created"},
                   {304, "Not Modified"},
                   {400, "Bad Request"},
                   {401, "Unauthorized"},
                   {403, "Forbidden"},
                   {404, "Not Found"},
                   {405, "Method Not Allowed"},
                   {408, "Request Timeout"},
                   {409, "Conflict"},
                   {413, "Content Too Large"},
                   {414, "URI Too Long"},
                   {421, "Misdirected Request"},
                   {426, "Upgrade Required"},
                   {429, "Too Many Requests"},
                   {431, "Request Header Fields Too Large"},
                   {503, "Service Unavailable"}};
    for (size_t i = 0; i < sizeof reasons / sizeof *reasons; i++)
        if (reasons[i].status == status)
            return reasons[i].words;
    return "";
}

static void add_header(struct ochre_text *out, const char *name, const char *value)
{
    text_add(out, name);
    text_add(out, ": ");
    text_add(out, value);
    text_add(out, "\r\n");
}

void head_write(struct ochre_text *out, const struct answer_head *what)
{
    const struct net_answer *answer = what->answer;
    text_add(out, "HTTP/1.1 ");
    text_int(out, answer->status);
    text_char(out, ' ');
    text_add(out, reason(answer->status));
    text_add(out, "\r\n");
    for (size_t i = 0; i < sizeof safe_headers / sizeof *safe_headers; i++)
        add_header(out, safe_headers[i].name, safe_headers[i].value);
    add_header(out, "cache-control", answer->cache ? answer->cache : "no-store");
    if (answer->status != 304) {
        add_header(out, "content-type", answer->type);
        add_header(out, "content-length", NUM((int64_t)answer->length));
    }
    if (answer->etag)
        add_header(out, "etag", answer->etag);
    if (answer->is_gzip)
        add_header(out, "content-encoding", "gzip");
    if (answer->is_static)
        add_header(out, "vary", "accept-encoding");
    if (answer->again)
        add_header(out, "retry-after", NUM(answer->again));
    if (answer->status == 426) {
        add_header(out, "upgrade", "websocket");
        add_header(out, "sec-websocket-version", "13");
    }
    if (what->is_last)
        add_header(out, "connection", "close");
    else if (what->is_old_kept)
        add_header(out, "connection", "keep-alive");
    text_add(out, "\r\n");
}
