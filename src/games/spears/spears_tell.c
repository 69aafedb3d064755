/* spears_tell.c: events as sentences, as the listener may hear them. */
#include <assert.h>

#include "games/spears/spears_text.h"

enum { NAME_SIZE = 96 };

/* What an event is told with. */
struct teller {
    const struct ochre_setup *setup;
    const struct ochre_view *view;
    const struct spears_tables *t;
    const struct spears_state *s;
    const struct ochre_event *event;
    struct ochre_text *text;
};

static const char *seat_word(const struct teller *tell, int arg)
{
    assert(tell->event->args[arg] >= 0 && tell->event->args[arg] < tell->t->seats);
    return text_word(tell->text, spears_name(tell->view, tell->event->args[arg]));
}

/* "Hunter h3", or the name the pack gives it. */
static void add_unit(const struct teller *tell, int seat, int slot, struct ochre_text *name)
{
    assert(slot >= 0 && slot < SPEARS_UNITS);
    const struct spears_unit *unit = &tell->t->unit[tell->s->tribe[seat]][slot];
    spears_say_name(unit->name, text_word(name, spears_type_names[unit->type]), name);
    text_char(name, ' ');
    text_add(name, unit->code);
}

static const char *unit_word(const struct teller *tell, int seat_arg, int arg, char buffer[NAME_SIZE])
{
    struct ochre_text name = text_in(buffer, NAME_SIZE, tell->text->tongue);
    add_unit(tell, tell->event->args[seat_arg], tell->event->args[arg], &name);
    return buffer;
}

/* "Reindeer p10" */
static const char *prey_word(const struct teller *tell, int arg, char buffer[NAME_SIZE])
{
    struct ochre_text name = text_in(buffer, NAME_SIZE, tell->text->tongue);
    int prey = tell->event->args[arg];
    assert(prey >= 0 && prey < SPEARS_PREY);
    spears_say_name(tell->t->prey[prey].name, "", &name);
    text_add(&name, name.used ? " " : "");
    text_add(&name, spears_prey_names[prey]);
    return buffer;
}

/* Set-up and chance. */
static bool tell_draws(const struct teller *tell)
{
    const struct ochre_event *event = tell->event;
    struct ochre_text *text = tell->text;
    char name[NAME_SIZE];
    switch (event->kind) {
    case SPEARS_TOLD_TRIBE:
        text_say(text, "Seat {0} leads the tribe of the {1}.", NUM(event->args[0] + 1),
                 text_word(text, spears_tribe_names[event->args[1]]));
        return true;
    case SPEARS_TOLD_TOKEN:
        text_say(text, "{1} takes order token {0}.", NUM(event->args[0]), seat_word(tell, 1));
        return true;
    case SPEARS_TOLD_TEAM:
        if (event->args[1] == OCHRE_UNHEARD)
            text_say(text, "{0} is dealt a team card.", seat_word(tell, 0));
        else
            text_say(text, "{0} is dealt the team card {1}.", seat_word(tell, 0),
                     text_word(text, spears_team_names[event->args[1]]));
        return true;
    case SPEARS_TOLD_GOAL:
        if (event->args[1] == OCHRE_UNHEARD)
            text_say(text, "{0} is dealt a goal card.", seat_word(tell, 0));
        else
            text_say(text, "{0} is dealt the goal {1}.", seat_word(tell, 0),
                     text_word(text, spears_resource_names[event->args[1]]));
        return true;
    case SPEARS_TOLD_PREY:
        text_say(text, "{0} appears on spot {1}.", prey_word(tell, 0, name), NUM(event->args[1]));
        return true;
    case SPEARS_TOLD_ENEMY: {
        const struct spears_enemy *enemy = &tell->t->enemy[event->args[0]];
        struct ochre_text words = text_in(name, sizeof name, text->tongue);
        char code[] = {'e', (char)('1' + event->args[0]), '\0'};
        spears_say_name(enemy->name, code, &words);
        text_say(text, "The valley attacks: {0}, power {1}, level {2}.", name, NUM(enemy->power), NUM(enemy->level));
        return true;
    }
    default: return false;
    }
}

