/* spears_sacrifice.c: healing, the choice of lost units, and where play goes on afterwards (4.10). */
#include <assert.h>

#include "games/spears/spears_play.h"

/* ---- where play goes on ---- */

void spears_go_on(const struct spears_tables *t, struct spears_state *s, struct ochre_journal *journal)
{
    switch (s->then) {
    case SPEARS_THEN_TIME: /* 2.3 */
        for (int seat = 0; seat < t->seats; seat++)
            s->berries[seat] = SPEARS_BERRIES_MAX;
        spears_fill_hands(t, s);
        s->phase = SPEARS_TIME;
        s->actor = s->token[0];
        break;
    case SPEARS_THEN_PLAY: /* 4.3.4 */
        spears_fill_hands(t, s);
        spears_begin_play(t, s, 0);
        break;
    case SPEARS_THEN_HUNTER_PAYS: spears_hunter_pays(t, s, journal); break;
    case SPEARS_THEN_HUNT: spears_hunt_prey(t, s, journal); break;
    case SPEARS_THEN_SUPPORTER:
        spears_pay_supporter(t, s, s->hunter, journal);
        if (s->kind == SPEARS_FIGHTING)
            spears_end_fight(t, s, journal);
        else
            spears_end_hunt(t, s, journal);
        break;
    case SPEARS_THEN_TIRE: spears_end_hunt(t, s, journal); break;
    case SPEARS_THEN_ATTACKED_PAYS: spears_attacked_pays(t, s, journal); break;
    default: spears_next_defence_loss(t, s, journal); break;
    }
}

/* ---- healing (4.10.2) ---- */

/* The seat whose Healers are asked at this place (0, 1, … then the payer's own), or OCHRE_NOBODY after the last. In the
 * Defence step the passive players help the first one (R11); else the supporter helps its side (R10). */
static int helper(const struct spears_tables *t, const struct spears_state *s, int place)
{
    if (s->kind == SPEARS_DEFENDING) {
        if (s->payer != s->token[0])
            return place == 0 ? s->payer : OCHRE_NOBODY;
        return place < t->seats - 1 ? s->token[place + 1] : place == t->seats - 1 ? s->payer : OCHRE_NOBODY;
    }
    int supporter = s->supporter[s->payer == s->side[0] ? 0 : 1];
    if (place == 0 && supporter != OCHRE_NOBODY)
        return supporter;
    return place == (supporter != OCHRE_NOBODY) ? s->payer : OCHRE_NOBODY;
}

bool spears_is_healer_due(const struct spears_tables *t, const struct spears_state *s)
{
    unsigned healers = s->units[s->actor] & spears_units_of_type(t, s, s->actor, SPEARS_HEALER);
    return helper(t, s, s->healer_at) == s->actor && (healers & ~(unsigned)s->healed[s->actor]) >> s->healer & 1;
}

static void finish(const struct spears_tables *t, struct spears_state *s, uint16_t lost, struct ochre_journal *journal)
{
    assert((lost & ~(unsigned)spears_units_played(s, s->payer)) == 0);
    s->active[s->payer] &= (uint16_t)~lost; /* 4.10.5: back to the unit deck */
    s->turned[s->payer] &= (uint16_t)~lost;
    if (lost)
        journal_tell(journal, SPEARS_TOLD_LOST, s->payer, lost);
    memset(s->lift, 0, sizeof s->lift);
    s->from = s->chosen = 0;
    s->due = 0;
    s->healer = s->healer_at = 0;
    spears_go_on(t, s, journal);
}

/* Level of a set of the payer's units with the healing given. */
static int level_of(const struct spears_tables *t, const struct spears_state *s, uint16_t units)
{
    int level = t->level[s->tribe[s->payer]][units];
    for (unsigned left = units; left; left &= left - 1)
        level += s->lift[__builtin_ctz(left)];
    return level;
}

bool spears_is_paying(const struct spears_tables *t, const struct spears_state *s)
{
    return level_of(t, s, s->from) >= s->due && level_of(t, s, s->chosen) < s->due;
}

/* 4.10.3 after the last Healer has answered. */
static void choose_lost(const struct spears_tables *t, struct spears_state *s, struct ochre_journal *journal)
{
    if (level_of(t, s, s->from) < s->due) {
        finish(t, s, s->from, journal);
    } else {
        s->phase = SPEARS_SACRIFICE;
        s->actor = s->payer;
    }
}

/* Asks the next Healer from (healer_at, healer) on, or lets the payer choose. */
static void next_healer(const struct spears_tables *t, struct spears_state *s, struct ochre_journal *journal)
{
    for (;; s->healer_at++, s->healer = 0) {
        int owner = helper(t, s, s->healer_at);
        if (owner == OCHRE_NOBODY)
            break;
        unsigned healers = s->units[owner] & spears_units_of_type(t, s, owner, SPEARS_HEALER) &
                           (unsigned)~s->healed[owner] & ~((1u << s->healer) - 1);
        if (!healers)
            continue;
        s->healer = (uint8_t)__builtin_ctz(healers);
        s->phase = SPEARS_HEAL;
        s->actor = (uint8_t)owner;
        return;
    }
    s->healer = s->healer_at = 0;
    choose_lost(t, s, journal);
}

