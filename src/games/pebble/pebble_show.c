/* pebble_show.c: the view as a picture, and what one points at. */
#include "games/pebble/pebble.h"

static void draw(const struct ochre_setup *setup, const struct ochre_view *view, int viewer, struct canvas *canvas)
{
    const struct pebble_state *s = pebble_seen(view);
    char line[64];
    for (int seat = 0; seat < setup->seats; seat++) {
        struct ochre_text hand = text_on(line, sizeof line);
        canvas_brush(canvas, (enum canvas_ink)(INK_SEAT_1 + seat), PAPER_PLAIN, seat == viewer ? CANVAS_BOLD : 0);
        canvas_say(canvas, 0, seat, pebble_words.seat_name(setup, view, seat));
        pebble_say_hand(s, seat, &hand);
        canvas_put(canvas, 12, seat, line);
        canvas_put(canvas, 22, seat, s->choice[seat] ? "*" : "");
        int x = canvas_put(canvas, 26, seat, NUM(s->pebbles[seat]));
        canvas_put(canvas, x, seat, " o");
    }
    canvas_brush(canvas, INK_PLAIN, PAPER_PLAIN, 0);
    int x = canvas_say(canvas, 0, setup->seats, "On the table");
    canvas_put(canvas, x + 1, setup->seats, NUM(s->on_table));
}

static void touch(const struct ochre_setup *setup, const struct ochre_view *view, int seat, ochre_action action,
                  struct ochre_touch *out)
{
    acts_touch(pebble_acts(seat), &(struct act_place){setup, view, seat}, action, out);
}

const struct ochre_show pebble_show = {
    .draw = draw,
    .write_view = pebble_write_view,
    .touch = touch,
    .observe = pebble_observe,
    .planes = pebble_planes,
};
