/* admin_bans.c: addresses that the host shuts out (admin_inner.h, bans.h). */
#include <stdlib.h>
#include <string.h>

#include "server/admin_inner.h"
#include "server/beat.h"
#include "server/peer.h"

static const char memo_front[] = "ban ";
enum { MEMO_SIZE = 8 + PREFIX_TEXT_SIZE, HOURS_MAX = 24 * 365 * 10, BANS_MAX = 4096 };

static void memo_name(const struct prefix *prefix, char name[MEMO_SIZE])
{
    char address[PREFIX_TEXT_SIZE];
    prefix_write(prefix, address);
    struct ochre_text text = text_on(name, MEMO_SIZE);
    text_add(&text, memo_front);
    text_add(&text, address);
}

/* ---- the door ---- */

const struct ban *admin_ban_of(const struct hall *hall, const char *address)
{
    return bans_find(&hall->admin->bans, address, hall_now(hall));
}

/* A ban and what becomes of it. */
struct banning {
    struct prefix prefix;
    int64_t at, until;
    char why[BAN_WHY_SIZE];
};

static bool read_prefix(const struct order *order, struct prefix *prefix)
{
    char text[64];
    if (json_string(json_get(order->words, "address"), text, sizeof text) && prefix_read(text, prefix))
        return true;
    order_refuse(order, 400, "address", NO_ADDRESS);
    return false;
}

static void write_ban(const struct hall *hall, const struct ban *ban, struct json_writer *writer)
{
    char address[PREFIX_TEXT_SIZE];
    prefix_write(&ban->prefix, address);
    json_field_string(writer, "address", address);
    json_field_int(writer, "at", ban->at / 1000);
    if (ban->until)
        json_field_int(writer, "until", hall_date_of(hall, ban->until) / 1000);
    else
        json_field_null(writer, "until");
    json_field_string(writer, "why", ban->why);
}

static void banned(struct hall *hall, void *what, struct json_writer *writer)
{
    const struct banning *banning = what;
    char address[PREFIX_TEXT_SIZE];
    bans_put(&hall->admin->bans, &banning->prefix, banning->at, banning->until, banning->why);
    prefix_write(&banning->prefix, address);
    order_note(hall, "ban", address, banning->why);
    json_name(writer, "ban");
    json_open(writer, '{');
    write_ban(hall, bans_get(&hall->admin->bans, &banning->prefix), writer);
    json_close(writer, '}');
    json_field_int(writer, "closed", peers_shut_out(hall));
}

static bool may_ban(const struct order *order, const struct banning *banning)
{
    const struct hall *hall = order->hall;
    if (prefix_is_too_wide(&banning->prefix)) {
        order_refuse(order, 400, "address", N_("that is nearly everybody; name at least /8, or /16 of IPv6"));
        return false;
    }
    if (hall->admin->bans.count >= BANS_MAX && !bans_get(&hall->admin->bans, &banning->prefix)) {
        order_refuse(order, 409, "full", N_("there are 4096 bans already; take one back first"));
        return false;
    }
    return order_may_change(order);
}

static void keep_ban(struct hall *hall, const struct banning *banning)
{
    char name[MEMO_SIZE];
    char memo[2 * BAN_WHY_SIZE];
    struct ochre_text text = text_on(memo, sizeof memo);
    struct json_writer writer = json_write_to(&text);
    if (!beat_batch(hall))
        return;
    memo_name(&banning->prefix, name);
    json_open(&writer, '{');
    json_field_int(&writer, "at", banning->at);
    json_field_int(&writer, "until", banning->until);
    json_field_string(&writer, "why", banning->why);
    json_close(&writer, '}');
    store_put_memo(beat_batch(hall), name, memo);
}

