/* dice_why.c: why a turn is not allowed, with the number of the rule (docs/rules/dice.md). Asked about squares, so
 * that turns no action number can say are answered too. */
#include "games/dice/dice_board.h"
#include "rules/why.h"

/* The turn in question with all that the answers need. */
struct question {
    const struct dice_tables *t;
    const struct dice_core *core;
    const struct dice_move *move;
    dice_unit unit, there; /* on from and to */
    struct ochre_text *words;
    const char *from, *to, *target; /* names of the squares */
};

static bool is_own(const struct question *q, dice_unit unit)
{
    return unit && dice_owner(unit) == q->core->side;
}

static int files_apart(const struct question *q)
{
    return q->move->to % q->t->n - q->move->from % q->t->n;
}

static int ranks_apart(const struct question *q)
{
    return q->move->to / q->t->n - q->move->from / q->t->n;
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
    return dice_is_diagonal(q->unit) ? files == ranks || files == -ranks : files == 0 || ranks == 0;
}

/* The first unit between from and to, -1 = none. */
static int blocker(const struct question *q)
{
    int far = distance(files_apart(q), ranks_apart(q));
    assert(far > 0 && is_aimed(q));
    int by = files_apart(q) / far + ranks_apart(q) / far * q->t->n;
    for (int k = 1; k < far; k++)
        if (dice_unit_at(q->t, q->core, q->move->from + by * k))
            return q->move->from + by * k;
    return -1;
}

/* 3.3: an own unit has to act. */
static const char *refuse_unit(const struct question *q)
{
    if (!q->unit)
        return why_refuse(q->words, "3.3", N_("There is no stone on {0}."), q->from);
    if (!is_own(q, q->unit))
        return why_refuse(q->words, "3.3", N_("The stone on {0} belongs to {1}."), q->from,
                          why_word(q->words, dice_colour_name(dice_owner(q->unit))));
    return NULL;
}

/* 3.2: reach. */
static const char *refuse_reach(const struct question *q)
{
    if (!is_aimed(q)) {
        if (dice_is_diagonal(q->unit))
            return why_refuse(
                q->words, "3.2",
                N_("The stone on {0} is diagonal and slides along diagonals only, so not to {1}. Turn it first."),
                q->from, q->to);
        return why_refuse(
            q->words, "3.2",
            N_("The stone on {0} is straight and slides along its row and column only, so not to {1}. Turn it first."),
            q->from, q->to);
    }
    if (distance(files_apart(q), ranks_apart(q)) > dice_value(q->unit))
        return why_refuse_count(
            q->words, "3.2", dice_value(q->unit), "The stone on {0} slides one square at most; {2} is too far.",
            "The stone on {0} slides {1} squares at most; {2} is too far.", q->from, NUM(dice_value(q->unit)), q->to);
    int between = blocker(q);
    if (between >= 0)
        return why_refuse(q->words, "3.2", N_("The way from {0} to {1} is blocked on {2}: nothing is jumped over."),
                          q->from, q->to, DICE_SQUARE(q->t->n, between));
    return NULL;
}

/* 3.6.1 … 3.6.5: alliances. */
static const char *refuse_alliance(const struct question *q)
{
    if (!is_own(q, q->there))
        return why_refuse(q->words, "3.6", N_("There is no stone of yours on {0} to join."), q->to);
    if (!q->t->ally)
        return why_refuse(q->words, "3.6.1", N_("This play is without alliances."));
    if (!q->t->chain && (dice_is_ally(q->unit) || dice_is_ally(q->there)))
        return why_refuse(q->words, "3.6.2", N_("On {0} stands an alliance already; only single stones join."),
                          dice_is_ally(q->unit) ? q->from : q->to);
    if (dice_value(q->unit) != dice_value(q->there))
        return why_refuse(q->words, "3.6.3", N_("Only equal values join: on {0} stands a {1}, on {2} a {3}."), q->from,
                          NUM(dice_value(q->unit)), q->to, NUM(dice_value(q->there)));
    if (dice_value(q->unit) >= q->t->faces)
        return why_refuse(q->words, "3.6.3", N_("Stones of the largest value, {0}, do not join."), NUM(q->t->faces));
    if (dice_is_diagonal(q->unit) != dice_is_diagonal(q->there))
        return why_refuse(q->words, "3.6.4", N_("Only stones turned the same way join; {0} and {1} differ."), q->from,
                          q->to);
    if (!is_aimed(q) || distance(files_apart(q), ranks_apart(q)) != 1)
        return why_refuse(q->words, "3.6.4", N_("Only neighbours that face each other join; {0} and {1} do not."),
                          q->from, q->to);
    int colour = q->core->side;
    bool from_crossed = q->t->crossed[q->move->from] >> colour & 1;
    if (!from_crossed || !(q->t->crossed[q->move->to] >> colour & 1))
        return why_refuse(q->words, "3.6.5", N_("Both stones must be beyond the middle to join; {0} is not."),
                          from_crossed ? q->to : q->from);
    return NULL;
}

