/* setup.c: from terms to a shared setup. The only file of the library that reads a file: a component pack. */
#include "api/api_inner.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "api/spelling.h"
#include "rules/read.h"
#include "rules/setup.h"
#include "rules/show.h"

enum { PACK_BYTES_MAX = 1024 * 1024 };

static void setup_free(struct shared_setup *shared)
{
    free(shared->pack_text);
    free(shared->pack_file);
    free(shared->pack_nodes);
    free(shared);
}

static char *copy_text(const char *text)
{
    size_t size = strlen(text) + 1;
    char *copy = malloc(size);
    if (copy)
        memcpy(copy, text, size);
    return copy;
}

/* ---- packs ---- */

static int read_file(struct shared_setup *shared, const char *name, struct ochre_error *error)
{
    FILE *file = fopen(name, "rb");
    if (!file)
        return error_set(error, "", "pack {0}: {1}", name, strerror(errno));
    shared->pack_text = malloc(PACK_BYTES_MAX + 2);
    size_t length = shared->pack_text ? fread(shared->pack_text, 1, PACK_BYTES_MAX + 1, file) : 0;
    int is_broken = ferror(file);
    fclose(file);
    if (!shared->pack_text)
        return error_set(error, "", "not enough memory");
    if (is_broken)
        return error_set(error, "", "pack {0}: it cannot be read", name);
    if (length > PACK_BYTES_MAX)
        return error_set(error, "", "pack {0}: it is longer than {1} bytes", name, NUM(PACK_BYTES_MAX));
    shared->pack_text[length] = '\0';
    if (strlen(shared->pack_text) != length)
        return error_set(error, "", "pack {0}: it contains a NUL", name);
    return 0;
}

/* The text of the pack: JSON as it is given, a file, or the game's own. */
static int find_pack(struct shared_setup *shared, const struct ochre_game *game, const char *pack,
                     struct ochre_error *error)
{
    if (!pack) {
        shared->pack_file = copy_text("built in");
        return shared->pack_file ? 0 : error_set(error, "", "not enough memory");
    }
    if (!game->default_pack)
        return error_set(error, "", "{0} is a game without packs", game->id);
    bool is_text = pack[strspn(pack, " \t\r\n")] == '{';
    shared->pack_file = copy_text(is_text ? "pack" : pack);
    if (!shared->pack_file)
        return error_set(error, "", "not enough memory");
    if (!is_text)
        return read_file(shared, pack, error);
    if (strlen(pack) > PACK_BYTES_MAX)
        return error_set(error, "", "the pack is longer than {0} bytes", NUM(PACK_BYTES_MAX));
    shared->pack_text = copy_text(pack);
    return shared->pack_text ? 0 : error_set(error, "", "not enough memory");
}

static int read_pack(struct shared_setup *shared, struct ochre_terms *terms, const char *pack,
                     struct ochre_error *error)
{
    if (find_pack(shared, terms->game, pack, error) < 0)
        return -1;
    if (!terms->game->default_pack)
        return 0;
    const char *text = shared->pack_text ? shared->pack_text : terms->game->default_pack;
    size_t count = json_nodes_for(strlen(text));
    shared->pack.file = shared->pack_file;
    shared->pack_nodes = malloc(count * sizeof *shared->pack_nodes);
    if (!shared->pack_nodes)
        return error_set(error, "", "not enough memory");
    struct ochre_error inner;
    if (json_parse(&shared->pack.doc, text, strlen(text), shared->pack_nodes, count, &inner) < 0)
        return error_set(error, "", "pack {0}: {1}", shared->pack_file, inner.words);
    terms->pack = &shared->pack;
    return 0;
}

/* ---- making ---- */

static void add_word(uint64_t key[2], const char *word)
{
    key_add(key, word, strlen(word) + 1);
}

/* What two setups must have in common for a state of one to be a state of the other. */
static uint64_t fingerprint_of(const struct shared_setup *shared, const char *position)
{
    const struct ochre_game *game = shared->setup.game;
    uint64_t key[2] = {(uint64_t)game->rules_version, (uint64_t)shared->setup.seats};
    add_word(key, game->id);
    for (int i = 0; game->options && game->options[i].name; i++)
        add_word(key, shared->setup.option[i].word);
    if (game->default_pack)
        add_word(key, shared->pack_text ? shared->pack_text : game->default_pack);
    add_word(key, position ? position : "");
    return key[0] ^ key[1];
}

static void measure(struct shared_setup *shared, const char *position)
{
    shared->rules = *shared->setup.game->rules;
    shared->fingerprint = fingerprint_of(shared, position);
    shared->mark_at = (shared->setup.state_size + 7) / 8 * 8;
    uint32_t size = shared->mark_at + (uint32_t)sizeof shared->fingerprint;
    shared->size = (size + OCHRE_ALIGN - 1) / OCHRE_ALIGN * OCHRE_ALIGN;
    shared->setup.game->show->planes(&shared->setup, &shared->plan);
}

static int make(struct shared_setup *shared, struct spelling *spelling, const char *line, const char *pack,
                const char *position, struct ochre_error *error)
{
    struct ochre_terms terms;
    if (spelling_read(spelling, line, position, &terms, error) < 0 || read_pack(shared, &terms, pack, error) < 0 ||
        setup_make(&shared->setup, &terms, error) < 0)
        return -1;
    if (!spelling->position) {
        terms.game->rules->start(&shared->setup, &shared->start);
    } else if (!terms.game->read->read_state) {
        return error_set(error, "", "{0} cannot begin from a position", terms.game->id);
    } else if (terms.game->read->read_state(&shared->setup, terms.position, &shared->start, error) < 0) {
        return -1;
    }
    measure(shared, spelling->position);
    assert(shared->size <= sizeof shared->start);
    mark_put(&shared->setup, &shared->start, MARK_STATE);
    return 0;
}

ochre_setup *ochre_setup_new(const char *terms, const char *pack, const char *position, ochre_why *why)
{
    struct shared_setup *shared = aligned_alloc(64, (sizeof *shared + 63) / 64 * 64);
    if (!terms || !shared) {
        free(shared);
        refuse(why, "", terms ? "not enough memory" : "there are no terms");
        return NULL;
    }
    memset(shared, 0, sizeof *shared);
    atomic_init(&shared->owners, 1);
    struct spelling spelling;
    struct ochre_error error;
    int result = make(shared, &spelling, terms, pack, position, &error);
    spelling_free(&spelling);
    if (result < 0) {
        refuse_error(why, &error);
        setup_free(shared);
        return NULL;
    }
    return &shared->setup;
}

ochre_setup *ochre_setup_share(ochre_setup *setup)
{
    atomic_fetch_add(&((struct shared_setup *)setup)->owners, 1);
    return setup;
}

void ochre_setup_drop(ochre_setup *setup)
{
    if (setup && atomic_fetch_sub(&((struct shared_setup *)setup)->owners, 1) == 1)
        setup_free((struct shared_setup *)setup);
}