/* Gathering, Play Cards, choosing an action. */
static bool tell_steps(const struct teller *tell)
{
    const struct ochre_event *event = tell->event;
    struct ochre_text *text = tell->text;
    char name[NAME_SIZE];
    switch (event->kind) {
    case SPEARS_TOLD_TIME:
    case SPEARS_TOLD_FLIPPED:
        if (event->kind == SPEARS_TOLD_TIME && event->args[1])
            text_say(text, "{0} lets the game begin at night.", seat_word(tell, 0));
        else if (event->kind == SPEARS_TOLD_TIME)
            text_say(text, "{0} lets the game begin by day.", seat_word(tell, 0));
        else if (event->args[1])
            text_say(text, "{0} pays a berry: night falls.", seat_word(tell, 0));
        else
            text_say(text, "{0} pays a berry: day breaks.", seat_word(tell, 0));
        return true;
    case SPEARS_TOLD_TURN:
        text_say(text, "Turn {0}: {1} is Chief.", NUM(event->args[0]), seat_word(tell, 1));
        return true;
    case SPEARS_TOLD_BERRIES:
        text_say(text, "{0} gathers {1} and has {2} berries.", seat_word(tell, 0), NUM(event->args[1]),
                 NUM(event->args[2]));
        return true;
    case SPEARS_TOLD_BOUGHT:
        text_say(text, "{0} plays {1}.", seat_word(tell, 0), unit_word(tell, 0, 1, name));
        return true;
    case SPEARS_TOLD_BANNED:
        text_say(text, "{0} bans {1} for this turn.", seat_word(tell, 0), seat_word(tell, 1));
        return true;
    case SPEARS_TOLD_CHASED:
        text_say(text, "{0} chases {1} away.", seat_word(tell, 0), prey_word(tell, 1, name));
        return true;
    case SPEARS_TOLD_GATHERED:
        text_say(text, "{0} gathers berries and has {1}.", seat_word(tell, 0), NUM(event->args[1]));
        return true;
    case SPEARS_TOLD_SKIPPED: text_say(text, "{0} skips the second action.", seat_word(tell, 0)); return true;
    case SPEARS_TOLD_HUNTS: text_say(text, "{0} hunts {1}.", seat_word(tell, 0), prey_word(tell, 1, name)); return true;
    case SPEARS_TOLD_FIGHTS: text_say(text, "{0} attacks {1}.", seat_word(tell, 0), seat_word(tell, 1)); return true;
    default: return false;
    }
}

/* Units, reactions, support. */
static bool tell_sides(const struct teller *tell)
{
    const struct ochre_event *event = tell->event;
    struct ochre_text *text = tell->text;
    char name[NAME_SIZE];
    switch (event->kind) {
    case SPEARS_TOLD_SENDS:
        if (event->args[2])
            text_say(text, "{0} sends {1} and pays a berry for its bonus.", seat_word(tell, 0),
                     unit_word(tell, 0, 1, name));
        else
            text_say(text, "{0} sends {1}.", seat_word(tell, 0), unit_word(tell, 0, 1, name));
        return true;
    case SPEARS_TOLD_PASSES: text_say(text, "{0} passes.", seat_word(tell, 0)); return true;
    case SPEARS_TOLD_BLOCKS: text_say(text, "{0} declares a block.", seat_word(tell, 0)); return true;
    case SPEARS_TOLD_OFFERS:
        text_say(text, "{0} offers support to {1}.", seat_word(tell, 0), seat_word(tell, 1));
        return true;
    case SPEARS_TOLD_BLOCKER:
        text_say(text, "{0} is the blocker, with {1}.", seat_word(tell, 0), NUM(event->args[1]));
        return true;
    case SPEARS_TOLD_ACCEPTED:
        text_say(text, "{0} accepts the support of {1}.", seat_word(tell, 0), seat_word(tell, 1));
        return true;
    case SPEARS_TOLD_REFUSED: text_say(text, "{0} refuses all support.", seat_word(tell, 0)); return true;
    case SPEARS_TOLD_OBLIGED:
        text_say(text, "{0}, as Shaman, obliges {1}: {2}.", seat_word(tell, 0), seat_word(tell, 1),
                 unit_word(tell, 1, 2, name));
        return true;
    case SPEARS_TOLD_OBLIGED_FOR:
        text_say(text, "{0} must support {1}.", seat_word(tell, 0), seat_word(tell, 1));
        return true;
    case SPEARS_TOLD_PICKED:
        text_say(text, "{0} picks {2} of {1}.", seat_word(tell, 0), seat_word(tell, 1), unit_word(tell, 1, 2, name));
        return true;
    case SPEARS_TOLD_NAMED:
        text_say(text, "{0} fights for {1}.", seat_word(tell, 0), prey_word(tell, 1, name));
        return true;
    default: return false;
    }
}

static void tell_compared(const struct teller *tell)
{
    const char *first = NUM(tell->event->args[1]);
    const char *second = NUM(tell->event->args[2]);
    switch (tell->event->args[0]) {
    case SPEARS_VALUE_HUNT: text_say(tell->text, "The hunt: {0} against {1}.", first, second); break;
    case SPEARS_VALUE_BLOCK:
        text_say(tell->text, "The block: {0} for the hunt, {1} for the blocker.", first, second);
        break;
    case SPEARS_VALUE_FIGHT: text_say(tell->text, "The fight: {0} against {1}.", first, second); break;
    default: text_say(tell->text, "The defence: {0} against {1}.", first, second); break;
    }
}