/* 3.5: the exchange, for a slide that is allowed itself. */
static const char *refuse_exchange(const struct question *q)
{
    dice_unit target = dice_unit_at(q->t, q->core, q->move->target);
    if (q->t->martyr == MARTYR_OFF)
        return why_refuse(q->words, "3.5", N_("This play is without the martyr's right."));
    if (q->move->kind != MOVE_SLIDE || !q->there)
        return why_refuse(q->words, "3.5", N_("Only a capture gives the martyr's right; this turn takes nothing."));
    if (dice_is_ally(q->unit))
        return why_refuse(q->words, "3.5", N_("An alliance never has the martyr's right."));
    if (dice_value(q->unit) != q->t->faces - 1)
        return why_refuse(q->words, "3.5", N_("The martyr's right comes when a {0} grows to {1}; on {2} stands a {3}."),
                          NUM(q->t->faces - 1), NUM(q->t->faces), q->from, NUM(dice_value(q->unit)));
    if (q->move->target == q->move->to)
        return why_refuse(q->words, "3.5", N_("The stone on {0} is taken in this very turn; ask for another one."),
                          q->to);
    if (!target || is_own(q, target))
        return why_refuse(q->words, "3.5", N_("There is no enemy stone on {0} to ask for."), q->target);
    return NULL;
}

static const char *refuse_slide(const struct question *q)
{
    if (is_own(q, q->there))
        return why_refuse(q->words, "3.3",
                          N_("Your own stone stands on {1}: the one on {0} may only join it (write {0}+{1})."), q->from,
                          q->to);
    const char *rule = refuse_reach(q);
    if (!rule && q->move->target >= 0)
        rule = refuse_exchange(q);
    return rule;
}

const char *dice_refuse(const struct dice_tables *t, const struct dice_core *core, int seat,
                        const struct dice_move *move, struct ochre_text *words)
{
    assert(move->from >= 0 && move->to < t->squares && move->target < t->squares);
    struct question q = {.t = t, .core = core, .move = move, .words = words};
    if (core->end)
        return why_refuse(words, "3.8", N_("The play is over."));
    if (dice_is_lot(core))
        return why_refuse(words, "1.5", N_("The lot decides first who begins."));
    if (seat != dice_seat_to_move(t, core))
        return why_refuse(words, "3.1", N_("It is not your turn."));
    q.unit = dice_unit_at(t, core, move->from);
    q.there = move->to >= 0 ? dice_unit_at(t, core, move->to) : 0;
    q.from = DICE_SQUARE(t->n, move->from);
    q.to = DICE_SQUARE(t->n, move->to);
    q.target = DICE_SQUARE(t->n, move->target);
    const char *rule = refuse_unit(&q);
    if (rule)
        return rule;
    if (move->kind == MOVE_ROTATE)
        return move->target >= 0 ? refuse_exchange(&q) : NULL;
    if (move->to < 0)
        return why_refuse(words, "3.2", N_("That leads off the board from {0}."), q.from);
    if (move->to == move->from)
        return why_refuse(words, "3.3", N_("The stone on {0} cannot just stay: slide it, turn it or join another."),
                          q.from);
    if (move->kind == MOVE_SLIDE)
        return refuse_slide(&q);
    rule = refuse_alliance(&q);
    return !rule && move->target >= 0 ? refuse_exchange(&q) : rule;
}

const char *dice_why_not(const struct ochre_setup *setup, const struct ochre_view *view, int seat, ochre_action action,
                         struct ochre_text *words)
{
    const struct dice_tables *t = dice_tables(setup);
    const struct dice_core *core = dice_seen(view);
    const char *answer;
    if (why_begins(setup, view, seat, action, "3.3", words, &answer))
        return answer;
    struct dice_move move = dice_move_of(t, core, action);
    return dice_refuse(t, core, seat, &move, words);
}
