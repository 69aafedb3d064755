/* packs.h: the component packs that tables can be made with: the built-in ones, and those of a folder that the host
 * has laid out like packs/ (FOLDER/GAME/NAME.json). Read once, at the start; tables keep a copy of theirs (store.h). */
#ifndef OCHRE_SERVER_PACKS_H
#define OCHRE_SERVER_PACKS_H

#include "table/packfile.h"

struct packs;

struct pack_offer {
    struct pack_offer *next; /* of the same or another game */
    const struct ochre_game *game;
    char id[PACK_ID_SIZE]; /* "default": the built-in one */
    bool is_built_in;
    struct packfile file;
};

/* The built-in packs. */
struct packs *packs_new(void);
void packs_delete(struct packs *packs);

/* Adds what is in the folder. A pack that is broken, or whose id is taken, is told of in one line and left out; one
 * that is the built-in pack itself is left out without a word. */
typedef void packs_trouble(void *who, const char *words);
void packs_read(struct packs *packs, const char *folder, packs_trouble *trouble, void *who);

/* The first of all; the others behind it, built-in ones first. */
const struct pack_offer *packs_first(const struct packs *packs);

/* NULL: there is none. */
const struct pack_offer *packs_find(const struct packs *packs, const struct ochre_game *game, const char *id);
bool packs_is_built_in(const struct packs *packs, const struct ochre_game *game, const char *hash);

/* What people call it, in this language if the pack has it. */
void packs_name(const struct pack_offer *offer, const char *lang, char *name, size_t size);

#endif
