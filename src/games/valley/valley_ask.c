/* valley_ask.c: what a seat is asked, and what each move does, in words to whoever chooses: what it costs and brings.
 */
#include <assert.h>

#include "games/valley/valley.h"

/* Which scenes met their like (4.6). */
static void ask_bonus(const struct valley_state *s, struct ochre_text *text)
{
    char bytes[VALLEY_PART_SIZE] = {0};
    struct ochre_text first = text_in(bytes, sizeof bytes, text->tongue);
    const char *last = NULL;
    for (unsigned set = s->bonuses; set; set &= set - 1) {
        if (last) {
            text_add(&first, first.used ? ", " : "");
            text_add(&first, last);
        }
        last = text_word(text, valley_scene_name(bits_first(set)));
    }
    assert(last); /* a phase without bonuses is left at once */
    if (first.used)
        text_say(text, "{0} and {1} met their like. Which bonus comes first?", bytes, last);
    else
        text_say(text, "{0} met its like. Use its bonus?", last);
}

void valley_say_ask(const struct ochre_setup *setup, const struct ochre_view *view, int seat, struct ochre_text *text)
{
    (void)seat;
    const struct valley_state *s = valley_seen(view);
    switch (s->phase) {
    case PHASE_START: text_say(text, "Lay your first tile: one half in a cave, the other on its gate."); break;
    case PHASE_MAIN:
        if (valley_is_new(setup, s))
            text_say(text, "No tile connects. Begin a new tribe in any free cave.");
        else
            text_say(text, "Your turn. Choose a tile of yours.");
        break;
    case PHASE_FIGHT: text_say(text, "Whose Fight token goes off first?"); break;
    case PHASE_BONUS: ask_bonus(s, text); break;
    case PHASE_POST: text_say(text, "Use a Mountain token, or end your turn."); break;
    case PHASE_REFILL: text_say(text, "Take a tile from the Common Pool."); break;
    case PHASE_DROP: text_say(text, "Remove a tile of the Common Pool from the game."); break;
    default: break;
    }
}

/* A move to be said: who, what, and what comes before it ("Water: ", "Water token: "). */
struct offer {
    const struct ochre_setup *setup;
    const struct ochre_view *view;
    const struct valley_state *s;
    const struct valley_seat *v;
    int seat, verb;
    bool is_bonus;
    const int *thing;
    struct ochre_text *text;
};

#define TILE(number) valley_tile_part(VALLEY_PART, offer->text, offer->setup, (number))

static const char *scene(const struct offer *offer, int number)
{
    return text_word(offer->text, valley_scene_name(number));
}

static const char *token(const struct offer *offer, int number)
{
    return text_word(offer->text, valley_token_name(number));
}

/* ---- tiles ---- */

/* What Fight tokens of others on the tile cost (4.5). */
static int fights_cost(const struct offer *offer, int tile)
{
    int tokens = 0;
    for (int owner = 0; owner < offer->setup->seats; owner++)
        if (owner != offer->seat)
            tokens += valley_fights_of(offer->s, tile, owner);
    return tokens < offer->v->fp ? tokens : offer->v->fp;
}

/* The food of the squares whose scenes meet their like (4.4). */
static int food_of(const struct offer *offer, const struct valley_put *put)
{
    uint64_t touched = valley_touched(offer->v);
    int food = 0;
    for (int half = 0; half < 2; half++)
        if (put->at[half] < VALLEY_FIELDS && bits_has(touched, put->at[half]))
            food += valley_food_on(valley_tables(offer->setup), offer->v, put->at[half]);
    return food;
}

/* The shelter of a cave: with its token the high value, unless a new tribe begins there. */
static int shelter_of(const struct offer *offer, const struct valley_put *put, bool is_new)
{
    const struct valley_tables *t = valley_tables(offer->setup);
    for (int half = 0; half < 2; half++) {
        int cave = put->at[half] - VALLEY_FIELDS;
        if (cave >= 0)
            return offer->v->token[cave] && !is_new ? valley_cave_high(t, offer->v, cave)
                                                    : valley_cave_low(t, offer->v, cave);
    }
    return 0;
}

