/* dice_words.c: notation and the story, from views (docs/rules/dice.md, section 4). */
#include "games/dice/dice.h"

const char *dice_colour_name(int colour)
{
    static const char *const names[] = {N_("White"), N_("Black"), N_("Red"), N_("Green")};
    return names[colour];
}

const char *dice_seat_name(const struct ochre_setup *setup, const struct ochre_view *view, int seat)
{
    (void)view;
    static const char *const partners[] = {N_("White, south-west"), N_("Black, north-west"), N_("White, north-east"),
                                           N_("Black, south-east")};
    return dice_rules_of(setup)->mode == MODE_TEAMS ? partners[seat] : dice_colour_name(seat);
}

/* ---- moves ---- */

void dice_format_move(const struct ochre_setup *setup, const struct ochre_view *view, int seat, ochre_action action,
                      struct ochre_text *text)
{
    (void)seat;
    const struct dice_rules *rules = dice_rules_of(setup);
    const struct dice_core *core = dice_seen(view);
    if (action >= setup->actions) {
        text_char(text, '?');
        return;
    }
    struct dice_move move = dice_move_of(rules, core, action);
    dice_square_write(rules, move.from, text);
    if (move.is_rotation) {
        text_char(text, 'r');
    } else if (move.to < 0) {
        text_char(text, '?');
    } else {
        dice_unit there = dice_unit_at(rules, core, move.to);
        if (there && unit_owner(there) == core->side)
            text_char(text, '+');
        dice_square_write(rules, move.to, text);
    }
    if (move.target >= 0) {
        text_char(text, '=');
        dice_square_write(rules, move.target, text);
    }
}

/* A square's name; false when it is none of this board. */
static bool read_square(const struct dice_rules *rules, const char **at, int *square)
{
    int file = **at - 'a';
    const char *digits = *at + 1;
    int rank;
    if (file < 0 || file >= rules->n || *digits == '0' || !text_read_number(&digits, 2, &rank) || rank > rules->n)
        return false;
    *at = digits;
    *square = (rank - 1) * rules->n + file;
    return true;
}

static bool read_try(const struct dice_rules *rules, const char *text, struct dice_try *try)
{
    *try = (struct dice_try){.to = -1, .target = -1, .kind = TRY_SLIDE};
    if (!read_square(rules, &text, &try->from))
        return false;
    if (text_same(text, "r")) {
        try->kind = TRY_ROTATE;
        try->to = try->from;
        return true;
    }
    if (*text == '+') {
        try->kind = TRY_ALLY;
        text++;
    }
    if (!read_square(rules, &text, &try->to))
        return false;
    if (try->kind == TRY_SLIDE && *text == '=') {
        text++;
        if (!read_square(rules, &text, &try->target))
            return false;
    }
    return *text == '\0';
}

/* The action number of a turn; false when no number says it. */
static bool number_of(const struct dice_rules *rules, const struct dice_core *core, const struct dice_try *try,
                      ochre_action *action)
{
    dice_unit unit = dice_unit_at(rules, core, try->from);
    uint32_t plane = rules->planes;
    if (try->kind == TRY_ROTATE)
        plane = rules->planes - 1;
    for (int direction = 0; direction < 4 && unit && plane == rules->planes; direction++)
        for (int steps = 1; steps <= rules->reach; steps++)
            if (dice_square_towards(rules, try->from, unit_is_diagonal(unit), direction, steps) == try->to)
                plane = (uint32_t)(direction * rules->reach + steps - 1);
    if (plane == rules->planes)
        return false;
    dice_unit there = dice_unit_at(rules, core, try->to);
    bool is_own = there && unit_owner(there) == core->side;
    if (try->kind != TRY_ROTATE && is_own != (try->kind == TRY_ALLY))
        return false; /* the number of an alliance is that of the step onto the partner */
    *action = rules->stage * (ochre_action)(try->target + 1) + (ochre_action)try->from * rules->planes + plane;
    return true;
}

const char *dice_parse_move(const struct ochre_setup *setup, const struct ochre_view *view, int seat, const char *text,
                            ochre_action *action, struct ochre_text *words)
{
    const struct dice_rules *rules = dice_rules_of(setup);
    const struct dice_core *core = dice_seen(view);
    struct dice_try try;
    if (!read_try(rules, text, &try)) {
        char corner[8];
        struct ochre_text last = text_on(corner, sizeof corner);
        dice_square_write(rules, rules->squares - 1, &last);
        if (words)
            text_say(words,
                     "Turns are written a2a3 (slide), a2r (rotate), c5+d6 (ally) or d4d6=h8 (exchange), with squares "
                     "from a1 to {0}.",
                     corner);
        return "notation";
    }
    if (number_of(rules, core, &try, action))
        return NULL;
    return dice_refuse(rules, core, seat, &try, words);
}

/* ---- the story ---- */

/* A unit as a noun: "the 2", "the alliance of 4". */
static const char *noun(struct ochre_text *text, dice_unit unit)
{
    if (unit_is_ally(unit))
        text_say(text, "the alliance of {0}", NUM(unit_value(unit)));
    else
        text_say(text, "the {0}", NUM(unit_value(unit)));
    return text->at;
}

