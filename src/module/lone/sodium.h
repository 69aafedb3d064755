/* sodium.h: of libsodium what Ochre uses, where there is no libsodium: in WebAssembly. Nothing is computed here:
 * hashes, stream and random bytes come from whoever runs the module (web/src/hall/crypto.mjs). Found instead of the
 * library's header by the build for wasm32 alone. */
#ifndef OCHRE_MODULE_SODIUM_H
#define OCHRE_MODULE_SODIUM_H

#include <stddef.h>
#include <stdint.h>

enum { crypto_hash_sha256_BYTES = 32, crypto_stream_chacha20_NONCEBYTES = 8 };

/* What is hashed is gathered and hashed at the end; more than this was never asked for. */
enum { LONE_HASH_MAX = 512 };

typedef struct {
    size_t used;
    unsigned char bytes[LONE_HASH_MAX];
} crypto_generichash_state;

int sodium_init(void);
int crypto_generichash(unsigned char *out, size_t size, const unsigned char *in, unsigned long long length,
                       const unsigned char *key, size_t key_size);
int crypto_generichash_init(crypto_generichash_state *state, const unsigned char *key, size_t key_size, size_t size);
int crypto_generichash_update(crypto_generichash_state *state, const unsigned char *in, unsigned long long length);
int crypto_generichash_final(crypto_generichash_state *state, unsigned char *out, size_t size);
int crypto_hash_sha256(unsigned char *out, const unsigned char *in, unsigned long long length);
int crypto_stream_chacha20_xor_ic(unsigned char *out, const unsigned char *in, unsigned long long length,
                                  const unsigned char *nonce, uint64_t block, const unsigned char *key);
void randombytes_buf(void *bytes, size_t size);
void sodium_memzero(void *bytes, size_t size);
int sodium_memcmp(const void *a, const void *b, size_t size);
char *sodium_bin2hex(char *hex, size_t hex_size, const unsigned char *bytes, size_t count);
int sodium_hex2bin(unsigned char *bytes, size_t size, const char *hex, size_t length, const char *ignore, size_t *count,
                   const char **end);

#endif
