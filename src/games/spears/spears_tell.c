/* spears_tell.c: events as sentences, as the listener may hear them: to "you" where it is you, in whatever place of the
 * sentence. How it ended stands in spears_tell_end.c. */
#include <assert.h>

#include "games/spears/spears_text.h"

/* What an event is told with. */
struct teller {
    const struct ochre_setup *setup;
    const struct ochre_view *view;
    const struct spears_tables *t;
    const struct spears_state *s;
    const struct ochre_event *event;
    struct ochre_text *text;
};

/* What a thing is called, made by one of the functions below. */
struct called {
    char name[SPEARS_CALLED];
};

static int seat_at(const struct teller *tell, int arg)
{
    assert(tell->event->args[arg] >= 0 && tell->event->args[arg] < tell->t->seats);
    return tell->event->args[arg];
}

static const char *who(const struct teller *tell, int arg)
{
    return seat_called(tell->setup, tell->view, seat_at(tell, arg), tell->text);
}

/* "a Hunter of power 3" */
static const char *unit(const struct teller *tell, int seat_arg, int arg, struct called *called)
{
    struct ochre_text name = text_in(called->name, sizeof called->name, tell->text->tongue);
    spears_call_unit(tell->t, tell->s->tribe[seat_at(tell, seat_arg)], tell->event->args[arg], &name);
    return called->name;
}

/* "the reindeer" */
static const char *prey(const struct teller *tell, int arg, struct called *called)
{
    struct ochre_text name = text_in(called->name, sizeof called->name, tell->text->tongue);
    spears_call_prey(tell->t, tell->event->args[arg], &name);
    return called->name;
}

/* One does something: to oneself, to everybody else. */
#define tell_one(tell, you, others, ...)                                                                               \
    text_tell((tell)->text, seat_at((tell), 0), you, others, who((tell), 0), __VA_ARGS__)

/* One does something to another: to the first, to the second, to everybody else. {0} and {1} are both, {2} is more. */
static void tell_pair(const struct teller *tell, const char *to_first, const char *to_second, const char *to_others,
                      const char *more)
{
    const char *said = text_is_you(tell->text, seat_at(tell, 0))   ? to_first
                       : text_is_you(tell->text, seat_at(tell, 1)) ? to_second
                                                                   : to_others;
    const char *const list[] = {said, who(tell, 0), who(tell, 1), more, NULL};
    text_say_list(tell->text, list);
}

/* ---- set-up and chance ---- */

static void tell_tribe(const struct teller *tell)
{
    static const char *const places[] = {N_("Player 1"), N_("Player 2"), N_("Player 3"), N_("Player 4")};
    static const char *const tribes[SPEARS_TRIBES] = {N_("of the North"), N_("of the East"), N_("of the South"),
                                                      N_("of the West")};
    int seat = seat_at(tell, 0);
    text_tell(tell->text, seat, "You lead the tribe {1}.", "{0} leads the tribe {1}.",
              text_name(tell->text, seat, places[seat]), text_word(tell->text, tribes[tell->event->args[1]]));
}

static void tell_secret(const struct teller *tell)
{
    bool is_team = tell->event->kind == SPEARS_TOLD_TEAM;
    int card = tell->event->args[1];
    if (card == OCHRE_UNHEARD && is_team)
        text_say(tell->text, "{0} is dealt a team card.", who(tell, 0));
    else if (card == OCHRE_UNHEARD)
        text_say(tell->text, "{0} is dealt a goal card.", who(tell, 0));
    else if (is_team)
        tell_one(tell, N_("You are {1}. Nobody else knows."), N_("{0} is {1}. Nobody else knows."),
                 spears_call_team(tell->text, card));
    else
        tell_one(tell, N_("Your goal: {1}. Nobody else knows."), N_("The goal dealt to {0}: {1}. Nobody else knows."),
                 spears_call_resource(tell->text, card));
}

static bool tell_draws(const struct teller *tell)
{
    const struct ochre_event *event = tell->event;
    struct ochre_text *text = tell->text;
    struct called name;
    switch (event->kind) {
    case SPEARS_TOLD_TRIBE: tell_tribe(tell); return true;
    case SPEARS_TOLD_TOKEN:
        text_tell(text, seat_at(tell, 1), "You take order token {1}.", "{0} takes order token {1}.", who(tell, 1),
                  NUM(event->args[0]));
        return true;
    case SPEARS_TOLD_TEAM:
    case SPEARS_TOLD_GOAL: tell_secret(tell); return true;
    case SPEARS_TOLD_PREY:
        text_say(text, "The valley shows {0} on spot {1}.", prey(tell, 0, &name), NUM(event->args[1]));
        return true;
    case SPEARS_TOLD_ENEMY: {
        const struct spears_enemy *enemy = &tell->t->enemy[event->args[0]];
        struct ochre_text words = text_in(name.name, sizeof name.name, text->tongue);
        spears_call_enemy(tell->t, event->args[0], &words);
        text_say(text, "The valley attacks: {0}, power {1}, level {2}.", name.name, NUM(enemy->power),
                 NUM(enemy->level));
        return true;
    }
    default: return false;
    }
}

