/* tribes_story.c: what happened, in words, and the texts of events (8.3). */
#include "games/tribes/tribes.h"

/* ---- event texts ---- */

/* Whom a clause concerns. */
static void say_whom(const struct tribes_clause *clause, struct ochre_text *text)
{
    if (clause->who == TRIBES_OTHERS)
        text_say(text, "If you are the strongest, every other tribe: ");
    else if (clause->who == TRIBES_ALL && clause->only_if.is == TRIBES_IS_NOT_MAX)
        text_say(text, "Every tribe except the strongest: ");
    else if (clause->who == TRIBES_ALL)
        text_say(text, "Every tribe: ");
    else if (clause->only_if.is == TRIBES_IS_MAX)
        text_say(text, "If you are the strongest: ");
    else if (clause->only_if.is == TRIBES_IS_MIN)
        text_say(text, "If you are the weakest: ");
}

static const char *const track_names[TRIBES_TRACKS] = {N_("procreation"), N_("exploration"), N_("movement"),
                                                       N_("strength")};

/* The effects of 8.3, and, for the options of pick, those that need a text of their own elsewhere. */
static void say_effect(const struct tribes_effect *effect, struct ochre_text *text)
{
    static const char *const deeds[3] = {N_("procreate once."), N_("explore once."), N_("move once.")};
    const char *n = NUM(effect->n);
    switch (effect->kind) {
    case TRIBES_RAISE: text_say(text, "raise {0} by {1}.", text_word(text, track_names[effect->what]), n); break;
    case TRIBES_LOWER: text_say(text, "lower {0} by {1}.", text_word(text, track_names[effect->what]), n); break;
    case TRIBES_PERFORM: text_say(text, deeds[effect->what]); break;
    case TRIBES_GAIN_POINTS:
        text_say_count(text, effect->n, "gain {0} victory point.", "gain {0} victory points.", n);
        break;
    case TRIBES_LOSE_POINTS:
        text_say_count(text, effect->n, "lose {0} victory point.", "lose {0} victory points.", n);
        break;
    case TRIBES_GAIN_MEMBERS:
        text_say_count(text, effect->n, "add {0} tribe member.", "add {0} tribe members.", n);
        break;
    case TRIBES_LOSE_MEMBERS:
        text_say_count(text, effect->n, "lose {0} tribe member, never the last.",
                       "lose {0} tribe members, never the last.", n);
        break;
    case TRIBES_DRAW_LAND:
        text_say_count(text, effect->n, "draw and lay {0} land tile.", "draw and lay {0} land tiles.", n);
        break;
    case TRIBES_WITHER:
        text_say_count(text, effect->n, "exhaust {0} unoccupied land tile.", "exhaust {0} unoccupied land tiles.", n);
        break;
    case TRIBES_RENEW:
        text_say_count(text, effect->n, "may renew {0} unoccupied exhausted land tile.",
                       "may renew {0} unoccupied exhausted land tiles.", n);
        break;
    case TRIBES_STEPS:
        text_say_count(text, effect->n, "may take {0} movement step.", "may take {0} movement steps.", n);
        break;
    case TRIBES_TAKE_SHELLS:
        text_say_count(text, effect->n, "take {0} shell from every other player.",
                       "take {0} shells from every other player.", n);
        break;
    case TRIBES_GAIN_SHELLS:
        text_say_count(text, effect->n, "take {0} shell from the box.", "take {0} shells from the box.", n);
        break;
    case TRIBES_LOSE_SHELLS:
        text_say_count(text, effect->n, "put {0} shell into the box.", "put {0} shells into the box.", n);
        break;
    default: break;
    }
}

/* 8.3: a text begins with a capital, also with an accent (U+00E0 … U+00FE). */
static void capitalize(struct ochre_text *text, size_t from)
{
    unsigned char *first = (unsigned char *)text->at + from;
    if (text->used == from)
        return;
    if (first[0] >= 'a' && first[0] <= 'z')
        first[0] = (unsigned char)(first[0] - 'a' + 'A');
    else if (first[0] == 0xC3 && first[1] >= 0xA0 && first[1] <= 0xBE && first[1] != 0xB7)
        first[1] = (unsigned char)(first[1] - 0x20);
}

