/* spears_decisions.c: the turning wheel of the rules: each decision, what may be answered, and what is forced (4.1).
 * What the answers do stands in the files by subject. */
#include <assert.h>

#include "games/spears/spears_play.h"

static struct spears_moves ask_time(void)
{
    return (struct spears_moves){.low = (uint64_t)1 << SPEARS_DAY | (uint64_t)1 << SPEARS_NIGHT};
}

static struct spears_moves ask_vigor(void)
{
    return (struct spears_moves){.low = (uint64_t)1 << SPEARS_DONE | (uint64_t)1 << SPEARS_VIGOR_YES};
}

static struct spears_moves ask_after(void)
{
    return (struct spears_moves){.low = (uint64_t)1 << SPEARS_DONE | (uint64_t)1 << SPEARS_FLIP};
}

static inline struct spears_moves ask(const struct spears_tables *t, const struct spears_state *s)
{
    switch (s->phase) {
    case SPEARS_TIME: return ask_time();
    case SPEARS_PLAY: return spears_ask_play(t, s);
    case SPEARS_ACTION: return spears_ask_action(t, s);
    case SPEARS_REACT:
    case SPEARS_FIGHT_REACT: return spears_ask_react(t, s);
    case SPEARS_ACCEPT: return spears_ask_accept(t, s);
    case SPEARS_OBLIGE:
    case SPEARS_OBLIGE_UNIT:
    case SPEARS_OBLIGE_SIDE: return spears_ask_oblige(t, s);
    case SPEARS_HEAL: return spears_ask_heal(s);
    case SPEARS_SACRIFICE: return spears_ask_sacrifice(t, s);
    case SPEARS_VIGOR: return ask_vigor();
    case SPEARS_PICK:
    case SPEARS_LOOT: return spears_ask_fight(s);
    case SPEARS_AFTER: return ask_after();
    case SPEARS_HUNT_UNITS:
    case SPEARS_BLOCK_UNITS:
    case SPEARS_SUPPORT_UNITS:
    case SPEARS_FIGHT_UNITS:
    case SPEARS_DEFENDER_UNITS:
    case SPEARS_DEFEND_UNITS: return spears_ask_units(t, s);
    default: return (struct spears_moves){0, 0};
    }
}

struct spears_moves spears_ask(const struct spears_tables *t, const struct spears_state *s)
{
    return ask(t, s);
}

APART static void answer(const struct spears_tables *t, struct spears_state *s, int action,
                         struct ochre_journal *journal)
{
    assert(s->actor < t->seats);
    switch (s->phase) {
    case SPEARS_TIME: spears_answer_time(t, s, action, journal); break;
    case SPEARS_PLAY: spears_answer_play(t, s, action, journal); break;
    case SPEARS_ACTION: spears_answer_action(t, s, action, journal); break;
    case SPEARS_REACT:
    case SPEARS_FIGHT_REACT: spears_answer_react(t, s, action, journal); break;
    case SPEARS_ACCEPT: spears_answer_accept(t, s, action, journal); break;
    case SPEARS_OBLIGE:
    case SPEARS_OBLIGE_UNIT:
    case SPEARS_OBLIGE_SIDE: spears_answer_oblige(t, s, action, journal); break;
    case SPEARS_HEAL: spears_answer_heal(t, s, action, journal); break;
    case SPEARS_SACRIFICE: spears_answer_sacrifice(t, s, action, journal); break;
    case SPEARS_VIGOR: spears_answer_vigor(t, s, action, journal); break;
    case SPEARS_PICK:
    case SPEARS_LOOT: spears_answer_fight(s, action, journal); break;
    case SPEARS_AFTER: spears_answer_after(t, s, action, journal); break;
    default: spears_answer_units(t, s, action, journal); break;
    }
}

void spears_run(const struct spears_tables *t, struct spears_state *s, struct ochre_journal *journal)
{
    for (;;) {
        s->moves = (struct spears_moves){0, 0};
        if (s->phase <= SPEARS_DRAW_ENEMY || s->phase == SPEARS_CARDS || s->phase == SPEARS_OVER)
            return;
        assert(s->actor < t->seats);
        struct spears_moves moves = ask(t, s);
        assert(moves.low || moves.high); /* whoever is asked has an answer */
        if ((moves.low & (moves.low - 1)) || (moves.high & (moves.high - 1)) || (moves.low && moves.high)) {
            s->moves = moves;
            return;
        }
        /* K2: the only legal move is made at once. */
        answer(t, s, moves.low ? __builtin_ctzll(moves.low) : 64 + __builtin_ctzll(moves.high), journal);
    }
}

/* Who has done enough, or does nothing, is told of where nothing else tells it; not of what is forced (K2). */
APART static void tell_ended(const struct spears_state *s, int action, struct ochre_journal *journal)
{
    bool is_told = s->phase == SPEARS_REACT || s->phase == SPEARS_FIGHT_REACT || s->phase == SPEARS_ACCEPT;
    if (action == SPEARS_DONE && !is_told)
        journal_tell(journal, SPEARS_TOLD_ENDED, s->actor, s->phase, s->kind != SPEARS_IDLE && s->units[s->actor] != 0);
}

void spears_move(const struct spears_tables *t, struct spears_state *s, int seat, int action,
                 struct ochre_journal *journal)
{
    if (seat == OCHRE_CHANCE) {
        spears_deal(t, s, action, journal);
    } else if (s->phase == SPEARS_CARDS) {
        spears_place_card(t, s, seat, action - SPEARS_CARD, journal);
    } else {
        assert(spears_moves_has(s->moves, (ochre_action)action));
        if (journal)
            tell_ended(s, action, journal);
        if (s->phase == SPEARS_PLAY)
            s->settled = SPEARS_UNSETTLED; /* somebody acts in a new turn: the last one is told */
        answer(t, s, action, journal);
    }
    spears_run(t, s, journal);
}
