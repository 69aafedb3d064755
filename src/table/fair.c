/* fair.c: see fair.h and docs/fair.md, which says the same in words. */
#include "table/fair.h"
#include "rules/rules.h"

#include <assert.h>
#include <sodium.h>
#include <string.h>

/* ---- hashes ---- */

/* A hash begins with a label, which sets its meaning apart from that of the others. */
static crypto_generichash_state begin_hash(const char *label)
{
    crypto_generichash_state hash;
    crypto_generichash_init(&hash, NULL, 0, FAIR_SIZE);
    crypto_generichash_update(&hash, (const unsigned char *)label, strlen(label));
    return hash;
}

static void derive_seal(struct fair *fair)
{
    crypto_generichash_state hash = begin_hash("ochre-round-2"); /* its first name: labels never change */
    crypto_generichash_update(&hash, fair->commitment, FAIR_SIZE);
    for (int seat = 0; seat < OCHRE_SEATS_MAX; seat++) {
        const struct fair_part *part = &fair->part[seat];
        const unsigned char has_pledge = part->has_pledge;
        crypto_generichash_update(&hash, &has_pledge, 1);
        crypto_generichash_update(&hash, part->pledge, part->has_pledge ? FAIR_SIZE : 0);
    }
    crypto_generichash_final(&hash, fair->seal, FAIR_SIZE);
}

/* After everything that changes a part. */
static void derive(struct fair *fair)
{
    derive_seal(fair);
    crypto_generichash_state hash = begin_hash(fair->version == 1 ? "ochre-fair-1" : "ochre-fair-2");
    crypto_generichash_update(&hash, fair->seed, FAIR_SIZE);
    if (fair->version != 1)
        crypto_generichash_update(&hash, fair->seal, FAIR_SIZE);
    for (int seat = 0; seat < OCHRE_SEATS_MAX; seat++) {
        crypto_generichash_update(&hash, &fair->part[seat].share_size, 1);
        crypto_generichash_update(&hash, fair->part[seat].share, fair->part[seat].share_size);
    }
    crypto_generichash_final(&hash, fair->key, FAIR_SIZE);
}

void fair_pledge_of(const unsigned char share[FAIR_SIZE], unsigned char pledge[FAIR_SIZE])
{
    crypto_generichash_state hash = begin_hash("ochre-pledge-2");
    crypto_generichash_update(&hash, share, FAIR_SIZE);
    crypto_generichash_final(&hash, pledge, FAIR_SIZE);
}

/* ---- seed and shares ---- */

int fair_init(struct fair *fair, const unsigned char seed[FAIR_SIZE])
{
    if (sodium_init() < 0)
        return -1;
    *fair = (struct fair){.version = FAIR_VERSION};
    if (seed)
        memcpy(fair->seed, seed, FAIR_SIZE);
    else
        randombytes_buf(fair->seed, FAIR_SIZE);
    crypto_generichash(fair->commitment, FAIR_SIZE, fair->seed, FAIR_SIZE, NULL, 0);
    derive(fair);
    return 0;
}

void fair_seed_from_number(uint64_t number, unsigned char seed[FAIR_SIZE])
{
    unsigned char bytes[8];
    for (int i = 0; i < 8; i++)
        bytes[i] = (unsigned char)(number >> (8 * i));
    crypto_generichash(seed, FAIR_SIZE, bytes, sizeof bytes, NULL, 0);
}

void fair_pledge(struct fair *fair, int seat, const unsigned char pledge[FAIR_SIZE])
{
    assert(seat >= 0 && seat < OCHRE_SEATS_MAX);
    struct fair_part *part = &fair->part[seat];
    *part = (struct fair_part){.has_pledge = pledge != NULL};
    if (pledge)
        memcpy(part->pledge, pledge, FAIR_SIZE);
    derive(fair);
}

static bool fits(const struct fair_part *part, const unsigned char share[FAIR_SIZE])
{
    unsigned char pledge[FAIR_SIZE];
    fair_pledge_of(share, pledge);
    return part->has_pledge && sodium_memcmp(pledge, part->pledge, FAIR_SIZE) == 0;
}

