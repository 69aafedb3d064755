/* house.h: the real listener (server/net.h) on a loopback socket, with a simple hall behind it, and guests who send it
 * whatever they like. Everything runs on one thread, turn by turn; no time is ever measured.
 *
 * While guests misbehave two neighbours, at another address, go on asking and talking, and must be answered. What a
 * guest is answered must be HTTP, and after an upgrade frames; anything else aborts. */
#ifndef OCHRE_FUZZ_HOUSE_H
#define OCHRE_FUZZ_HOUSE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct house;

enum { HOUSE_GUESTS = 8 }; /* at once */

struct house *house_new(void);
void house_delete(struct house *house);

/* How a guest behaves. */
struct manners {
    uint32_t pieces;    /* cut into at most so many pieces, at least 1 */
    uint32_t seed;      /* where it is cut, and how the hall behaves to it */
    bool is_deaf;       /* reads nothing */
    bool is_rude;       /* goes as soon as everything is sent */
    bool ends_politely; /* says that nothing more comes */
};

/* A guest with its bytes (copied). When all places are taken others have to finish first. */
void house_receive(struct house *house, const uint8_t *bytes, size_t length, const struct manners *manners);

/* Until every guest has gone. */
void house_empty(struct house *house);

/* The bytes of a good handshake; a stream that begins with them speaks frames. */
extern const char house_handshake[];

#endif
