/* bans.c: see bans.h. */
#include "server/bans.h"

#include <arpa/inet.h>
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

enum { FOUR_BITS = 96 /* in front of an IPv4 address */, HOME_BITS = 64 };

static const unsigned char four_front[12] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF};

static bool is_four(const struct prefix *prefix)
{
    return prefix->bits >= FOUR_BITS && memcmp(prefix->bytes, four_front, sizeof four_front) == 0;
}

/* ---- reading and writing ---- */

/* All 128 bits of an address. `has_four`: it was written as IPv4. */
static bool read_address(const char *text, unsigned char bytes[16], bool *has_four)
{
    memcpy(bytes, four_front, sizeof four_front);
    *has_four = inet_pton(AF_INET, text, bytes + sizeof four_front) == 1;
    return *has_four || inet_pton(AF_INET6, text, bytes) == 1;
}

/* "/24" behind an address; -1: there is something else. */
static int read_bits(const char *text, int most)
{
    int bits;
    const char *at = text + 1;
    if (*text != '/' || !text_read_number(&at, 3, &bits) || *at || bits > most)
        return -1;
    return bits;
}

static void clear_behind(struct prefix *prefix)
{
    for (int bit = prefix->bits; bit < 128; bit++)
        prefix->bytes[bit / 8] &= (unsigned char)~(0x80 >> bit % 8);
}

bool prefix_read(const char *text, struct prefix *prefix)
{
    char address[INET6_ADDRSTRLEN + 1];
    bool has_four;
    size_t length = strcspn(text, "/%"); /* "%eth0" names a cable, not an address */
    size_t slash = strcspn(text, "/");
    struct ochre_text copy = text_on(address, sizeof address);
    text_add_bytes(&copy, text, length);
    *prefix = (struct prefix){0};
    if (copy.cut || !read_address(address, prefix->bytes, &has_four))
        return false;
    /* Nobody's home is at the very beginning, where IPv4 and the own machine (::1) stand. */
    bool has_home = memcmp(prefix->bytes, four_front, HOME_BITS / 8) != 0;
    prefix->bits = has_home ? HOME_BITS : 128;
    if (text[slash]) {
        int bits = read_bits(text + slash, has_four ? 32 : 128);
        if (bits < 0)
            return false;
        prefix->bits = bits + (has_four ? FOUR_BITS : 0);
    }
    if (has_home && prefix->bits > HOME_BITS)
        prefix->bits = HOME_BITS;
    clear_behind(prefix);
    return true;
}

void prefix_write(const struct prefix *prefix, char text[PREFIX_TEXT_SIZE])
{
    bool is_short = is_four(prefix);
    text[0] = '\0';
    (void)inet_ntop(is_short ? AF_INET : AF_INET6, prefix->bytes + (is_short ? sizeof four_front : 0), text,
                    PREFIX_TEXT_SIZE);
    if (is_short && prefix->bits == 128)
        return;
    struct ochre_text all = text_on(text + strlen(text), PREFIX_TEXT_SIZE - strlen(text));
    text_char(&all, '/');
    text_int(&all, prefix->bits - (is_short ? FOUR_BITS : 0));
}

/* ---- comparing ---- */

bool prefix_same(const struct prefix *a, const struct prefix *b)
{
    return a->bits == b->bits && memcmp(a->bytes, b->bytes, sizeof a->bytes) == 0;
}

static bool begins_with(const unsigned char bytes[16], const struct prefix *prefix)
{
    int whole = prefix->bits / 8;
    if (memcmp(bytes, prefix->bytes, (size_t)whole) != 0)
        return false;
    if (prefix->bits % 8 == 0)
        return true;
    unsigned char mask = (unsigned char)(0xFF << (8 - prefix->bits % 8));
    return (bytes[whole] & mask) == prefix->bytes[whole];
}

bool prefix_covers(const struct prefix *wide, const struct prefix *narrow)
{
    return wide->bits <= narrow->bits && begins_with(narrow->bytes, wide);
}

bool prefix_is_too_wide(const struct prefix *prefix)
{
    struct prefix all_four = {.bits = FOUR_BITS};
    memcpy(all_four.bytes, four_front, sizeof four_front);
    return prefix->bits < 16 || prefix_covers(prefix, &all_four) || (is_four(prefix) && prefix->bits < FOUR_BITS + 8);
}

/* ---- the list ---- */

bool ban_holds(const struct ban *ban, int64_t now)
{
    return ban->until == 0 || ban->until > now;
}

int bans_count(const struct bans *bans, int64_t now)
{
    int count = 0;
    for (int i = 0; i < bans->count; i++)
        count += ban_holds(&bans->list[i], now);
    return count;
}

void bans_free(struct bans *bans)
{
    for (int i = 0; i < bans->count; i++)
        free(bans->list[i].why);
    free(bans->list);
    *bans = (struct bans){0};
}

const struct ban *bans_get(const struct bans *bans, const struct prefix *prefix)
{
    for (int i = 0; i < bans->count; i++)
        if (prefix_same(&bans->list[i].prefix, prefix))
            return &bans->list[i];
    return NULL;
}

void bans_drop(struct bans *bans, const struct prefix *prefix)
{
    for (int i = 0; i < bans->count; i++)
        if (prefix_same(&bans->list[i].prefix, prefix)) {
            free(bans->list[i].why);
            bans->list[i] = bans->list[--bans->count];
            return;
        }
}

void bans_put(struct bans *bans, const struct prefix *prefix, int64_t at, int64_t until, const char *why)
{
    bans_drop(bans, prefix);
    assert(bans->count <= bans->max);
    if (bans->count == bans->max) {
        bans->max = bans->max ? 2 * bans->max : 16;
        bans->list = realloc(bans->list, (size_t)bans->max * sizeof *bans->list);
        if (!bans->list)
            abort();
    }
    char *words = strdup(why);
    if (!words)
        abort();
    bans->list[bans->count++] = (struct ban){.prefix = *prefix, .at = at, .until = until, .why = words};
}

const struct ban *bans_find(const struct bans *bans, const char *address, int64_t now)
{
    struct prefix home;
    if (bans->count == 0 || !prefix_read(address, &home))
        return NULL;
    for (int i = 0; i < bans->count; i++) {
        const struct ban *ban = &bans->list[i];
        if (ban_holds(ban, now) && prefix_covers(&ban->prefix, &home))
            return ban;
    }
    return NULL;
}
