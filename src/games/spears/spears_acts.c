/* spears_acts.c: the moves as a table (6.1, 6.2, 11.2). Number 0 has the name that suits the decision, units are named
 * by the code in their owner's tribe, prey of the row by its card. */
#include "games/spears/spears_text.h"

/* ---- units ---- */

/* The unit of a slot, as this seat's tribe calls it; as one's own does, where nobody is asked. */
static const char *code_of(const struct act_place *place, int seat, int slot)
{
    const struct spears_state *s = spears_seen(place->view);
    int owner = seat < place->setup->seats ? seat : place->seat;
    int tribe = owner < place->setup->seats ? s->tribe[owner] : OCHRE_UNKNOWN;
    return slot < SPEARS_UNITS && tribe < SPEARS_TRIBES ? spears_tables(place->setup)->unit[tribe][slot].code : NULL;
}

static const char *unit_name(const struct act_place *place, int slot)
{
    return code_of(place, spears_unit_owner(spears_seen(place->view)), slot);
}

static void say_owner(const struct act_place *place, const struct act_said *said, int n, struct ochre_text *text)
{
    (void)said, (void)n;
    text_add(text, spears_key(place->setup, place->view, spears_unit_owner(spears_seen(place->view))));
}

/* The Healer that is asked; one can say another, but there is no number for it. */
static const char *healer_name(const struct act_place *place, int slot)
{
    return code_of(place, spears_seen(place->view)->actor, slot);
}

static int digit_of_healer(const struct act_place *place, const struct act_said *said, int n)
{
    return said->thing[n] == spears_seen(place->view)->healer ? 0 : -1;
}

static int asked_healer(const struct act_place *place, const struct act_said *said, int n, int digit)
{
    (void)said, (void)n, (void)digit;
    return spears_seen(place->view)->healer;
}

/* ---- prey and cards ---- */

static const char *prey_name(const struct act_place *place, int prey)
{
    (void)place;
    return prey < SPEARS_PREY ? spears_prey_names[prey] : NULL;
}

static int digit_of_spot(const struct act_place *place, const struct act_said *said, int n)
{
    return spears_spot_of_prey(spears_seen(place->view), said->thing[n]);
}

static int prey_on(const struct act_place *place, const struct act_said *said, int n, int spot)
{
    (void)said, (void)n;
    return spears_seen(place->view)->row[spot] - 1;
}

static void say_card(const struct act_place *place, const struct act_said *said, int n, struct ochre_text *text)
{
    spears_say_value(spears_tables(place->setup)->value[said->thing[n]], text);
}

/* A card ends its form. */
static bool read_card(const struct act_place *place, struct act_said *said, int n, const char **at)
{
    said->thing[n] = spears_read_card(spears_tables(place->setup), *at);
    *at += strlen(*at);
    return said->thing[n] >= 0;
}

static const char *enemy_name(const struct act_place *place, int enemy)
{
    static const char *const names[SPEARS_ENEMIES] = {"e1", "e2", "e3", "e4"};
    (void)place;
    return enemy < SPEARS_ENEMIES ? names[enemy] : NULL;
}

static const char *team_name(const struct act_place *place, int card)
{
    (void)place;
    return SPEARS_SURVIVOR + card < SPEARS_TEAMS ? spears_team_names[SPEARS_SURVIVOR + card] : NULL;
}

static const char *goal_name(const struct act_place *place, int resource)
{
    (void)place;
    return resource < SPEARS_RESOURCES ? spears_resource_names[resource] : NULL;
}

/* ---- tribes and seats ---- */

static const char *tribe_name(const struct act_place *place, int tribe)
{
    (void)place;
    return tribe < SPEARS_TRIBES ? spears_keys[tribe] : NULL;
}

static const char *name_of_seat(const struct act_place *place, int seat)
{
    return seat < place->setup->seats ? spears_key(place->setup, place->view, seat) : NULL;
}

/* Team and goal cards go to the seat whose turn it is to be dealt one. */
static int seat_dealt(const struct act_place *place, const struct act_said *said, int n, int digit)
{
    (void)n, (void)digit;
    return spears_next_dealt(spears_tables(place->setup), spears_seen(place->view),
                             said->act->verb == SPEARS_TEAM_DEALT);
}

static int digit_of_dealt(const struct act_place *place, const struct act_said *said, int n)
{
    return said->thing[n] == seat_dealt(place, said, n, 0) ? 0 : -1;
}

static const struct act_kind kinds[ACT_LETTERS] = {
    ['u'] = {SPEARS_UNITS, .name = unit_name},
    ['o'] = {1, .say = say_owner},
    ['h'] = {1, .name = healer_name, .digit = digit_of_healer, .thing = asked_healer},
    ['p'] = {SPEARS_PREY, .name = prey_name},
    ['r'] = {SPEARS_SPOTS, .name = prey_name, .digit = digit_of_spot, .thing = prey_on},
    ['c'] = {SPEARS_VALUES_MAX, .say = say_card, .read = read_card},
    ['e'] = {SPEARS_ENEMIES, .name = enemy_name},
    ['t'] = {SPEARS_TEAMS - SPEARS_SURVIVOR, .name = team_name},
    ['g'] = {SPEARS_RESOURCES, .name = goal_name},
    ['l'] = {SPEARS_TRIBES, .name = tribe_name},
    ['s'] = {OCHRE_SEATS_MAX, .name = name_of_seat},
    ['d'] = {1, .name = name_of_seat, .digit = digit_of_dealt, .thing = seat_dealt},
};

/* ---- where an act is meant ---- */

static int phase_of(const struct act_place *place)
{
    return spears_seen(place->view)->phase;
}