/* ---- gathering, buying, choosing an action ---- */

static void tell_time(const struct teller *tell)
{
    bool is_first = tell->event->kind == SPEARS_TOLD_TIME;
    bool is_night = tell->event->args[1];
    if (is_first && is_night)
        tell_one(tell, N_("You let the game begin at night."), N_("{0} lets the game begin at night."), NULL);
    else if (is_first)
        tell_one(tell, N_("You let the game begin by day."), N_("{0} lets the game begin by day."), NULL);
    else if (is_night)
        tell_one(tell, N_("You pay a berry: night falls."), N_("{0} pays a berry: night falls."), NULL);
    else
        tell_one(tell, N_("You pay a berry: day breaks."), N_("{0} pays a berry: day breaks."), NULL);
}

static void tell_bought(const struct teller *tell)
{
    struct called name;
    int cost = tell->t->unit[tell->s->tribe[seat_at(tell, 0)]][tell->event->args[1]].cost;
    text_tell_count(tell->text, seat_at(tell, 0), cost, "You buy {1} for one berry.", "You buy {1} for {2} berries.",
                    "{0} buys {1} for one berry.", "{0} buys {1} for {2} berries.", who(tell, 0),
                    unit(tell, 0, 1, &name), NUM(cost));
}

static bool tell_steps(const struct teller *tell)
{
    const struct ochre_event *event = tell->event;
    struct called name;
    switch (event->kind) {
    case SPEARS_TOLD_TIME:
    case SPEARS_TOLD_FLIPPED: tell_time(tell); return true;
    case SPEARS_TOLD_TURN:
        text_tell(tell->text, seat_at(tell, 1), "Turn {1}: you are Chief.", "Turn {1}: {0} is Chief.", who(tell, 1),
                  NUM(event->args[0]));
        return true;
    case SPEARS_TOLD_BERRIES:
        tell_one(tell, N_("You gather {1} berries and have {2}."), N_("{0} gathers {1} berries and has {2}."),
                 NUM(event->args[1]), NUM(event->args[2]));
        return true;
    case SPEARS_TOLD_BOUGHT: tell_bought(tell); return true;
    case SPEARS_TOLD_BANNED:
        tell_pair(tell, N_("You ban {1} for this turn."), N_("{0} bans you for this turn."),
                  N_("{0} bans {1} for this turn."), NULL);
        return true;
    case SPEARS_TOLD_CHASED:
        tell_one(tell, N_("You chase {1} away."), N_("{0} chases {1} away."), prey(tell, 1, &name));
        return true;
    case SPEARS_TOLD_GATHERED:
        tell_one(tell, N_("You gather berries and have {1}."), N_("{0} gathers berries and has {1}."),
                 NUM(event->args[1]));
        return true;
    case SPEARS_TOLD_SKIPPED:
        tell_one(tell, N_("You skip your second action."), N_("{0} skips the second action."), NULL);
        return true;
    case SPEARS_TOLD_HUNTS:
        tell_one(tell, N_("You hunt {1}."), N_("{0} hunts {1}."), prey(tell, 1, &name));
        return true;
    case SPEARS_TOLD_FIGHTS:
        tell_pair(tell, N_("You attack {1}."), N_("{0} attacks you."), N_("{0} attacks {1}."), NULL);
        return true;
    default: return false;
    }
}

/* ---- units, reactions, support ---- */

/* Whoever has done enough, or does nothing. */
static void tell_ended(const struct teller *tell)
{
    switch (tell->event->args[1]) {
    case SPEARS_PLAY: tell_one(tell, N_("You buy nothing more."), N_("{0} buys nothing more."), NULL); break;
    case SPEARS_OBLIGE: tell_one(tell, N_("You oblige nobody."), N_("{0} obliges nobody."), NULL); break;
    case SPEARS_HEAL: tell_one(tell, N_("You heal nobody."), N_("{0} heals nobody."), NULL); break;
    case SPEARS_VIGOR:
        tell_one(tell, N_("You leave the vigor as it is."), N_("{0} leaves the vigor as it is."), NULL);
        break;
    case SPEARS_AFTER: tell_one(tell, N_("You are done."), N_("{0} is done."), NULL); break;
    default:
        if (tell->event->args[2])
            tell_one(tell, N_("You send nobody else."), N_("{0} sends nobody else."), NULL);
        else
            tell_one(tell, N_("You send nobody."), N_("{0} sends nobody."), NULL);
        break;
    }
}

