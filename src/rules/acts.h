/* acts.h: the moves of a game as a table. An act is a verb with the number of its first action and the form in which it
 * is written; numbers, notation and what one points at to mean a move all come from its row:
 *
 *     static const struct act_kind kinds[ACT_LETTERS] = {['v'] = {VALUES, .say = say_value, .read = read_value}};
 *     static const struct act list[] = {
 *         {PLAY, "play:%v", .first = 0, .touch = "card:%v"},
 *         {PASS, "pass", .first = VALUES, .fits = may_pass}};
 *     static const struct acts acts = {ACTS_OF(list), .kinds = kinds};
 *
 * In a form %v is a thing of kind v; everything else stands for itself. What somebody says is first read as an act with
 * its things (struct act_said), whether or not there is a number for it: why_not judges that, and says which rule
 * forbids it. Then acts_number gives the number, first + the digits of the things, each with its kind's count as base.
 * Acts stand in the order of their first numbers. Those with the same first number have the same numbers, and the first
 * that fits the place is meant; otherwise the numbers of acts do not overlap. */
#ifndef OCHRE_RULES_ACTS_H
#define OCHRE_RULES_ACTS_H

#include "rules/show.h"

enum { ACT_THINGS_MAX = 4, ACT_LETTERS = 128 };

/* Where a move is made. */
struct act_place {
    const struct ochre_setup *setup;
    const struct ochre_view *view;
    int seat;
};

struct act;
struct act_kind;

/* An act with its things, in the order of its form. */
struct act_said {
    const struct act *act;
    int thing[ACT_THINGS_MAX];
    const struct act_kind *kind[ACT_THINGS_MAX]; /* NULL behind the last */
};

/* A kind of thing: a square, a card, a seat. `n` is its place among the things; those before it are known. */
struct act_kind {
    int count; /* digits run from 0 to count - 1 */
    void (*say)(const struct act_place *place, const struct act_said *said, int n, struct ochre_text *text);
    /* Reads said->thing[n] at the cursor, which moves behind it; false when nothing of this kind stands there. */
    bool (*read)(const struct act_place *place, struct act_said *said, int n, const char **at);
    /* (optional) From the thing to its digit, -1: this place has no number for it; and back. Without them a thing is
     * its own digit. */
    int (*digit)(const struct act_place *place, const struct act_said *said, int n);
    int (*thing)(const struct act_place *place, const struct act_said *said, int n, int digit);
    /* (optional) In place of say and read: what a thing is called, NULL after the last. Where several names stand, the
     * longest is meant; what has no name is written "?". */
    const char *(*name)(const struct act_place *place, int thing);
};

/* For .say and .read of things that people count from 1. What is read may be beyond the last, or before the first. */
void act_say_number(const struct act_place *place, const struct act_said *said, int n, struct ochre_text *text);
bool act_read_number(const struct act_place *place, struct act_said *said, int n, const char **at);

struct act {
    int verb;
    const char *form;
    ochre_action first;
    bool (*fits)(const struct act_place *place); /* (optional) is it meant here? */
    /* (optional) What one points at, in order, separated by blanks; %v as in the form, or a kind that the form does not
     * have (its n is -1); what comes out empty is left out. Without it: the notation. */
    const char *touch;
};

struct acts {
    const struct act *list;
    int count;
    const struct act_kind *kinds; /* by their letters */
    bool is_any_case;             /* letters of the forms may be typed in either case */
    bool is_spaced;               /* a blank may be typed for ':' */
};

#define ACTS_OF(rows) .list = (rows), .count = (int)(sizeof(rows) / sizeof(rows)[0])

/* The act that a number means here, with its things; NULL: there is none. */
const struct act *acts_find(const struct acts *acts, const struct act_place *place, ochre_action action,
                            struct act_said *said);

/* The number, or OCHRE_NO_ACTION when a thing has no digit here. */
ochre_action acts_number(const struct act_place *place, const struct act_said *said);

/* Reads the whole text. The first act that fits, else one that does not (*is_elsewhere); NULL: no act is written so. */
const struct act *acts_read(const struct acts *acts, const struct act_place *place, const char *text,
                            struct act_said *said, bool *is_elsewhere);

/* Both at once, for games where every text has its number or is no move; false when it is none. */
bool acts_parse(const struct acts *acts, const struct act_place *place, const char *text, ochre_action *action);

/* An act in notation; a number in notation ("?" where there is no such act). */
void acts_say(const struct act_place *place, const struct act_said *said, struct ochre_text *text);
void acts_format(const struct acts *acts, const struct act_place *place, ochre_action action, struct ochre_text *text);

/* What one points at to mean the number, and its notation. */
void acts_touch(const struct acts *acts, const struct act_place *place, ochre_action action, struct ochre_touch *touch);

#endif