/* ": 3 food, 7 shelter, less 1 food for Fight tokens" */
static void say_gains(struct ochre_text *text, int food, int shelter, int cost)
{
    if (food && shelter)
        text_say(text, ": {0} food and {1} shelter", NUM(food), NUM(shelter));
    else if (food)
        text_say(text, ": {0} food", NUM(food));
    else if (shelter)
        text_say(text, ": {0} shelter", NUM(shelter));
    if (cost)
        text_say(text, ", but {0} food for Fight tokens", NUM(cost));
}

static void say_put(const struct offer *offer)
{
    const struct valley_put put = valley_put_of(offer->thing);
    const char *lies = valley_lie_part(VALLEY_PART, offer->text, offer->setup, &put);
    bool is_new = offer->verb == VERB_NEW;
    bool is_main = offer->verb == VERB_LAY && offer->s->phase == PHASE_MAIN;
    if (offer->s->phase == PHASE_START)
        text_say(offer->text, "Begin with {0}", lies);
    else if (is_new)
        text_say(offer->text, "Begin a new tribe: {0}", lies);
    else if (is_main)
        text_say(offer->text, "Lay {0}", lies);
    else if (offer->is_bonus)
        text_say(offer->text, "Feast: lay {0}", lies);
    else
        text_say(offer->text, "Feast token: lay {0}", lies);
    say_gains(offer->text, is_main ? food_of(offer, &put) : 0, shelter_of(offer, &put, is_new),
              fights_cost(offer, put.tile));
}

/* "Water–Fire in the Common Pool", "your Water–Fire", "Water–Fire of Noor": a tile and where it lies. */
static const char *tile_of(const struct offer *offer, char part[VALLEY_PART_SIZE], int tile)
{
    struct ochre_text out = text_in(part, VALLEY_PART_SIZE, offer->text->tongue);
    int address = valley_address_of(offer->setup, offer->s, offer->seat, tile);
    assert(address >= 0);
    if (address < ADDRESS_COMMON) {
        text_say(&out, "your tile {0}", TILE(tile));
    } else if (address < ADDRESS_OTHERS) {
        text_say(&out, "{0} in the Common Pool", TILE(tile));
    } else {
        int holder = valley_seat_from(offer->setup, offer->seat, (address - ADDRESS_OTHERS) / VALLEY_POOL + 1);
        text_say(&out, "{0}, a tile of {1}", TILE(tile), seat_called(offer->setup, offer->view, holder, offer->text));
    }
    return part;
}

/* ---- effects ---- */

static void say_bear(const struct offer *offer)
{
    int victim = offer->thing[0];
    int square = offer->thing[1];
    assert(victim >= 0 && victim < offer->setup->seats);
    const struct valley_seat *v = &offer->s->seat[victim];
    text_say(offer->text, "put a bear {0} of {1}: {2} shelter", valley_at_part(VALLEY_PART, offer->text, v, square),
             seat_called(offer->setup, offer->view, victim, offer->text), NUM(valley_bear_points(v, square)));
}

static void say_hunt(const struct offer *offer)
{
    int steaks = offer->verb == VERB_CONVERT ? offer->thing[0] : 0;
    if (steaks)
        text_say_count(offer->text, steaks, "turn {0} steak into {1} food", "turn {0} steaks into {1} food",
                       NUM(steaks), NUM(valley_tables(offer->setup)->steak_fp[steaks]));
    else if (offer->is_bonus)
        text_say(offer->text, "take a steak and keep it");
    else
        text_say(offer->text, "take a steak");
}

