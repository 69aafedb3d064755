/* mind_bytes.c: minds as bytes. "ochre mind", the format, then numbers, the least byte first, in the order of struct
 * mind; a checksum at the end. Scales are fractions of 2 to the 20th. */
#include <assert.h>
#include <stdlib.h>

#include "ai/bot_kinds.h"
#include "ai/mind.h"
#include "base/hash.h"

static const char HEAD[] = "ochre mind";
enum { SCALE_ONE = 1 << 20, SCALE_MAX = MIND_ONE << 20 };

/* ---- writing ---- */

struct pen {
    unsigned char *bytes; /* NULL: only counted */
    size_t used;
};

static void put(struct pen *pen, int64_t number, int count)
{
    for (int i = 0; i < count; i++) {
        if (pen->bytes)
            pen->bytes[pen->used] = (unsigned char)((uint64_t)number >> 8 * i);
        pen->used++;
    }
}

static void put_rows(struct pen *pen, const int16_t *number, size_t count)
{
    for (size_t i = 0; i < count; i++)
        put(pen, number[i], 2);
}

static void write_all(const struct mind *mind, struct pen *pen)
{
    for (size_t i = 0; i < sizeof HEAD - 1; i++)
        put(pen, HEAD[i], 1);
    put(pen, MIND_FORMAT, 1);
    for (size_t i = 0; i < sizeof mind->game; i++)
        put(pen, mind->game[i], 1);
    put(pen, mind->seats, 1);
    put(pen, mind->hunches, 1);
    put(pen, mind->rules, 4);
    put(pen, mind->observe, 4);
    put(pen, mind->actions, 4);
    put(pen, mind->inputs, 4);
    put(pen, mind->moves, 4);
    for (int i = 0; i < mind->inputs; i++)
        put(pen, mind->input[i], 2);
    for (int i = 0; i < mind->inputs; i++)
        put(pen, (int64_t)(mind->scale[i] * (float)SCALE_ONE), 4);
    for (int h = 0; h < MIND_HIDDEN; h++)
        put(pen, mind->bias[h], 4);
    put_rows(pen, &mind->weight[0][0], (size_t)mind->inputs * MIND_HIDDEN);
    for (int seat = 0; seat < mind->seats; seat++) {
        put_rows(pen, mind->value[seat], MIND_HIDDEN);
        put_rows(pen, mind->value_hunch[seat], (size_t)mind->hunches);
        put(pen, mind->value_bias[seat], 4);
    }
    put(pen, mind->promise, 4);
    for (uint32_t i = 0; i < mind->moves; i++) {
        put(pen, mind->move[i], 4);
        put_rows(pen, mind->prior[i], MIND_HIDDEN);
        put(pen, mind->prior_bias[i], 4);
    }
}

unsigned char *mind_write(const struct mind *mind, size_t *length)
{
    struct pen pen = {0};
    write_all(mind, &pen);
    size_t size = pen.used;
    pen.bytes = malloc(size + 8);
    if (!pen.bytes)
        return NULL;
    pen.used = 0;
    write_all(mind, &pen);
    put(&pen, (int64_t)hash_bytes(0, pen.bytes, size), 8);
    *length = pen.used;
    return pen.bytes;
}

/* ---- reading ---- */

struct reading {
    const unsigned char *at, *end;
    bool is_bad; /* too short, or a number out of bounds */
};

static int64_t get(struct reading *reading, int count)
{
    uint64_t bits = 0;
    if (reading->end - reading->at < count) {
        reading->is_bad = true;
        return 0;
    }
    for (int i = 0; i < count; i++)
        bits |= (uint64_t)*reading->at++ << 8 * i;
    int unused = 64 - 8 * count;
    return (int64_t)(bits << unused) >> unused;
}

/* A number between two bounds, else the lower one. */
static int64_t get_in(struct reading *reading, int count, int64_t low, int64_t high)
{
    int64_t number = get(reading, count);
    if (number >= low && number <= high)
        return number;
    reading->is_bad = true;
    return low;
}

static void get_row(struct reading *reading, int16_t *to, int count, int max)
{
    for (int i = 0; i < count; i++)
        to[i] = (int16_t)get_in(reading, 2, -max, max);
}

static void read_sizes(struct reading *reading, struct mind *mind)
{
    for (size_t i = 0; i < sizeof mind->game; i++)
        mind->game[i] = (char)get_in(reading, 1, 0, 'z');
    reading->is_bad = reading->is_bad || mind->game[sizeof mind->game - 1] != '\0';
    mind->game[sizeof mind->game - 1] = '\0';
    mind->seats = (int)get_in(reading, 1, 1, OCHRE_SEATS_MAX);
    mind->hunches = (int)get_in(reading, 1, 0, 2 * mind->seats);
    mind->rules = (int)get_in(reading, 4, 0, INT32_MAX);
    mind->observe = (uint32_t)get_in(reading, 4, 1, MIND_INPUTS_MAX);
    mind->actions = (uint32_t)get_in(reading, 4, 1, MIND_ACTIONS_MAX);
    mind->inputs = (int)get_in(reading, 4, 0, (int64_t)mind->observe + mind->hunches);
    mind->inputs = mind->inputs > MIND_INPUTS_MAX ? MIND_INPUTS_MAX : mind->inputs;
    int64_t moves_max = mind->actions < MIND_MOVES_MAX ? mind->actions : MIND_MOVES_MAX;
    mind->moves = (uint32_t)get_in(reading, 4, 0, moves_max);
}