void order_ban(struct order *order)
{
    struct banning *banning = new_memory(sizeof *banning);
    int hours = 0;
    bool is_fine = read_prefix(order, &banning->prefix) && order_number(order, "hours", 1, HOURS_MAX, &hours) &&
                   order_text(order, "why", WHY_CHARACTERS, WHY_TOO_LONG, banning->why, sizeof banning->why) &&
                   may_ban(order, banning);
    if (!is_fine) {
        free(banning);
        return;
    }
    banning->at = hall_date(order->hall);
    banning->until = hours ? hall_now(order->hall) + (int64_t)hours * 3600 * 1000 : 0;
    keep_ban(order->hall, banning);
    order_promise(order, banned, banning);
}

static void unbanned(struct hall *hall, void *what, struct json_writer *writer)
{
    const struct banning *banning = what;
    char address[PREFIX_TEXT_SIZE];
    bans_drop(&hall->admin->bans, &banning->prefix);
    prefix_write(&banning->prefix, address);
    order_note(hall, "unban", address, "");
    json_field_string(writer, "address", address);
}

/* Nobody has shut out exactly that; but perhaps more. */
static void refuse_unban(const struct order *order, const struct prefix *prefix)
{
    bool is_covered = false;
    for (int i = 0; i < order->hall->admin->bans.count; i++)
        is_covered = is_covered || prefix_covers(&order->hall->admin->bans.list[i].prefix, prefix);
    order_refuse(order, 404, "address",
                 is_covered ? N_("that address is shut out together with others; the list of bans says with which")
                            : N_("that address is not shut out"));
}

void order_unban(struct order *order)
{
    struct hall *hall = order->hall;
    struct banning *banning = new_memory(sizeof *banning);
    bool is_fine = read_prefix(order, &banning->prefix);
    if (is_fine && !bans_get(&hall->admin->bans, &banning->prefix)) {
        refuse_unban(order, &banning->prefix);
        is_fine = false;
    }
    if (!is_fine || !order_may_change(order)) {
        free(banning);
        return;
    }
    char name[MEMO_SIZE];
    memo_name(&banning->prefix, name);
    if (beat_batch(hall))
        store_put_memo(beat_batch(hall), name, NULL);
    order_promise(order, unbanned, banning);
}

static void write_bans(void *what, struct json_writer *writer)
{
    const struct hall *hall = what;
    json_name(writer, "bans");
    json_open(writer, '[');
    for (int i = 0; i < hall->admin->bans.count; i++) {
        if (!ban_holds(&hall->admin->bans.list[i], hall_now(hall)))
            continue;
        json_open(writer, '{');
        write_ban(hall, &hall->admin->bans.list[i], writer);
        json_close(writer, '}');
    }
    json_close(writer, ']');
}

void order_bans(struct order *order)
{
    order_answer(order, write_bans, order->hall);
}

/* ---- time and restarts ---- */

void admin_expire_bans(struct hall *hall)
{
    int64_t now = hall_now(hall);
    if (!hall_is_settled(hall)) /* one of them may be on its way to being renewed */
        return;
    for (int i = hall->admin->bans.count - 1; i >= 0; i--) {
        const struct ban *ban = &hall->admin->bans.list[i];
        char name[MEMO_SIZE];
        if (ban_holds(ban, now))
            continue;
        memo_name(&ban->prefix, name);
        if (beat_batch(hall))
            store_put_memo(beat_batch(hall), name, NULL);
        const struct prefix prefix = ban->prefix;
        bans_drop(&hall->admin->bans, &prefix);
    }
}

bool admin_read_ban(struct hall *hall, const char *name, struct json memo)
{
    struct banning kept = {0};
    const char *address;
    if (!text_starts(name, memo_front, &address))
        return false;
    if (prefix_read(address, &kept.prefix) && json_int(json_get(memo, "until"), &kept.until)) {
        (void)json_int(json_get(memo, "at"), &kept.at);
        (void)json_string(json_get(memo, "why"), kept.why, sizeof kept.why);
        bans_put(&hall->admin->bans, &kept.prefix, kept.at, kept.until, kept.why);
    }
    return true;
}