void tribes_event_text(const struct tribes_tables *t, int index, struct ochre_text *text)
{
    const struct tribes_event_data *event = &t->event[index];
    size_t from = text->used;
    if (event->text.in[TRIBES_ENGLISH]) {
        text_add(text, tribes_said(t, event->text, text->tongue));
        return;
    }
    if (event->clause_count == 0)
        text_say(text, "Nothing happens.");
    for (int i = 0; i < event->clause_count; i++) {
        if (i)
            text_char(text, ' ');
        say_whom(&event->clause[i], text);
        say_effect(&event->clause[i].effect, text);
    }
    capitalize(text, from);
}

/* ---- prompts (8.2) ---- */

static void say_options(const struct tribes_clause *clause, struct ochre_text *text)
{
    text_say(text, "Choose one:");
    for (int option = 0; option < clause->pick_count; option++) {
        text_add(text, " #");
        text_int(text, option + 1);
        text_char(text, ' ');
        say_effect(&clause->pick[option], text);
    }
}

void tribes_prompt(const struct tribes_tables *t, const struct tribes_state *s, struct ochre_text *text)
{
    const char *left = NUM(s->left);
    switch (s->decision) {
    case TRIBES_AT_ARRANGE: text_say(text, "Arrange your three land tiles"); break;
    case TRIBES_AT_FOUND: text_say(text, "Place your first tribe member"); break;
    case TRIBES_AT_TAKE: text_say(text, "Take a tile from the row"); break;
    case TRIBES_AT_MODE: text_say(text, "Action or achievement?"); break;
    case TRIBES_AT_BIRTH: text_say(text, "Place a new member ({0} left)", left); break;
    case TRIBES_AT_LIFT: text_say(text, "Relocate a member?"); break;
    case TRIBES_AT_DROP: text_say(text, "Relocate to where?"); break;
    case TRIBES_AT_LAY: text_say(text, "Lay a land tile ({0} left)", left); break;
    case TRIBES_AT_RENEW: text_say(text, "Renew an exhausted land?"); break;
    case TRIBES_AT_STEP:
        text_say_count(text, s->left, "Move a member ({0} step left)", "Move a member ({0} steps left)", left);
        break;
    case TRIBES_AT_WILD: text_say(text, "Choose a land to exhaust as a wild tile"); break;
    case TRIBES_AT_LOSE: text_say(text, "Choose a member to lose"); break;
    case TRIBES_AT_WITHER: text_say(text, "Choose an empty land to exhaust"); break;
    case TRIBES_AT_PICK: say_options(&t->event[s->tile - TRIBES_ACTION_TILES].clause[s->clause], text); break;
    default: break;
    }
}

/* ---- the story ---- */

struct teller {
    const struct tribes_tables *t;
    const struct ochre_event *event;
    struct ochre_text *text;
    const char *who;  /* seat of the first argument, where there is one */
    const int16_t *a; /* the arguments */
};

static const char *resource_name(const struct teller *tell, int resource)
{
    return tribes_said(tell->t, tell->t->resource[resource].name, tell->text->tongue);
}

static const char *tile_name(const struct teller *tell, int tile)
{
    static const char *const actions[TRIBES_ACTION_TILES] = {
        N_("procreate"),           N_("explore"),           N_("move"),
        N_("procreate with hand"), N_("explore with hand"), N_("move with hand")};
    if (!tribes_is_event(tile))
        return text_word(tell->text, actions[tile]);
    return tribes_said(tell->t, tell->t->event[tile - TRIBES_ACTION_TILES].name, tell->text->tongue);
}

static const char *track_name(const struct teller *tell, int track)
{
    return text_word(tell->text, track_names[track]);
}

