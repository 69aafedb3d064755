/* admin_show.h: answers of a server's desk, for people to read. Knows nothing of how they came. */
#ifndef OCHRE_CLI_ADMIN_SHOW_H
#define OCHRE_CLI_ADMIN_SHOW_H

#include "base/json.h"

typedef void admin_show(struct json answer);

admin_show admin_show_status, admin_show_list, admin_show_table, admin_show_end, admin_show_delete, admin_show_ban,
    admin_show_unban, admin_show_bans, admin_show_announce, admin_show_drain, admin_show_undrain;

#endif
