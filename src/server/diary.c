/* diary.c: see diary.h. */
#include "server/diary.h"

#include <inttypes.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/text.h"

enum {
    MINUTE_MS = 60 * 1000,
    EVENTS = 32,    /* kinds of events that are counted at once */
    ADDRESSES = 64, /* events of one address that are counted at once */
    EVENT_SIZE = 24,
    FROM_SIZE = 48,
    VALUE_MAX = 240, /* bytes of a value that are written */
};

const char *const diary_levels[DIARY_LEVELS + 1] = {"error", "warning", "info", "debug", NULL};

/* How often something happened in the minute that began at `since`. */
struct place {
    int64_t since;
    int written;
    int64_t left_out;
    enum diary_level level;
    char event[EVENT_SIZE];
    char from[FROM_SIZE]; /* "": everybody together */
};

struct diary {
    struct diary_config config;
    struct place of_all[EVENTS];    /* one without an event is free */
    struct place of_one[ADDRESSES]; /* the same, by address */
};

struct diary *diary_new(const struct diary_config *config)
{
    struct diary *diary = calloc(1, sizeof *diary);
    if (!diary)
        abort();
    diary->config = *config;
    return diary;
}

/* ---- one line ---- */

/* The length of the character at `at` that may stand as it is; 0: it has to be escaped. */
static size_t plain_length(const unsigned char *at)
{
    if (*at >= 0x20 && *at < 0x7F)
        return *at == '"' || *at == '\\' ? 0 : 1;
    size_t length = *at >= 0xF0 && *at < 0xF5 ? 4 : *at >= 0xE0 ? 3 : *at >= 0xC2 ? 2 : 0;
    if (*at >= 0xF5 || length == 0)
        return 0;
    uint32_t code = *at & (0xFFU >> (length + 1));
    for (size_t i = 1; i < length; i++) {
        if ((at[i] & 0xC0) != 0x80)
            return 0;
        code = code << 6 | (at[i] & 0x3F);
    }
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    bool is_turning = (code >= 0x200B && code <= 0x200F) || (code >= 0x2028 && code <= 0x202E) ||
                      (code >= 0x2060 && code <= 0x206F) || code == 0x061C || code == 0xFEFF;
    bool is_sound = code >= least[length] && code >= 0xA0 && code <= 0x10FFFF && (code < 0xD800 || code > 0xDFFF);
    return is_sound && !is_turning ? length : 0;
}

static bool needs_quotes(const char *value)
{
    for (const char *at = value; *at; at++)
        if (*at <= ' ' || *at > '~' || strchr("\"\\=", *at))
            return true;
    return !*value;
}

static void add_escaped(struct ochre_text *text, unsigned char c)
{
    static const char digits[] = "0123456789abcdef";
    text_char(text, '\\');
    if (c == '"' || c == '\\') {
        text_char(text, (char)c);
        return;
    }
    text_char(text, 'x');
    text_char(text, digits[c >> 4]);
    text_char(text, digits[c & 15]);
}

static void add_value(struct ochre_text *text, const char *value)
{
    if (!needs_quotes(value) && strlen(value) <= VALUE_MAX) {
        text_add(text, value);
        return;
    }
    text_char(text, '"');
    const char *at = value;
    while (*at && at - value < VALUE_MAX) {
        size_t length = plain_length((const unsigned char *)at);
        if (length)
            text_add_bytes(text, at, length);
        else
            add_escaped(text, (unsigned char)*at);
        at += length ? length : 1;
    }
    if (*at)
        text_add(text, "…");
    text_char(text, '"');
}

static void add_front(const struct diary *diary, enum diary_level level, struct ochre_text *text)
{
    static const int priority[DIARY_LEVELS] = {3, 4, 6, 7};
    char front[40];
    if (diary->config.has_priorities) {
        (void)snprintf(front, sizeof front, "<%d>", priority[level]);
    } else {
        int64_t (*date)(void) = diary->config.date ? diary->config.date : diary->config.now;
        time_t seconds = (time_t)(date() / 1000);
        struct tm at;
        (void)gmtime_r(&seconds, &at);
        (void)strftime(front, sizeof front, "%Y-%m-%dT%H:%M:%SZ ", &at);
    }
    text_add(text, front);
    text_add(text, diary_levels[level]);
    text_char(text, ' ');
}

static void write_line(struct diary *diary, enum diary_level level, const char *event, const char *from,
                       const char *const fields[])
{
    char line[DIARY_LINE_SIZE];
    struct ochre_text text = text_on(line, sizeof line - 1);
    add_front(diary, level, &text);
    text_add(&text, event);
    if (from && *from) {
        text_add(&text, " from=");
        add_value(&text, from);
    }
    for (int i = 0; fields[i] && fields[i + 1]; i += 2) {
        text_char(&text, ' ');
        text_add(&text, fields[i]);
        text_char(&text, '=');
        add_value(&text, fields[i + 1]);
    }
    line[text.used++] = '\n';
    diary->config.write(diary->config.who, line, text.used);
}