static bool is_passing(const struct act_place *place)
{
    int phase = phase_of(place);
    return phase == SPEARS_REACT || phase == SPEARS_FIGHT_REACT || phase == SPEARS_OBLIGE;
}

static bool is_accepting(const struct act_place *place)
{
    return phase_of(place) == SPEARS_ACCEPT;
}

static bool is_healing(const struct act_place *place)
{
    return phase_of(place) == SPEARS_HEAL;
}

static bool is_regaining(const struct act_place *place)
{
    return phase_of(place) == SPEARS_VIGOR;
}

static bool is_finishing(const struct act_place *place)
{
    return !is_passing(place) && !is_accepting(place) && !is_healing(place) && !is_regaining(place);
}

static bool is_picking(const struct act_place *place)
{
    return phase_of(place) == SPEARS_PICK;
}

static bool is_giving(const struct act_place *place)
{
    return phase_of(place) == SPEARS_SACRIFICE;
}

static bool is_sending(const struct act_place *place)
{
    return !is_picking(place) && !is_healing(place) && !is_giving(place);
}

static bool is_shuffled(const struct act_place *place)
{
    return phase_of(place) == SPEARS_DRAW_TOKEN;
}

static bool is_clockwise(const struct act_place *place)
{
    return !is_shuffled(place);
}

/* ---- the tables; a verb is called by its first number ---- */

#define ROW(number) (number), .first = (number)

static const struct act plays[] = {
    {ROW(SPEARS_DONE), .form = "pass", .fits = is_passing, .touch = "button:pass"},
    {ROW(SPEARS_DONE), .form = "refuse", .fits = is_accepting, .touch = "button:refuse"},
    {ROW(SPEARS_DONE), .form = "noheal:%h", .fits = is_healing, .touch = "button:noheal"},
    {ROW(SPEARS_DONE), .form = "vigor:no", .fits = is_regaining, .touch = "button:no"},
    {ROW(SPEARS_DONE), .form = "done", .fits = is_finishing, .touch = "button:done"},
    {ROW(SPEARS_FLIP), .form = "flip", .touch = "button:flip"},
    {ROW(SPEARS_GATHER), .form = "gather", .touch = "button:gather"},
    {ROW(SPEARS_SKIP), .form = "skip", .touch = "button:skip"},
    {ROW(SPEARS_BLOCK), .form = "block", .touch = "button:block"},
    {ROW(SPEARS_VIGOR_YES), .form = "vigor:yes", .touch = "button:yes"},
    {ROW(SPEARS_DAY), .form = "day", .touch = "button:day"},
    {ROW(SPEARS_NIGHT), .form = "night", .touch = "button:night"},
    {ROW(SPEARS_UNIT), .form = "+%u", .fits = is_sending, .touch = "unit:%o:%u"},
    {ROW(SPEARS_UNIT), .form = "-%u", .fits = is_giving, .touch = "unit:%o:%u"},
    {ROW(SPEARS_UNIT), .form = "pick:%u", .fits = is_picking, .touch = "unit:%o:%u"},
    {ROW(SPEARS_UNIT), .form = "heal:%h:%u", .fits = is_healing, .touch = "unit:%o:%u"},
    {ROW(SPEARS_PAID), .form = "+%u!", .fits = is_sending, .touch = "unit:%o:%u button:bonus"},
    {ROW(SPEARS_BUY), .form = "buy:%u", .touch = "deck:%o:%u"},
    {ROW(SPEARS_FIGHT), .form = "fight:%s", .touch = "seat:%s button:fight"},
    {ROW(SPEARS_BAN), .form = "ban:%s", .touch = "seat:%s button:ban"},
    {ROW(SPEARS_SUPPORT), .form = "support:%s", .touch = "seat:%s button:support"},
    {ROW(SPEARS_ACCEPT_SEAT), .form = "accept:%s", .touch = "seat:%s button:accept"},
    {ROW(SPEARS_OBLIGE_SEAT), .form = "oblige:%s", .touch = "seat:%s button:oblige"},
    {ROW(SPEARS_FOR), .form = "for:%s", .touch = "seat:%s button:for"},
    {ROW(SPEARS_HUNT), .form = "hunt:%r", .touch = "prey:%r button:hunt"},
    {ROW(SPEARS_CHASE), .form = "chase:%r", .touch = "prey:%r button:chase"},
    {ROW(SPEARS_LOOT_PREY), .form = "loot:%p", .touch = "prey:%p"},
    {ROW(SPEARS_CARD), .form = "card:%c", .touch = "card:%c"},
};

static const struct act draws[] = {
    {ROW(SPEARS_PREY_COMES), .form = "prey:%p"},
    {ROW(SPEARS_ENEMY_COMES), .form = "enemy:%e"},
    {ROW(SPEARS_TEAM_DEALT), .form = "team:%d:%t"},
    {ROW(SPEARS_GOAL_DEALT), .form = "goal:%d:%g"},
    {ROW(SPEARS_SEAT_DRAWN), .form = "token:%s", .fits = is_shuffled},
    {ROW(SPEARS_SEAT_DRAWN), .form = "first:%s", .fits = is_clockwise},
    {ROW(SPEARS_TRIBE_DRAWN), .form = "tribe:%l"},
};

static const struct acts play_acts = {ACTS_OF(plays), .kinds = kinds, .is_spaced = true};
static const struct acts chance_acts = {ACTS_OF(draws), .kinds = kinds, .is_spaced = true};

const struct acts *spears_acts(int seat)
{
    return seat == OCHRE_CHANCE ? &chance_acts : &play_acts;
}
