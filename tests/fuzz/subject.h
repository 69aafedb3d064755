/* subject.h: what the fuzz targets have in common. An input begins with a line "GAME [SEATS [SEED]]"; the rest is the
 * target's own. */
#ifndef OCHRE_TESTS_SUBJECT_H
#define OCHRE_TESTS_SUBJECT_H

#include "rules/registry.h"
#include "rules/setup.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct subject {
    const struct ochre_game *game; /* never NULL: an unknown name picks one */
    int seats;                     /* 0: the usual number */
    struct ochre_rng rng;
    char *text; /* what follows the first line, NUL-terminated, in new memory */
    size_t length;
};

void subject_read(struct subject *subject, const uint8_t *data, size_t size);

/* The game's built-in pack; kept until the program ends. NULL for a game without packs. */
const struct ochre_pack *subject_pack(const struct ochre_game *game);

/* What must hold of a state that a door let in: check is content, and everything that shows it works. */
void subject_examine(const struct ochre_setup *setup, const struct ochre_state *state);

/* One random move of a seat or of chance; false when play is over. */
bool subject_step(struct subject *subject, const struct ochre_setup *setup, struct ochre_state *state);

/* Aborts with a line naming what was broken. */
_Noreturn void subject_broken(const struct ochre_game *game, const char *promise, const char *detail);

#endif