static void tell_setup(const struct teller *tell)
{
    const int16_t *a = tell->a;
    struct ochre_text *text = tell->text;
    switch (tell->event->kind) {
    case TRIBES_NEWS_DREW: text_say(text, "{0} draws land: {1}.", tell->who, resource_name(tell, a[1])); break;
    case TRIBES_NEWS_RETURNED:
        text_say_count(text, a[1], "A tile drawn twice goes back into the bag.",
                       "{0} tiles drawn twice go back into the bag.", NUM(a[1]));
        break;
    case TRIBES_NEWS_LINED: text_say(text, "Tile {0} of the row: {1}.", NUM(a[0]), tile_name(tell, a[1])); break;
    case TRIBES_NEWS_UNCOVERED:
        text_say(text, "Board {0}.{1} is turned up: {2}.", NUM(a[0]), NUM(a[1]),
                 tribes_said(tell->t, tell->t->board[a[2]].name, text->tongue));
        break;
    case TRIBES_NEWS_ARRANGED: text_say(text, "{0} arranges the start land.", tell->who); break;
    default: text_say(text, "{0} settles on {1}.", tell->who, CELL(a[1])); break;
    }
}

static void tell_take(const struct teller *tell)
{
    const int16_t *a = tell->a;
    struct ochre_text *text = tell->text;
    const char *tile = tile_name(tell, a[2]);
    if (a[1] == 1)
        text_say(text, "{0} takes the first tile of the row: {1}.", tell->who, tile);
    else
        text_say_count(text, a[1] - 1, "{0} pays one shell and takes {2}.", "{0} pays {1} shells and takes {2}.",
                       tell->who, NUM(a[1] - 1), tile);
    if (a[3] > 0) {
        text_char(text, ' ');
        text_say_count(text, a[3], "There is one shell on it.", "There are {0} shells on it.", NUM(a[3]));
    }
}

static void tell_land(const struct teller *tell)
{
    const int16_t *a = tell->a;
    struct ochre_text *text = tell->text;
    switch (tell->event->kind) {
    case TRIBES_NEWS_BORN: text_say(text, "{0} has a new member on {1}.", tell->who, CELL(a[1])); break;
    case TRIBES_NEWS_LIFTED: text_say(text, "{0} calls a member away from {1}.", tell->who, CELL(a[1])); break;
    case TRIBES_NEWS_DROPPED: text_say(text, "{0} sends it to {1}.", tell->who, CELL(a[2])); break;
    case TRIBES_NEWS_LAID:
        text_say(text, "{0} lays land on {2}: {1}.", tell->who, resource_name(tell, a[1]), CELL(a[2]));
        break;
    case TRIBES_NEWS_RENEWED: text_say(text, "{0} renews the land on {1}.", tell->who, CELL(a[1])); break;
    case TRIBES_NEWS_WALKED: text_say(text, "{0} walks from {1} to {2}.", tell->who, CELL(a[1]), CELL(a[2])); break;
    case TRIBES_NEWS_USED_UP:
        text_say(text, "{0} exhausts the land on {1} as a wild tile.", tell->who, CELL(a[1]));
        break;
    case TRIBES_NEWS_WITHERED: text_say(text, "{0} exhausts the empty land on {1}.", tell->who, CELL(a[1])); break;
    default: text_say(text, "{0} loses a member on {1}.", tell->who, CELL(a[1])); break;
    }
}

static void tell_progress(const struct teller *tell)
{
    const int16_t *a = tell->a;
    struct ochre_text *text = tell->text;
    switch (tell->event->kind) {
    case TRIBES_NEWS_LINKED:
        text_say(text, "{0} places the own arrow from {1}.{2} to {3}.{4}.", tell->who, NUM(a[1]), NUM(a[2]),
                 NUM(a[1] + 1), NUM(a[3]));
        break;
    case TRIBES_NEWS_ACHIEVED:
        text_say_count(text, a[4], "{0} completes {1} ({2}.{3}) for one point.",
                       "{0} completes {1} ({2}.{3}) for {4} points.", tell->who,
                       tribes_said(tell->t, tell->t->board[a[3]].name, text->tongue), NUM(a[1]), NUM(a[2]), NUM(a[4]));
        break;
    case TRIBES_NEWS_LEVEL:
        text_say(text, "{0} now stands on level {2} of {1}.", tell->who, track_name(tell, a[1]), NUM(a[2]));
        break;
    case TRIBES_NEWS_GAINED:
        text_say_count(text, a[1], "{0} gains one point.", "{0} gains {1} points.", tell->who, NUM(a[1]));
        break;
    case TRIBES_NEWS_LOST:
        if (a[1] == 0)
            text_say(text, "{0} has no points to lose.", tell->who);
        else
            text_say_count(text, a[1], "{0} loses one point.", "{0} loses {1} points.", tell->who, NUM(a[1]));
        break;
    case TRIBES_NEWS_PICKED: text_say(text, "{0} chooses option {1}.", tell->who, NUM(a[1])); break;
    default: break;
    }
}

