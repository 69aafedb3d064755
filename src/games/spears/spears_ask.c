/* spears_ask.c: what a seat is asked, and what it may choose, in words to whoever chooses: with what it costs and
 * brings. */
#include <assert.h>

#include "games/spears/spears_text.h"

/* ---- the question ---- */

static const char *const questions[SPEARS_PHASES] = {
    [SPEARS_TIME] = N_("Day or night? You choose for everybody."),
    [SPEARS_PLAY] = N_("Buy units for berries, or stop buying."),
    [SPEARS_ACTION] = N_("Your action: hunt a prey, gather berries, or fight."),
    [SPEARS_HUNT_UNITS] = N_("Send units into the hunt."),
    [SPEARS_REACT] = N_("Support, block, or stay out of it?"),
    [SPEARS_BLOCK_UNITS] = N_("Send units into the block."),
    [SPEARS_SUPPORT_UNITS] = N_("Offer one or two units as support."),
    [SPEARS_ACCEPT] = N_("Whose support do you accept?"),
    [SPEARS_OBLIGE] = N_("You are Shaman: oblige somebody to support a side, or nobody."),
    [SPEARS_OBLIGE_UNIT] = N_("Which of their units do you send?"),
    [SPEARS_OBLIGE_SIDE] = N_("Which side does it support?"),
    [SPEARS_HEAL] = N_("Heal one unit: its level counts one more in the sacrifice."),
    [SPEARS_SACRIFICE] = N_("Choose the units you sacrifice."),
    [SPEARS_VIGOR] = N_("Add one vigor, or leave it?"),
    [SPEARS_FIGHT_UNITS] = N_("Send units into the fight."),
    [SPEARS_PICK] = N_("Choose the unit of theirs that must fight."),
    [SPEARS_LOOT] = N_("Which of their prey do you fight for?"),
    [SPEARS_DEFENDER_UNITS] = N_("You are attacked: send more units, or nobody."),
    [SPEARS_FIGHT_REACT] = N_("Support one side of the fight, or stay out of it?"),
    [SPEARS_AFTER] = N_("Change day and night for a berry, or be done."),
    [SPEARS_DEFEND_UNITS] = N_("The valley attacks: send units to defend, or nobody."),
};

/* 4.6.7, 4.8: whom the cards help. */
static const char *card_question(const struct spears_state *s)
{
    if (s->kind == SPEARS_FIGHTING)
        return N_("Place a card in secret: plus helps the attacker.");
    if (s->side[1] != OCHRE_NOBODY)
        return N_("Place a card in secret: plus helps the blocker, then whoever hunts.");
    return N_("Place a card in secret: plus helps the hunter.");
}

void spears_say_ask(const struct ochre_setup *setup, const struct ochre_view *view, int seat, struct ochre_text *text)
{
    const struct spears_state *s = spears_seen(view);
    (void)setup;
    (void)seat;
    assert(s->phase < SPEARS_PHASES);
    const char *question = s->phase == SPEARS_CARDS ? card_question(s) : questions[s->phase];
    if (question)
        text_add(text, text_word(text, question));
}

/* ---- the moves ---- */

struct saying {
    const struct ochre_setup *setup;
    const struct ochre_view *view;
    const struct spears_tables *t;
    const struct spears_state *s;
    int seat;
    struct ochre_text *text;
};

static const char *called(const struct saying *say, int seat)
{
    return seat_called(say->setup, say->view, seat, say->text);
}

/* Number 0: enough, or nothing. */
static void say_done(const struct saying *say)
{
    const struct spears_state *s = say->s;
    switch (s->phase) {
    case SPEARS_PLAY: text_say(say->text, "Stop buying"); break;
    case SPEARS_REACT:
    case SPEARS_FIGHT_REACT: text_say(say->text, "Stay out of it"); break;
    case SPEARS_ACCEPT: text_say(say->text, "Refuse all support"); break;
    case SPEARS_OBLIGE: text_say(say->text, "Oblige nobody"); break;
    case SPEARS_HEAL: text_say(say->text, "Heal nobody"); break;
    case SPEARS_VIGOR: text_say(say->text, "Leave the vigor as it is"); break;
    case SPEARS_AFTER: text_say(say->text, "Be done"); break;
    default:
        if (s->units[say->seat] & (uint16_t)~s->picked)
            text_say(say->text, "Send nobody else");
        else
            text_say(say->text, "Send nobody");
        break;
    }
}

static void say_gather(const struct saying *say)
{
    int room = SPEARS_BERRIES_MAX - say->s->berries[say->seat];
    int gained = room < SPEARS_BONUS_BERRIES ? room : SPEARS_BONUS_BERRIES;
    text_say_count(say->text, gained, "Gather {0} berry", "Gather {0} berries", NUM(gained));
}

