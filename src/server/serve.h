/* serve.h: `ochre serve`: sockets, hall, store and thinkers on one loop, from start to SIGTERM. */
#ifndef OCHRE_SERVER_SERVE_H
#define OCHRE_SERVER_SERVE_H

#include <stdbool.h>

#include "base/error.h"
#include "server/diary.h"

struct serve_config {
    const char *listen; /* address */
    int port;
    const char *folder; /* of the data */
    const char *store;  /* the address of a database instead of a file in the folder; NULL: none */
    const char *packs;  /* a folder of component packs; NULL: none */
    bool is_fast;       /* durability off */
    bool has_all_games; /* those for programmers too */
    bool trusts_proxy;
    const char *const *host_names; /* that it answers to beside its own; NULL: none */
    int threads;                   /* for computer players; 0: as many as suit the machine */
    int reviews;                   /* plays looked back upon at once; 0: none */
    int peers_per_address, tables_per_hour, messages_per_second, requests_per_second;
    int archive_days; /* finished tables older than this become files; 0: never */
    enum diary_level diary_level;
    const char *version;
    const char *name; /* of this server among others; NULL: it has none */
    const struct ochre_tongue *(*tongue)(const char *code);
    const char *(*rules)(const char *game, const char *code);
    void (*ready)(void *who, int port); /* called when it listens */
    void *who;
};

/* Until somebody stops it. -1 and one clear sentence when it cannot start (nothing about it stands in the diary yet).
 */
int serve(const struct serve_config *config, struct ochre_error *error);

#endif
