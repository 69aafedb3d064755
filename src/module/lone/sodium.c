/* sodium.c: see sodium.h. */
#include "sodium.h"

#include <stdlib.h>
#include <string.h>

#define FROM_OUTSIDE(name) __attribute__((import_module("crypto"), import_name(name)))

FROM_OUTSIDE("blake2b")
extern void outside_blake2b(const unsigned char *in, size_t length, unsigned char *out, size_t size);
FROM_OUTSIDE("sha256") extern void outside_sha256(const unsigned char *in, size_t length, unsigned char *out);
FROM_OUTSIDE("chacha20")
extern void outside_chacha20(const unsigned char *key, const unsigned char *nonce, uint32_t block, unsigned char *out,
                             size_t size);
FROM_OUTSIDE("random") extern void outside_random(void *bytes, size_t size);

int sodium_init(void)
{
    return 0;
}

/* Ochre's hashes have no key. */
int crypto_generichash(unsigned char *out, size_t size, const unsigned char *in, unsigned long long length,
                       const unsigned char *key, size_t key_size)
{
    if (key || key_size)
        abort();
    outside_blake2b(in, (size_t)length, out, size);
    return 0;
}

int crypto_generichash_init(crypto_generichash_state *state, const unsigned char *key, size_t key_size, size_t size)
{
    (void)size; /* told again at the end */
    if (key || key_size)
        abort();
    state->used = 0;
    return 0;
}

int crypto_generichash_update(crypto_generichash_state *state, const unsigned char *in, unsigned long long length)
{
    if (length > sizeof state->bytes - state->used)
        abort();
    memcpy(state->bytes + state->used, in, (size_t)length);
    state->used += (size_t)length;
    return 0;
}

int crypto_generichash_final(crypto_generichash_state *state, unsigned char *out, size_t size)
{
    outside_blake2b(state->bytes, state->used, out, size);
    sodium_memzero(state, sizeof *state);
    return 0;
}

int crypto_hash_sha256(unsigned char *out, const unsigned char *in, unsigned long long length)
{
    outside_sha256(in, (size_t)length, out);
    return 0;
}

int crypto_stream_chacha20_xor_ic(unsigned char *out, const unsigned char *in, unsigned long long length,
                                  const unsigned char *nonce, uint64_t block, const unsigned char *key)
{
    unsigned char stream[64];
    if (length > sizeof stream || block > UINT32_MAX)
        abort();
    outside_chacha20(key, nonce, (uint32_t)block, stream, sizeof stream);
    for (size_t i = 0; i < (size_t)length; i++)
        out[i] = (unsigned char)(in[i] ^ stream[i]);
    return 0;
}

void randombytes_buf(void *bytes, size_t size)
{
    outside_random(bytes, size);
}

/* volatile: what nobody reads any more is overwritten all the same. */
void sodium_memzero(void *bytes, size_t size)
{
    volatile unsigned char *at = bytes;
    for (size_t i = 0; i < size; i++)
        at[i] = 0;
}

/* Looks at all bytes, wherever they differ. */
int sodium_memcmp(const void *a, const void *b, size_t size)
{
    const unsigned char *left = a;
    const unsigned char *right = b;
    unsigned int differs = 0;
    for (size_t i = 0; i < size; i++)
        differs |= (unsigned int)(left[i] ^ right[i]);
    return differs ? -1 : 0;
}

char *sodium_bin2hex(char *hex, size_t hex_size, const unsigned char *bytes, size_t count)
{
    static const char digits[] = "0123456789abcdef";
    if (hex_size <= 2 * count)
        abort();
    for (size_t i = 0; i < count; i++) {
        hex[2 * i] = digits[bytes[i] >> 4];
        hex[2 * i + 1] = digits[bytes[i] & 15];
    }
    hex[2 * count] = '\0';
    return hex;
}

static int digit_of(char letter)
{
    if (letter >= '0' && letter <= '9')
        return letter - '0';
    char low = (char)(letter | 32);
    return low >= 'a' && low <= 'f' ? low - 'a' + 10 : -1;
}

int sodium_hex2bin(unsigned char *bytes, size_t size, const char *hex, size_t length, const char *ignore, size_t *count,
                   const char **end)
{
    (void)ignore;
    (void)end;
    *count = 0;
    for (size_t i = 0; i + 1 < length; i += 2) {
        int high = digit_of(hex[i]);
        int low = digit_of(hex[i + 1]);
        if (high < 0 || low < 0)
            break; /* as there: the digits before it count */
        if (*count == size)
            return -1;
        bytes[(*count)++] = (unsigned char)(high << 4 | low);
    }
    return 0;
}
