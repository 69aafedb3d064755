/* tribes_tell.c: what happened, in words. Land is called by its cell and what grows there: d4 (Goat). */
#include <assert.h>

#include "games/tribes/tribes.h"

struct teller {
    const struct ochre_setup *setup;
    const struct ochre_view *view;
    const struct tribes_tables *t;
    const struct tribes_state *s;
    const struct ochre_event *event;
    struct ochre_text *text;
    int seat;         /* the first argument, where it is one; else -1 */
    const char *who;  /* what that seat is called */
    const int16_t *a; /* the arguments */
};

static const char *called(const struct teller *tell, int seat)
{
    return seat_called(tell->setup, tell->view, seat, tell->text);
}

/* What grows on a land of the seat that is told of. */
static const char *kind_on(const struct teller *tell, int cell)
{
    return tribes_resource_name(tell->t, tribes_resource_on(&tell->s->seat[tell->seat], cell), tell->text);
}

static const char *deed_at(const struct teller *tell, int epoch, int column)
{
    int slot = (epoch - 1) * TRIBES_COLUMNS + column - 1;
    assert(bits_has(tell->s->up, slot));
    return tribes_board_name(tell->t, tell->s->board[slot], tell->text);
}

static void tell_setup(const struct teller *tell)
{
    const int16_t *a = tell->a;
    struct ochre_text *text = tell->text;
    switch (tell->event->kind) {
    case TRIBES_NEWS_DREW:
        text_tell(text, tell->seat, "You draw a land tile: {1}.", "{0} draws a land tile: {1}.", tell->who,
                  tribes_resource_name(tell->t, a[1], text));
        break;
    case TRIBES_NEWS_RETURNED:
        text_tell_count(text, tell->seat, a[1], "You put a land tile that you drew twice back into the bag.",
                        "You put {1} land tiles that you drew twice back into the bag.",
                        "{0} puts a land tile drawn twice back into the bag.",
                        "{0} puts {1} land tiles drawn twice back into the bag.", tell->who, NUM(a[1]));
        break;
    case TRIBES_NEWS_LINED:
        text_say(text, "Tile {0} of the row is {1}.", NUM(a[0]), tribes_tile_name(tell->t, a[1], text));
        break;
    case TRIBES_NEWS_UNCOVERED:
        text_say(text, "A deed of epoch {0} is turned up: {1}.", NUM(a[0]), tribes_board_name(tell->t, a[2], text));
        break;
    case TRIBES_NEWS_ARRANGED:
        text_tell(text, tell->seat, "You arrange your first land.", "{0} arranges the first land.", tell->who);
        break;
    default:
        assert(tell->event->kind == TRIBES_NEWS_FOUNDED);
        text_tell(text, tell->seat, "You settle on {1} ({2}).", "{0} settles on {1} ({2}).", tell->who,
                  tribes_cell_name(a[1]), kind_on(tell, a[1]));
        break;
    }
}

static void tell_take(const struct teller *tell)
{
    const int16_t *a = tell->a;
    struct ochre_text *text = tell->text;
    const char *tile = tribes_tile_name(tell->t, a[2], text);
    if (a[1] == 1)
        text_tell(text, tell->seat, "You take the first tile of the row: {1}.",
                  "{0} takes the first tile of the row: {1}.", tell->who, tile);
    else
        text_tell_count(text, tell->seat, a[1] - 1, "You pay one shell and take {2}.",
                        "You pay {1} shells and take {2}.", "{0} pays one shell and takes {2}.",
                        "{0} pays {1} shells and takes {2}.", tell->who, NUM(a[1] - 1), tile);
    if (a[3] > 0) {
        text_char(text, ' ');
        text_tell_count(text, tell->seat, a[3], "You get the shell on it.", "You get the {1} shells on it.",
                        "{0} gets the shell on it.", "{0} gets the {1} shells on it.", tell->who, NUM(a[3]));
    }
}

