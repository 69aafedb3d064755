/* spears.c: the table of spears, its options and events, and how they are compiled. */
#include "games/spears/spears.h"

extern const char spears_default_pack[];

static const struct ochre_option options[] = {
    [SPEARS_TRIBES_OPTION] = {.name = "tribes",
                              .min = 1,
                              .fallback = "random",
                              .about = N_("tribes in seat order, such as NESW, or random")},
    [SPEARS_FIRST_OPTION] = {.name = "first",
                             .choices = (const char *const[]){"random", "p1", "p2", "p3", "p4", NULL},
                             .fallback = "random",
                             .about = N_("who takes order token 1")},
    [SPEARS_TOKENS_OPTION] = {.name = "tokens",
                              .min = 1,
                              .fallback = "clockwise",
                              .about = N_("order tokens: clockwise, shuffled, or the seats in order, such as 2413")},
    [SPEARS_NO_REPEAT] = {.name = "no_repeat",
                          .choices = (const char *const[]){"previous_turn", "last_use", NULL},
                          .fallback = "previous_turn",
                          .about = N_("how long nobody may be banned or obliged again")},
    [SPEARS_DEFENCE_EXHAUSTS] = {.name = "defence_exhausts",
                                 .choices = (const char *const[]){"false", "true", NULL},
                                 .fallback = "false",
                                 .about = N_("units that survive a defence become inactive")},
    [SPEARS_FREE_OVERPAY] = {.name = "free_overpay",
                             .choices = (const char *const[]){"false", "true", NULL},
                             .fallback = "false",
                             .about = N_("a sacrifice may overpay although an exact one exists")},
    [SPEARS_SHOW_UNUSED_GOALS] = {.name = "show_unused_goals",
                                  .choices = (const char *const[]){"false", "true", NULL},
                                  .fallback = "false",
                                  .about = N_("show the goals that were not dealt after the game")},
    {0},
};

static const struct ochre_event_kind events[] = {
    [SPEARS_TOLD_TRIBE] = {"tribe", "seat tribe"},
    [SPEARS_TOLD_TOKEN] = {"token", "token seat"},
    [SPEARS_TOLD_TEAM] = {"team", "seat team"},
    [SPEARS_TOLD_GOAL] = {"goal", "seat resource"},
    [SPEARS_TOLD_PREY] = {"prey", "prey spot"},
    [SPEARS_TOLD_ENEMY] = {"enemy", "enemy"},
    [SPEARS_TOLD_TIME] = {"time", "seat night"},
    [SPEARS_TOLD_TURN] = {"turn", "turn chief"},
    [SPEARS_TOLD_BERRIES] = {"berries", "seat gained berries"},
    [SPEARS_TOLD_BOUGHT] = {"bought", "seat unit"},
    [SPEARS_TOLD_BANNED] = {"banned", "seat banned"},
    [SPEARS_TOLD_CHASED] = {"chased", "seat prey"},
    [SPEARS_TOLD_FLIPPED] = {"flipped", "seat night"},
    [SPEARS_TOLD_GATHERED] = {"gathered", "seat berries"},
    [SPEARS_TOLD_SKIPPED] = {"skipped", "seat"},
    [SPEARS_TOLD_HUNTS] = {"hunts", "seat prey"},
    [SPEARS_TOLD_FIGHTS] = {"fights", "seat attacked"},
    [SPEARS_TOLD_SENDS] = {"sends", "seat unit paid"},
    [SPEARS_TOLD_PASSES] = {"passes", "seat"},
    [SPEARS_TOLD_BLOCKS] = {"blocks", "seat"},
    [SPEARS_TOLD_OFFERS] = {"offers", "seat to"},
    [SPEARS_TOLD_BLOCKER] = {"blocker", "seat value"},
    [SPEARS_TOLD_ACCEPTED] = {"accepted", "seat supporter"},
    [SPEARS_TOLD_REFUSED] = {"refused", "seat"},
    [SPEARS_TOLD_OBLIGED] = {"obliged", "seat obliged unit"},
    [SPEARS_TOLD_OBLIGED_FOR] = {"obliged_for", "obliged side"},
    [SPEARS_TOLD_PICKED] = {"picked", "seat attacked unit"},
    [SPEARS_TOLD_NAMED] = {"named", "seat prey"},
    [SPEARS_TOLD_PLACED] = {"placed", "seat value"},
    [SPEARS_TOLD_REVEALED] = {"revealed", "value..."},
    [SPEARS_TOLD_COMPARED] = {"compared", "what first second"},
    [SPEARS_TOLD_UNFOUGHT] = {"unfought", "seat"},
    [SPEARS_TOLD_TOOK] = {"took", "seat prey"},
    [SPEARS_TOLD_STOLE] = {"stole", "seat attacked prey"},
    [SPEARS_TOLD_HEALED] = {"healed", "owner healer seat unit"},
    [SPEARS_TOLD_LOST] = {"lost", "seat units"},
    [SPEARS_TOLD_PAID] = {"paid", "seat gained berries"},
    [SPEARS_TOLD_VIGOR] = {"vigor", "change vigor"},
    [SPEARS_TOLD_SHOWED_TEAM] = {"showed_team", "seat team"},
    [SPEARS_TOLD_SHOWED_GOAL] = {"showed_goal", "seat resource"},
    [SPEARS_TOLD_WON] = {"won", "team"},
    {0},
};

