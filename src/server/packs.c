/* packs.c: see packs.h. */
#include "server/packs.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "rules/registry.h"
#include "table/opening.h"

enum { PATH_SIZE = 4096, LINE_SIZE = 1024 };

struct packs {
    struct pack_offer *first, *last;
};

/* A folder being read. */
struct reading {
    struct packs *packs;
    const struct ochre_game *game;
    char path[PATH_SIZE];
    packs_trouble *trouble;
    void *who;
};

static struct pack_offer *offer_new(const struct ochre_game *game)
{
    struct pack_offer *offer = calloc(1, sizeof *offer);
    if (!offer)
        abort(); /* a server cannot go on without */
    offer->game = game;
    return offer;
}

static void offer_free(struct pack_offer *offer)
{
    packfile_free(&offer->file);
    free(offer);
}

static void add(struct packs *packs, struct pack_offer *offer)
{
    if (packs->last)
        packs->last->next = offer;
    else
        packs->first = offer;
    packs->last = offer;
}

static void add_built_in(struct packs *packs, const struct ochre_game *game)
{
    struct ochre_error error;
    struct pack_offer *offer = offer_new(game);
    if (packfile_load(&offer->file, game, NULL, &error) < 0) {
        offer_free(offer);
        return;
    }
    memcpy(offer->id, "default", sizeof "default");
    offer->is_built_in = true;
    add(packs, offer);
}

struct packs *packs_new(void)
{
    struct packs *packs = calloc(1, sizeof *packs);
    if (!packs)
        abort();
    for (int i = 0; ochre_games[i]; i++)
        if (ochre_games[i]->pack_format && ochre_games[i]->default_pack)
            add_built_in(packs, ochre_games[i]);
    return packs;
}

void packs_delete(struct packs *packs)
{
    while (packs && packs->first) {
        struct pack_offer *offer = packs->first;
        packs->first = offer->next;
        offer_free(offer);
    }
    free(packs);
}

/* ---- reading a folder ---- */

/* One line that begins with the path, which errors of files name already. */
static void tell(const struct reading *reading, const char *words)
{
    char line[LINE_SIZE];
    struct ochre_text text = text_on(line, sizeof line);
    if (text_starts(words, reading->path, NULL))
        text_add(&text, words);
    else
        text_fill(&text, "{0}: {1}", (const char *const[]){reading->path, words, NULL});
    reading->trouble(reading->who, line);
}

/* A pack must do for every number of seats. */
static int check_seats(const struct pack_offer *offer, struct ochre_error *error)
{
    const struct ochre_game *game = offer->game;
    for (int seats = game->seats_min; seats <= game->seats_max; seats++) {
        if (!((game->seat_counts >> seats) & 1))
            continue;
        struct opening *opening =
            opening_new(&(struct opening_request){.game = game, .seats = seats, .pack_text = offer->file.text}, error);
        if (!opening)
            return -1;
        opening_delete(opening);
    }
    return 0;
}

static int check(const struct reading *reading, struct pack_offer *offer, struct ochre_error *error)
{
    if (packfile_load(&offer->file, reading->game, reading->path, error) < 0 || check_seats(offer, error) < 0)
        return -1;
    packfile_id(&offer->file, offer->id);
    if (text_same(offer->id, "-"))
        return error_set(error, "", "the pack has no id");
    if (packs_find(reading->packs, reading->game, offer->id))
        return error_set(error, "", "there is a pack with the id {0} already", offer->id);
    return 0;
}

static void read_file(const struct reading *reading)
{
    struct ochre_error error = {0};
    struct pack_offer *offer = offer_new(reading->game);
    bool is_fit = check(reading, offer, &error) == 0;
    if (!is_fit)
        tell(reading, error.words);
    if (is_fit && !packs_is_built_in(reading->packs, reading->game, offer->file.pack.hash))
        add(reading->packs, offer);
    else
        offer_free(offer);
}

static int is_json(const struct dirent *entry)
{
    size_t length = strlen(entry->d_name);
    return entry->d_name[0] != '.' && length > 5 && strcmp(entry->d_name + length - 5, ".json") == 0;
}

/* A game without a folder has no packs here; any other trouble is worth a word. */
static void read_game(struct reading *reading, const char *folder)
{
    struct dirent **entries;
    struct ochre_text text = text_on(reading->path, sizeof reading->path);
    text_fill(&text, "{0}/{1}", (const char *const[]){folder, reading->game->id, NULL});
    size_t length = text.used;
    int count = scandir(reading->path, &entries, is_json, alphasort);
    if (count < 0) {
        if (errno != ENOENT)
            tell(reading, strerror(errno));
        return;
    }
    for (int i = 0; i < count; i++) {
        text.used = length;
        text_fill(&text, "/{0}", (const char *const[]){entries[i]->d_name, NULL});
        free(entries[i]);
        read_file(reading);
    }
    free(entries);
}

void packs_read(struct packs *packs, const char *folder, packs_trouble *trouble, void *who)
{
    struct reading reading = {.packs = packs, .trouble = trouble, .who = who};
    struct ochre_text text = text_on(reading.path, sizeof reading.path);
    text_add(&text, folder);
    DIR *open = opendir(folder);
    if (!open) {
        tell(&reading, strerror(errno));
        return;
    }
    (void)closedir(open);
    for (int i = 0; ochre_games[i]; i++)
        if (ochre_games[i]->pack_format && !ochre_games[i]->is_internal) {
            reading.game = ochre_games[i];
            read_game(&reading, folder);
        }
}

/* ---- looking ---- */

const struct pack_offer *packs_first(const struct packs *packs)
{
    return packs->first;
}

const struct pack_offer *packs_find(const struct packs *packs, const struct ochre_game *game, const char *id)
{
    for (const struct pack_offer *offer = packs->first; offer; offer = offer->next)
        if (offer->game == game && text_same(offer->id, id))
            return offer;
    return NULL;
}

bool packs_is_built_in(const struct packs *packs, const struct ochre_game *game, const char *hash)
{
    const struct pack_offer *offer = packs_find(packs, game, "default");
    return offer && text_same(offer->file.pack.hash, hash);
}

void packs_name(const struct pack_offer *offer, const char *lang, char *name, size_t size)
{
    struct json pack = json_root(&offer->file.pack.doc);
    struct json title = json_get(pack, "title");
    struct json names = json_there(title) ? title : json_get(pack, "name");
    if (json_string(json_get(names, lang), name, size) || json_string(json_get(names, "en"), name, size))
        return;
    struct ochre_text text = text_on(name, size);
    text_add(&text, offer->id);
}
