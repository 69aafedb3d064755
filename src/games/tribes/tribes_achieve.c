/* tribes_achieve.c: achievements (4.6): who may complete which board, how, and what it brings. */
#include <assert.h>

#include "games/tribes/tribes.h"

/* How many wild tiles it takes: exactly the shortage (A21). */
int tribes_missing(const struct tribes_seat *p, const struct tribes_board_data *board)
{
    int genuine = bits_count(tribes_occupied(p) & p->land[board->resource]);
    return genuine < board->need ? board->need - genuine : 0;
}

/* Boards that are up, within reach and not yet completed, and can be paid for. */
static unsigned achievable(const struct tribes_tables *t, const struct tribes_state *s, int seat,
                           const struct tribes_access *access)
{
    const struct tribes_seat *p = &s->seat[seat];
    uint64_t occupied = tribes_occupied(p);
    int count = bits_count(occupied);
    if (!count)
        return 0;
    unsigned reached = s->up & ~(unsigned)p->stones & (access->open | access->left | access->right);
    unsigned payable = 0;
    for (unsigned left = reached; left; left &= left - 1) {
        int slot = bits_first(left);
        const struct tribes_board_data *board = &t->board[s->board[slot]];
        payable |= (unsigned)tribes_pays(board, occupied & p->land[board->resource], count) << slot;
    }
    return payable;
}

bool tribes_can_achieve(const struct tribes_tables *t, const struct tribes_state *s, int seat)
{
    struct tribes_access access = tribes_accesses(s, seat);
    return achievable(t, s, seat, &access) != 0;
}

int tribes_achievements(const struct tribes_tables *t, const struct tribes_state *s, int seat, ochre_action *out)
{
    struct tribes_access access = tribes_accesses(s, seat);
    int count = 0;
    for (unsigned slots = achievable(t, s, seat, &access); slots; slots &= slots - 1) {
        int slot = bits_first(slots);
        ochre_action base = (ochre_action)(TRIBES_DO_ACHIEVE + 3 * slot);
        if (bits_has(access.open, slot))
            out[count++] = base;
        if (bits_has(access.left, slot))
            out[count++] = base + TRIBES_FROM_LEFT;
        if (bits_has(access.right, slot))
            out[count++] = base + TRIBES_FROM_RIGHT;
    }
    return count;
}

/* Steps 1 and 2 of 4.6: the arrow becomes a link for everybody, the shortage is asked for. */
void tribes_complete(const struct ochre_setup *setup, struct tribes_state *s, int slot, int way,
                     struct ochre_journal *journal)
{
    struct tribes_seat *p = &s->seat[s->turn];
    assert(bits_has(s->up, slot) && !bits_has(p->stones, slot));
    assert(way == TRIBES_NO_ARROW || (p->arrow && slot >= TRIBES_COLUMNS));
    if (way != TRIBES_NO_ARROW) { /* A27 */
        uint16_t *links = way == TRIBES_FROM_LEFT ? &s->links_left : &s->links_right;
        *links = (uint16_t)(*links | 1u << slot);
        p->arrow = false;
        int column = slot % TRIBES_COLUMNS + 1;
        TRIBES_TELL(journal, TRIBES_NEWS_LINKED, s->turn, slot / TRIBES_COLUMNS,
                    way == TRIBES_FROM_LEFT ? column - 1 : column + 1, column);
    }
    s->slot = (uint8_t)slot;
    int missing = tribes_missing(p, &tribes_tables(setup)->board[s->board[slot]]);
    tribes_begin(s, TRIBES_AT_WILD, s->turn, missing);
    if (missing == 0)
        tribes_place_stone(setup, s, journal);
}

/* Steps 3 to 5 of 4.6, then what chance has to turn up (6, 7). */
void tribes_place_stone(const struct ochre_setup *setup, struct tribes_state *s, struct ochre_journal *journal)
{
    const struct tribes_tables *t = tribes_tables(setup);
    struct tribes_seat *p = &s->seat[s->turn];
    int slot = s->slot;
    const struct tribes_board_data *board = &t->board[s->board[slot]];
    int epoch = slot / TRIBES_COLUMNS;
    assert(s->decision == TRIBES_AT_WILD && s->left == 0 && s->stone_count[slot] < TRIBES_SPACES);
    int space = s->stone_count[slot]++;
    s->stone[slot][space] = s->turn;
    p->stones = (uint16_t)(p->stones | 1u << slot);
    p->points = (int16_t)(p->points + board->points[space]);
    TRIBES_TELL(journal, TRIBES_NEWS_ACHIEVED, s->turn, epoch + 1, slot % TRIBES_COLUMNS + 1, s->board[slot],
                board->points[space]);
    if (p->level[board->track] < t->top) { /* A26 */
        p->level[board->track]++;
        TRIBES_TELL(journal, TRIBES_NEWS_LEVEL, s->turn, board->track, p->level[board->track]);
    }
    s->reveals = 0;
    if (space == 0 && epoch + 1 < TRIBES_EPOCHS)
        s->reveals |= TRIBES_BOARD_DUE;
    if (board->symbol[space] && (s->unseen_events & t->events_of[epoch])) /* A25 */
        s->reveals |= TRIBES_EVENT_DUE;
    tribes_begin(s, TRIBES_AT_REVEAL, s->turn, s->reveals != 0);
    if (!s->reveals) {
        s->slot = TRIBES_NONE;
        tribes_settle(setup, s, journal);
    }
}

/* A board or an event is turned up; an event waits at the end of the row (A24). */
void tribes_turn_up(struct tribes_state *s, ochre_action outcome, struct ochre_journal *journal)
{
    if (outcome < TRIBES_EVENT) {
        int board = (int)outcome - TRIBES_BOARD;
        int slot = s->decision == TRIBES_AT_SETUP ? bits_count(s->up) : s->slot + TRIBES_COLUMNS;
        assert(slot < TRIBES_SLOTS && s->board[slot] == TRIBES_NONE && bits_has(s->unseen_boards, board));
        s->board[slot] = (uint8_t)board;
        s->up = (uint16_t)(s->up | 1u << slot);
        s->unseen_boards = (uint16_t)(s->unseen_boards & ~(1u << board));
        s->reveals &= (uint8_t)~TRIBES_BOARD_DUE;
        TRIBES_TELL(journal, TRIBES_NEWS_UNCOVERED, slot / TRIBES_COLUMNS + 1, slot % TRIBES_COLUMNS + 1, board);
        return;
    }
    int event = (int)outcome - TRIBES_EVENT;
    assert(bits_has(s->unseen_events, event) && s->row_count < TRIBES_TILES);
    s->unseen_events &= ~(1u << event);
    s->row[s->row_count] = (uint8_t)(TRIBES_ACTION_TILES + event);
    s->row_shells[s->row_count++] = 0;
    s->reveals &= (uint8_t)~TRIBES_EVENT_DUE;
    TRIBES_TELL(journal, TRIBES_NEWS_CAME, TRIBES_ACTION_TILES + event);
}
