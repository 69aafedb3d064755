/* arena_bytes.c: see arena_bytes.h. Numbers have seven bits a byte, the least first (most are small); real numbers are
 * their bits, the least byte first; words have their length in front. */
#include "lab/arena_bytes.h"

#include <assert.h>
#include <stdlib.h>

#include "lab/arena_play.h"

enum { NUMBER_BYTES_MAX = 10, WORD_MAX = 256, USES_MAX = 1 << 16, SAYINGS_MAX = 1 << 16 };

/* ---- writing ---- */

/* Bytes that grow. */
struct ink {
    unsigned char *at;
    size_t used, size;
    bool is_dry; /* memory has run out */
};

static unsigned char *place(struct ink *ink, size_t count)
{
    if (!ink->is_dry && ink->used + count > ink->size) {
        size_t size = 2 * (ink->used + count) + 1024;
        unsigned char *more = realloc(ink->at, size);
        ink->is_dry = !more;
        if (more) {
            ink->at = more;
            ink->size = size;
        }
    }
    if (ink->is_dry)
        return NULL;
    ink->used += count;
    return ink->at + ink->used - count;
}

static void put_number(struct ink *ink, uint64_t number)
{
    unsigned char digits[NUMBER_BYTES_MAX];
    size_t count = 0;
    for (; number >= 0x80; number >>= 7)
        digits[count++] = (unsigned char)(number | 0x80);
    digits[count++] = (unsigned char)number;
    unsigned char *to = place(ink, count);
    if (to)
        memcpy(to, digits, count);
}

/* Small whether above or below 0. */
static void put_signed(struct ink *ink, int64_t number)
{
    put_number(ink, (uint64_t)number << 1 ^ (number < 0 ? UINT64_MAX : 0));
}

static void put_bits(struct ink *ink, uint64_t bits, size_t count)
{
    unsigned char *to = place(ink, count);
    for (size_t i = 0; to && i < count; i++)
        to[i] = (unsigned char)(bits >> 8 * i);
}

static void put_float(struct ink *ink, float number)
{
    uint32_t bits;
    memcpy(&bits, &number, sizeof bits);
    put_bits(ink, bits, sizeof bits);
}

static void put_double(struct ink *ink, double number)
{
    uint64_t bits;
    memcpy(&bits, &number, sizeof bits);
    put_bits(ink, bits, sizeof bits);
}

static void put_word(struct ink *ink, const char *word)
{
    size_t length = strlen(word);
    assert(length < WORD_MAX);
    put_number(ink, length);
    unsigned char *to = place(ink, length);
    if (to)
        memcpy(to, word, length);
}

static void write_outcome(struct ink *ink, const struct ochre_outcome *outcome, int seats)
{
    int parts = 0;
    while (parts < OCHRE_PARTS_MAX && outcome->part_name[parts])
        put_word(ink, outcome->part_name[parts++]);
    put_word(ink, "");
    for (int seat = 0; seat < seats; seat++) {
        put_float(ink, outcome->payoff[seat]);
        put_signed(ink, outcome->rank[seat]);
        put_signed(ink, outcome->score[seat]);
        for (int part = 0; part < parts; part++)
            put_signed(ink, outcome->part[seat][part]);
    }
    put_number(ink, (outcome->has_no_points ? 1u : 0) | (outcome->is_draw ? 2u : 0) | (outcome->reason ? 4u : 0));
    put_number(ink, outcome->winners);
    if (outcome->reason)
        put_word(ink, outcome->reason);
}

static void write_course(struct ink *ink, const struct arena_record *record, int seats)
{
    put_number(ink, record->moves);
    put_number(ink, record->decisions);
    put_number(ink, record->choices_max);
    put_number(ink, record->choices_sum);
    put_number(ink, record->lead_changes);
    for (int point = 0; point < ARENA_POINTS; point++) {
        put_number(ink, record->choices[point]);
        put_number(ink, record->leaders[point]);
    }
    for (int seat = 0; seat < seats; seat++) {
        put_number(ink, record->player[seat]);
        put_number(ink, record->thought[seat]);
        put_double(ink, record->seconds[seat]);
        put_word(ink, record->opening[seat]);
    }
}

