/* facets.h: for the files of a game: all five facets, and one line that declares what every game has. */
#ifndef OCHRE_RULES_FACETS_H
#define OCHRE_RULES_FACETS_H

#include "rules/read.h"
#include "rules/rules.h"
#include "rules/show.h"
#include "rules/think.h"
#include "rules/words.h"

/* Declares the game, its facets (each in the file of its name) and the entries that have a file of their own
 * (docs/adding-a-game.md). An entry that a game leaves out is declared all the same, and nowhere used. */
#ifdef __cppcheck__
/* cppcheck takes functions that are declared in one place for one and the same. */
#define FACETS_OF(NAME) extern const struct ochre_game ochre_##NAME
#else
#define FACETS_OF(NAME)                                                                                                \
    extern const struct ochre_game ochre_##NAME;                                                                       \
    extern const struct ochre_rules NAME##_rules;                                                                      \
    extern const struct ochre_words NAME##_words;                                                                      \
    extern const struct ochre_show NAME##_show;                                                                        \
    extern const struct ochre_think NAME##_think;                                                                      \
    extern const struct ochre_read NAME##_read;                                                                        \
    extern const struct ochre_duel NAME##_duel;                                                                        \
    extern const struct ochre_record_form NAME##_record;                                                               \
    extern const struct ochre_case_words NAME##_cases;                                                                 \
    void NAME##_standing(const struct ochre_setup *setup, const struct ochre_state *state, struct ochre_outcome *out); \
    void NAME##_outcome(const struct ochre_setup *setup, const struct ochre_state *state, struct ochre_outcome *out);  \
    void NAME##_redact(const struct ochre_setup *setup, struct ochre_state *state, int viewer);                        \
    bool NAME##_determinize(const struct ochre_setup *setup, struct ochre_view *view, int seat,                        \
                            struct ochre_rng *rng);                                                                    \
    ochre_seats NAME##_witnesses(const struct ochre_setup *setup, const struct ochre_state *state, int seat,           \
                                 ochre_action action);                                                                 \
    const char *NAME##_check(const struct ochre_setup *setup, const struct ochre_state *state);                        \
    void NAME##_say_ask(const struct ochre_setup *setup, const struct ochre_view *view, int seat,                      \
                        struct ochre_text *text);                                                                      \
    void NAME##_say_move(const struct ochre_setup *setup, const struct ochre_view *view, int seat,                     \
                         ochre_action action, struct ochre_text *text);                                                \
    extern const char *const NAME##_groups[];                                                                          \
    int NAME##_group_of(const struct ochre_setup *setup, const struct ochre_view *view, int seat,                      \
                        ochre_action action);                                                                          \
    int NAME##_find_danger(const struct ochre_setup *setup, const struct ochre_view *view, int seat, int from,         \
                           struct ochre_danger *danger, struct ochre_text *text);                                      \
    const char *NAME##_why_not(const struct ochre_setup *setup, const struct ochre_view *view, int seat,               \
                               ochre_action action, struct ochre_text *words);                                         \
    void NAME##_tell(const struct ochre_setup *setup, const struct ochre_view *view, const struct ochre_event *event,  \
                     struct ochre_text *text);                                                                         \
    void NAME##_write_view(const struct ochre_setup *setup, const struct ochre_view *view, int viewer,                 \
                           struct json_writer *writer);                                                                \
    void NAME##_write_printed(const struct ochre_setup *setup, struct json_writer *writer);                            \
    void NAME##_observe(const struct ochre_setup *setup, const struct ochre_view *view, int seat, float *planes);      \
    void NAME##_planes(const struct ochre_setup *setup, struct ochre_plan *plan);                                      \
    void NAME##_appraise(const struct ochre_setup *setup, const struct ochre_state *state,                             \
                         float payoff[OCHRE_SEATS_MAX]);                                                               \
    uint64_t NAME##_perft(const struct ochre_setup *setup, const struct ochre_state *state, int depth, bool bulk,      \
                          struct ochre_divide *divide);                                                                \
    void NAME##_pack_warnings(const struct ochre_setup *setup, struct ochre_text *lines)
#endif

#endif
