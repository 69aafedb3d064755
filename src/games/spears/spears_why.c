/* spears_why.c: why a move is refused, with the number of the rule (K9). Says nothing that the view does not show. */
#include "games/spears/spears.h"

/* What somebody asks about. */
struct question {
    const struct ochre_setup *setup;
    const struct ochre_view *view;
    const struct spears_tables *t;
    const struct spears_state *s;
    int seat, action;
    struct ochre_text *words; /* may be NULL */
};

#define refuse(q, rule, ...) refuse_list((q), (rule), (const char *const[]){__VA_ARGS__, NULL})

static const char *refuse_list(const struct question *q, const char *rule, const char *const said[])
{
    if (q->words)
        text_say_list(q->words, said);
    return rule;
}

static const char *name_of(const struct question *q, int seat)
{
    const char *name = spears_seat_name(q->setup, q->view, seat);
    return q->words ? text_word(q->words, name) : name;
}

/* Each decision: the section that rules it, and what is asked. The sentences are marked for translation here. */
static const struct {
    const char *rule, *words;
} decisions[SPEARS_PHASES] = {
    [SPEARS_TIME] = {"2.3", N_("Choose day or night first.")},
    [SPEARS_PLAY] = {"4.4", N_("This is the Play Cards step: buy units or use your role, then say done.")},
    [SPEARS_ACTION] = {"4.5", N_("This is the Action step: hunt, fight, gather or flip the time.")},
    [SPEARS_HUNT_UNITS] = {"4.6", N_("Choose the units that hunt, one by one, then say done.")},
    [SPEARS_REACT] = {"4.6", N_("React to the hunt: pass, block or support.")},
    [SPEARS_BLOCK_UNITS] = {"4.6", N_("Choose the units that block, one by one, then say done.")},
    [SPEARS_SUPPORT_UNITS] = {"4.6", N_("Choose one or two units to offer.")},
    [SPEARS_ACCEPT] = {"4.6", N_("Accept one offer of support, or refuse.")},
    [SPEARS_OBLIGE] = {"4.7", N_("As Shaman, oblige a player or pass.")},
    [SPEARS_OBLIGE_UNIT] = {"4.7", N_("Choose the unit that must support.")},
    [SPEARS_OBLIGE_SIDE] = {"4.7", N_("Choose the side that is supported.")},
    [SPEARS_CARDS] = {"4.9", N_("Everybody places an action card now.")},
    [SPEARS_HEAL] = {"4.10", N_("Your Healer may raise the level of one unit.")},
    [SPEARS_SACRIFICE] = {"4.10", N_("Choose the units that are sacrificed.")},
    [SPEARS_VIGOR] = {"4.6", N_("Say whether the tribe regains one vigor.")},
    [SPEARS_FIGHT_UNITS] = {"4.8", N_("Choose the units that attack, one by one, then say done.")},
    [SPEARS_PICK] = {"4.8", N_("Pick a unit of the attacked player.")},
    [SPEARS_LOOT] = {"4.8", N_("Name the prey card that is fought for.")},
    [SPEARS_DEFENDER_UNITS] = {"4.8", N_("Add active units to your defence, or say done.")},
    [SPEARS_FIGHT_REACT] = {"4.8", N_("React to the fight: pass or support a side.")},
    [SPEARS_AFTER] = {"4.5", N_("The action is over: flip the time for a berry, or say done.")},
    [SPEARS_DEFEND_UNITS] = {"4.11", N_("Choose units for the common defence, or say done.")},
};

/* The move belongs to another decision: say what is asked. */
static const char *say_asked(const struct question *q)
{
    return refuse(q, decisions[q->s->phase].rule, decisions[q->s->phase].words);
}

/* ---- Play Cards ---- */

static const char *why_not_buy(const struct question *q, int slot)
{
    const struct spears_unit *unit = &q->t->unit[q->s->tribe[q->seat]][slot];
    if (units_played(q->s, q->seat) & unit_bit(slot))
        return refuse(q, "4.4", N_("{0} is on the table already."), unit->code);
    return refuse(q, "4.4", N_("{0} costs {1}, you have {2}."), unit->code, NUM(unit->cost),
                  NUM(q->s->berries[q->seat]));
}

static const char *why_not_ban(const struct question *q, int other)
{
    const struct spears_state *s = q->s;
    if (q->t->seats < 4 || s->token[2] != q->seat)
        return refuse(q, "4.4", N_("Only the Seer may ban, and there is one with four players only."));
    if (s->banned != OCHRE_NOBODY)
        return refuse(q, "4.4", N_("You have banned {0} already this turn."), name_of(q, s->banned));
    if (other == q->seat)
        return refuse(q, "4.4", N_("You cannot ban yourself."));
    return refuse(q, "R13", N_("{0} was banned last and cannot be banned again yet."), name_of(q, other));
}

