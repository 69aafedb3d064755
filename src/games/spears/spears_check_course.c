/* spears_check_course.c: is what is under way possible (3.1, 4.1)? Every phase has what it is about, so that play can
 * go on from it. Order tokens, prey, cards and secrets are in order already. */
#include "games/spears/spears_play.h"

static bool is_seat(const struct spears_tables *t, int seat)
{
    return seat >= 0 && seat < t->seats;
}

static bool is_within(unsigned units, unsigned all)
{
    return (units & ~all) == 0;
}

static bool is_side(const struct spears_state *s, int seat)
{
    return seat == s->side[0] || seat == s->side[1];
}

/* The phases in which sides are being made up, until the cards are shown. */
static bool is_forming(int phase)
{
    return (phase >= SPEARS_HUNT_UNITS && phase <= SPEARS_CARDS) ||
           (phase >= SPEARS_FIGHT_UNITS && phase <= SPEARS_FIGHT_REACT);
}

static bool is_reacting(int phase)
{
    return phase == SPEARS_REACT || phase == SPEARS_FIGHT_REACT || phase == SPEARS_BLOCK_UNITS ||
           phase == SPEARS_SUPPORT_UNITS;
}

/* ---- set-up (2.2) ---- */

/* Nothing but what was drawn so far, and the next draw that follows from it. */
static const char *check_setup(const struct spears_tables *t, const struct spears_state *s)
{
    struct spears_state fresh;
    memset(&fresh, 0, sizeof fresh);
    spears_clear(&fresh);
    memcpy(fresh.tribe, s->tribe, sizeof fresh.tribe);
    memcpy(fresh.token, s->token, sizeof fresh.token);
    memcpy(fresh.team, s->team, sizeof fresh.team);
    memcpy(fresh.goal, s->goal, sizeof fresh.goal);
    memcpy(fresh.row, s->row, sizeof fresh.row);
    for (int spot = 0; spot < SPEARS_SPOTS; spot++)
        fresh.unseen &= s->row[spot] ? ~(1u << (s->row[spot] - 1)) : ~0u;
    spears_next_deal(t, &fresh);
    return memcmp(&fresh, s, sizeof fresh) != 0 ? "2.2: in set-up there is what was drawn, and nothing else" : NULL;
}

/* ---- what every phase has ---- */

static const char *check_seats(const struct spears_tables *t, const struct spears_state *s)
{
    bool is_asked = s->phase >= SPEARS_TIME && s->phase != SPEARS_CARDS && s->phase != SPEARS_OVER;
    int nobody = s->phase <= SPEARS_DRAW_ENEMY ? OCHRE_CHANCE : OCHRE_NOBODY;
    if (is_asked ? !is_seat(t, s->actor) : s->actor != nobody)
        return "K1: somebody else owns the decision";
    if (s->at >= t->seats || s->react_at > t->seats || s->payer >= t->seats)
        return "4.1: there is no such place in the order";
    bool is_step = s->phase == SPEARS_ACTION || s->phase == SPEARS_AFTER || s->kind == SPEARS_HUNTING ||
                   s->kind == SPEARS_FIGHTING;
    if (s->is_second && (s->at || !is_step))
        return "4.5: only the Chief acts twice";
    for (int i = 0; i < 2; i++)
        if ((!is_seat(t, s->side[i]) && s->side[i] != OCHRE_NOBODY) ||
            (!is_seat(t, s->supporter[i]) && s->supporter[i] != OCHRE_NOBODY))
            return "3.1: a side is nobody at the table";
    unsigned seen = 0;
    for (int seat = 0; seat < t->seats; seat++) {
        if (s->tribe[seat] >= SPEARS_TRIBES ? s->phase != SPEARS_DRAW_TRIBE : bits_has(seen, s->tribe[seat]))
            return "2.2: every seat has another tribe";
        seen |= s->tribe[seat] < SPEARS_TRIBES ? 1u << s->tribe[seat] : 0;
        if (s->offered_to[seat] >= t->seats)
            return "4.6: support is offered to nobody at the table";
    }
    return NULL;
}

