/* tribes_script.c: what a position says about things to come: its grid and its stacks of events, filled up with the
 * standard ones of the acceptance cases (7.1). */
#include <assert.h>

#include "games/tribes/tribes.h"

/* The standard grid and stacks of the acceptance cases (7.1); what a pack does not know is skipped. */
static const char *const standard_grid[TRIBES_SLOTS] = {"hunting",  "cooking", "leather",  "shamanism",
                                                        "riding",   "cheese",  "smelting", "farming",
                                                        "chariots", "brewing", "weaving",  "payment"};
static const char *const standard_stack[TRIBES_EVENTS] = {
    "rhino",    "rivals",   "sabretooth", "winter",   "fever",   "herds",  "wildfire", "trek",
    "feast",    "invaders", "epidemic",   "drought",  "tribute", "flood",  "harvest",  "pastures",
    "conquest", "siege",    "pestilence", "eruption", "plunder", "famine", "fallow",   "caravans"};

bool tribes_read_slot(const char **at, int *slot)
{
    const char *name = *at;
    if (name[0] < '1' || name[0] > '3' || name[1] != '.' || name[2] < '1' || name[2] > '4')
        return false;
    *slot = (name[0] - '1') * TRIBES_COLUMNS + name[2] - '1';
    *at += 3;
    return true;
}

bool tribes_read_slot_key(struct json member, int *slot)
{
    char key[8];
    const char *at = key;
    return json_key(member, key, sizeof key) && tribes_read_slot(&at, slot) && *at == '\0';
}

static int board_by_id(const struct tribes_tables *t, const char *id)
{
    for (int board = 0; board < TRIBES_BOARDS; board++)
        if (text_same(t->board[board].id, id))
            return board;
    return -1;
}

/* What lies at every slot, face up or not: the boards named, then the standard ones, then any left. */
int tribes_lay_out_grid(const struct tribes_tables *t, struct json grid, uint8_t board[TRIBES_SLOTS],
                        struct json *wrong)
{
    uint32_t used = 0;
    memset(board, TRIBES_NONE, TRIBES_SLOTS);
    for (struct json member = json_first(grid); json_there(member); member = json_next(member)) {
        int slot;
        char id[32] = "";
        json_string(member, id, sizeof id);
        int index = board_by_id(t, id);
        *wrong = member;
        if (!tribes_read_slot_key(member, &slot) || index < 0 || t->board[index].epoch != slot / TRIBES_COLUMNS + 1 ||
            bits_has(used, index))
            return -1;
        board[slot] = (uint8_t)index;
        used |= 1u << index;
    }
    for (int slot = 0; slot < TRIBES_SLOTS; slot++) {
        int index = board_by_id(t, standard_grid[slot]);
        if (board[slot] == TRIBES_NONE && index >= 0 && !bits_has(used, index) &&
            t->board[index].epoch == slot / TRIBES_COLUMNS + 1) {
            board[slot] = (uint8_t)index;
            used |= 1u << index;
        }
    }
    for (int slot = 0; slot < TRIBES_SLOTS; slot++) {
        uint32_t left = t->boards_of[slot / TRIBES_COLUMNS] & ~used;
        if (board[slot] == TRIBES_NONE) {
            assert(left); /* an epoch has more boards than columns */
            board[slot] = (uint8_t)bits_first(left);
            used |= 1u << board[slot];
        }
    }
    return 0;
}

/* The stack of an epoch in the order chance will draw it; returns its size, -1 when the list is wrong. */
int tribes_stack_of(const struct tribes_tables *t, struct json position, int epoch, uint8_t stack[TRIBES_EVENTS])
{
    assert(epoch >= 0 && epoch < TRIBES_EPOCHS);
    const char key[2] = {(char)('1' + epoch), '\0'};
    struct json list = json_get(json_get(position, "events"), key);
    int count = 0;
    uint32_t used = 0;
    for (struct json value = json_first(list); json_there(value); value = json_next(value)) {
        char id[32] = "";
        json_string(value, id, sizeof id);
        int event = tribes_tile_by_id(t, id) - TRIBES_ACTION_TILES;
        if (event < 0 || !bits_has(t->events_of[epoch], event) || bits_has(used, event))
            return -1;
        used |= 1u << event;
        stack[count++] = (uint8_t)event;
    }
    if (json_there(list))
        return json_kind(list) == JSON_ARRAY ? count : -1;
    for (int i = 0; i < TRIBES_EVENTS; i++) {
        int event = tribes_tile_by_id(t, standard_stack[i]) - TRIBES_ACTION_TILES;
        if (event >= 0 && bits_has(t->events_of[epoch], event)) {
            used |= 1u << event;
            stack[count++] = (uint8_t)event;
        }
    }
    for (int event = 0; event < TRIBES_EVENTS; event++)
        if (bits_has(t->events_of[epoch], event) && !bits_has(used, event))
            stack[count++] = (uint8_t)event;
    return count;
}