static const char *why_not_chase(const struct question *q, int spot)
{
    const struct spears_state *s = q->s;
    if (q->t->seats < 4 || s->token[3] != q->seat)
        return refuse(q, "4.4", N_("Only the Flutist may chase prey away, and there is one with four players only."));
    if (s->chased_spot)
        return refuse(q, "4.4", N_("You have chased a prey away already this turn."));
    if (!s->row[spot])
        return refuse(q, "4.4", N_("No prey lies there."));
    return refuse(q, "4.4", N_("The last prey that nobody owns cannot be chased away."));
}

static const char *why_not_play(const struct question *q)
{
    if (q->action >= SPEARS_BUY && q->action < SPEARS_FIGHT)
        return why_not_buy(q, q->action - SPEARS_BUY);
    if (q->action >= SPEARS_BAN && q->action < SPEARS_BAN + q->t->seats)
        return why_not_ban(q, q->action - SPEARS_BAN);
    if (q->action >= SPEARS_CHASE && q->action < SPEARS_LOOT_PREY)
        return why_not_chase(q, q->action - SPEARS_CHASE);
    return say_asked(q);
}

/* ---- the Action step ---- */

static const char *why_not_fight(const struct question *q, int other)
{
    const struct spears_state *s = q->s;
    if (s->vigor > SPEARS_FIGHT_VIGOR)
        return refuse(q, "4.5", N_("Fights are allowed once the vigor is 5 or less; it is {0}."), NUM(s->vigor));
    if (s->banned == q->seat)
        return refuse(q, "4.5", N_("You are banned: no fights this turn."));
    if (!s->active[q->seat])
        return refuse(q, "4.5", N_("You have no active unit."));
    if (other == q->seat)
        return refuse(q, "4.5", N_("You cannot fight yourself."));
    return refuse(q, "4.5", N_("{0} owns no prey."), name_of(q, other));
}

static const char *why_not_hunt(const struct question *q, int spot)
{
    const struct spears_state *s = q->s;
    if (!s->active[q->seat])
        return refuse(q, "4.5", N_("You have no active unit."));
    if (!s->row[spot])
        return refuse(q, "4.5", N_("No prey lies there."));
    if (s->is_night)
        return refuse(q, "4.5", N_("This prey is hunted by day, and it is night."));
    return refuse(q, "4.5", N_("This prey is hunted by night, and it is day."));
}

static const char *why_not_action(const struct question *q)
{
    int action = q->action;
    if (action == SPEARS_FLIP && q->s->has_flipped)
        return refuse(q, "4.5", N_("The time was flipped in this window already."));
    if (action == SPEARS_FLIP)
        return refuse(q, "4.5", N_("Flipping the time costs one berry, and you have none."));
    if (action == SPEARS_SKIP)
        return refuse(q, "4.5", N_("Only the Chief's second action may be skipped."));
    if (action >= SPEARS_HUNT && action < SPEARS_CHASE)
        return why_not_hunt(q, action - SPEARS_HUNT);
    if (action >= SPEARS_FIGHT && action < SPEARS_FIGHT + q->t->seats)
        return why_not_fight(q, action - SPEARS_FIGHT);
    return say_asked(q);
}

/* ---- units, reactions, support ---- */

static bool is_fight_rule(const struct spears_state *s)
{
    return s->kind == SPEARS_FIGHTING;
}

/* Sections 4.6 and 4.8 share these decisions. */
static const char *section(const struct spears_state *s)
{
    return s->kind == SPEARS_DEFENDING ? "4.11" : is_fight_rule(s) ? "4.8" : "4.6";
}

static const char *why_not_paid(const struct question *q, int slot)
{
    const struct spears_state *s = q->s;
    if (s->kind == SPEARS_HUNTING)
        return refuse(q, "K5", N_("In a hunt no Warrior bonus is bought."));
    if (!(units_of_type(q->t, s, q->seat, SPEARS_WARRIOR) & unit_bit(slot)))
        return refuse(q, "K5", N_("Only a Warrior's bonus can be bought."));
    if (s->phase == SPEARS_DEFEND_UNITS && s->at != 0)
        return refuse(q, "R23", N_("In the Defence step only the first player buys Warrior bonuses."));
    if (s->phase == SPEARS_DEFENDER_UNITS && (s->picked & unit_bit(slot)))
        return refuse(q, "R22", N_("Your attacker picked this Warrior; its bonus cannot be bought."));
    if (!s->berries[q->seat])
        return refuse(q, "K5", N_("The bonus costs one berry, and you have none."));
    return NULL;
}

