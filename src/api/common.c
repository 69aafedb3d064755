/* common.c: refusals, lengths of texts, marks and keys: what all files of the public library use. */
#include "api/api_inner.h"

#include "base/hash.h"

int refuse(ochre_why *why, const char *rule, const char *words)
{
    if (why) {
        struct ochre_text said = text_on(why->rule, sizeof why->rule);
        text_add(&said, rule);
        said = text_on(why->words, sizeof why->words);
        text_add(&said, words);
    }
    return OCHRE_REFUSED;
}

int refuse_error(ochre_why *why, const struct ochre_error *error)
{
    return refuse(why, error->rule, error->words);
}

int refuse_fill(ochre_why *why, const char *rule, const char *const said[])
{
    char words[sizeof why->words];
    struct ochre_text text = text_on(words, sizeof words);
    text_fill(&text, said[0], said + 1);
    return refuse(why, rule, words);
}

size_t text_result(const struct ochre_text *text)
{
    return text->cut ? 2 * text->size + 1024 : text->used;
}

void mark_put(const ochre_setup *setup, void *memory, int kind)
{
    const struct shared_setup *shared = shared_of(setup);
    unsigned char *bytes = memory;
    memset(bytes + setup->state_size, 0, shared->size - setup->state_size);
    *(uint64_t *)(bytes + shared->mark_at) = shared->fingerprint + (uint64_t)kind;
}

bool may_speak(const ochre_setup *setup, int viewer, int seat)
{
    return viewer == OCHRE_SEAT_ALL ? is_seat(setup, seat) || seat == OCHRE_CHANCE
                                    : is_seat(setup, seat) && viewer == seat;
}

/* Eight bytes at a time into both halves, each with a multiplier of its own; the same on every machine that stores
 * numbers low byte first, as all do that states are packed on. */
void key_add(uint64_t key[2], const void *bytes, size_t count)
{
    const unsigned char *at = bytes;
    size_t rest = count;
    while (rest > 0) {
        uint64_t word = 0;
        size_t take = rest < sizeof word ? rest : sizeof word;
        memcpy(&word, at, take);
        key[0] = (key[0] ^ word) * 0x9E3779B97F4A7C15u;
        key[0] ^= key[0] >> 32;
        key[1] = (key[1] + word) * 0xC2B2AE3D27D4EB4Fu;
        key[1] ^= key[1] >> 29;
        at += take;
        rest -= take;
    }
    key[0] = hash_mix(key[0] + count);
    key[1] = hash_mix(key[1] ^ count);
}
