/* keys.h: capabilities. A key is 128 random bits as 26 letters and digits (a-z2-7); only its hash is kept. Knows
 * nothing else. */
#ifndef OCHRE_SERVER_KEYS_H
#define OCHRE_SERVER_KEYS_H

#include <stdbool.h>
#include <stddef.h>

enum {
    KEY_SIZE = 27,      /* text with its NUL */
    KEY_HASH_SIZE = 32, /* BLAKE2b-256 */
    ROOM_ID_SIZE = 13,  /* 60 random bits as text, with its NUL */
    KEY_BYTES = 16,
};

void key_make(char key[KEY_SIZE]);
void room_id_make(char id[ROOM_ID_SIZE]);

/* The hash of what somebody shows; false when it cannot be a key. */
bool key_hash(const char *key, unsigned char hash[KEY_HASH_SIZE]);

/* In a time that does not depend on where they differ. */
bool key_hash_same(const unsigned char a[KEY_HASH_SIZE], const unsigned char b[KEY_HASH_SIZE]);

#endif
