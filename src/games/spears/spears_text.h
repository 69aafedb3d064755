/* spears_text.h: names and short texts of what lies on the table, from views; for words, pictures and JSON. */
#ifndef OCHRE_GAMES_SPEARS_TEXT_H
#define OCHRE_GAMES_SPEARS_TEXT_H

#include "games/spears/spears_play.h"
#include "rules/acts.h"

/* ---- spears_names.c ---- */

extern const char *const spears_keys[SPEARS_TRIBES]; /* the letters as texts */
extern const char *const spears_times[];             /* "day", "night", NULL */
extern const char *const spears_tribe_names[SPEARS_TRIBES];
extern const char *const spears_type_names[SPEARS_TYPES];
extern const char spears_type_letters[]; /* "hgwma": how the codes of units begin */
extern const char *const spears_team_names[SPEARS_TEAMS];
extern const char *const spears_resource_names[SPEARS_RESOURCES];
extern const char *const spears_prey_names[SPEARS_PREY]; /* "p01" is 0 */
extern const char *const spears_phase_names[SPEARS_PHASES];

/* What people call the seat: its tribe, or its place while that is not drawn. */
const char *spears_name(const struct ochre_view *view, int seat);
/* The letter of its tribe; NULL while that is not drawn. */
const char *spears_letter(const struct ochre_view *view, int seat);
/* The letter of a seat's tribe, its code while that is not drawn, "-" for nobody. */
const char *spears_key(const struct ochre_setup *setup, const struct ochre_view *view, int seat);
/* The name of a card in the reader's language, or its fallback. */
void spears_say_name(struct json name, const char *fallback, struct ochre_text *text);
/* "+1", "0", "-1". */
void spears_say_value(int value, struct ochre_text *text);
/* Names read: -1 where there is no such prey; the rank of a card value ("1" is "+1"), -1: the pack has no such card. */
int spears_read_prey(const char *word);
int spears_read_card(const struct spears_tables *t, const char *word);
/* Does the code of a unit stand here: a letter of its type and a digit from 1 to 9? */
bool spears_is_code(const char *at);
/* The slot of the unit with this code, -1: the tribe has none. */
int spears_slot_of_code(const struct spears_tables *t, int tribe, const char *code);
/* The seat whose units the pending decision is about. */
int spears_unit_owner(const struct spears_state *s);

/* ---- spears_called.c: what things are called in sentences ---- */

enum { SPEARS_CALLED = 96 }; /* room for what one thing is called */

/* "the reindeer", as the built-in pack has it; else the name in the pack. */
void spears_call_prey(const struct spears_tables *t, int prey, struct ochre_text *text);
void spears_call_enemy(const struct spears_tables *t, int enemy, struct ochre_text *text);
/* "a Hunter"; "a Hunter of power 3"; several of them. */
void spears_call_kind(const struct spears_tables *t, int tribe, int slot, struct ochre_text *text);
void spears_call_unit(const struct spears_tables *t, int tribe, int slot, struct ochre_text *text);
void spears_call_units(const struct spears_tables *t, int tribe, unsigned units, struct ochre_text *text);
/* "+1", "0", and with a true minus. */
void spears_call_value(int value, struct ochre_text *text);
const char *spears_call_team(const struct ochre_text *text, int team);
/* "bones"; SPEARS_RESOURCES: "of anything". */
const char *spears_call_resource(const struct ochre_text *text, int resource);

/* ---- spears_contest.c: the running or last contest as JSON ---- */

void spears_write_contest(const struct ochre_setup *setup, const struct ochre_view *view, int viewer,
                          struct json_writer *writer);
/* The seat that blocks as things stand, or OCHRE_NOBODY. */
int spears_likely_blocker(const struct spears_tables *t, const struct spears_state *s);
/* What sending the unit adds where its owner is asked to, without what is paid for. */
int spears_unit_adds(const struct spears_tables *t, const struct spears_state *s, int seat, int slot);

/* ---- spears_tell_end.c: how it ended; false: the event is another one ---- */

bool spears_tell_end(const struct ochre_setup *setup, const struct ochre_view *view, const struct ochre_event *event,
                     struct ochre_text *text);

/* ---- spears_acts.c: the moves as a table, of chance or of seats ---- */

const struct acts *spears_acts(int seat);

/* ---- spears_why.c: what was said has no number here; NULL: it belongs to another decision ---- */

const char *spears_why_said(const struct act_place *place, const struct act_said *said, struct ochre_text *words);

/* ---- spears_shorthand.c: "-" where there is nothing, "?" for what the view does not show ---- */

/* A word behind those since `start`. */
void spears_add_word(struct ochre_text *text, size_t start, const char *word);
void spears_say_units(const struct spears_tables *t, const struct spears_state *s, int seat, struct ochre_text *text);
void spears_say_set(const struct spears_tables *t, const struct spears_state *s, int seat, unsigned units,
                    struct ochre_text *text);
void spears_say_pile(uint32_t pile, struct ochre_text *text);
void spears_say_hand(const struct spears_tables *t, const struct spears_state *s, int seat, struct ochre_text *text);
void spears_say_placed(const struct spears_tables *t, const struct spears_state *s, int seat, struct ochre_text *text);
void spears_say_reveal(const struct spears_tables *t, const struct spears_state *s, int round, struct ochre_text *text);
void spears_say_row(const struct spears_state *s, struct ochre_text *text);
void spears_say_queue(const struct spears_state *s, struct ochre_text *text); /* nothing where it is empty */
void spears_say_goals(const struct spears_state *s, int seat, struct ochre_text *text);
void spears_say_unused(const struct spears_tables *t, const struct spears_state *s, struct ochre_text *text);
/* "m3 b0 t12": what the prey of a seat brings. */
void spears_say_total(const struct spears_tables *t, const struct spears_state *s, int seat, struct ochre_text *text);

#endif