static const char *why_not_units(const struct question *q)
{
    const struct spears_state *s = q->s;
    if (q->action == SPEARS_DONE)
        return refuse(q, "K4", N_("At least one unit is needed."));
    if (q->action < SPEARS_UNIT || q->action >= SPEARS_BUY)
        return say_asked(q);
    bool is_paid = q->action >= SPEARS_PAID;
    int slot = (int)spears_slot_of(q->action);
    const char *code = q->t->unit[s->tribe[q->seat]][slot].code;
    const char *rule = is_paid ? why_not_paid(q, slot) : NULL;
    if (rule)
        return rule;
    if (!(s->active[q->seat] & unit_bit(slot)))
        return refuse(q, section(s), N_("{0} is not an active unit of yours."), code);
    if (s->phase == SPEARS_DEFENDER_UNITS && (s->picked & unit_bit(slot)))
        return refuse(q, section(s), N_("{0} takes part already: your attacker picked it."), code);
    if (s->phase == SPEARS_SUPPORT_UNITS && count_bits(s->units[q->seat]) >= SPEARS_SUPPORT_UNITS_MAX)
        return refuse(q, section(s), N_("A supporter offers at most two units."));
    return refuse(q, "K4", N_("Units are named in the order of their slots; {0} comes before the last one."), code);
}

static const char *why_not_react(const struct question *q)
{
    const struct spears_state *s = q->s;
    if (q->action == SPEARS_BLOCK && s->phase == SPEARS_FIGHT_REACT)
        return refuse(q, "4.8", N_("A fight cannot be blocked."));
    if (q->action == SPEARS_BLOCK && s->banned == q->seat)
        return refuse(q, "4.6", N_("You are banned: no blocking this turn."));
    if (q->action == SPEARS_BLOCK)
        return refuse(q, "4.6", N_("You have been the blocker this turn already."));
    if (q->action >= SPEARS_SUPPORT && q->action < SPEARS_SUPPORT + q->t->seats) {
        int other = q->action - SPEARS_SUPPORT;
        if (other == q->seat)
            return refuse(q, section(s), N_("You cannot support yourself."));
        if (is_fight_rule(s))
            return refuse(q, "4.8", N_("{0} is no side of this fight."), name_of(q, other));
        return refuse(q, "4.6", N_("{0} neither hunts nor has declared a block."), name_of(q, other));
    }
    return refuse(q, section(s), decisions[s->phase].words);
}

static const char *why_not_accept(const struct question *q)
{
    if (q->action >= SPEARS_ACCEPT_SEAT && q->action < SPEARS_ACCEPT_SEAT + q->t->seats)
        return refuse(q, section(q->s), N_("{0} has offered you nothing."), name_of(q, q->action - SPEARS_ACCEPT_SEAT));
    return refuse(q, section(q->s), decisions[SPEARS_ACCEPT].words);
}

/* ---- the Shaman ---- */

static const char *why_not_oblige(const struct question *q)
{
    const struct spears_state *s = q->s;
    if (s->phase == SPEARS_OBLIGE && q->action >= SPEARS_OBLIGE_SEAT && q->action < SPEARS_OBLIGE_SEAT + q->t->seats) {
        int other = q->action - SPEARS_OBLIGE_SEAT;
        if (other == q->seat)
            return refuse(q, "4.7", N_("The Shaman cannot oblige the own units."));
        if (other == s->side[0] || other == s->side[1] || other == s->supporter[0] || other == s->supporter[1])
            return refuse(q, "4.7", N_("{0} takes part already."), name_of(q, other));
        if (other == s->obliged_before)
            return refuse(q, "R13", N_("{0} was obliged last and cannot be obliged again yet."), name_of(q, other));
        return refuse(q, "4.7", N_("{0} has no active unit."), name_of(q, other));
    }
    if (s->phase == SPEARS_OBLIGE_UNIT && q->action >= SPEARS_UNIT && q->action < SPEARS_PAID)
        return refuse(q, "4.7", N_("That is not an active unit of {0}."), name_of(q, s->obliged));
    if (s->phase == SPEARS_OBLIGE_SIDE && q->action >= SPEARS_FOR && q->action < SPEARS_FOR + q->t->seats)
        return refuse(q, "4.7", N_("{0} is no side without a supporter."), name_of(q, q->action - SPEARS_FOR));
    return say_asked(q);
}

/* ---- healing, sacrifice, fight ---- */

static const char *why_not_heal(const struct question *q)
{
    const struct spears_state *s = q->s;
    if (q->action < SPEARS_UNIT || q->action >= SPEARS_PAID)
        return say_asked(q);
    if (s->actor == s->payer && q->action - SPEARS_UNIT == s->healer)
        return refuse(q, "4.10", N_("A Healer cannot heal itself."));
    return refuse(q, "4.10", N_("That unit of {0} takes no part."), name_of(q, s->payer));
}