/* ---- how often ---- */

/* The minute is over, or the place is needed: what was left out is counted. */
static void close_place(struct diary *diary, struct place *place)
{
    if (place->left_out > 0)
        write_line(diary, place->level, place->event, place->from,
                   (const char *const[]){"more", NUM(place->left_out), NULL});
    *place = (struct place){0};
}

static bool is_of(const struct place *place, const char *event, const char *from)
{
    return text_same(place->event, event) && strncmp(place->from, from, FROM_SIZE - 1) == 0;
}

/* The place of this event and address: the one it has, a free one, or the one that has waited longest. */
static struct place *find_place(struct diary *diary, struct place *places, int count, const char *event,
                                const char *from)
{
    struct place *best = places;
    int64_t now = diary->config.now();
    for (struct place *place = places; place < places + count; place++) {
        if (place->event[0] && now - place->since >= MINUTE_MS)
            close_place(diary, place);
        if (is_of(place, event, from))
            return place;
        if (best->event[0] && (!place->event[0] || place->since < best->since))
            best = place;
    }
    return best;
}

static struct place *take_place(struct diary *diary, struct place *place, const char *event, const char *from)
{
    if (is_of(place, event, from))
        return place;
    close_place(diary, place);
    place->since = diary->config.now();
    struct ochre_text text = text_on(place->event, sizeof place->event);
    text_add(&text, event);
    text = text_on(place->from, sizeof place->from);
    text_add(&text, from);
    return place;
}

static struct place *place_of_all(struct diary *diary, const char *event)
{
    return take_place(diary, find_place(diary, diary->of_all, EVENTS, event, ""), event, "");
}

/* Who makes room for another address is counted with everybody: a crowd of addresses writes no crowd of lines. */
static struct place *place_of_one(struct diary *diary, const char *event, const char *from)
{
    struct place *place = find_place(diary, diary->of_one, ADDRESSES, event, from);
    if (place->left_out > 0 && !is_of(place, event, from)) {
        place_of_all(diary, place->event)->left_out += place->left_out;
        place->left_out = 0;
    }
    return take_place(diary, place, event, from);
}

static bool may_write(struct place *place, enum diary_level level, int most)
{
    place->level = level;
    if (place->written >= most) {
        place->left_out++;
        return false;
    }
    place->written++;
    return true;
}

void diary_write(struct diary *diary, enum diary_level level, const char *event, const char *from,
                 const char *const fields[])
{
    if (!diary || level > diary->config.level)
        return;
    if (from && *from && !may_write(place_of_one(diary, event, from), level, DIARY_LINES_FROM))
        return;
    if (may_write(place_of_all(diary, event), level, DIARY_LINES_EVENT))
        write_line(diary, level, event, from, fields);
}

static void close_places(struct diary *diary, struct place *places, int count, int64_t before)
{
    for (int i = 0; i < count; i++)
        if (places[i].event[0] && places[i].since <= before)
            close_place(diary, &places[i]);
}

void diary_tick(struct diary *diary)
{
    if (!diary)
        return;
    int64_t before = diary->config.now() - MINUTE_MS;
    close_places(diary, diary->of_one, ADDRESSES, before);
    close_places(diary, diary->of_all, EVENTS, before);
}

void diary_delete(struct diary *diary)
{
    if (!diary)
        return;
    close_places(diary, diary->of_one, ADDRESSES, INT64_MAX);
    close_places(diary, diary->of_all, EVENTS, INT64_MAX);
    free(diary);
}

/* ---- where it goes ---- */

bool diary_is_journal(void)
{
    const char *stream = getenv("JOURNAL_STREAM"); /* "device:inode" of the journal's socket */
    char ours[64];
    struct stat about;
    if (!stream || fstat(STDERR_FILENO, &about) < 0)
        return false;
    (void)snprintf(ours, sizeof ours, "%" PRIuMAX ":%" PRIuMAX, (uintmax_t)about.st_dev, (uintmax_t)about.st_ino);
    return text_same(stream, ours);
}

/* Play does not wait for whoever reads: a line that a pipe has no room for is lost. */
void diary_to_stderr(void *who, const char *line, size_t length)
{
    (void)who;
    struct pollfd place = {.fd = STDERR_FILENO, .events = POLLOUT};
    if (poll(&place, 1, 0) > 0 && place.revents & POLLOUT)
        (void)!write(STDERR_FILENO, line, length);
}