/* What needs no thing. */
static void say_plain(const struct saying *say, int action)
{
    switch (action) {
    case SPEARS_DONE: say_done(say); break;
    case SPEARS_FLIP:
        if (say->s->is_night)
            text_say(say->text, "Let day break: costs 1 berry");
        else
            text_say(say->text, "Let night fall: costs 1 berry");
        break;
    case SPEARS_GATHER: say_gather(say); break;
    case SPEARS_SKIP: text_say(say->text, "Skip your second action"); break;
    case SPEARS_BLOCK: text_say(say->text, "Block the hunt"); break;
    case SPEARS_VIGOR_YES: text_say(say->text, "Add one vigor"); break;
    case SPEARS_DAY: text_say(say->text, "Begin by day"); break;
    default: text_say(say->text, "Begin at night"); break;
    }
}

/* A unit of the tribe that the decision is about. */
static void say_unit(const struct saying *say, int slot, bool is_paid)
{
    const struct spears_state *s = say->s;
    int owner = spears_unit_owner(s);
    const struct spears_unit *unit = &say->t->unit[s->tribe[owner]][slot];
    int level = unit->level + s->lift[slot];
    int more = spears_unit_adds(say->t, s, owner, slot) - unit->power;
    const char *power = NUM(unit->power);
    char name[SPEARS_CALLED];
    struct ochre_text kind = text_in(name, sizeof name, say->text->tongue);
    spears_call_kind(say->t, s->tribe[owner], slot, &kind);
    if (s->phase == SPEARS_HEAL)
        text_say(say->text, "Heal {0}: level {1} counts as {2}", name, NUM(level), NUM(level + 1));
    else if (s->phase == SPEARS_SACRIFICE)
        text_say(say->text, "Sacrifice {0}: power {1}, level {2}", name, power, NUM(level));
    else if (s->phase == SPEARS_PICK)
        text_say(say->text, "Make them fight with {0}: power {1}", name, power);
    else if (is_paid)
        text_say(say->text, "Send {0}: power {1}, +1 for a berry", name, power);
    else if (more)
        text_say(say->text, "Send {0}: power {1}, +{2} here", name, power, NUM(more));
    else
        text_say(say->text, "Send {0}: power {1}", name, power);
}

static void say_buy(const struct saying *say, int slot)
{
    const struct spears_unit *unit = &say->t->unit[say->s->tribe[say->seat]][slot];
    char name[SPEARS_CALLED];
    struct ochre_text kind = text_in(name, sizeof name, say->text->tongue);
    spears_call_kind(say->t, say->s->tribe[say->seat], slot, &kind);
    text_say(say->text, "Buy {0}: power {1}, level {2}", name, NUM(unit->power), NUM(unit->level));
    if (unit->berry)
        text_say_count(say->text, unit->berry, ", brings {0} berry a turn", ", brings {0} berries a turn",
                       NUM(unit->berry));
    text_say_count(say->text, unit->cost, ", costs {0} berry", ", costs {0} berries", NUM(unit->cost));
}

/* What a supporter earns, if it goes well. */
static void say_support(const struct saying *say, int other)
{
    int berries = say->s->prey ? say->t->prey[say->s->prey - 1].berry : 0;
    text_say(say->text, "Support {0}", called(say, other));
    if (berries)
        text_say_count(say->text, berries, ": {0} berry if that side wins", ": {0} berries if that side wins",
                       NUM(berries));
}

/* An offer, with what it is worth. */
static void say_accept(const struct saying *say, int other)
{
    int power = spears_units_power_with(say->t, say->s, other, say->s->units[other], SPEARS_AMBUSHER);
    text_say(say->text, "Accept the support of {0}: power {1}", called(say, other), NUM(power));
}

static void say_seat(const struct saying *say, int action)
{
    int other = (action - SPEARS_FIGHT) % OCHRE_SEATS_MAX;
    if (action < SPEARS_BAN)
        text_say(say->text, "Attack {0} for a prey", called(say, other));
    else if (action < SPEARS_SUPPORT)
        text_say(say->text, "Ban {0}: no fight and no block this turn", called(say, other));
    else if (action < SPEARS_ACCEPT_SEAT)
        say_support(say, other);
    else if (action < SPEARS_OBLIGE_SEAT)
        say_accept(say, other);
    else if (action < SPEARS_FOR)
        text_say(say->text, "Oblige {0} to support a side", called(say, other));
    else
        text_tell(say->text, other, "Let it support you", "Let it support {0}", called(say, other));
}

/* "1 meat, 2 bones" */
static void say_yield(const struct spears_prey *prey, struct ochre_text *text)
{
    int meat = prey->resource[SPEARS_MEAT];
    int bones = prey->resource[SPEARS_BONE];
    int trophies = prey->resource[SPEARS_TROPHY];
    if (meat)
        text_say_count(text, meat, "{0} meat", "{0} meat", NUM(meat));
    text_add(text, meat && bones ? ", " : "");
    if (bones)
        text_say_count(text, bones, "{0} bone", "{0} bones", NUM(bones));
    text_add(text, (meat || bones) && trophies ? ", " : "");
    if (trophies)
        text_say_count(text, trophies, "{0} trophy", "{0} trophies", NUM(trophies));
}