/* What a scene or a Mountain token does (4.8, 4.9). */
static void say_effect(const struct offer *offer)
{
    struct ochre_text *text = offer->text;
    const int *thing = offer->thing;
    switch (offer->verb) {
    case VERB_RITUAL: text_say(text, "take the {0} token", token(offer, offer->v->token[thing[0]] - 1)); break;
    case VERB_REGAIN: text_say(text, "take back the used {0} token", token(offer, thing[0])); break;
    case VERB_THREAT: text_say(text, "put a Fight token on {0}", tile_of(offer, VALLEY_PART, thing[0])); break;
    case VERB_SWAP: text_say(text, "give {0} for {1}", TILE(thing[0]), tile_of(offer, VALLEY_PART, thing[1])); break;
    case VERB_BEAR: say_bear(offer); break;
    case VERB_UNBEAR:
        text_say(text, "send the bear {0} away", valley_at_part(VALLEY_PART, text, offer->v, thing[0]));
        break;
    case VERB_CAMP: text_say(text, "{0} shelter", NUM(valley_tables(offer->setup)->camp_sp)); break;
    case VERB_PICK:
        text_say(text, offer->is_bonus ? N_("1 food") : N_("Picking may lie on plains for the rest of this turn"));
        break;
    default: say_hunt(offer); break;
    }
}

/* 4.6, 4.7 */
static void say_done(const struct offer *offer)
{
    if (offer->s->phase == PHASE_POST)
        text_say(offer->text, "End your turn without a Mountain token");
    else if (bits_count(offer->s->bonuses) > 1)
        text_say(offer->text, "Leave these bonuses out");
    else
        text_say(offer->text, "Leave this bonus out");
}

void valley_say_move(const struct ochre_setup *setup, const struct ochre_view *view, int seat, ochre_action action,
                     struct ochre_text *text)
{
    struct act_said said;
    if (!acts_find(valley_acts(seat), &(struct act_place){setup, view, seat}, action, &said))
        return;
    const struct valley_state *s = valley_seen(view);
    const struct offer offer = {
        setup,      view, s, &s->seat[seat], seat, said.act->verb & ~VERB_BONUS, (said.act->verb & VERB_BONUS) != 0,
        said.thing, text};
    char part[VALLEY_PART_SIZE] = {0};
    switch (offer.verb) {
    case VERB_LAY:
    case VERB_NEW:
    case VERB_FEAST: say_put(&offer); return;
    case VERB_STOP: text_say(text, "Stop here: your points stay"); return;
    case VERB_DONE: say_done(&offer); return;
    case VERB_TAKE:
        text_say(text, "Take {0} from the Common Pool", valley_tile_part(part, text, setup, said.thing[0]));
        return;
    case VERB_DROP:
        text_say(text, "Remove {0} from the game", valley_tile_part(part, text, setup, said.thing[0]));
        return;
    case VERB_RECALL:
        text_say(text, "Take your Fight token back from {0}", tile_of(&offer, part, said.thing[0]));
        return;
    case VERB_HIT: text_say(text, "Give 1 food to {0} first", seat_called(setup, view, said.thing[0], text)); return;
    default: break;
    }
    int used = valley_effect_scene(said.act->first);
    if (offer.is_bonus)
        text_say(text, "{0}: ", scene(&offer, used));
    else
        text_say(text, "{0} token: ", token(&offer, used));
    say_effect(&offer);
}

/* ---- groups ---- */

/* Scenes and Mountain tokens are called by their scene, in the order of SCENE_FEAST … SCENE_FIRE. */
enum valley_group { GROUP_LAY, GROUP_SCENE, GROUP_FIGHTS = GROUP_SCENE + VALLEY_SCENES, GROUP_POOL, GROUP_STOP };

const char *const valley_groups[] = {N_("Lay a tile"),  N_("Feast"), N_("Picking"), N_("Ritual"), N_("Fight"),
                                     N_("Water"),       N_("Camp"),  N_("Hunt"),    N_("Fire"),   N_("Fight tokens"),
                                     N_("Common Pool"), N_("Stop"),  NULL};

int valley_group_of(const struct ochre_setup *setup, const struct ochre_view *view, int seat, ochre_action action)
{
    (void)setup;
    (void)seat;
    assert(action < VALLEY_ACTIONS);
    if (action < ACT_USE_LAY && valley_seen(view)->phase != PHASE_BONUS)
        return GROUP_LAY;
    if (action < ACT_RECALL)
        return GROUP_SCENE + valley_effect_scene(action);
    if (action < ACT_TAKE || (action >= ACT_HIT && action < ACT_DONE))
        return GROUP_FIGHTS;
    return action < ACT_HIT ? GROUP_POOL : GROUP_STOP;
}