static bool tell_sides(const struct teller *tell)
{
    const struct ochre_event *event = tell->event;
    struct called name;
    switch (event->kind) {
    case SPEARS_TOLD_ENDED: tell_ended(tell); return true;
    case SPEARS_TOLD_SENDS:
        if (event->args[2])
            tell_one(tell, N_("You send {1} and pay a berry: it counts one more."),
                     N_("{0} sends {1} and pays a berry: it counts one more."), unit(tell, 0, 1, &name));
        else
            tell_one(tell, N_("You send {1}."), N_("{0} sends {1}."), unit(tell, 0, 1, &name));
        return true;
    case SPEARS_TOLD_PASSES: tell_one(tell, N_("You stay out of it."), N_("{0} stays out of it."), NULL); return true;
    case SPEARS_TOLD_BLOCKS: tell_one(tell, N_("You block the hunt."), N_("{0} blocks the hunt."), NULL); return true;
    case SPEARS_TOLD_OFFERS:
        tell_pair(tell, N_("You offer {1} your support."), N_("{0} offers you support."), N_("{0} offers {1} support."),
                  NULL);
        return true;
    case SPEARS_TOLD_BLOCKER:
        tell_one(tell, N_("You lead the block with power {1}."), N_("{0} leads the block with power {1}."),
                 NUM(event->args[1]));
        return true;
    case SPEARS_TOLD_ACCEPTED:
        tell_pair(tell, N_("You accept the support of {1}."), N_("{0} accepts your support."),
                  N_("{0} accepts the support of {1}."), NULL);
        return true;
    case SPEARS_TOLD_REFUSED:
        tell_one(tell, N_("You refuse all support."), N_("{0} refuses all support."), NULL);
        return true;
    default: return false;
    }
}

/* The Shaman, and the beginning of a fight. */
static bool tell_forced(const struct teller *tell)
{
    struct called name;
    switch (tell->event->kind) {
    case SPEARS_TOLD_CALLED:
        tell_pair(tell, N_("As Shaman, you oblige {1} to support somebody."),
                  N_("{0}, the Shaman, obliges you to support somebody."),
                  N_("{0}, the Shaman, obliges {1} to support somebody."), NULL);
        return true;
    case SPEARS_TOLD_OBLIGED:
        tell_pair(tell, N_("You make {1} send {2}."), N_("{0} makes you send {2}."), N_("{0} makes {1} send {2}."),
                  unit(tell, 1, 2, &name));
        return true;
    case SPEARS_TOLD_OBLIGED_FOR:
        tell_pair(tell, N_("You must support {1}."), N_("{0} must support you."), N_("{0} must support {1}."), NULL);
        return true;
    case SPEARS_TOLD_PICKED:
        tell_pair(tell, N_("You make {1} fight with {2}."), N_("{0} makes you fight with {2}."),
                  N_("{0} makes {1} fight with {2}."), unit(tell, 1, 2, &name));
        return true;
    case SPEARS_TOLD_NAMED:
        tell_one(tell, N_("You fight for {1}."), N_("{0} fights for {1}."), prey(tell, 1, &name));
        return true;
    default: return false;
    }
}

/* ---- cards and what comes of them ---- */

/* Each contest, won, tied or lost by its first side. */
static const char *const compared[SPEARS_VALUES][3] = {
    [SPEARS_VALUE_HUNT] = {N_("The hunt succeeds: {0} against {1}."),
                           N_("The prey gets away: {0} against {1}. Nobody is lost."),
                           N_("The hunt fails: {0} against {1}.")},
    [SPEARS_VALUE_BLOCK] = {N_("The block fails: {0} for the hunt, {1} for the block."),
                            N_("The block stops the hunt: {0} against {1}. Nobody hunts."),
                            N_("The block wins: {0} for the hunt, {1} for the block.")},
    [SPEARS_VALUE_FIGHT] = {N_("The attack succeeds: {0} against {1}."),
                            N_("The fight is even: {0} against {1}. Nothing changes."),
                            N_("The attack fails: {0} against {1}.")},
    [SPEARS_VALUE_DEFENCE] = {N_("The tribes hold out: {0} against {1}."),
                              N_("The valley breaks through: {0} against {1}."),
                              N_("The valley breaks through: {0} against {1}.")},
};

static void tell_compared(const struct teller *tell)
{
    const int16_t *args = tell->event->args;
    assert(args[0] >= 0 && args[0] < SPEARS_VALUES);
    const char *said = compared[args[0]][args[1] > args[2] ? 0 : args[1] == args[2] ? 1 : 2];
    text_say(tell->text, said, NUM(args[1]), NUM(args[2]));
}

static void tell_placed(const struct teller *tell)
{
    char card[16];
    struct ochre_text value = text_on(card, sizeof card);
    if (tell->event->args[1] == OCHRE_UNHEARD) {
        tell_one(tell, N_("You place a card."), N_("{0} places a card."), NULL);
        return;
    }
    spears_call_value(tell->event->args[1], &value);
    tell_one(tell, N_("You place the card {1}."), N_("{0} places the card {1}."), card);
}