struct spears_moves spears_ask_heal(const struct spears_state *s)
{
    unsigned targets = s->from;
    if (s->actor == s->payer)
        targets &= ~(unsigned)spears_unit_bit(s->healer); /* R10: never itself */
    return (struct spears_moves){.low = (uint64_t)1 << SPEARS_DONE | (uint64_t)targets << SPEARS_UNIT};
}

void spears_answer_heal(const struct spears_tables *t, struct spears_state *s, int action,
                        struct ochre_journal *journal)
{
    if (action != SPEARS_DONE) {
        assert(!(s->healed[s->actor] & spears_unit_bit(s->healer)));
        s->healed[s->actor] |= spears_unit_bit(s->healer);
        s->lift[action - SPEARS_UNIT]++;
        journal_tell(journal, SPEARS_TOLD_HEALED, s->actor, s->healer, s->payer, action - SPEARS_UNIT);
    }
    s->healer++;
    next_healer(t, s, journal);
}

/* ---- what is lost (4.10.3, 4.10.4) ---- */

void spears_begin_sacrifice(const struct spears_tables *t, struct spears_state *s, int payer, int level, int then,
                            struct ochre_journal *journal)
{
    assert(payer < t->seats && level >= 0);
    s->payer = (uint8_t)payer;
    s->then = (uint8_t)then;
    uint16_t from = s->units[payer];
    if (level == 0 || !from) { /* 4.10.1, R47 */
        spears_go_on(t, s, journal);
        return;
    }
    s->due = (uint8_t)level;
    s->from = from;
    s->chosen = 0;
    s->healer_at = s->healer = 0;
    if (from & (from - 1))
        next_healer(t, s, journal);
    else
        finish(t, s, from, journal); /* a single unit is lost whatever its level */
}

/* What a sum must be for the set to be one the payer may give. */
struct pricing {
    uint8_t level[SPEARS_UNITS];
    int due;
    bool is_exact;
};

static struct pricing price(const struct spears_tables *t, const struct spears_state *s)
{
    struct pricing p = {.due = s->due};
    for (int slot = 0; slot < SPEARS_UNITS; slot++)
        p.level[slot] = (uint8_t)(t->unit[s->tribe[s->payer]][slot].level + s->lift[slot]);
    p.is_exact = !t->overpays && spears_has_exact(t, s); /* R08 */
    return p;
}

/* Is the set legal? Its sum and its lowest level are known. */
static bool is_payment(const struct pricing *p, int sum, int lowest)
{
    return p->is_exact ? sum == p->due : sum >= p->due && sum - lowest < p->due;
}

bool spears_has_exact(const struct spears_tables *t, const struct spears_state *s)
{
    unsigned from = s->from;
    for (unsigned left = from; left; left &= left - 1) { /* R47: without level-0 units */
        int slot = __builtin_ctz(left);
        if (t->unit[s->tribe[s->payer]][slot].level + s->lift[slot] == 0)
            from &= ~(1u << slot);
    }
    for (unsigned set = from; set; set = (set - 1) & from)
        if (level_of(t, s, (uint16_t)set) == s->due)
            return true;
    return false;
}

struct spears_moves spears_ask_sacrifice(const struct spears_tables *t, const struct spears_state *s)
{
    struct pricing p = price(t, s);
    unsigned free = s->from & spears_units_above(s->chosen);
    int sum_chosen = 0;
    int lowest_chosen = 255;
    for (unsigned left = s->chosen; left; left &= left - 1) {
        int level = p.level[__builtin_ctz(left)];
        sum_chosen += level;
        lowest_chosen = level < lowest_chosen ? level : lowest_chosen;
    }
    unsigned offered = 0;
    for (unsigned set = free; set; set = (set - 1) & free) {
        if (offered & set & -set)
            continue; /* its first unit is offered already */
        int sum = sum_chosen;
        int lowest = lowest_chosen;
        for (unsigned left = set; left; left &= left - 1) {
            int level = p.level[__builtin_ctz(left)];
            sum += level;
            lowest = level < lowest ? level : lowest;
        }
        if (lowest > 0 && is_payment(&p, sum, lowest))
            offered |= set & -set;
    }
    return (struct spears_moves){.low = (uint64_t)offered << SPEARS_UNIT};
}

void spears_answer_sacrifice(const struct spears_tables *t, struct spears_state *s, int action,
                             struct ochre_journal *journal)
{
    assert(s->from & ~s->chosen & spears_unit_bit(action - SPEARS_UNIT));
    s->chosen |= spears_unit_bit(action - SPEARS_UNIT);
    /* Legal sets never contain one another, so a sum that pays is a set complete. */
    if (level_of(t, s, s->chosen) >= s->due)
        finish(t, s, s->chosen, journal);
    else
        journal_tell(journal, SPEARS_TOLD_GIVES, s->payer, action - SPEARS_UNIT);
}
