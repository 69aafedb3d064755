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

/* What a Mountain token does, where the move says it. */
static void say_use(const struct ochre_setup *setup, const struct act_said *said, struct ochre_text *text)
{
    const int *thing = said->thing;
    const struct valley_put put = valley_put_of(thing);
    switch (said->act->verb) {
    case VERB_FEAST:
        text_say(text, "uses the Feast token: lays {0} on {1} and {2}", valley_tile_id(setup, put.tile),
                 valley_square_name(put.at[0]), valley_square_name(put.at[1]));
        break;
    case VERB_THREAT: text_say(text, "uses the Fight token against {0}", valley_tile_id(setup, thing[0])); break;
    case VERB_SWAP:
        text_say(text, "uses the Water token: swaps {0} for {1}", valley_tile_id(setup, thing[0]),
                 valley_tile_id(setup, thing[1]));
        break;
    case VERB_REGAIN:
        text_say(text, "uses the Ritual token: gets the {0} token back", text_word(text, valley_scene_name(thing[0])));
        break;
    case VERB_RITUAL:
        text_say(text, "uses the Ritual token: takes the token from {0}", valley_spot_name(thing[0]));
        break;
    case VERB_UNBEAR:
        text_say(text, "uses the Fire token: drives the bear away from {0}", valley_square_name(thing[0]));
        break;
    case VERB_BEAR:
        if (thing[0] >= 0)
            text_say(text, "uses the Fire token: drives a bear to {0} of {1}", valley_square_name(thing[1]),
                     text_word(text, valley_player_name(thing[0])));
        break;
    default: break;
    }
}

void valley_say_move(const struct ochre_setup *setup, const struct ochre_view *view, int seat, ochre_action action,
                     struct ochre_text *text)
{
    struct act_said said;
    if (!acts_find(valley_acts(seat), &(struct act_place){setup, view, seat}, action, &said))
        return;
    const struct valley_put put = valley_put_of(said.thing);
    if (said.act->verb == VERB_NEW)
        text_say(text, "abandons the tribe and lays {0} on {1} and {2}", valley_tile_id(setup, put.tile),
                 valley_square_name(put.at[0]), valley_square_name(put.at[1]));
    else if (said.act->verb == VERB_DONE && valley_seen(view)->phase == PHASE_POST)
        text_say(text, "ends the turn");
    else if (said.act->verb == VERB_DONE)
        text_say(text, "leaves it at that");
    else
        say_use(setup, &said, text);
}