static void write_uses(struct ink *ink, const struct arena_record *record, int seats)
{
    uint32_t before = 0; /* keys ascend */
    put_number(ink, (uint64_t)record->use_count);
    for (int i = 0; i < record->use_count; i++) {
        put_number(ink, record->uses[i].key - before);
        before = record->uses[i].key;
        for (int seat = 0; seat < seats; seat++)
            put_number(ink, record->uses[i].count[seat]);
    }
    put_number(ink, (uint64_t)record->saying_count);
    for (int i = 0; i < record->saying_count; i++) {
        put_number(ink, record->sayings[i].key);
        put_word(ink, record->sayings[i].words);
    }
}

unsigned char *arena_bytes_write(const struct arena_record *record, int seats, size_t *length)
{
    struct ink ink = {0};
    put_number(&ink, (uint64_t)record->game);
    write_outcome(&ink, &record->outcome, seats);
    write_course(&ink, record, seats);
    write_uses(&ink, record, seats);
    if (ink.is_dry) {
        free(ink.at);
        return NULL;
    }
    *length = ink.used;
    return ink.at;
}

/* ---- reading ---- */

struct eye {
    const unsigned char *at, *end;
    bool is_lost; /* the bytes make no sense; whatever is read from now on is 0 */
};

static uint64_t get_number(struct eye *eye, uint64_t most)
{
    uint64_t number = 0;
    for (int shift = 0; shift < 7 * NUMBER_BYTES_MAX && eye->at < eye->end; shift += 7) {
        unsigned char byte = *eye->at++;
        if (shift == 63 && byte > 1)
            break;
        number |= (uint64_t)(byte & 0x7F) << shift;
        if (!(byte & 0x80)) {
            eye->is_lost = eye->is_lost || number > most;
            return eye->is_lost ? 0 : number;
        }
    }
    eye->is_lost = true;
    return 0;
}

static int get_signed(struct eye *eye)
{
    uint64_t number = get_number(eye, UINT32_MAX);
    return (int)((int64_t)(number >> 1) ^ -(int64_t)(number & 1));
}

static uint64_t get_bits(struct eye *eye, size_t count)
{
    uint64_t bits = 0;
    eye->is_lost = eye->is_lost || (size_t)(eye->end - eye->at) < count;
    for (size_t i = 0; i < count && !eye->is_lost; i++)
        bits |= (uint64_t)*eye->at++ << 8 * i;
    return bits;
}

static float get_float(struct eye *eye)
{
    uint32_t bits = (uint32_t)get_bits(eye, sizeof bits);
    float number;
    memcpy(&number, &bits, sizeof number);
    return number;
}

static double get_double(struct eye *eye)
{
    uint64_t bits = get_bits(eye, sizeof bits);
    double number;
    memcpy(&number, &bits, sizeof number);
    return number;
}

/* A word that fits; without NULs and control characters, since people will read it. */
static void get_word(struct eye *eye, char *word, size_t size)
{
    size_t length = (size_t)get_number(eye, size - 1);
    *word = '\0';
    eye->is_lost =
        eye->is_lost || (size_t)(eye->end - eye->at) < length || !text_is_utf8((const char *)eye->at, length);
    if (eye->is_lost)
        return;
    for (size_t i = 0; i < length; i++)
        eye->is_lost = eye->is_lost || eye->at[i] < 0x20;
    memcpy(word, eye->at, length);
    word[length] = '\0';
    eye->at += length;
}

/* The stored word that is the same; NULL when memory runs out. */
static const char *keep_word(struct arena_words *words, const char *word)
{
    for (int i = 0; i < words->count; i++)
        if (text_same(words->word[i], word))
            return words->word[i];
    if (words->count == words->max) {
        int max = words->max ? 2 * words->max : 16;
        char **more = realloc(words->word, (size_t)max * sizeof *more);
        if (!more)
            return NULL;
        words->word = more;
        words->max = max;
    }
    char *copy = strdup(word);
    if (copy)
        words->word[words->count++] = copy;
    return copy;
}

void arena_words_free(struct arena_words *words)
{
    for (int i = 0; i < words->count; i++)
        free(words->word[i]);
    free(words->word);
    *words = (struct arena_words){0};
}

static const char *get_kept_word(struct eye *eye, struct arena_words *words)
{
    char word[WORD_MAX];
    get_word(eye, word, sizeof word);
    const char *kept = *word && !eye->is_lost ? keep_word(words, word) : NULL;
    eye->is_lost = eye->is_lost || (*word && !kept);
    return kept;
}