int fair_open(struct fair *fair, int seat, const unsigned char share[FAIR_SIZE])
{
    assert(seat >= 0 && seat < OCHRE_SEATS_MAX);
    struct fair_part *part = &fair->part[seat];
    if (!fits(part, share))
        return -1;
    memcpy(part->share, share, FAIR_SIZE);
    part->share_size = FAIR_SIZE;
    derive(fair);
    return 0;
}

ochre_seats fair_pledged(const struct fair *fair)
{
    ochre_seats seats = 0;
    for (int seat = 0; seat < OCHRE_SEATS_MAX; seat++)
        if (fair->part[seat].has_pledge)
            seats |= SEAT_BIT(seat);
    return seats;
}

ochre_seats fair_unopened(const struct fair *fair)
{
    ochre_seats seats = 0;
    for (int seat = 0; seat < OCHRE_SEATS_MAX; seat++)
        if (fair->part[seat].has_pledge && !fair->part[seat].share_size)
            seats |= SEAT_BIT(seat);
    return seats;
}

static bool may_be(int version, const struct fair_part *part)
{
    if (version == 1)
        return !part->has_pledge && part->share_size <= FAIR_SIZE;
    return part->share_size == 0 || (part->share_size == FAIR_SIZE && fits(part, part->share));
}

int fair_restore(struct fair *fair, int version, const struct fair_part part[OCHRE_SEATS_MAX])
{
    for (int seat = 0; seat < OCHRE_SEATS_MAX; seat++)
        if (!may_be(version, &part[seat]))
            return seat;
    assert(version == 1 || version == FAIR_VERSION);
    fair->version = version;
    memcpy(fair->part, part, sizeof fair->part);
    derive(fair);
    return -1;
}

/* ---- draws ---- */

/* Each draw has a ChaCha20 stream of its own, numbered by the nonce, so that a draw can be checked alone. */
uint32_t fair_below(const struct fair *fair, uint64_t draw, uint32_t total)
{
    assert(total > 0); /* something can come */
    unsigned char nonce[crypto_stream_chacha20_NONCEBYTES];
    for (int i = 0; i < 8; i++)
        nonce[i] = (unsigned char)(draw >> (8 * i));
    uint32_t least = (uint32_t)(0 - total) % total; /* 2^32 mod total: words below it would favour small numbers */
    static const unsigned char zero[64] = {0};
    for (uint64_t block = 0;; block++) {
        unsigned char bytes[64];
        crypto_stream_chacha20_xor_ic(bytes, zero, sizeof bytes, nonce, block, fair->key);
        for (size_t i = 0; i < sizeof bytes; i += 4) {
            uint32_t word = (uint32_t)bytes[i] | (uint32_t)bytes[i + 1] << 8 | (uint32_t)bytes[i + 2] << 16 |
                            (uint32_t)bytes[i + 3] << 24;
            if (word >= least)
                return word % total;
        }
    }
}

struct source {
    const struct fair *fair;
    uint64_t draw;
};

static uint32_t roll(void *from, uint32_t total)
{
    const struct source *source = from;
    return fair_below(source->fair, source->draw, total);
}

ochre_action fair_pick(const struct fair *fair, uint64_t draw, const struct ochre_setup *setup,
                       const struct ochre_state *state, const ochre_action *outcomes, int count)
{
    assert(count > 0);
    struct source source = {fair, draw};
    return chance_pick(setup, state, outcomes, count, roll, &source);
}

/* ---- text ---- */

void fair_to_hex(const unsigned char *bytes, size_t count, char hex[FAIR_HEX_SIZE])
{
    assert(count <= FAIR_SIZE);
    sodium_bin2hex(hex, FAIR_HEX_SIZE, bytes, count);
}

int fair_from_hex(const char *hex, unsigned char bytes[FAIR_SIZE])
{
    size_t length = strlen(hex);
    size_t count;
    if (length % 2 || length > 2 * (size_t)FAIR_SIZE ||
        sodium_hex2bin(bytes, FAIR_SIZE, hex, length, NULL, &count, NULL) != 0 || 2 * count != length)
        return -1;
    return (int)count;
}

bool fair_commits(const unsigned char commitment[FAIR_SIZE], const unsigned char seed[FAIR_SIZE])
{
    unsigned char hash[FAIR_SIZE];
    crypto_generichash(hash, FAIR_SIZE, seed, FAIR_SIZE, NULL, 0);
    return sodium_memcmp(hash, commitment, FAIR_SIZE) == 0;
}
