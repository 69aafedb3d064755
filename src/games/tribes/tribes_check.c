/* tribes_check.c: what a sane state is (3): nothing is lost, nothing is counted twice, everything has its place. */
#include "games/tribes/tribes.h"

static const char *check_territory(const struct tribes_tables *t, const struct tribes_seat *p, bool is_founded)
{
    uint64_t ground = 0;
    for (int resource = 0; resource < TRIBES_RESOURCES; resource++) {
        if (ground & p->land[resource])
            return "3: two tiles lie on one cell";
        ground |= p->land[resource];
    }
    if (ground != p->ground || ground >> TRIBES_CELLS)
        return "3: the ground is not the sum of its tiles";
    if (ground && ((ground & TRIBES_START) != TRIBES_START || tribes_connected(t, ground) != ground))
        return "3: the territory is not connected, or a start cell is missing";
    if (p->border != (tribes_around(t, ground) & ~ground))
        return "3: the border is not the cells around the land";
    if ((p->exhausted | p->inhabited) & ~ground)
        return "3: something stands where no land is";
    for (int cell = 0; cell < TRIBES_CELLS; cell++)
        if ((p->members[cell] > 0) != bits_has(p->inhabited, cell))
            return "3: inhabited cells and members differ";
    return is_founded && !p->inhabited ? "3: a tribe has died out" : NULL;
}

static const char *check_seat(const struct tribes_tables *t, const struct tribes_state *s, int seat)
{
    const struct tribes_seat *p = &s->seat[seat];
    bool is_founded = s->decision > TRIBES_AT_FOUND || s->decision == TRIBES_AT_DRAW || s->decision == TRIBES_AT_REVEAL;
    bool is_lifting = s->lifted != TRIBES_NONE && s->actor == seat;
    const char *wrong = check_territory(t, p, is_founded && !is_lifting);
    if (wrong)
        return wrong;
    int members = p->reserve + (is_lifting ? 1 : 0);
    for (int cell = 0; cell < TRIBES_CELLS; cell++)
        members += p->members[cell];
    if (members != t->start_members)
        return "3: members are lost or counted twice";
    for (int track = 0; track < TRIBES_TRACKS; track++)
        if (p->level[track] > t->top)
            return "1.4: a marker stands above its track";
    for (int slot = 0; slot < TRIBES_SLOTS; slot++) {
        int own = 0;
        for (int i = 0; i < s->stone_count[slot]; i++)
            own += s->stone[slot][i] == seat;
        if (own != bits_has(p->stones, slot))
            return "4.6: stones are lost, or two of one seat lie on a board";
    }
    return p->points < 0 ? "A35: points below zero" : NULL;
}

static const char *check_row(const struct tribes_tables *t, const struct tribes_state *s)
{
    uint32_t seen = 0;
    for (int i = 0; i < s->row_count; i++) {
        if (s->row[i] >= TRIBES_TILES || bits_has(seen, s->row[i]))
            return "3: a tile stands in the row twice";
        seen |= 1u << s->row[i];
    }
    if (s->tile != TRIBES_NONE && bits_has(seen, s->tile))
        return "3: the tile in use stands in the row";
    if (s->tile != TRIBES_NONE)
        seen |= 1u << s->tile;
    uint32_t actions = (1u << TRIBES_ACTION_TILES) - 1;
    if (s->decision != TRIBES_AT_SETUP && (seen & actions) != actions)
        return "3: an action tile is missing";
    if ((seen >> TRIBES_ACTION_TILES) & (s->unseen_events | s->display))
        return "3: an event in the row has not been turned up, or is gone";
    if (s->display & ~t->events_of[2])
        return "4.7: the display holds an event of an earlier epoch";
    return NULL;
}

static const char *check_boards(const struct tribes_tables *t, const struct tribes_state *s)
{
    uint32_t seen = 0;
    for (int slot = 0; slot < TRIBES_SLOTS; slot++) {
        bool is_up = bits_has(s->up, slot);
        if (is_up != (s->board[slot] != TRIBES_NONE))
            return "3: a face-up slot has no board";
        if (is_up && (s->board[slot] >= TRIBES_BOARDS || t->board[s->board[slot]].epoch != slot / 4 + 1 ||
                      bits_has(seen, s->board[slot]) || bits_has(s->unseen_boards, s->board[slot])))
            return "3: a board lies twice, or in the wrong epoch";
        if (is_up)
            seen |= 1u << s->board[slot];
        if (s->stone_count[slot] > TRIBES_SPACES || (!is_up && s->stone_count[slot]))
            return "3: stones lie where none can";
        bool is_due = s->decision == TRIBES_AT_REVEAL && (s->reveals & TRIBES_BOARD_DUE) && slot == s->slot + 4;
        if (slot >= TRIBES_COLUMNS && !is_due && is_up != (s->stone_count[slot - 4] > 0))
            return "3: a board is face up exactly if the board below holds a stone";
    }
    return NULL;
}

static const char *check_sums(const struct ochre_setup *setup, const struct tribes_state *s)
{
    int shells = s->box;
    for (int i = 0; i < s->row_count; i++)
        shells += s->row_shells[i];
    for (int seat = 0; seat < setup->seats; seat++)
        shells += s->seat[seat].shells;
    if (shells != TRIBES_SHELLS)
        return "3: shells are lost or counted twice";
    int bag = 0;
    int hand = 0;
    for (int resource = 0; resource < TRIBES_RESOURCES; resource++) {
        int tiles = s->bag[resource] + s->hand[resource] + s->aside[resource];
        for (int seat = 0; seat < setup->seats; seat++)
            tiles += bits_count(s->seat[seat].land[resource]);
        if (tiles != s->tiles[resource])
            return "3: land is lost or counted twice";
        bag += s->bag[resource];
        hand += s->hand[resource];
    }
    return bag != s->bag_count || hand != s->hand_count ? "3: bag or hand is miscounted" : NULL;
}

const char *tribes_check(const struct ochre_setup *setup, const struct ochre_state *state)
{
    const struct tribes_tables *t = tribes_tables(setup);
    const struct tribes_state *s = tribes_of(state);
    if (s->decision >= TRIBES_DECISIONS || s->actor >= setup->seats)
        return "4.1: nobody is asked";
    if (s->first >= setup->seats && (s->first != TRIBES_NONE || s->decision != TRIBES_AT_SETUP))
        return "A1: nobody is the starting player";
    const char *wrong = check_row(t, s);
    if (!wrong)
        wrong = check_boards(t, s);
    if (!wrong)
        wrong = check_sums(setup, s);
    for (int seat = 0; seat < setup->seats && !wrong; seat++)
        wrong = check_seat(t, s, seat);
    return wrong ? wrong : tribes_check_agenda(setup, s);
}