/* What the last contest left behind is told until somebody acts again. */
static const char *check_told(const struct spears_tables *t, const struct spears_state *s)
{
    bool has_prey = s->prey > 0 && is_seat(t, s->side[0]);
    bool is_told;
    switch (s->settled) {
    case SPEARS_UNSETTLED: is_told = true; break;
    case 1 + SPEARS_VALUE_HUNT: is_told = has_prey && is_seat(t, s->side[s->hunter]); break;
    case 1 + SPEARS_VALUE_DEFENCE: is_told = is_seat(t, s->side[0]); break;
    default: is_told = has_prey && is_seat(t, s->side[1]) && s->side[1] != s->side[0]; break;
    }
    bool is_compared = s->settled != SPEARS_UNSETTLED && s->settled != SPEARS_UNFOUGHT;
    return !is_told || (is_compared && !s->has_value[s->settled - 1]) ? "3.1: the last contest was none" : NULL;
}

static const char *check_no_sacrifice(const struct spears_state *s)
{
    bool is_clean = !s->due && !s->from && !s->chosen && !s->healer && !s->healer_at;
    for (int slot = 0; slot < SPEARS_UNITS; slot++)
        is_clean = is_clean && !s->lift[slot];
    return is_clean ? NULL : "4.10: a sacrifice without anybody who sacrifices";
}

/* Between actions. */
static const char *check_idle(const struct spears_tables *t, const struct spears_state *s)
{
    if (s->kind != SPEARS_IDLE)
        return "4.5: an action is running, and nobody acts";
    switch (s->phase) {
    case SPEARS_DRAW_PREY: return s->then != SPEARS_THEN_PLAY ? "4.3: a prey comes out of turn" : NULL;
    case SPEARS_DRAW_ENEMY: return s->vigor < 2 ? "4.11: the last vigor ends the game" : NULL;
    case SPEARS_TIME: return s->actor != s->token[0] ? "2.3: the first player sets the time" : NULL;
    default: return s->actor != s->token[s->at] || s->at >= t->seats ? "4.1: it is somebody else's step" : NULL;
    }
}

/* ---- sides (4.6 … 4.8) ---- */

static const char *check_supporters(const struct spears_tables *t, const struct spears_state *s)
{
    for (int side = 0; side < 2; side++) {
        int seat = s->supporter[side];
        if (seat == OCHRE_NOBODY)
            continue;
        if (!is_seat(t, s->side[side]) || is_side(s, seat) || s->reaction[seat] != SPEARS_OFFERS ||
            s->offered_to[seat] != s->side[side])
            return "4.6: a supporter has not offered that";
    }
    return s->supporter[0] != OCHRE_NOBODY && s->supporter[0] == s->supporter[1] ? "4.6: one supports both sides"
                                                                                 : NULL;
}

static const char *check_sides(const struct spears_tables *t, const struct spears_state *s)
{
    bool is_hunt = s->kind == SPEARS_HUNTING;
    if ((!is_hunt && s->kind != SPEARS_FIGHTING) || s->side[0] != s->token[s->at] || s->side[1] == s->side[0] ||
        (!is_hunt && !is_seat(t, s->side[1])))
        return "3.1: the sides are not those of the action";
    return check_supporters(t, s);
}

/* What a seat has answered, and the units that go with it. */
static const char *check_reaction(const struct spears_tables *t, const struct spears_state *s, int seat)
{
    bool is_choosing = seat == s->actor && (s->phase == SPEARS_BLOCK_UNITS || s->phase == SPEARS_SUPPORT_UNITS);
    bool is_blocker = s->kind == SPEARS_HUNTING && seat == s->side[1];
    unsigned all = s->active[seat] | (s->kind == SPEARS_FIGHTING && seat == s->side[1] ? s->picked : 0u);
    if (!is_within(s->units[seat], all))
        return "4.6: units are sent that cannot go";
    switch (s->reaction[seat]) {
    case SPEARS_BLOCKS:
        return s->kind == SPEARS_HUNTING && seat != s->side[0] && (is_blocker || is_reacting(s->phase)) &&
                       (s->units[seat] || is_choosing)
                   ? NULL
                   : "4.6: there is nothing to block";
    case SPEARS_OFFERS: {
        int to = s->offered_to[seat];
        bool is_open = is_side(s, to) || (is_reacting(s->phase) && s->reaction[to] == SPEARS_BLOCKS);
        return is_open && !is_side(s, seat) && to != seat && bits_count(s->units[seat]) <= SPEARS_SUPPORT_UNITS_MAX &&
                       (s->units[seat] || is_choosing)
                   ? NULL
                   : "4.6: there is nobody to support";
    }
    default: break;
    }
    bool is_obliged = s->phase == SPEARS_OBLIGE_SIDE && seat == s->obliged;
    if (is_blocker || (is_side(s, seat) && s->reaction[seat] != SPEARS_SILENT) ||
        (s->units[seat] && !is_side(s, seat) && !is_obliged))
        return "4.6: somebody takes part without having said so";
    (void)t;
    return NULL;
}

