/* spears_why.c: why a move is refused, with the number of the rule (K9). Says nothing that the view does not show. */
#include <assert.h>

#include "games/spears/spears_text.h"
#include "rules/why.h"

/* What somebody asks about. */
struct question {
    const struct ochre_setup *setup;
    const struct ochre_view *view;
    const struct spears_tables *t;
    const struct spears_state *s;
    int seat;
    int verb;  /* first number of the act, -1: it belongs to another decision */
    int thing; /* seat, slot, prey or rank; the last one of an act that has two */
    int healer;
    struct ochre_text *words; /* may be NULL */
};

#define refuse(q, rule, ...) why_refuse((q)->words, (rule), __VA_ARGS__)

static const char *name_of(const struct question *q, int seat)
{
    return q->words ? seat_called(q->setup, q->view, seat, q->words) : "";
}

/* The seat that an act of this kind names, -1: it is another act, or there is no such seat. */
static int seat_of(const struct question *q, int verb)
{
    return q->verb == verb && q->thing < q->t->seats ? q->thing : -1;
}

/* Each decision: the section that rules it, and what is asked. The sentences are marked for translation here. */
static const struct {
    const char *rule, *words;
} decisions[SPEARS_PHASES] = {
    [SPEARS_TIME] = {"2.3", N_("Choose day or night first.")},
    [SPEARS_PLAY] = {"4.4", N_("Now units are bought: buy some, use your role, or stop buying.")},
    [SPEARS_ACTION] = {"4.5", N_("Now is the time for your action: hunt, fight, gather, or change day and night.")},
    [SPEARS_HUNT_UNITS] = {"4.6", N_("Choose the units that hunt, one by one.")},
    [SPEARS_REACT] = {"4.6", N_("There is a hunt: support it, block it, or stay out of it.")},
    [SPEARS_BLOCK_UNITS] = {"4.6", N_("Choose the units that block, one by one.")},
    [SPEARS_SUPPORT_UNITS] = {"4.6", N_("Choose one or two units to offer.")},
    [SPEARS_ACCEPT] = {"4.6", N_("Accept one offer of support, or refuse.")},
    [SPEARS_OBLIGE] = {"4.7", N_("You are Shaman: oblige somebody, or nobody.")},
    [SPEARS_OBLIGE_UNIT] = {"4.7", N_("Choose the unit that must support.")},
    [SPEARS_OBLIGE_SIDE] = {"4.7", N_("Choose the side that it supports.")},
    [SPEARS_CARDS] = {"4.9", N_("Everybody places a card now.")},
    [SPEARS_HEAL] = {"4.10", N_("Your Healer is asked: heal a unit, or nobody.")},
    [SPEARS_SACRIFICE] = {"4.10", N_("Choose the units you sacrifice.")},
    [SPEARS_VIGOR] = {"4.6", N_("Add one vigor, or leave it.")},
    [SPEARS_FIGHT_UNITS] = {"4.8", N_("Choose the units that attack, one by one.")},
    [SPEARS_PICK] = {"4.8", N_("Choose a unit of the tribe you attack.")},
    [SPEARS_LOOT] = {"4.8", N_("Choose the prey you fight for.")},
    [SPEARS_DEFENDER_UNITS] = {"4.8", N_("You are attacked: send more units, or nobody.")},
    [SPEARS_FIGHT_REACT] = {"4.8", N_("There is a fight: support a side, or stay out of it.")},
    [SPEARS_AFTER] = {"4.5", N_("Your action is over: change day and night for a berry, or be done.")},
    [SPEARS_DEFEND_UNITS] = {"4.11", N_("Send units to defend, or nobody.")},
};

/* The move belongs to another decision: say what is asked. */
static const char *say_asked(const struct question *q)
{
    assert(decisions[q->s->phase].rule); /* chance and the end have been spoken of */
    return refuse(q, decisions[q->s->phase].rule, decisions[q->s->phase].words);
}

/* ---- Play Cards ---- */

