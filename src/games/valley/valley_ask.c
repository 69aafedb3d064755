/* valley_ask.c: what a seat is asked, and what those moves mean whose story begins with something else. */
#include "games/valley/valley.h"

void valley_say_ask(const struct ochre_setup *setup, const struct ochre_view *view, int seat, struct ochre_text *text)
{
    (void)setup;
    (void)seat;
    switch (valley_seen(view)->phase) {
    case PHASE_START: text_say(text, "Lay your first tile on a cave and the square in front of it."); break;
    case PHASE_MAIN:
        text_say(text, "Lay a tile beside your tribe, like scene to like scene, or begin a new one.");
        break;
    case PHASE_FIGHT: text_say(text, "Whose Fight token goes off first?"); break;
    case PHASE_BONUS: text_say(text, "Choose a bonus to carry out."); break;
    case PHASE_POST: text_say(text, "Use a Mountain token, or end your turn."); break;
    case PHASE_REFILL: text_say(text, "Take a tile from the Common Pool."); break;
    case PHASE_DROP: text_say(text, "Remove a tile of the Common Pool from the game."); break;
    default: break;
    }
}

static const char *tile_id(const struct ochre_setup *setup, int tile)
{
    return tile < 0 ? "?" : valley_tables(setup)->tile[tile].id;
}

/* What a Mountain token does, where the move says it. */
static void say_use(const struct ochre_setup *setup, const struct ochre_view *view, const struct valley_move *move,
                    struct ochre_text *text)
{
    const char *to = square_name(move->at[0]);
    switch (move->scene) {
    case SCENE_FEAST:
        text_say(text, "uses the Feast token: lays {0} on {1} and {2}", tile_id(setup, move->tile), to,
                 square_name(move->at[1]));
        break;
    case SCENE_FIGHT: text_say(text, "uses the Fight token against {0}", tile_id(setup, move->tile)); break;
    case SCENE_WATER:
        text_say(text, "uses the Water token: swaps {0} for {1}", tile_id(setup, move->tile),
                 tile_id(setup, move->other));
        break;
    case SCENE_RITUAL:
        if (move->regain >= 0)
            text_say(text, "uses the Ritual token: gets the {0} token back",
                     text_word(text, valley_scene_name(move->regain)));
        else
            text_say(text, "uses the Ritual token: takes the token from {0}", spot_name(move->spot));
        break;
    case SCENE_FIRE:
        if (move->is_off)
            text_say(text, "uses the Fire token: drives the bear away from {0}", to);
        else if (move->seat >= 0)
            text_say(text, "uses the Fire token: drives a bear to {0} of {1}", to,
                     text_word(text, valley_seat_name(setup, view, move->seat)));
        break;
    default: break;
    }
}

void valley_say_choice(const struct ochre_setup *setup, const struct ochre_view *view, int seat, ochre_action action,
                       struct ochre_text *text)
{
    const struct valley_state *s = valley_seen(view);
    struct valley_move move;
    valley_move_of(setup, s, seat, action, &move);
    if (move.verb == VERB_NEW)
        text_say(text, "abandons the tribe and lays {0} on {1} and {2}", tile_id(setup, move.tile),
                 square_name(move.at[0]), square_name(move.at[1]));
    else if (move.verb == VERB_DONE && s->phase == PHASE_POST)
        text_say(text, "ends the turn");
    else if (move.verb == VERB_DONE)
        text_say(text, "leaves it at that");
    else if (move.verb == VERB_USE)
        say_use(setup, view, &move, text);
}