/* Reactions come in the order of the tokens. */
static const char *check_order(const struct spears_tables *t, const struct spears_state *s)
{
    static const uint8_t said[SPEARS_PHASES] = {
        [SPEARS_BLOCK_UNITS] = SPEARS_BLOCKS, [SPEARS_SUPPORT_UNITS] = SPEARS_OFFERS};
    if (s->react_at < 1 || s->actor != s->token[s->react_at - 1] || is_side(s, s->actor) || !s->active[s->actor] ||
        s->reaction[s->actor] != said[s->phase])
        return "4.6: somebody else reacts now";
    if (s->supporter[0] != OCHRE_NOBODY || s->supporter[1] != OCHRE_NOBODY ||
        (s->kind == SPEARS_HUNTING && s->side[1] != OCHRE_NOBODY) ||
        (s->phase == SPEARS_REACT && s->kind != SPEARS_HUNTING) ||
        (s->phase == SPEARS_FIGHT_REACT && s->kind != SPEARS_FIGHTING))
        return "4.6: the sides are not yet made up";
    for (int k = s->react_at; k < t->seats; k++)
        if (s->reaction[s->token[k]] != SPEARS_SILENT)
            return "4.6: somebody has reacted before the turn came";
    return NULL;
}

static bool has_lone_side(const struct spears_state *s)
{
    return s->supporter[0] == OCHRE_NOBODY || (s->side[1] != OCHRE_NOBODY && s->supporter[1] == OCHRE_NOBODY);
}

static const char *check_oblige(const struct spears_tables *t, const struct spears_state *s)
{
    bool is_called = s->phase != SPEARS_OBLIGE;
    if (s->actor != s->token[1] || !has_lone_side(s) || is_called != (s->obliged != OCHRE_NOBODY))
        return "4.7: the Shaman obliges once a turn, for a side alone";
    if (!is_called)
        return NULL;
    int seat = s->obliged;
    bool is_free = is_seat(t, seat) && !is_side(s, seat) && seat != s->supporter[0] && seat != s->supporter[1];
    int units = is_free ? bits_count(s->units[seat]) : 0;
    return is_free && s->active[seat] && units == (s->phase == SPEARS_OBLIGE_SIDE) && s->reaction[seat] == SPEARS_PASSED
               ? NULL
               : "4.7: the obliged tribe cannot help";
}

static const char *check_placing(const struct spears_tables *t, const struct spears_state *s)
{
    bool is_open = false;
    for (int seat = 0; seat < t->seats; seat++) {
        int cards = 0;
        for (int rank = 0; rank < t->values; rank++)
            cards += s->hand[seat][rank];
        if (!cards)
            return "4.9: somebody has no card to place";
        is_open = is_open || !s->placed[seat];
    }
    return !is_open || s->rounds >= SPEARS_ROUNDS_MAX ? "4.9: all cards are placed" : NULL;
}

/* The active player, or the attacked one, sends units before anybody reacts. */
static const char *check_first_units(const struct spears_tables *t, const struct spears_state *s)
{
    bool is_hunt = s->phase == SPEARS_HUNT_UNITS;
    int owner = s->phase == SPEARS_DEFENDER_UNITS ? s->side[1] : s->side[0];
    if (s->kind != (is_hunt ? SPEARS_HUNTING : SPEARS_FIGHTING) || s->actor != owner || s->react_at ||
        (is_hunt && s->side[1] != OCHRE_NOBODY) || !s->active[s->side[0]])
        return "4.6: somebody else sends units";
    for (int seat = 0; seat < t->seats; seat++)
        if (s->reaction[seat] != SPEARS_SILENT)
            return "4.6: somebody has reacted before the turn came";
    return NULL;
}

