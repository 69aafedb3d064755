/* packfile.h: component packs from files, or the one built into the game. Knows JSON and hashes, no game. */
#ifndef OCHRE_TABLE_PACKFILE_H
#define OCHRE_TABLE_PACKFILE_H

#include "rules/game.h"

enum { PACK_SIZE_MAX = 1024 * 1024, PACK_ID_SIZE = 64 };

/* A pack and the memory it stands on; must outlive every setup made from it. */
struct packfile {
    struct ochre_pack pack;
    char *text;
    char *file;
    struct json_node *nodes;
};

/* Reads and parses `path` (NULL: the game's built-in pack) and computes its hash. What the pack says, its "format" too,
 * is checked by the game when a setup is made from it, so that a refusal names the game's rule. */
int packfile_load(struct packfile *packfile, const struct ochre_game *game, const char *path,
                  struct ochre_error *error);

/* The same from text; `file` names it in errors. */
int packfile_parse(struct packfile *packfile, const struct ochre_game *game, const char *file, const char *text,
                   size_t length, struct ochre_error *error);

/* The built-in pack with some members replaced: every member of the object `changes` stands for the pack's own. */
int packfile_change(struct packfile *packfile, const struct ochre_game *game, struct json changes,
                    struct ochre_error *error);

/* The game whose packs have this file's "format"; NULL and an error that does not name the file. */
const struct ochre_game *packfile_game(const char *path, struct ochre_error *error);

void packfile_free(struct packfile *packfile);

/* The pack's "id", or "-" when it has none. */
void packfile_id(const struct packfile *packfile, char id[PACK_ID_SIZE]);

/* Canonical JSON: members sorted by the bytes of their keys, no blanks, strings in UTF-8 with only ", \ and control
 * characters escaped, numbers as written. In new memory; NULL when there is none. */
char *json_canonical(struct json value, size_t *length);

#endif