/* Option tribes: distinct letters in seat order (2.1). */
static int compile_tribes(const struct ochre_setup *setup, struct spears_tables *t, struct ochre_error *error)
{
    const char *word = setup->option[SPEARS_TRIBES_OPTION].word;
    memset(t->tribes, -1, sizeof t->tribes);
    if (text_same(word, "random"))
        return 0;
    for (int seat = 0; seat < setup->seats; seat++) {
        const char *letter = word[seat] ? strchr(spears_letters, word[seat]) : NULL;
        bool is_new = letter != NULL;
        for (int other = 0; is_new && other < seat; other++)
            is_new = t->tribes[other] != letter - spears_letters;
        if (!is_new || (seat == setup->seats - 1 && word[seat + 1]))
            return error_set(error, "2.1",
                             "option tribes cannot be '{0}' (expected random or {1} different letters "
                             "of N, E, S, W)",
                             word, NUM(setup->seats));
        t->tribes[seat] = (int8_t)(letter - spears_letters);
    }
    return 0;
}

/* Options first and tokens (2.1); anything but clockwise makes first meaningless. */
static int compile_tokens(const struct ochre_setup *setup, struct spears_tables *t, struct ochre_error *error)
{
    const char *word = setup->option[SPEARS_TOKENS_OPTION].word;
    int first = setup->option[SPEARS_FIRST_OPTION].number;
    memset(t->tokens, -1, sizeof t->tokens);
    if (first > setup->seats)
        return error_set(error, "2.1", "option first cannot be '{0}' with {1} seats",
                         setup->option[SPEARS_FIRST_OPTION].word, NUM(setup->seats));
    if (text_same(word, "clockwise")) {
        t->is_first_drawn = first == 0;
        for (int k = 0; first && k < setup->seats; k++)
            t->tokens[k] = (int8_t)((first - 1 + k) % setup->seats);
        return 0;
    }
    if (text_same(word, "shuffled")) {
        t->are_tokens_drawn = true;
        return 0;
    }
    for (int k = 0; k < setup->seats; k++) {
        int seat = word[k] ? word[k] - '1' : -1;
        bool is_new = seat >= 0 && seat < setup->seats;
        for (int other = 0; is_new && other < k; other++)
            is_new = t->tokens[other] != seat;
        if (!is_new || (k == setup->seats - 1 && word[k + 1]))
            return error_set(error, "2.1",
                             "option tokens cannot be '{0}' (expected clockwise, shuffled, or seats such as {1})", word,
                             setup->seats == 4 ? "2413" : "231");
        t->tokens[k] = (int8_t)seat;
    }
    return 0;
}