/* One more than is needed: nothing has no address. */
static void make_arrays(struct mind *mind)
{
    size_t inputs = (size_t)mind->inputs + 1;
    size_t moves = (size_t)mind->moves + 1;
    size_t numbers = (size_t)mind->observe + (size_t)mind->hunches;
    mind->input = bot_room(NULL, inputs, sizeof *mind->input);
    mind->scale = bot_room(NULL, inputs, sizeof *mind->scale);
    mind->weight = bot_room(NULL, inputs, sizeof *mind->weight);
    mind->move = bot_room(NULL, moves, sizeof *mind->move);
    mind->prior = bot_room(NULL, moves, sizeof *mind->prior);
    mind->prior_bias = bot_room(NULL, moves, sizeof *mind->prior_bias);
    mind->row = bot_room(NULL, numbers, sizeof *mind->row);
    for (size_t i = 0; i < numbers; i++)
        mind->row[i] = (uint16_t)mind->inputs;
    mind->scale[mind->inputs] = 0; /* of all that is not looked at */
    mind->place = bot_room(NULL, mind->actions, sizeof *mind->place);
    memset(mind->place, 0, mind->actions * sizeof *mind->place);
}

static void read_inputs(struct reading *reading, struct mind *mind)
{
    int64_t least = 0;
    for (int i = 0; i < mind->inputs; i++) {
        mind->input[i] = (uint16_t)get_in(reading, 2, least, (int64_t)mind->observe + mind->hunches - 1);
        least = (int64_t)mind->input[i] + 1;
        if (reading->is_bad)
            return;
        mind->row[mind->input[i]] = (uint16_t)i;
    }
    for (int i = 0; i < mind->inputs; i++) {
        int64_t scale = get_in(reading, 4, 0, SCALE_MAX);
        mind->scale[i] = (float)scale / (float)SCALE_ONE;
        reading->is_bad = reading->is_bad || (int64_t)(mind->scale[i] * (float)SCALE_ONE) != scale;
    }
    for (int h = 0; h < MIND_HIDDEN; h++)
        mind->bias[h] = (int32_t)get_in(reading, 4, -MIND_BIAS_MAX, MIND_BIAS_MAX);
    get_row(reading, &mind->weight[0][0], mind->inputs * MIND_HIDDEN, MIND_WEIGHT_MAX);
}

static void read_outputs(struct reading *reading, struct mind *mind)
{
    for (int seat = 0; seat < mind->seats; seat++) {
        get_row(reading, mind->value[seat], MIND_HIDDEN, MIND_OUT_MAX);
        get_row(reading, mind->value_hunch[seat], mind->hunches, MIND_HUNCH_MAX);
        mind->value_bias[seat] = (int32_t)get_in(reading, 4, -MIND_OUT_BIAS_MAX, MIND_OUT_BIAS_MAX);
    }
    mind->promise = (int32_t)get_in(reading, 4, -MIND_OUT_BIAS_MAX, MIND_OUT_BIAS_MAX);
    int64_t least = 0;
    for (uint32_t i = 0; i < mind->moves && !reading->is_bad; i++) {
        mind->move[i] = (ochre_action)get_in(reading, 4, least, (int64_t)mind->actions - 1);
        least = (int64_t)mind->move[i] + 1;
        get_row(reading, mind->prior[i], MIND_HIDDEN, MIND_OUT_MAX);
        mind->prior_bias[i] = (int32_t)get_in(reading, 4, -MIND_OUT_BIAS_MAX, MIND_OUT_BIAS_MAX);
        if (!reading->is_bad)
            mind->place[mind->move[i]] = i + 1;
    }
}

struct mind *mind_read(const unsigned char *bytes, size_t length, struct ochre_error *error)
{
    enum { FRAME = sizeof HEAD - 1 + 1 + 8 };
    if (length < FRAME || memcmp(bytes, HEAD, sizeof HEAD - 1) != 0) {
        error_set(error, "", "this is nothing that was learned by Ochre");
        return NULL;
    }
    struct reading reading = {.at = bytes + length - 8, .end = bytes + length};
    if ((uint64_t)get(&reading, 8) != hash_bytes(0, bytes, length - 8)) {
        error_set(error, "", "what was learned is damaged");
        return NULL;
    }
    reading = (struct reading){.at = bytes + sizeof HEAD - 1, .end = bytes + length - 8};
    if (get(&reading, 1) != MIND_FORMAT) {
        error_set(error, "", "what was learned is from another version of Ochre");
        return NULL;
    }
    struct mind *mind = bot_room(NULL, 1, sizeof *mind);
    memset(mind, 0, sizeof *mind);
    read_sizes(&reading, mind);
    size_t least = (size_t)mind->inputs * (2 + 4 + 2 * MIND_HIDDEN) + (size_t)mind->moves * (8 + 2 * MIND_HIDDEN);
    bool is_whole = !reading.is_bad && (size_t)(reading.end - reading.at) >= least;
    if (is_whole) {
        make_arrays(mind);
        read_inputs(&reading, mind);
        read_outputs(&reading, mind);
    }
    if (!is_whole || reading.is_bad || reading.at != reading.end) {
        error_set(error, "", "what was learned is damaged");
        mind_delete(mind);
        return NULL;
    }
    return mind;
}

void mind_delete(struct mind *mind)
{
    if (!mind)
        return;
    free(mind->row);
    free(mind->input);
    free(mind->scale);
    free(mind->weight);
    free(mind->move);
    free(mind->prior);
    free(mind->prior_bias);
    free(mind->place);
    free(mind);
}