static const char *why_not_sacrifice(const struct question *q)
{
    const struct spears_state *s = q->s;
    if (q->action < SPEARS_UNIT || q->action >= SPEARS_PAID)
        return say_asked(q);
    int slot = q->action - SPEARS_UNIT;
    const char *code = q->t->unit[s->tribe[q->seat]][slot].code;
    if (!(s->from & unit_bit(slot)))
        return refuse(q, "4.10", N_("{0} took no part and cannot be sacrificed."), code);
    if (!(units_above(s->chosen) & unit_bit(slot)))
        return refuse(q, "K4", N_("Units are named in the order of their slots; {0} comes before the last one."), code);
    if (!q->t->overpays && spears_has_exact(q->t, s))
        return refuse(q, "4.10", N_("The levels must add up to exactly {0}, and with {1} they cannot."), NUM(s->due),
                      code);
    return refuse(q, "4.10", N_("With {0} some unit would be given in vain; {1} levels are due."), code, NUM(s->due));
}

static const char *why_not_target(const struct question *q)
{
    const struct spears_state *s = q->s;
    if (s->phase == SPEARS_PICK && q->action >= SPEARS_UNIT && q->action < SPEARS_PAID)
        return refuse(q, "4.8", N_("{0} has not played that unit."), name_of(q, s->side[1]));
    if (s->phase == SPEARS_LOOT && q->action >= SPEARS_LOOT_PREY && q->action < SPEARS_CARD)
        return refuse(q, "4.8", N_("{0} does not own that prey."), name_of(q, s->side[1]));
    return say_asked(q);
}

static const char *why_not_decision(const struct question *q)
{
    if (q->action < 0 || q->action >= SPEARS_ACTIONS)
        return say_asked(q);
    switch (q->s->phase) {
    case SPEARS_PLAY: return why_not_play(q);
    case SPEARS_ACTION: return why_not_action(q);
    case SPEARS_HUNT_UNITS:
    case SPEARS_BLOCK_UNITS:
    case SPEARS_SUPPORT_UNITS:
    case SPEARS_FIGHT_UNITS:
    case SPEARS_DEFENDER_UNITS:
    case SPEARS_DEFEND_UNITS: return why_not_units(q);
    case SPEARS_REACT:
    case SPEARS_FIGHT_REACT: return why_not_react(q);
    case SPEARS_ACCEPT: return why_not_accept(q);
    case SPEARS_OBLIGE:
    case SPEARS_OBLIGE_UNIT:
    case SPEARS_OBLIGE_SIDE: return why_not_oblige(q);
    case SPEARS_HEAL: return why_not_heal(q);
    case SPEARS_SACRIFICE: return why_not_sacrifice(q);
    case SPEARS_PICK:
    case SPEARS_LOOT: return why_not_target(q);
    default: return say_asked(q);
    }
}

static const char *why_not_card(const struct question *q)
{
    const struct spears_state *s = q->s;
    if (q->seat >= q->t->seats || s->placed[q->seat])
        return refuse(q, "K3", N_("Your card is placed; it cannot be changed."));
    if (q->action < SPEARS_CARD || q->action >= SPEARS_ACTIONS)
        return say_asked(q);
    if (!s->hand[q->seat][q->action - SPEARS_CARD])
        return refuse(q, "4.9", N_("You do not hold that card."));
    return NULL;
}

const char *spears_why_not(const struct ochre_setup *setup, const struct ochre_view *view, int seat,
                           ochre_action action, struct ochre_text *words)
{
    const struct spears_state *s = spears_seen(view);
    struct question q = {.setup = setup,
                         .view = view,
                         .t = spears_tables(setup),
                         .s = s,
                         .seat = seat,
                         .action = action < SPEARS_ACTIONS ? (int)action : -1,
                         .words = words};
    if (seat == OCHRE_CHANCE) {
        ochre_action list[SPEARS_ACTIONS];
        if (legal_has(list, view_moves(setup, view, seat, list), action))
            return NULL;
        return refuse(&q, "6.4", N_("Chance cannot do that now."));
    }
    if (s->phase == SPEARS_OVER)
        return refuse(&q, "7", N_("The game is over."));
    if (s->phase <= SPEARS_DRAW_ENEMY)
        return refuse(&q, "K1", N_("Chance has to draw first."));
    if (s->phase == SPEARS_CARDS)
        return why_not_card(&q);
    if (seat != s->actor)
        return refuse(&q, "K1", N_("{0} has to decide now."), name_of(&q, s->actor));
    return moves_has(s->moves, action) ? NULL : why_not_decision(&q);
}
