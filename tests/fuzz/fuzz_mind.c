/* fuzz_mind.c: what was learned, which comes from other machines, and the plays it was learned from. An input that
 * begins as a mind does is one, with whatever checksum; any other is a play of pebble. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "lab/learn_inner.h"
#include "rules/registry.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const struct opening *pebble(void)
{
    static struct opening *opening;
    struct ochre_error error;
    if (!opening)
        opening = opening_new(&(struct opening_request){.game = game_by_id("pebble"), .seats = 2}, &error);
    if (!opening)
        abort();
    return opening;
}

/* Whatever is read can be asked, and written: the same bytes. */
static void use_mind(const struct mind *mind, const unsigned char *bytes, size_t length)
{
    const struct opening *opening = pebble();
    struct ochre_error error;
    size_t written = 0;
    unsigned char *again = mind_write(mind, &written);
    if (!again || written != length || memcmp(bytes, again, length) != 0)
        abort();
    free(again);
    if (mind_suits(mind, &opening->setup, &error) < 0)
        return;
    struct mind_sight sight;
    float liking[2];
    mind_look(mind, &opening->setup, &opening->start, 0, &sight);
    for (ochre_action action = 0; action < opening->setup.actions; action++)
        liking[action % 2] = mind_liking(mind, &sight, action, 0.5F);
    mind_share(liking, 2);
    float worth = mind_worth(mind, &sight);
    if (!(worth >= 0 && worth <= 1) || !(liking[0] >= 0 && liking[0] <= 1))
        abort();
}

static void read_mind(const uint8_t *data, size_t size)
{
    struct ochre_error error;
    unsigned char *bytes = malloc(size);
    if (!bytes)
        abort();
    memcpy(bytes, data, size);
    uint64_t sum = hash_bytes(0, bytes, size - 8);
    for (size_t i = 0; i < 8; i++)
        bytes[size - 8 + i] = (unsigned char)(sum >> 8 * i);
    struct mind *mind = mind_read(bytes, size, &error);
    if (mind)
        use_mind(mind, bytes, size);
    mind_delete(mind);
    free(bytes);
}

static void count(void *who, const struct learn_find *find)
{
    *(size_t *)who += (size_t)find->count;
}

static void read_play(const uint8_t *data, size_t size)
{
    struct learn_plan plan = {.opening = pebble(), .iterations = 1};
    struct learn_hand hand;
    float payoff[OCHRE_SEATS_MAX];
    size_t moves = 0;
    learn_hand_init(&hand, &plan);
    (void)learn_replay(&hand, data, size, count, &moves, payoff);
    learn_hand_free(&hand);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size >= 32 && memcmp(data, "ochre mind", 10) == 0)
        read_mind(data, size);
    else
        read_play(data, size);
    return 0;
}