/* Sums over every set of a tribe's units, so that play only looks them up. */
static void compile_sets(struct spears_tables *t)
{
    for (int tribe = 0; tribe < SPEARS_TRIBES; tribe++) {
        for (int slot = 0; slot < SPEARS_UNITS; slot++) {
            const struct spears_unit *unit = &t->unit[tribe][slot];
            t->of_type[tribe][unit->type] |= unit_bit(slot);
            for (int berries = unit->cost; berries <= SPEARS_BERRIES_MAX; berries++)
                t->affordable[tribe][berries] |= unit_bit(slot);
        }
        for (unsigned set = 1; set < 1u << SPEARS_UNITS; set++) {
            const struct spears_unit *unit = &t->unit[tribe][__builtin_ctz(set)];
            unsigned rest = set & (set - 1);
            t->power[tribe][set] = (uint8_t)(t->power[tribe][rest] + unit->power);
            t->level[tribe][set] = (uint8_t)(t->level[tribe][rest] + unit->level);
            t->yield[tribe][set] = (uint8_t)(t->yield[tribe][rest] + unit->berry);
        }
    }
    for (int prey = 0; prey < SPEARS_PREY; prey++) {
        t->icons += t->prey[prey].has_vigor;
        t->night |= (uint32_t)t->prey[prey].is_night << prey;
    }
}

_Static_assert(sizeof(struct spears_tables) <= OCHRE_TABLES_MAX, "the tables fit into the setup");

static int compile(struct ochre_setup *setup, const struct ochre_terms *terms, struct ochre_error *error)
{
    (void)terms;
    struct spears_tables *t = (struct spears_tables *)setup->tables;
    t->seats = setup->seats;
    if (compile_tribes(setup, t, error) < 0 || compile_tokens(setup, t, error) < 0)
        return -1;
    t->keeps_memory = setup->option[SPEARS_NO_REPEAT].number == 1;
    t->exhausts = setup->option[SPEARS_DEFENCE_EXHAUSTS].number == 1;
    t->overpays = setup->option[SPEARS_FREE_OVERPAY].number == 1;
    t->shows_unused = setup->option[SPEARS_SHOW_UNUSED_GOALS].number == 1;
    t->goals_each = setup->seats == 3 ? 2 : 1;
    t->teams[SPEARS_SURVIVOR] = 2;
    t->teams[SPEARS_AMASSER] = setup->seats == 4;
    t->teams[SPEARS_DOMINATOR] = 1;
    if (spears_read_pack(setup->pack, setup->seats, t, error) < 0)
        return -1;
    compile_sets(t);
    setup->actions = SPEARS_ACTIONS;
    setup->chance_actions = SPEARS_OUTCOMES;
    setup->legal_max = SPEARS_ACTIONS;
    setup->state_size = sizeof(struct spears_state);
    setup->observe_size = SPEARS_PLANES;
    /* Each turn costs vigor; a turn has fewer than 1000 small moves whatever the pack (11.1). */
    setup->moves_max = (uint32_t)(SPEARS_VIGOR_MAX + t->icons) * 1000 + 64;
    return 0;
}

const struct ochre_game ochre_spears = {
    .id = "spears",
    .name = "Spears and Bones",
    .designer = "", /* the rulebook names nobody */
    .about = N_("hunts, fights and a shared defence, with hidden teams and secret cards"),
    .rules_version = 1,
    .seats_min = 3,
    .seats_max = 4,
    .seats_usual = 4,
    .seat_counts = 1 << 3 | 1 << 4,
    .options = options,
    .events = events,
    .pack_format = "spears-pack-1",
    .default_pack = spears_default_pack,
    .cases = &spears_cases,
    .record = &spears_record,
    .terms_of = spears_terms_of,
    .compile = compile,
    .start = spears_start,
    .pending = spears_pending,
    .legal = spears_legal,
    .weight = spears_weight,
    .apply = spears_apply,
    .standing = spears_standing,
    .outcome = spears_outcome,
    .is_hushed = spears_is_hushed,
    .redact = spears_redact,
    .determinize = spears_determinize,
    .witnesses = spears_witnesses,
    .seat_name = spears_seat_name,
    .seat_key = spears_seat_key,
    .format_move = spears_format_move,
    .say_ask = spears_say_ask,
    .say_move = spears_say_move,
    .parse_move = spears_parse_move,
    .why_not = spears_why_not,
    .tell = spears_tell,
    .draw = spears_draw,
    .write_view = spears_write_view,
    .touch = spears_touch,
    .observe = spears_observe,
    .read_state = spears_read_state,
    .judge = spears_judge,
    .appraise = spears_appraise,
    .foresight = 16,
    .foresight_moves = 4,
    .check = spears_check,
    .pack_warnings = spears_pack_warnings,
};