static void tell_revealed(const struct teller *tell)
{
    char cards[64];
    char together[16];
    struct ochre_text list = text_on(cards, sizeof cards);
    struct ochre_text total = text_on(together, sizeof together);
    int sum = 0;
    for (int i = 0; i < tell->event->count; i++) {
        text_add(&list, i ? ", " : "");
        spears_call_value(tell->event->args[i], &list);
        sum += tell->event->args[i];
    }
    spears_call_value(sum, &total);
    text_say(tell->text, "The cards are shown: {0}. Together {1}.", cards, together);
}

static void tell_healed(const struct teller *tell)
{
    struct called name;
    struct ochre_event event = *tell->event;
    int patient = event.args[2];
    const char *healed = unit(tell, 2, 3, &name);
    if (patient == event.args[0]) {
        tell_one(tell, N_("You heal {1}: its level counts one more."), N_("{0} heals {1}: its level counts one more."),
                 healed);
        return;
    }
    struct teller pair = *tell;
    event.args[1] = (int16_t)patient;
    pair.event = &event;
    tell_pair(&pair, N_("You heal {2} for {1}: its level counts one more."),
              N_("{0} heals {2} for you: its level counts one more."),
              N_("{0} heals {2} for {1}: its level counts one more."), healed);
}

static void tell_lost(const struct teller *tell)
{
    char units[512];
    struct ochre_text list = text_in(units, sizeof units, tell->text->tongue);
    spears_call_units(tell->t, tell->s->tribe[seat_at(tell, 0)], (unsigned)tell->event->args[1], &list);
    tell_one(tell, N_("You sacrifice {1}."), N_("{0} sacrifices {1}."), units);
}

static void tell_vigor(const struct teller *tell)
{
    int change = tell->event->args[0];
    const char *left = NUM(tell->event->args[1]);
    if (change > 0)
        text_say(tell->text, "The tribes gain one vigor: {0} now.", left);
    else
        text_say_count(tell->text, -change, "The tribes lose one vigor: {1} left.",
                       "The tribes lose {0} vigor: {1} left.", NUM(-change), left);
}

static bool tell_cards(const struct teller *tell)
{
    switch (tell->event->kind) {
    case SPEARS_TOLD_PLACED: tell_placed(tell); return true;
    case SPEARS_TOLD_REVEALED: tell_revealed(tell); return true;
    case SPEARS_TOLD_COMPARED: tell_compared(tell); return true;
    case SPEARS_TOLD_UNFOUGHT:
        tell_one(tell, N_("Nobody defends you: there is no fight."), N_("Nobody defends {0}: there is no fight."),
                 NULL);
        return true;
    default: return false;
    }
}

static bool tell_results(const struct teller *tell)
{
    const struct ochre_event *event = tell->event;
    struct called name;
    switch (event->kind) {
    case SPEARS_TOLD_TOOK: tell_one(tell, N_("You take {1}."), N_("{0} takes {1}."), prey(tell, 1, &name)); return true;
    case SPEARS_TOLD_STOLE:
        tell_pair(tell, N_("You take {2} from {1}."), N_("{0} takes {2} from you."), N_("{0} takes {2} from {1}."),
                  prey(tell, 2, &name));
        return true;
    case SPEARS_TOLD_HEALED: tell_healed(tell); return true;
    case SPEARS_TOLD_GIVES:
        tell_one(tell, N_("You choose {1} for the sacrifice."), N_("{0} chooses {1} for the sacrifice."),
                 unit(tell, 0, 1, &name));
        return true;
    case SPEARS_TOLD_LOST: tell_lost(tell); return true;
    case SPEARS_TOLD_PAID:
        text_tell_count(tell->text, seat_at(tell, 0), event->args[1], "You earn one berry for your support.",
                        "You earn {1} berries for your support.", "{0} earns one berry for the support.",
                        "{0} earns {1} berries for the support.", who(tell, 0), NUM(event->args[1]));
        return true;
    case SPEARS_TOLD_VIGOR: tell_vigor(tell); return true;
    default: return false;
    }
}

void spears_tell(const struct ochre_setup *setup, const struct ochre_view *view, const struct ochre_event *event,
                 struct ochre_text *text)
{
    assert(event->kind < SPEARS_TOLD_KINDS);
    struct teller tell = {setup, view, spears_tables(setup), spears_seen(view), event, text};
    if (!tell_draws(&tell) && !tell_steps(&tell) && !tell_sides(&tell) && !tell_forced(&tell) && !tell_cards(&tell) &&
        !tell_results(&tell))
        (void)spears_tell_end(setup, view, event, text);
}
