/* learn_inner.h: what the files of learning share. */
#ifndef OCHRE_LAB_LEARN_INNER_H
#define OCHRE_LAB_LEARN_INNER_H

#include "ai/ismcts.h"
#include "lab/learn.h"
#include "lab/shard.h"

/* ---- learn_play.c: one play ---- */

/* Bytes that grow. */
struct learn_bytes {
    unsigned char *at;
    size_t used, size;
};

/* Somebody who plays, in a thread of his own. */
struct learn_hand {
    const struct ochre_setup *setup;
    const struct ochre_state *start;
    int iterations;
    atomic_bool *stop;
    struct ismcts *search;
    ochre_action *list;
    uint32_t *visits;
    struct learn_bytes bytes; /* of the last play */
};

void learn_hand_init(struct learn_hand *hand, const struct learn_plan *plan);
void learn_hand_free(struct learn_hand *hand);

/* A play against oneself, as bytes: every move, and what searches found. False when it was stopped. */
bool learn_play_self(struct learn_hand *hand, const struct mind *mind, uint64_t seed);

/* A play of two minds (NULL: none), as one byte: the first one's part of 200. The seats change with the number; two
 * plays in a row have the same chance. False when it was stopped. */
bool learn_play_match(struct learn_hand *hand, const struct mind *const mind[2], uint64_t seed, int number);
double learn_match_score(const unsigned char *bytes);

/* A position of a play, with what a search found there. */
struct learn_find {
    const struct ochre_state *state;
    int seat;
    float payoff[OCHRE_SEATS_MAX]; /* what it expected for everybody */
    int count;                     /* moves */
    const ochre_action *list;
    const uint32_t *visits;
};

/* Goes through a play again; `take` is called with every find. The payoffs at its end. False when the bytes make no
 * sense. */
bool learn_replay(struct learn_hand *hand, const unsigned char *bytes, size_t length,
                  void (*take)(void *who, const struct learn_find *find), void *who, float payoff[OCHRE_SEATS_MAX]);

/* ---- learn_crew.c: many plays ---- */

/* Plays numbered from 0, in a shard. */
struct learn_job {
    const struct learn_plan *plan;
    const char *path;
    char run[17]; /* names what is played: a file of something else is refused */
    int plays;
    uint64_t seed;
    const struct mind *mind[2]; /* the player; in a match: the new one and the best */
    bool is_match;
    /* (optional) Of the plays from 0 on, as far as none is missing: are so many enough? */
    bool (*is_enough)(void *who, int number, const unsigned char *bytes);
    void (*progress)(void *who, int done);
    void *who;
};

/* Plays what is missing. 0, or -1 and why; stopped is no failure: then not all are there. */
int learn_crew_run(const struct learn_job *job, struct ochre_error *error);

/* The plays of a file by number. */
struct learn_book {
    struct shard *shard;
    int count; /* plays from 0 on, none missing */
    const unsigned char **bytes;
    size_t *length;
};
int learn_book_open(struct learn_book *book, const char *path, int plays, struct ochre_error *error);
void learn_book_close(struct learn_book *book);

/* ---- learn_data.c: positions as numbers ---- */

struct learn_input {
    uint16_t number; /* of the view, or a hunch behind them; later: place among the inputs of the mind */
    int16_t input;
    float raw;
};

struct learn_choice {
    ochre_action action; /* later: place among the moves of the mind, plus 1 */
    float share;         /* of the tries */
    float promise;       /* how much judge likes it: good to the fourth */
};

struct learn_sample {
    int looker;
    size_t first_input, inputs;
    size_t first_choice;
    int choices; /* 0: somebody who only looks */
    int values;  /* targets that are given, from the one that looks on */
    bool is_test;
    float target[OCHRE_SEATS_MAX];
    float hunch[MIND_HUNCHES_MAX];
};

struct learn_data {
    const struct ochre_setup *setup;
    struct learn_sample *sample;
    struct learn_input *input;
    struct learn_choice *choice;
    size_t samples, samples_max, inputs, inputs_max, choices, choices_max;
};

/* Adds the positions of a play; one play of ten is not learned from. False when the bytes make no sense. */
bool learn_data_add(struct learn_data *data, struct learn_hand *hand, const unsigned char *bytes, size_t length,
                    bool is_test);
void learn_data_free(struct learn_data *data);

/* ---- learn_fit.c ---- */

/* A mind fitted to the data, which is changed: raw numbers become inputs. The same data give the same mind. NULL when
 * it was stopped. */
struct mind *learn_fit(struct learn_data *data, uint64_t seed, struct learn_losses *losses, atomic_bool *stop,
                       void (*progress)(void *who, int done, int total), void *who);

#endif