static void tell_land(const struct teller *tell)
{
    const int16_t *a = tell->a;
    struct ochre_text *text = tell->text;
    int seat = tell->seat;
    const char *cell = tribes_cell_name(a[1]);
    const char *kind = kind_on(tell, a[1]);
    switch (tell->event->kind) {
    case TRIBES_NEWS_BORN:
        text_tell(text, seat, "You have a new member on {1} ({2}).", "{0} has a new member on {1} ({2}).", tell->who,
                  cell, kind);
        break;
    case TRIBES_NEWS_LIFTED:
        text_tell(text, seat, "You call a member away from {1} ({2}).", "{0} calls a member away from {1} ({2}).",
                  tell->who, cell, kind);
        break;
    case TRIBES_NEWS_RENEWED:
        text_tell(text, seat, "You renew {1} ({2}).", "{0} renews {1} ({2}).", tell->who, cell, kind);
        break;
    case TRIBES_NEWS_USED_UP:
        text_tell(text, seat, "You exhaust {1} ({2}) as wild land.", "{0} exhausts {1} ({2}) as wild land.", tell->who,
                  cell, kind);
        break;
    case TRIBES_NEWS_WITHERED:
        text_tell(text, seat, "You exhaust {1} ({2}).", "{0} exhausts {1} ({2}).", tell->who, cell, kind);
        break;
    default:
        assert(tell->event->kind == TRIBES_NEWS_DIED);
        text_tell(text, seat, "You lose a member on {1} ({2}).", "{0} loses a member on {1} ({2}).", tell->who, cell,
                  kind);
        break;
    }
}

/* A member goes from one land to another. */
static void tell_way(const struct teller *tell)
{
    const int16_t *a = tell->a;
    struct ochre_text *text = tell->text;
    const char *from = tribes_cell_name(a[1]);
    const char *to = tribes_cell_name(a[2]);
    if (tell->event->kind == TRIBES_NEWS_WALKED)
        text_tell(text, tell->seat, "You walk from {1} ({2}) to {3} ({4}).", "{0} walks from {1} ({2}) to {3} ({4}).",
                  tell->who, from, kind_on(tell, a[1]), to, kind_on(tell, a[2]));
    else
        text_tell(text, tell->seat, "You send the member from {1} ({2}) to {3} ({4}).",
                  "{0} sends the member from {1} ({2}) to {3} ({4}).", tell->who, from, kind_on(tell, a[1]), to,
                  kind_on(tell, a[2]));
}

/* What a level is good for, in the numbers that stand on the track. */
static void tell_level(const struct teller *tell)
{
    struct ochre_text *text = tell->text;
    int track = tell->a[1];
    int n = tell->t->track[track].value[tell->a[2]];
    const char *number = NUM(n);
    switch (track) {
    case TRIBES_PROCREATION:
        text_tell_count(text, tell->seat, n, "You now add one member at a time.", "You now add {1} members at a time.",
                        "{0} now adds one member at a time.", "{0} now adds {1} members at a time.", tell->who, number);
        break;
    case TRIBES_EXPLORATION:
        text_tell_count(text, tell->seat, n, "You now draw one land tile at a time.",
                        "You now draw {1} land tiles at a time.", "{0} now draws one land tile at a time.",
                        "{0} now draws {1} land tiles at a time.", tell->who, number);
        break;
    case TRIBES_MOVEMENT:
        text_tell_count(text, tell->seat, n, "You now walk one step at a time.",
                        "You now walk up to {1} steps at a time.", "{0} now walks one step at a time.",
                        "{0} now walks up to {1} steps at a time.", tell->who, number);
        break;
    default:
        assert(track == TRIBES_STRENGTH);
        text_tell(text, tell->seat, "You now have strength {1}.", "{0} now has strength {1}.", tell->who, number);
        break;
    }
}

static void tell_progress(const struct teller *tell)
{
    const int16_t *a = tell->a;
    struct ochre_text *text = tell->text;
    switch (tell->event->kind) {
    case TRIBES_NEWS_LINKED:
        text_tell(text, tell->seat, "You lay your arrow from {1} to {2}.", "{0} lays an arrow from {1} to {2}.",
                  tell->who, deed_at(tell, a[1], a[2]), deed_at(tell, a[1] + 1, a[3]));
        break;
    case TRIBES_NEWS_ACHIEVED:
        text_tell_count(text, tell->seat, a[4], "You complete {1} for one point.", "You complete {1} for {2} points.",
                        "{0} completes {1} for one point.", "{0} completes {1} for {2} points.", tell->who,
                        tribes_board_name(tell->t, a[3], text), NUM(a[4]));
        break;
    case TRIBES_NEWS_LEVEL: tell_level(tell); break;
    case TRIBES_NEWS_GAINED:
        text_tell_count(text, tell->seat, a[1], "You gain one point.", "You gain {1} points.", "{0} gains one point.",
                        "{0} gains {1} points.", tell->who, NUM(a[1]));
        break;
    case TRIBES_NEWS_LOST:
        if (a[1] == 0)
            text_tell(text, tell->seat, "You have no points to lose.", "{0} has no points to lose.", tell->who);
        else
            text_tell_count(text, tell->seat, a[1], "You lose one point.", "You lose {1} points.",
                            "{0} loses one point.", "{0} loses {1} points.", tell->who, NUM(a[1]));
        break;
    default:
        assert(tell->event->kind == TRIBES_NEWS_PICKED);
        text_tell(text, tell->seat, "You take choice {1} of the event.", "{0} takes choice {1} of the event.",
                  tell->who, NUM(a[1]));
        break;
    }
}