/* What is hunted, or fought for, and the unit that was picked (4.8.3). */
static const char *check_prize(const struct spears_state *s)
{
    int other = s->side[1];
    if (s->kind == SPEARS_HUNTING)
        return !s->prey || s->prey != s->row[s->spot] || s->picked ? "4.6: the prey does not lie there" : NULL;
    bool is_early = s->phase == SPEARS_FIGHT_UNITS || s->phase == SPEARS_PICK;
    bool is_named = !is_early && s->phase != SPEARS_LOOT;
    bool is_picked = !is_early && (s->phase == SPEARS_LOOT ? spears_units_played(s, other) != 0 : s->picked != 0);
    if (!s->pile[other] || (s->prey != 0) != is_named || (s->prey && !(s->pile[other] >> (s->prey - 1) & 1)))
        return "4.8: there is nothing to fight for";
    if (bits_count(s->picked) != is_picked || !is_within(s->picked, spears_units_played(s, other)) ||
        !is_within(s->picked, s->units[other]) || (!is_named && s->units[other] != s->picked))
        return "4.8.3: the picked unit is none";
    return NULL;
}

static const char *check_forming(const struct spears_tables *t, const struct spears_state *s)
{
    const char *wrong = check_sides(t, s);
    bool is_sending = s->phase == SPEARS_HUNT_UNITS || s->phase == SPEARS_FIGHT_UNITS;
    if (!wrong)
        wrong = check_prize(s);
    if (!wrong && (s->settled || s->cards || s->has_prey || s->hunter || (!is_sending && !s->units[s->side[0]])))
        wrong = "3.1: the action is decided before it is";
    for (int seat = 0; seat < t->seats && !wrong; seat++)
        wrong = check_reaction(t, s, seat);
    if (wrong)
        return wrong;
    if (is_reacting(s->phase))
        return check_order(t, s);
    switch (s->phase) {
    case SPEARS_ACCEPT:
        return is_side(s, s->actor) && s->supporter[s->actor == s->side[1]] == OCHRE_NOBODY &&
                       (s->actor != s->side[0] || s->supporter[1] == OCHRE_NOBODY)
                   ? NULL
                   : "4.6: there is no support to accept";
    case SPEARS_OBLIGE:
    case SPEARS_OBLIGE_UNIT:
    case SPEARS_OBLIGE_SIDE: return check_oblige(t, s);
    case SPEARS_CARDS: return check_placing(t, s);
    default: return check_first_units(t, s);
    }
}

/* ---- what is paid afterwards (4.10) ---- */

/* Can the seat still pay with what it sent? */
static bool can_pay(const struct spears_state *s, int seat)
{
    return is_within(s->units[seat], spears_units_played(s, seat));
}

/* Who pays now, what it is for, and who will pay next. */
static const char *check_payer(const struct spears_tables *t, const struct spears_state *s)
{
    bool is_hunt = s->kind == SPEARS_HUNTING;
    bool is_fight = s->kind == SPEARS_FIGHTING;
    int hunter = s->side[s->hunter];
    bool is_right;
    switch (s->then) {
    case SPEARS_THEN_HUNT:
        is_right = is_hunt && is_seat(t, s->side[1]) && s->payer == s->side[!s->hunter] && s->units[hunter] &&
                   can_pay(s, hunter) && s->prey == s->row[s->spot];
        break;
    case SPEARS_THEN_TIRE: is_right = is_hunt && s->payer == hunter && !s->has_prey; break;
    case SPEARS_THEN_SUPPORTER: is_right = (is_hunt && s->payer == hunter) || (is_fight && is_side(s, s->payer)); break;
    case SPEARS_THEN_ATTACKED_PAYS:
        is_right = is_fight && !s->hunter && s->payer == s->side[0] && can_pay(s, s->side[1]);
        break;
    case SPEARS_THEN_NEXT_DEFENDER:
        is_right = s->kind == SPEARS_DEFENDING && s->enemy && s->react_at && s->payer == s->token[s->react_at - 1];
        for (int k = s->react_at; k < t->seats; k++)
            is_right = is_right && can_pay(s, s->token[k]);
        break;
    default: is_right = false; break;
    }
    return is_right ? NULL : "4.10: somebody else sacrifices";
}