static const char *why_not_buy(const struct question *q, int slot)
{
    const struct spears_unit *unit = &q->t->unit[q->s->tribe[q->seat]][slot];
    if (spears_units_played(q->s, q->seat) & spears_unit_bit(slot))
        return refuse(q, "4.4", N_("You have this unit on the table already."));
    return refuse(q, "4.4", N_("This unit costs {0} berries, and you have {1}."), NUM(unit->cost),
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

/* One can say a prey that lies elsewhere; -1 is an empty spot. */
static bool is_out_of_row(const struct question *q)
{
    return q->thing >= 0 && spears_spot_of_prey(q->s, q->thing) < 0;
}

static const char *say_out_of_row(const struct question *q, const char *rule)
{
    return refuse(q, rule, N_("This prey does not lie in the row."));
}

static const char *why_not_chase(const struct question *q)
{
    const struct spears_state *s = q->s;
    if (is_out_of_row(q))
        return say_out_of_row(q, "4.4");
    if (q->t->seats < 4 || s->token[3] != q->seat)
        return refuse(q, "4.4", N_("Only the Flutist may chase prey away, and there is one with four players only."));
    if (s->chased_spot)
        return refuse(q, "4.4", N_("You have chased a prey away already this turn."));
    if (q->thing < 0)
        return refuse(q, "4.4", N_("No prey lies there."));
    return refuse(q, "4.4", N_("The last prey that nobody owns cannot be chased away."));
}

static const char *why_not_play(const struct question *q)
{
    if (q->verb == SPEARS_BUY)
        return why_not_buy(q, q->thing);
    if (seat_of(q, SPEARS_BAN) >= 0)
        return why_not_ban(q, q->thing);
    return q->verb == SPEARS_CHASE ? why_not_chase(q) : say_asked(q);
}

/* ---- the Action step ---- */

static const char *why_not_fight(const struct question *q, int other)
{
    const struct spears_state *s = q->s;
    if (s->vigor > SPEARS_FIGHT_VIGOR)
        return refuse(q, "4.5", N_("Fights begin when the vigor is down to {1}; it is {0}."), NUM(s->vigor),
                      NUM(SPEARS_FIGHT_VIGOR));
    if (s->banned == q->seat)
        return refuse(q, "4.5", N_("You are banned: no fights this turn."));
    if (!s->active[q->seat])
        return refuse(q, "4.5", N_("None of your units is ready."));
    if (other == q->seat)
        return refuse(q, "4.5", N_("You cannot fight yourself."));
    return refuse(q, "4.5", N_("{0} owns no prey."), name_of(q, other));
}

static const char *why_not_hunt(const struct question *q)
{
    const struct spears_state *s = q->s;
    if (is_out_of_row(q))
        return say_out_of_row(q, "4.5");
    if (!s->active[q->seat])
        return refuse(q, "4.5", N_("None of your units is ready."));
    if (q->thing < 0)
        return refuse(q, "4.5", N_("No prey lies there."));
    if (s->is_night)
        return refuse(q, "4.5", N_("This prey is hunted by day, and it is night."));
    return refuse(q, "4.5", N_("This prey is hunted by night, and it is day."));
}

static const char *why_not_action(const struct question *q)
{
    if (q->verb == SPEARS_FLIP && q->s->has_flipped)
        return refuse(q, "4.5", N_("Day and night were changed before this action already."));
    if (q->verb == SPEARS_FLIP)
        return refuse(q, "4.5", N_("Changing day and night costs one berry, and you have none."));
    if (q->verb == SPEARS_SKIP)
        return refuse(q, "4.5", N_("Only the Chief's second action may be skipped."));
    if (seat_of(q, SPEARS_FIGHT) >= 0)
        return why_not_fight(q, q->thing);
    return q->verb == SPEARS_HUNT ? why_not_hunt(q) : say_asked(q);
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
        return refuse(q, "K5", N_("In a hunt no Warrior counts one more for a berry."));
    if (!(spears_units_of_type(q->t, s, q->seat, SPEARS_WARRIOR) & spears_unit_bit(slot)))
        return refuse(q, "K5", N_("Only a Warrior counts one more for a berry."));
    if (s->phase == SPEARS_DEFEND_UNITS && s->at != 0)
        return refuse(q, "R23", N_("In the defence only the Chief pays for Warriors."));
    if (s->phase == SPEARS_DEFENDER_UNITS && (s->picked & spears_unit_bit(slot)))
        return refuse(q, "R22", N_("Your attacker chose this Warrior: you cannot pay for it."));
    if (!s->berries[q->seat])
        return refuse(q, "K5", N_("That costs one berry, and you have none."));
    return NULL;
}

static const char *why_not_units(const struct question *q)
{
    const struct spears_state *s = q->s;
    if (q->verb == SPEARS_DONE)
        return refuse(q, "K4", N_("Send at least one unit."));
    if (q->verb != SPEARS_UNIT && q->verb != SPEARS_PAID)
        return say_asked(q);
    bool is_paid = q->verb == SPEARS_PAID;
    int slot = q->thing;
    const char *rule = is_paid ? why_not_paid(q, slot) : NULL;
    if (rule)
        return rule;
    if (!(s->active[q->seat] & spears_unit_bit(slot)))
        return refuse(q, section(s), N_("This unit is not ready."));
    if (s->phase == SPEARS_DEFENDER_UNITS && (s->picked & spears_unit_bit(slot)))
        return refuse(q, section(s), N_("It takes part already: your attacker chose it."));
    if (s->phase == SPEARS_SUPPORT_UNITS && bits_count(s->units[q->seat]) >= SPEARS_SUPPORT_UNITS_MAX)
        return refuse(q, section(s), N_("A supporter offers at most two units."));
    return refuse(q, "K4", N_("Choose units from left to right: this one comes before the last you chose."));
}

static const char *why_not_react(const struct question *q)
{
    const struct spears_state *s = q->s;
    if (q->verb == SPEARS_BLOCK && s->phase == SPEARS_FIGHT_REACT)
        return refuse(q, "4.8", N_("A fight cannot be blocked."));
    if (q->verb == SPEARS_BLOCK && s->banned == q->seat)
        return refuse(q, "4.6", N_("You are banned: no blocking this turn."));
    if (q->verb == SPEARS_BLOCK)
        return refuse(q, "4.6", N_("You have been the blocker this turn already."));
    int other = seat_of(q, SPEARS_SUPPORT);
    if (other < 0)
        return refuse(q, section(s), decisions[s->phase].words);
    if (other == q->seat)
        return refuse(q, section(s), N_("You cannot support yourself."));
    if (is_fight_rule(s))
        return refuse(q, "4.8", N_("{0} is no side of this fight."), name_of(q, other));
    return refuse(q, "4.6", N_("{0} neither hunts nor has declared a block."), name_of(q, other));
}

static const char *why_not_accept(const struct question *q)
{
    if (seat_of(q, SPEARS_ACCEPT_SEAT) >= 0)
        return refuse(q, section(q->s), N_("{0} has offered you nothing."), name_of(q, q->thing));
    return refuse(q, section(q->s), decisions[SPEARS_ACCEPT].words);
}

/* ---- the Shaman ---- */

static const char *why_not_obliged(const struct question *q, int other)
{
    const struct spears_state *s = q->s;
    if (other == q->seat)
        return refuse(q, "4.7", N_("You cannot oblige yourself."));
    if (other == s->side[0] || other == s->side[1] || other == s->supporter[0] || other == s->supporter[1])
        return refuse(q, "4.7", N_("{0} takes part already."), name_of(q, other));
    if (other == s->obliged_before)
        return refuse(q, "R13", N_("{0} was obliged last and cannot be obliged again yet."), name_of(q, other));
    return refuse(q, "4.7", N_("No unit of {0} is ready."), name_of(q, other));
}

static const char *why_not_oblige(const struct question *q)
{
    const struct spears_state *s = q->s;
    if (s->phase == SPEARS_OBLIGE && seat_of(q, SPEARS_OBLIGE_SEAT) >= 0)
        return why_not_obliged(q, q->thing);
    if (s->phase == SPEARS_OBLIGE_UNIT && q->verb == SPEARS_UNIT)
        return refuse(q, "4.7", N_("That is no unit of {0} that is ready."), name_of(q, s->obliged));
    if (s->phase == SPEARS_OBLIGE_SIDE && seat_of(q, SPEARS_FOR) >= 0)
        return refuse(q, "4.7", N_("{0} needs no support here."), name_of(q, q->thing));
    return say_asked(q);
}

/* ---- healing, sacrifice, fight ---- */

static const char *why_not_heal(const struct question *q)
{
    const struct spears_state *s = q->s;
    if (q->healer != s->healer)
        return refuse(q, "4.10", N_("Another Healer of yours is asked first."));
    if (q->verb != SPEARS_UNIT)
        return say_asked(q);
    if (s->actor == s->payer && q->thing == s->healer)
        return refuse(q, "4.10", N_("A Healer cannot heal itself."));
    return refuse(q, "4.10", N_("That unit of {0} takes no part."), name_of(q, s->payer));
}

static const char *why_not_sacrifice(const struct question *q)
{
    const struct spears_state *s = q->s;
    if (q->verb != SPEARS_UNIT)
        return say_asked(q);
    int slot = q->thing;
    if (!(s->from & spears_unit_bit(slot)))
        return refuse(q, "4.10", N_("This unit took no part and cannot be sacrificed."));
    if (!(spears_units_above(s->chosen) & spears_unit_bit(slot)))
        return refuse(q, "K4", N_("Choose units from left to right: this one comes before the last you chose."));
    if (!q->t->overpays && spears_has_exact(q->t, s))
        return refuse(q, "4.10", N_("The levels must add up to exactly {0}, and with this unit they cannot."),
                      NUM(s->due));
    return refuse(q, "4.10", N_("With this unit another would be lost for nothing: level {0} is due."), NUM(s->due));
}

static const char *why_not_target(const struct question *q)
{
    const struct spears_state *s = q->s;
    if (s->phase == SPEARS_PICK && q->verb == SPEARS_UNIT)
        return refuse(q, "4.8", N_("{0} has not played that unit."), name_of(q, s->side[1]));
    if (s->phase == SPEARS_LOOT && q->verb == SPEARS_LOOT_PREY)
        return refuse(q, "4.8", N_("{0} does not own that prey."), name_of(q, s->side[1]));
    return say_asked(q);
}

static const char *why_not_decision(const struct question *q)
{
    if (q->verb < 0)
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
    if (q->verb != SPEARS_CARD)
        return say_asked(q);
    if (!s->hand[q->seat][q->thing])
        return refuse(q, "4.9", N_("You do not hold that card."));
    return NULL;
}

const char *spears_why_said(const struct act_place *place, const struct act_said *said, struct ochre_text *words)
{
    const struct spears_state *s = spears_seen(place->view);
    struct question q = {.setup = place->setup,
                         .view = place->view,
                         .t = spears_tables(place->setup),
                         .s = s,
                         .seat = place->seat,
                         .verb = said ? said->act->verb : -1,
                         .healer = s->healer,
                         .words = words};
    if (said) {
        bool has_healer = s->phase == SPEARS_HEAL && (q.verb == SPEARS_DONE || q.verb == SPEARS_UNIT);
        q.healer = has_healer ? said->thing[0] : s->healer;
        q.thing = said->thing[has_healer];
    }
    if (s->phase == SPEARS_OVER)
        return refuse(&q, "7", N_("The game is over."));
    if (s->phase <= SPEARS_DRAW_ENEMY)
        return refuse(&q, "K1", N_("Chance has to draw first."));
    if (s->phase == SPEARS_CARDS)
        return why_not_card(&q);
    if (q.seat != s->actor)
        return refuse(&q, "K1", N_("{0} has to decide now."), name_of(&q, s->actor));
    return why_not_decision(&q);
}

const char *spears_why_not(const struct ochre_setup *setup, const struct ochre_view *view, int seat,
                           ochre_action action, struct ochre_text *words)
{
    const struct act_place place = {setup, view, seat};
    const struct spears_state *s = spears_seen(view);
    struct act_said said;
    const char *answer;
    if (why_begins(setup, view, seat, action, seat == OCHRE_CHANCE ? "6.4" : "11.2", words, &answer))
        return answer;
    if (seat == s->actor && spears_moves_has(s->moves, action))
        return NULL;
    return spears_why_said(&place, acts_find(spears_acts(seat), &place, action, &said) ? &said : NULL, words);
}
