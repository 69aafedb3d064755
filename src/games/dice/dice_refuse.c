/* dice_refuse.c: why a turn is not allowed, with the number of the rule (docs/rules/dice.md). Asked about squares, so
 * that turns no action number can say are answered too. */
#include "games/dice/dice.h"

/* The turn in question with all that the answers need. */
struct question {
    const struct dice_rules *rules;
    const struct dice_core *core;
    const struct dice_try *try;
    dice_unit unit, there; /* on from and to */
    struct ochre_text *words;
    char from[8], to[8], target[8]; /* names of the squares */
};

static void name_square(const struct dice_rules *rules, int square, char name[8])
{
    struct ochre_text text = text_on(name, 8);
    if (square >= 0)
        dice_square_write(rules, square, &text);
}

static bool is_own(const struct question *q, dice_unit unit)
{
    return unit && unit_owner(unit) == q->core->side;
}

static int files_apart(const struct question *q)
{
    return q->try->to % q->rules->n - q->try->from % q->rules->n;
}

static int ranks_apart(const struct question *q)
{
    return q->try->to / q->rules->n - q->try->from / q->rules->n;
}

static int distance(int a, int b)
{
    int x = a < 0 ? -a : a;
    int y = b < 0 ? -b : b;
    return x > y ? x : y;
}

/* Does the unit on from point at to, near or far? */
static bool is_aimed(const struct question *q)
{
    int files = files_apart(q);
    int ranks = ranks_apart(q);
    return unit_is_diagonal(q->unit) ? files == ranks || files == -ranks : files == 0 || ranks == 0;
}

/* The first unit between from and to, -1 = none. */
static int blocker(const struct question *q)
{
    int far = distance(files_apart(q), ranks_apart(q));
    int by = files_apart(q) / far + ranks_apart(q) / far * q->rules->n;
    for (int k = 1; k < far; k++)
        if (dice_unit_at(q->rules, q->core, q->try->from + by * k))
            return q->try->from + by * k;
    return -1;
}

/* 3.3: an own unit has to act. */
static const char *refuse_unit(struct question *q)
{
    if (!q->unit) {
        text_say(q->words, "There is no unit on {0}.", q->from);
        return "3.3";
    }
    if (!is_own(q, q->unit)) {
        text_say(q->words, "The unit on {0} belongs to {1}.", q->from,
                 text_word(q->words, dice_colour_name(unit_owner(q->unit))));
        return "3.3";
    }
    return NULL;
}

/* 3.2: reach. */
static const char *refuse_reach(struct question *q)
{
    if (!is_aimed(q)) {
        if (unit_is_diagonal(q->unit))
            text_say(q->words,
                     "The unit on {0} is diagonal: it moves along diagonals only, so not to {1}. Rotate it first.",
                     q->from, q->to);
        else
            text_say(
                q->words,
                "The unit on {0} is straight: it moves along its row and column only, so not to {1}. Rotate it first.",
                q->from, q->to);
        return "3.2";
    }
    if (distance(files_apart(q), ranks_apart(q)) > unit_value(q->unit)) {
        text_say_count(q->words, unit_value(q->unit), "The unit on {0} moves one square at most; {2} is too far.",
                       "The unit on {0} moves {1} squares at most; {2} is too far.", q->from, NUM(unit_value(q->unit)),
                       q->to);
        return "3.2";
    }
    int between = blocker(q);
    if (between >= 0) {
        char name[8];
        name_square(q->rules, between, name);
        text_say(q->words, "The way from {0} to {1} is blocked on {2}: nothing is jumped over.", q->from, q->to, name);
        return "3.2";
    }
    return NULL;
}

/* 3.6.1 … 3.6.5: alliances. */
static const char *refuse_alliance(struct question *q)
{
    if (!is_own(q, q->there)) {
        text_say(q->words, "There is no unit of your colour on {0} to ally with.", q->to);
        return "3.6";
    }
    if (!q->rules->ally) {
        text_say(q->words, "This play is without alliances.");
        return "3.6.1";
    }
    if (!q->rules->chain && (unit_is_ally(q->unit) || unit_is_ally(q->there))) {
        text_say(q->words, "The unit on {0} is an alliance already; only single dice may join.",
                 unit_is_ally(q->unit) ? q->from : q->to);
        return "3.6.2";
    }
    if (unit_value(q->unit) != unit_value(q->there)) {
        text_say(q->words, "Allies need equal values: {0} has a {1}, {2} has a {3}.", q->from, NUM(unit_value(q->unit)),
                 q->to, NUM(unit_value(q->there)));
        return "3.6.3";
    }
    if (unit_value(q->unit) >= q->rules->faces) {
        text_say(q->words, "Units of the largest value, {0}, do not ally.", NUM(q->rules->faces));
        return "3.6.3";
    }
    if (unit_is_diagonal(q->unit) != unit_is_diagonal(q->there)) {
        text_say(q->words, "Allies need the same orientation; {0} and {1} differ.", q->from, q->to);
        return "3.6.4";
    }
    if (!is_aimed(q) || distance(files_apart(q), ranks_apart(q)) != 1) {
        text_say(q->words, "Allies must be neighbours along their orientation; {0} and {1} are not.", q->from, q->to);
        return "3.6.4";
    }
    int colour = q->core->side;
    bool from_crossed = q->rules->crossed[q->try->from] >> colour & 1;
    if (!from_crossed || !(q->rules->crossed[q->try->to] >> colour & 1)) {
        text_say(q->words, "Allies must both be beyond the middle; {0} is not.", from_crossed ? q->to : q->from);
        return "3.6.5";
    }
    return NULL;
}