static void say_prey(const struct saying *say, int number, int action)
{
    const struct spears_prey *prey = &say->t->prey[number];
    char name[SPEARS_CALLED];
    char yield[128];
    struct ochre_text kind = text_in(name, sizeof name, say->text->tongue);
    struct ochre_text brings = text_in(yield, sizeof yield, say->text->tongue);
    spears_call_prey(say->t, number, &kind);
    say_yield(prey, &brings);
    if (action >= SPEARS_LOOT_PREY)
        text_say(say->text, "Fight for {0}: level {1}, brings {2}", name, NUM(prey->level), yield);
    else if (action >= SPEARS_CHASE)
        text_say(say->text, "Chase {0} away", name);
    else
        text_say(say->text, "Hunt {0}: power {1}, level {2}, brings {3}", name, NUM(prey->power), NUM(prey->level),
                 yield);
}

static void say_card(const struct saying *say, int rank)
{
    char card[16];
    struct ochre_text value = text_on(card, sizeof card);
    spears_call_value(say->t->value[rank], &value);
    text_say(say->text, "Place the card {0}", card);
}

void spears_say_move(const struct ochre_setup *setup, const struct ochre_view *view, int seat, ochre_action action,
                     struct ochre_text *text)
{
    const struct saying say = {setup, view, spears_tables(setup), spears_seen(view), seat, text};
    int number = (int)action;
    assert(seat >= 0 && seat < setup->seats && number < SPEARS_ACTIONS);
    if (number < SPEARS_UNIT)
        say_plain(&say, number);
    else if (number < SPEARS_BUY)
        say_unit(&say, (number - SPEARS_UNIT) % SPEARS_UNITS, number >= SPEARS_PAID);
    else if (number < SPEARS_FIGHT)
        say_buy(&say, number - SPEARS_BUY);
    else if (number < SPEARS_HUNT)
        say_seat(&say, number);
    else if (number < SPEARS_LOOT_PREY)
        say_prey(&say, say.s->row[(number - SPEARS_HUNT) % SPEARS_SPOTS] - 1, number);
    else if (number < SPEARS_CARD)
        say_prey(&say, number - SPEARS_LOOT_PREY, number);
    else
        say_card(&say, number - SPEARS_CARD);
}

/* ---- groups ---- */

enum spears_group {
    GROUP_HUNT,
    GROUP_GATHER,
    GROUP_ATTACK,
    GROUP_BUY,
    GROUP_UNITS,
    GROUP_SUPPORT,
    GROUP_BLOCK,
    GROUP_CARDS,
    GROUP_TIME,
    GROUP_VIGOR,
    GROUP_ROLES,
    GROUP_STOP
};

const char *const spears_groups[] = {[GROUP_HUNT] = N_("Hunt"),
                                     [GROUP_GATHER] = N_("Gather"),
                                     [GROUP_ATTACK] = N_("Attack"),
                                     [GROUP_BUY] = N_("Buy"),
                                     [GROUP_UNITS] = N_("Units"),
                                     [GROUP_SUPPORT] = N_("Support"),
                                     [GROUP_BLOCK] = N_("Block"),
                                     [GROUP_CARDS] = N_("Cards"),
                                     [GROUP_TIME] = N_("Day and night"),
                                     [GROUP_VIGOR] = N_("Vigor"),
                                     [GROUP_ROLES] = N_("Your role"),
                                     [GROUP_STOP] = N_("Stop"),
                                     NULL};

int spears_group_of(const struct ochre_setup *setup, const struct ochre_view *view, int seat, ochre_action action)
{
    /* The first number of each range, downwards. */
    static const struct {
        ochre_action first;
        enum spears_group group;
    } ranges[] = {{SPEARS_CARD, GROUP_CARDS},      {SPEARS_LOOT_PREY, GROUP_ATTACK}, {SPEARS_CHASE, GROUP_ROLES},
                  {SPEARS_HUNT, GROUP_HUNT},       {SPEARS_FOR, GROUP_SUPPORT},      {SPEARS_OBLIGE_SEAT, GROUP_ROLES},
                  {SPEARS_SUPPORT, GROUP_SUPPORT}, {SPEARS_BAN, GROUP_ROLES},        {SPEARS_FIGHT, GROUP_ATTACK},
                  {SPEARS_BUY, GROUP_BUY},         {SPEARS_UNIT, GROUP_UNITS},       {SPEARS_DAY, GROUP_TIME},
                  {SPEARS_VIGOR_YES, GROUP_VIGOR}, {SPEARS_BLOCK, GROUP_BLOCK},      {SPEARS_SKIP, GROUP_STOP},
                  {SPEARS_GATHER, GROUP_GATHER},   {SPEARS_FLIP, GROUP_TIME},        {SPEARS_DONE, GROUP_STOP}};
    (void)setup;
    (void)view;
    (void)seat;
    assert(action < SPEARS_ACTIONS);
    int i = 0;
    while (action < ranges[i].first)
        i++;
    return ranges[i].group;
}
