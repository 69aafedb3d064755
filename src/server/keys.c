/* keys.c: see keys.h. */
#include "server/keys.h"

#include <sodium.h>
#include <stdint.h>
#include <string.h>

static const char letters[] = "abcdefghijklmnopqrstuvwxyz234567";

/* Five bits a letter, the last one padded with zeros. */
static void write_letters(const unsigned char *bytes, size_t letters_count, size_t bytes_count, char *text)
{
    for (size_t i = 0; i < letters_count; i++) {
        size_t bit = 5 * i;
        unsigned int two = (unsigned int)bytes[bit / 8] << 8;
        if (bit / 8 + 1 < bytes_count)
            two |= bytes[bit / 8 + 1];
        text[i] = letters[(two >> (11 - bit % 8)) & 31];
    }
    text[letters_count] = '\0';
}

void key_make(char key[KEY_SIZE])
{
    unsigned char bytes[KEY_BYTES];
    randombytes_buf(bytes, sizeof bytes);
    write_letters(bytes, KEY_SIZE - 1, sizeof bytes, key);
    sodium_memzero(bytes, sizeof bytes);
}

void room_id_make(char id[ROOM_ID_SIZE])
{
    unsigned char bytes[8];
    randombytes_buf(bytes, sizeof bytes);
    write_letters(bytes, ROOM_ID_SIZE - 1, sizeof bytes, id);
}

bool key_hash(const char *key, unsigned char hash[KEY_HASH_SIZE])
{
    if (strlen(key) != KEY_SIZE - 1 || strspn(key, letters) != KEY_SIZE - 1)
        return false;
    crypto_generichash(hash, KEY_HASH_SIZE, (const unsigned char *)key, KEY_SIZE - 1, NULL, 0);
    return true;
}

bool key_hash_same(const unsigned char a[KEY_HASH_SIZE], const unsigned char b[KEY_HASH_SIZE])
{
    return sodium_memcmp(a, b, KEY_HASH_SIZE) == 0;
}