static void tell_shells(const struct teller *tell, const struct ochre_setup *setup, const struct ochre_view *view)
{
    const int16_t *a = tell->a;
    struct ochre_text *text = tell->text;
    if (a[0] == OCHRE_CHANCE)
        text_say_count(text, a[2], "{0} takes one shell from the box.", "{0} takes {1} shells from the box.",
                       tribes_seat_key(setup, view, a[1]), NUM(a[2]));
    else if (a[1] == OCHRE_CHANCE)
        text_say_count(text, a[2], "{0} puts one shell into the box.", "{0} puts {1} shells into the box.", tell->who,
                       NUM(a[2]));
    else
        text_say_count(text, a[2], "{0} gives one shell to {2}.", "{0} gives {1} shells to {2}.", tell->who, NUM(a[2]),
                       tribes_seat_key(setup, view, a[1]));
}

static void tell_course(const struct teller *tell)
{
    const int16_t *a = tell->a;
    struct ochre_text *text = tell->text;
    switch (tell->event->kind) {
    case TRIBES_NEWS_CAME: text_say(text, "A new event joins the row: {0}.", tile_name(tell, a[0])); break;
    case TRIBES_NEWS_HAPPENS:
        text_add(text, tile_name(tell, a[1]));
        text_add(text, ": ");
        tribes_event_text(tell->t, a[1] - TRIBES_ACTION_TILES, text);
        break;
    case TRIBES_NEWS_SPARED: text_say(text, "Nobody is concerned."); break;
    case TRIBES_NEWS_EXECUTED:
        text_say_count(text, a[0], "One event of the Bronze Age has been executed.",
                       "{0} events of the Bronze Age have been executed.", NUM(a[0]));
        break;
    case TRIBES_NEWS_FINAL: text_say(text, "This is the final round."); break;
    case TRIBES_NEWS_ROUND: text_say(text, "Round {0} begins.", NUM(a[0])); break;
    default: text_say(text, "The game ends after round {0}.", NUM(a[0])); break;
    }
}

void tribes_story(const struct ochre_setup *setup, const struct ochre_view *view, const struct ochre_event *event,
                  struct ochre_text *text)
{
    bool has_seat = event->count > 0 && event->args[0] >= 0 && event->args[0] < setup->seats;
    struct teller tell = {.t = tribes_tables(setup),
                          .event = event,
                          .text = text,
                          .who = has_seat ? tribes_seat_key(setup, view, event->args[0]) : "",
                          .a = event->args};
    switch (event->kind) {
    case TRIBES_NEWS_TOOK: tell_take(&tell); break;
    case TRIBES_NEWS_SHELLS: tell_shells(&tell, setup, view); break;
    case TRIBES_NEWS_DREW:
    case TRIBES_NEWS_RETURNED:
    case TRIBES_NEWS_LINED:
    case TRIBES_NEWS_UNCOVERED:
    case TRIBES_NEWS_ARRANGED:
    case TRIBES_NEWS_FOUNDED: tell_setup(&tell); break;
    case TRIBES_NEWS_BORN:
    case TRIBES_NEWS_LIFTED:
    case TRIBES_NEWS_DROPPED:
    case TRIBES_NEWS_LAID:
    case TRIBES_NEWS_RENEWED:
    case TRIBES_NEWS_WALKED:
    case TRIBES_NEWS_USED_UP:
    case TRIBES_NEWS_WITHERED:
    case TRIBES_NEWS_DIED: tell_land(&tell); break;
    case TRIBES_NEWS_LINKED:
    case TRIBES_NEWS_ACHIEVED:
    case TRIBES_NEWS_LEVEL:
    case TRIBES_NEWS_GAINED:
    case TRIBES_NEWS_LOST:
    case TRIBES_NEWS_PICKED: tell_progress(&tell); break;
    default: tell_course(&tell); break;
    }
}
