/* admin.h: what the host of the server has ordered (docs/hosting.md, "Admin"), for those who go by it. Orders come in
 * by hall_admin. */
#ifndef OCHRE_SERVER_ADMIN_H
#define OCHRE_SERVER_ADMIN_H

#include "base/json.h"
#include "server/hall.h"

struct ban;

struct admin *admin_new(struct hall *hall);
void admin_delete(struct admin *admin);

/* What the store remembers of orders. */
int admin_remember(struct hall *hall, struct ochre_error *error);

/* Another server's host has ordered something: it is read with the next tick (several servers around one store). */
void admin_read_again(struct hall *hall);
void admin_tick(struct hall *hall);

/* The ban that shuts an address out; NULL: none. Those that are over are forgotten now and then. */
const struct ban *admin_ban_of(const struct hall *hall, const char *address);
void admin_expire_bans(struct hall *hall);

/* What the host tells everybody: is there something, and its members. */
bool admin_has_notice(const struct hall *hall);
void admin_write_notice(const struct hall *hall, struct json_writer *writer);

/* No new tables: the server is about to be stopped. Everybody is quiet: computers are not asked any more. */
bool admin_is_draining(const struct hall *hall);
bool admin_is_leaving(const struct hall *hall);

#endif