static void tell_lost(const struct teller *tell)
{
    char buffer[256];
    struct ochre_text list = text_in(buffer, sizeof buffer, tell->text->tongue);
    for (unsigned lost = (unsigned)tell->event->args[1]; lost; lost &= lost - 1) {
        text_add(&list, list.used ? ", " : "");
        add_unit(tell, tell->event->args[0], __builtin_ctz(lost), &list);
    }
    text_say(tell->text, "{0} sacrifices {1}.", seat_word(tell, 0), buffer);
}

static void tell_revealed(const struct teller *tell)
{
    char buffer[64];
    struct ochre_text list = text_on(buffer, sizeof buffer);
    for (int i = 0; i < tell->event->count; i++) {
        text_add(&list, i ? " " : "");
        spears_say_value(tell->event->args[i], &list);
    }
    text_say(tell->text, "The cards are shown: {0}.", buffer);
}

/* Cards and what comes of them. */
static bool tell_results(const struct teller *tell)
{
    const struct ochre_event *event = tell->event;
    struct ochre_text *text = tell->text;
    char name[NAME_SIZE];
    char other[NAME_SIZE];
    switch (event->kind) {
    case SPEARS_TOLD_PLACED: {
        struct ochre_text value = text_on(name, sizeof name);
        if (event->args[1] == OCHRE_UNHEARD) {
            text_say(text, "{0} places a card.", seat_word(tell, 0));
            return true;
        }
        spears_say_value(event->args[1], &value);
        text_say(text, "{0} places the card {1}.", seat_word(tell, 0), name);
        return true;
    }
    case SPEARS_TOLD_REVEALED: tell_revealed(tell); return true;
    case SPEARS_TOLD_COMPARED: tell_compared(tell); return true;
    case SPEARS_TOLD_UNFOUGHT:
        text_say(text, "Nobody stands for {0}: there is no fight.", seat_word(tell, 0));
        return true;
    case SPEARS_TOLD_TOOK: text_say(text, "{0} takes {1}.", seat_word(tell, 0), prey_word(tell, 1, name)); return true;
    case SPEARS_TOLD_STOLE:
        text_say(text, "{0} takes {2} from {1}.", seat_word(tell, 0), seat_word(tell, 1), prey_word(tell, 2, name));
        return true;
    case SPEARS_TOLD_HEALED:
        text_say(text, "{0} of {1} heals {2} of {3}.", unit_word(tell, 0, 1, name), seat_word(tell, 0),
                 unit_word(tell, 2, 3, other), seat_word(tell, 2));
        return true;
    case SPEARS_TOLD_LOST: tell_lost(tell); return true;
    case SPEARS_TOLD_PAID:
        text_say_count(text, event->args[1], "{0} is paid one berry for the support.",
                       "{0} is paid {1} berries for the support.", seat_word(tell, 0), NUM(event->args[1]));
        return true;
    case SPEARS_TOLD_VIGOR:
        if (event->args[0] > 0)
            text_say(text, "The tribes regain vigor: {0}.", NUM(event->args[1]));
        else
            text_say(text, "The tribes lose {0} vigor: {1} left.", NUM(-event->args[0]), NUM(event->args[1]));
        return true;
    default: return false;
    }
}

static void tell_end(const struct teller *tell)
{
    const struct ochre_event *event = tell->event;
    struct ochre_text *text = tell->text;
    switch (event->kind) {
    case SPEARS_TOLD_SHOWED_TEAM:
        text_say(text, "{0} was {1}.", seat_word(tell, 0), text_word(text, spears_team_names[event->args[1]]));
        break;
    case SPEARS_TOLD_SHOWED_GOAL:
        text_say(text, "{0} had the goal {1}.", seat_word(tell, 0),
                 text_word(text, spears_resource_names[event->args[1]]));
        break;
    case SPEARS_TOLD_WON:
        if (event->args[0] == SPEARS_SURVIVOR)
            text_say(text, "The Survivors win.");
        else if (event->args[0] == SPEARS_AMASSER)
            text_say(text, "The Amasser wins.");
        else if (event->args[0] == SPEARS_DOMINATOR)
            text_say(text, "The Dominator wins.");
        else
            text_say(text, "Nobody wins.");
        break;
    default: break;
    }
}

void spears_tell(const struct ochre_setup *setup, const struct ochre_view *view, const struct ochre_event *event,
                 struct ochre_text *text)
{
    assert(event->kind < SPEARS_TOLD_KINDS);
    struct teller tell = {setup, view, spears_tables(setup), spears_seen(view), event, text};
    if (!tell_draws(&tell) && !tell_steps(&tell) && !tell_sides(&tell) && !tell_results(&tell))
        tell_end(&tell);
}