static void tell_shells(const struct teller *tell)
{
    const int16_t *a = tell->a;
    struct ochre_text *text = tell->text;
    const char *n = NUM(a[2]);
    if (a[1] == OCHRE_CHANCE) {
        text_tell_count(text, tell->seat, a[2], "You put one shell into the box.", "You put {1} shells into the box.",
                        "{0} puts one shell into the box.", "{0} puts {1} shells into the box.", tell->who, n);
        return;
    }
    const char *taker = called(tell, a[1]);
    if (a[0] == OCHRE_CHANCE)
        text_tell_count(text, a[1], a[2], "You take one shell from the box.", "You take {1} shells from the box.",
                        "{0} takes one shell from the box.", "{0} takes {1} shells from the box.", taker, n);
    else if (text_is_you(text, a[0]))
        text_say_count(text, a[2], "{0} takes one shell from you.", "{0} takes {1} shells from you.", taker, n);
    else
        text_tell_count(text, a[1], a[2], "You take one shell from {2}.", "You take {1} shells from {2}.",
                        "{0} takes one shell from {2}.", "{0} takes {1} shells from {2}.", taker, n, tell->who);
}

static void tell_course(const struct teller *tell)
{
    const int16_t *a = tell->a;
    struct ochre_text *text = tell->text;
    int wanted = tell->t->end_events[tell->setup->seats];
    switch (tell->event->kind) {
    case TRIBES_NEWS_CAME:
        text_say(text, "A new event joins the row: {0}.", tribes_tile_name(tell->t, a[0], text));
        break;
    case TRIBES_NEWS_HAPPENS:
        tribes_event_text(tell->t, a[1] - TRIBES_ACTION_TILES, text_is_you(text, tell->seat) ? NULL : tell->who, text);
        break;
    case TRIBES_NEWS_SPARED: text_say(text, "Everybody is spared."); break;
    case TRIBES_NEWS_EXECUTED:
        if (a[0] <= wanted)
            text_say_count(text, a[0], "One of the {1} Bronze Age events that end the game has happened.",
                           "{0} of the {1} Bronze Age events that end the game have happened.", NUM(a[0]), NUM(wanted));
        else
            text_say(text, "Another Bronze Age event has happened.");
        break;
    case TRIBES_NEWS_FIRST:
        text_tell(text, tell->seat, "The lot decides: you begin.", "The lot decides: {0} begins.", tell->who);
        break;
    case TRIBES_NEWS_FINAL: text_say(text, "This is the last round."); break;
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
    bool has_seat = event->count > 0 && event->args[0] >= 0 && event->args[0] < setup->seats;
    struct teller tell = {.setup = setup,
                          .view = view,
                          .t = tribes_tables(setup),
                          .s = tribes_seen(view),
                          .event = event,
                          .text = text,
                          .seat = has_seat ? event->args[0] : -1,
                          .who = has_seat ? seat_called(setup, view, event->args[0], text) : "",
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
    case TRIBES_NEWS_LAID:
        text_tell(text, tell.seat, "You lay {1} on {2}.", "{0} lays {1} on {2}.", tell.who,
                  tribes_resource_name(tell.t, event->args[1], text), tribes_cell_name(event->args[2]));
        break;
    case TRIBES_NEWS_WALKED:
    case TRIBES_NEWS_DROPPED: tell_way(&tell); break;
    case TRIBES_NEWS_BORN:
    case TRIBES_NEWS_LIFTED:
    case TRIBES_NEWS_RENEWED:
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