static const char *check_sacrifice(const struct spears_tables *t, const struct spears_state *s)
{
    bool is_defence = s->kind == SPEARS_DEFENDING;
    const char *wrong = is_defence ? NULL : check_sides(t, s);
    if (!wrong && (is_defence ? !s->enemy : !s->prey))
        wrong = "4.10: there is nothing to sacrifice for";
    if (!wrong)
        wrong = check_payer(t, s);
    if (wrong)
        return wrong;
    int level = is_defence ? t->enemy[s->enemy - 1].level : t->prey[s->prey - 1].level;
    if (!level || s->due != level || s->from != s->units[s->payer] || bits_count(s->from) < 2 || !can_pay(s, s->payer))
        return "4.10: the units do not pay for that";
    for (int slot = 0; slot < SPEARS_UNITS; slot++)
        if (s->lift[slot] && !(s->from & spears_unit_bit(slot)))
            return "4.10: a unit is healed that takes no part";
    if (s->phase == SPEARS_HEAL)
        return !s->chosen && spears_is_healer_due(t, s) ? NULL : "4.10: there is no such Healer";
    return s->actor == s->payer && !s->healer && !s->healer_at && is_within(s->chosen, s->from) &&
                   spears_is_paying(t, s)
               ? NULL
               : "4.10: nothing is left to choose";
}

/* The prey is taken: the next one comes, or the vigor is asked about. */
static const char *check_taken(const struct spears_tables *t, const struct spears_state *s)
{
    const char *wrong = check_sides(t, s);
    int hunter = s->side[s->hunter];
    if (wrong)
        return wrong;
    if (s->kind != SPEARS_HUNTING || !s->has_prey || !s->prey || !is_seat(t, hunter) ||
        !(s->pile[hunter] >> (s->prey - 1) & 1) || s->settled == SPEARS_UNSETTLED)
        return "4.6: nobody has taken a prey";
    if (s->phase == SPEARS_VIGOR)
        return s->actor == hunter && t->prey[s->prey - 1].has_vigor && s->vigor < SPEARS_VIGOR_MAX
                   ? NULL
                   : "4.6: there is no vigor to gain";
    return can_pay(s, hunter) ? NULL : "4.10: the units do not pay for that";
}

/* ---- the Defence step (4.11) ---- */

static const char *check_defence(const struct spears_tables *t, const struct spears_state *s)
{
    if (s->kind != SPEARS_DEFENDING || !s->enemy || s->met != s->enemy || s->vigor < 2 || s->side[0] != s->token[0] ||
        s->side[1] != OCHRE_NOBODY || s->supporter[0] != OCHRE_NOBODY || s->supporter[1] != OCHRE_NOBODY ||
        s->settled || s->hunter || s->actor != s->token[s->at])
        return "4.11: somebody else defends";
    for (int k = 0; k < t->seats; k++) {
        int seat = s->token[k];
        if (!is_within(s->units[seat], s->active[seat]) || (k > s->at && s->units[seat]))
            return "4.11: units defend that cannot";
    }
    return NULL;
}

const char *spears_check_course(const struct spears_tables *t, const struct spears_state *s)
{
    const char *wrong = check_seats(t, s);
    bool is_drawing = s->phase == SPEARS_DRAW_PREY;
    if (!wrong && (s->phase < SPEARS_DRAW_PREY || (is_drawing && s->then == SPEARS_THEN_TIME)))
        return check_setup(t, s);
    if (!wrong)
        wrong = check_told(t, s);
    if (!wrong && s->phase != SPEARS_HEAL && s->phase != SPEARS_SACRIFICE)
        wrong = check_no_sacrifice(s);
    if (!wrong && is_drawing && (!s->unseen || s->row[s->spot]))
        wrong = "3.1: no prey can come";
    if (wrong || s->phase == SPEARS_OVER)
        return wrong;
    if (s->phase == SPEARS_HEAL || s->phase == SPEARS_SACRIFICE)
        return check_sacrifice(t, s);
    if (s->phase == SPEARS_VIGOR || (is_drawing && s->then == SPEARS_THEN_HUNTER_PAYS))
        return check_taken(t, s);
    if (s->phase == SPEARS_DEFEND_UNITS)
        return check_defence(t, s);
    return is_forming(s->phase) ? check_forming(t, s) : check_idle(t, s);
}