/* 3.5: the exchange, for a slide that is allowed itself. */
static const char *refuse_exchange(struct question *q)
{
    dice_unit target = dice_unit_at(q->rules, q->core, q->try->target);
    if (q->rules->martyr == MARTYR_OFF)
        text_say(q->words, "This play is without the martyr's right.");
    else if (q->try->kind != TRY_SLIDE || !q->there)
        text_say(q->words, "Only a capture can give the martyr's right; this turn captures nothing.");
    else if (unit_is_ally(q->unit))
        text_say(q->words, "An alliance never has the martyr's right.");
    else if (unit_value(q->unit) != q->rules->faces - 1)
        text_say(q->words, "The martyr's right comes when a {0} becomes a {1}; {2} holds a {3}.",
                 NUM(q->rules->faces - 1), NUM(q->rules->faces), q->from, NUM(unit_value(q->unit)));
    else if (q->try->target == q->try->to)
        text_say(q->words, "The unit on {0} is captured in this very turn and cannot be asked for as well.", q->to);
    else if (!target || is_own(q, target))
        text_say(q->words, "There is no enemy unit on {0} to ask for.", q->target);
    else
        return NULL;
    return "3.5";
}

static const char *refuse_slide(struct question *q)
{
    if (is_own(q, q->there)) {
        text_say(q->words, "Your own unit stands on {1}; to ally with it write {0}+{1}.", q->from, q->to);
        return "3.3";
    }
    const char *rule = refuse_reach(q);
    if (!rule && q->try->target >= 0)
        rule = refuse_exchange(q);
    return rule;
}

const char *dice_refuse(const struct dice_rules *rules, const struct dice_core *core, int seat,
                        const struct dice_try *try, struct ochre_text *words)
{
    struct ochre_text unheard = text_on(NULL, 0);
    struct question q = {.rules = rules, .core = core, .try = try, .words = words ? words : &unheard};
    if (core->end) {
        text_say(q.words, "The play is over.");
        return "3.8";
    }
    if (seat != dice_seat_to_move(rules, core)) {
        text_say(q.words, "It is not your turn.");
        return "3.1";
    }
    q.unit = dice_unit_at(rules, core, try->from);
    q.there = try->to >= 0 ? dice_unit_at(rules, core, try->to) : 0;
    name_square(rules, try->from, q.from);
    name_square(rules, try->to, q.to);
    name_square(rules, try->target, q.target);
    const char *rule = refuse_unit(&q);
    if (rule)
        return rule;
    if (try->kind == TRY_ROTATE)
        return try->target >= 0 ? refuse_exchange(&q) : NULL;
    if (try->to < 0) {
        text_say(q.words, "That leads off the board from {0}.", q.from);
        return "3.2";
    }
    if (try->to == try->from) {
        text_say(q.words, "A turn is a slide, a rotation or an alliance; the unit on {0} cannot just stay.", q.from);
        return "3.3";
    }
    if (try->kind == TRY_SLIDE)
        return refuse_slide(&q);
    rule = refuse_alliance(&q);
    return !rule && try->target >= 0 ? refuse_exchange(&q) : rule;
}

const char *dice_why_not(const struct ochre_setup *setup, const struct ochre_view *view, int seat, ochre_action action,
                         struct ochre_text *words)
{
    const struct dice_rules *rules = dice_rules_of(setup);
    const struct dice_core *core = dice_seen(view);
    if (action >= setup->actions) {
        if (words)
            text_say(words, "There is no such turn.");
        return "3.3";
    }
    struct dice_move move = dice_move_of(rules, core, action);
    struct dice_try try = {.from = move.from, .to = move.to, .target = move.target, .kind = TRY_SLIDE};
    if (move.is_rotation) {
        try.kind = TRY_ROTATE;
    } else if (move.to >= 0) {
        dice_unit there = dice_unit_at(rules, core, move.to);
        if (there && unit_owner(there) == core->side)
            try.kind = TRY_ALLY; /* the same number says both; a step onto an own unit is an alliance or nothing */
    }
    return dice_refuse(rules, core, seat, &try, words);
}