static void read_outcome(struct eye *eye, struct ochre_outcome *outcome, int seats, struct arena_words *words)
{
    int parts = 0;
    for (const char *name; (name = get_kept_word(eye, words)); parts++) {
        if (parts == OCHRE_PARTS_MAX) {
            eye->is_lost = true;
            return;
        }
        outcome->part_name[parts] = name;
    }
    for (int seat = 0; seat < seats; seat++) {
        outcome->payoff[seat] = get_float(eye);
        outcome->rank[seat] = get_signed(eye);
        outcome->score[seat] = get_signed(eye);
        eye->is_lost = eye->is_lost || !(outcome->payoff[seat] >= 0 && outcome->payoff[seat] <= 1);
        for (int part = 0; part < parts; part++)
            outcome->part[seat][part] = get_signed(eye);
    }
    uint64_t flags = get_number(eye, 7);
    outcome->has_no_points = flags & 1;
    outcome->is_draw = flags & 2;
    outcome->winners = (ochre_seats)get_number(eye, (1u << seats) - 1);
    if (flags & 4)
        outcome->reason = get_kept_word(eye, words);
}

static void read_course(struct eye *eye, struct arena_record *record, int seats)
{
    record->moves = (uint32_t)get_number(eye, UINT32_MAX);
    record->decisions = (uint32_t)get_number(eye, UINT32_MAX);
    record->choices_max = (uint32_t)get_number(eye, UINT32_MAX);
    record->choices_sum = get_number(eye, UINT64_MAX);
    record->lead_changes = (uint32_t)get_number(eye, UINT32_MAX);
    for (int point = 0; point < ARENA_POINTS; point++) {
        record->choices[point] = (uint16_t)get_number(eye, UINT16_MAX);
        record->leaders[point] = (ochre_seats)get_number(eye, (1u << seats) - 1);
    }
    for (int seat = 0; seat < seats; seat++) {
        record->player[seat] = (uint8_t)get_number(eye, (uint64_t)seats - 1);
        record->thought[seat] = (uint32_t)get_number(eye, UINT32_MAX);
        record->seconds[seat] = get_double(eye);
        eye->is_lost = eye->is_lost || !(record->seconds[seat] >= 0 && record->seconds[seat] < 1e12);
        get_word(eye, record->opening[seat], OCHRE_MOVE_SIZE);
    }
}

static void read_uses(struct eye *eye, struct arena_record *record, int seats)
{
    uint64_t key = 0;
    int count = (int)get_number(eye, USES_MAX);
    record->uses = calloc((size_t)count + 1, sizeof *record->uses);
    eye->is_lost = eye->is_lost || !record->uses;
    for (; record->use_count < count && !eye->is_lost; record->use_count++) {
        struct arena_use *use = &record->uses[record->use_count];
        key += get_number(eye, UINT32_MAX - key);
        use->key = (uint32_t)key;
        for (int seat = 0; seat < seats; seat++)
            use->count[seat] = (uint16_t)get_number(eye, UINT16_MAX);
    }
    count = (int)get_number(eye, SAYINGS_MAX);
    record->sayings = calloc((size_t)count + 1, sizeof *record->sayings);
    eye->is_lost = eye->is_lost || !record->sayings;
    for (; record->saying_count < count && !eye->is_lost; record->saying_count++) {
        struct arena_saying *saying = &record->sayings[record->saying_count];
        saying->key = (uint32_t)get_number(eye, UINT32_MAX);
        get_word(eye, saying->words, sizeof saying->words);
    }
}

struct arena_record *arena_bytes_read(const unsigned char *bytes, size_t length, int seats, struct arena_words *words)
{
    assert(seats >= 1 && seats <= OCHRE_SEATS_MAX);
    struct arena_record *record = calloc(1, sizeof *record);
    if (!record)
        return NULL;
    struct eye eye = {bytes, bytes + length, false};
    record->game = (int)get_number(&eye, ARENA_GAMES_MAX);
    read_outcome(&eye, &record->outcome, seats, words);
    read_course(&eye, record, seats);
    read_uses(&eye, record, seats);
    if (eye.is_lost || eye.at != eye.end) {
        arena_record_delete(record);
        return NULL;
    }
    return record;
}