/* A unit with its owner: "Black's 2". */
static const char *noun_of(struct ochre_text *text, dice_unit unit)
{
    const char *owner = text_word(text, dice_colour_name(unit_owner(unit)));
    if (unit_is_ally(unit))
        text_say(text, "{0}'s alliance of {1}", owner, NUM(unit_value(unit)));
    else
        text_say(text, "{0}'s {1}", owner, NUM(unit_value(unit)));
    return text->at;
}

static const char *name_of(struct ochre_text *text, const struct dice_rules *rules, int square)
{
    dice_square_write(rules, square, text);
    return text->at;
}

/* Buffers for the parts of a sentence, in the listener's language. */
struct parts {
    char bytes[4][64];
    struct ochre_text text[4];
};

static void parts_init(struct parts *parts, const struct ochre_tongue *tongue)
{
    for (int i = 0; i < 4; i++)
        /* cppcheck-suppress uninitvar ; text_in fills the buffer it is handed */
        parts->text[i] = text_in(parts->bytes[i], sizeof parts->bytes[i], tongue);
}

/* "White, Red" for a set of colours. */
static const char *colours(struct ochre_text *text, int set)
{
    for (int colour = 0; colour < DICE_COLOURS; colour++)
        if (set >> colour & 1) {
            text_add(text, text->used ? ", " : "");
            text_add(text, text_word(text, dice_colour_name(colour)));
        }
    return text->at;
}

static void tell_end(const struct ochre_event *event, struct ochre_text *text)
{
    struct parts p;
    parts_init(&p, text->tongue);
    const char *who = colours(&p.text[0], event->args[1]);
    switch (event->args[0]) {
    case END_ELIMINATION: text_say(text, "{0} wins: no other colour has a unit left.", who); break;
    case END_SUM: text_say(text, "{0} wins with the largest sum of values.", who); break;
    case END_REPETITION: text_say(text, "The position occurs for the third time: a draw between {0}.", who); break;
    case END_NO_PROGRESS: text_say(text, "Too many turns without progress: a draw between {0}.", who); break;
    default: text_say(text, "Nobody has a unit left: a draw."); break;
    }
}

/* Captures and exchanges: sentences about two units. */
static void tell_fight(const struct dice_rules *rules, const struct ochre_event *event, const char *who,
                       struct ochre_text *text)
{
    const int16_t *args = event->args;
    struct parts p;
    parts_init(&p, text->tongue);
    if (event->kind == DICE_CAPTURED) {
        text_say(text, "{0} takes {1} on {2} with {3} from {4}; it is worth {5} now.", who,
                 noun_of(&p.text[0], (dice_unit)args[4]), name_of(&p.text[1], rules, args[2]),
                 noun(&p.text[2], (dice_unit)args[3]), name_of(&p.text[3], rules, args[1]), NUM(args[5]));
        return;
    }
    const char *square = name_of(&p.text[0], rules, args[1]);
    const char *chosen = noun_of(&p.text[1], (dice_unit)args[3]);
    const char *target = name_of(&p.text[2], rules, args[2]);
    if (event->kind == DICE_MARTYRED)
        text_say(text, "Martyr's right: {0} gives the unit on {1} for {2} on {3}; both leave the board.", who, square,
                 chosen, target);
    else
        text_say(text, "Martyr's right: {0} gives the unit on {1} for {2} on {3}; they change owner.", who, square,
                 chosen, target);
}

void dice_tell(const struct ochre_setup *setup, const struct ochre_view *view, const struct ochre_event *event,
               struct ochre_text *text)
{
    (void)view;
    const struct dice_rules *rules = dice_rules_of(setup);
    const int16_t *args = event->args;
    struct parts p;
    parts_init(&p, text->tongue);
    const char *who =
        event->kind == DICE_ENDED ? "" : text_word(text, dice_colour_name(args[event->kind == DICE_LEFT]));
    switch (event->kind) {
    case DICE_SLID:
        text_say(text, "{0} moves {1} from {2} to {3}.", who, noun(&p.text[0], (dice_unit)args[3]),
                 name_of(&p.text[1], rules, args[1]), name_of(&p.text[2], rules, args[2]));
        break;
    case DICE_ROTATED:
        if (args[3])
            text_say(text, "{0} turns {1} on {2} to diagonal.", who, noun(&p.text[0], (dice_unit)args[2]),
                     name_of(&p.text[1], rules, args[1]));
        else
            text_say(text, "{0} turns {1} on {2} to straight.", who, noun(&p.text[0], (dice_unit)args[2]),
                     name_of(&p.text[1], rules, args[1]));
        break;
    case DICE_CAPTURED:
    case DICE_MARTYRED:
    case DICE_SWAPPED: tell_fight(rules, event, who, text); break;
    case DICE_RENOUNCED:
        text_say(text, "{0} renounces the martyr's right and keeps the {1} on {2}.", who, NUM(args[2]),
                 name_of(&p.text[0], rules, args[1]));
        break;
    case DICE_ALLIED:
        text_say(text, "{0} joins {1} with {2}: an alliance of {3}.", who, name_of(&p.text[0], rules, args[1]),
                 name_of(&p.text[1], rules, args[2]), NUM(args[3]));
        break;
    case DICE_LEFT: text_say(text, "{0} leaves the play; its units are taken off the board.", who); break;
    case DICE_BEATEN: text_say(text, "{0} has no unit left.", who); break;
    case DICE_ENDED: tell_end(event, text); break;
    default: break;
    }
}
