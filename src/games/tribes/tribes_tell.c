/* tribes_tell.c: what happened, in words. */
#include <assert.h>

#include "games/tribes/tribes.h"

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
    return text_word(tell->text, tribes_track_names[track]);
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
    default: text_say(text, "{0} settles on {1}.", tell->who, TRIBES_CELL(a[1])); break;
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
    case TRIBES_NEWS_BORN: text_say(text, "{0} has a new member on {1}.", tell->who, TRIBES_CELL(a[1])); break;
    case TRIBES_NEWS_LIFTED: text_say(text, "{0} calls a member away from {1}.", tell->who, TRIBES_CELL(a[1])); break;
    case TRIBES_NEWS_DROPPED: text_say(text, "{0} sends it to {1}.", tell->who, TRIBES_CELL(a[2])); break;
    case TRIBES_NEWS_LAID:
        text_say(text, "{0} lays land on {2}: {1}.", tell->who, resource_name(tell, a[1]), TRIBES_CELL(a[2]));
        break;
    case TRIBES_NEWS_RENEWED: text_say(text, "{0} renews the land on {1}.", tell->who, TRIBES_CELL(a[1])); break;
    case TRIBES_NEWS_WALKED:
        text_say(text, "{0} walks from {1} to {2}.", tell->who, TRIBES_CELL(a[1]), TRIBES_CELL(a[2]));
        break;
    case TRIBES_NEWS_USED_UP:
        text_say(text, "{0} exhausts the land on {1} as a wild tile.", tell->who, TRIBES_CELL(a[1]));
        break;
    case TRIBES_NEWS_WITHERED:
        text_say(text, "{0} exhausts the empty land on {1}.", tell->who, TRIBES_CELL(a[1]));
        break;
    default: text_say(text, "{0} loses a member on {1}.", tell->who, TRIBES_CELL(a[1])); break;
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

static void tell_shells(const struct teller *tell)
{
    const int16_t *a = tell->a;
    struct ochre_text *text = tell->text;
    if (a[0] == OCHRE_CHANCE)
        text_say_count(text, a[2], "{0} takes one shell from the box.", "{0} takes {1} shells from the box.",
                       tribes_seat_letter(a[1]), NUM(a[2]));
    else if (a[1] == OCHRE_CHANCE)
        text_say_count(text, a[2], "{0} puts one shell into the box.", "{0} puts {1} shells into the box.", tell->who,
                       NUM(a[2]));
    else
        text_say_count(text, a[2], "{0} gives one shell to {2}.", "{0} gives {1} shells to {2}.", tell->who, NUM(a[2]),
                       tribes_seat_letter(a[1]));
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
    case TRIBES_NEWS_FIRST: text_say(text, "The lot decides: {0} begins.", tell->who); break;
    case TRIBES_NEWS_FINAL: text_say(text, "This is the final round."); break;
    case TRIBES_NEWS_ROUND: text_say(text, "Round {0} begins.", NUM(a[0])); break;
    default:
        assert(tell->event->kind == TRIBES_NEWS_OVER);
        text_say(text, "The game ends after round {0}.", NUM(a[0]));
        break;
    }
}

void tribes_tell(const struct ochre_setup *setup, const struct ochre_view *view, const struct ochre_event *event,
                 struct ochre_text *text)
{
    (void)view;
    bool has_seat = event->count > 0 && event->args[0] >= 0 && event->args[0] < setup->seats;
    struct teller tell = {.t = tribes_tables(setup),
                          .event = event,
                          .text = text,
                          .who = has_seat ? tribes_seat_letter(event->args[0]) : "",
                          .a = event->args};
    switch (event->kind) {
    case TRIBES_NEWS_TOOK: tell_take(&tell); break;
    case TRIBES_NEWS_SHELLS: tell_shells(&tell); break;
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
