/* tally.h: what many plays add up to. Takes the records of the arena in order; knows no screen and no file. */
#ifndef OCHRE_LAB_TALLY_H
#define OCHRE_LAB_TALLY_H

#include "lab/arena.h"
#include "lab/stats.h"

enum { TALLY_REASONS_MAX = 16, TALLY_LABEL_SIZE = 160, TALLY_SLOTS = 16384 };

/* What a seat, a kind of player, or one in the other, has to show. */
struct tally_cell {
    double plays;        /* plays times seats sat in */
    double wins, shared; /* alone, with others; a play that all seats share is a draw and neither */
    double draws;        /* shared by all, or won by nobody */
    double share;        /* wins, shared ones and draws as fractions */
    struct sum payoff;
    struct sum score;
    struct sum part[OCHRE_PARTS_MAX];
    double thought, seconds; /* decisions, and the time they took */
};

/* One play, for distributions. */
struct tally_play {
    ochre_seats winners;
    uint8_t player[OCHRE_SEATS_MAX];
    uint8_t rank[OCHRE_SEATS_MAX];
    int32_t score[OCHRE_SEATS_MAX];
    float payoff[OCHRE_SEATS_MAX];
    uint32_t moves, decisions, lead_changes;
    uint16_t choices[ARENA_POINTS];
    ochre_seats leaders[ARENA_POINTS];
};

/* Something seats did, and what it went together with. In each play in which some used it more often than the average
 * of the table and some less often, the payoff of the former minus that of the latter. */
struct tally_part {
    uint32_t key; /* ARENA_KEY; of an opening move: a hash */
    bool is_opening;
    char label[TALLY_LABEL_SIZE]; /* the words that all sentences about it have in common */
    bool has_label;
    double uses; /* in all plays and seats */
    struct sum more;
    double weight[OCHRE_SEATS_MAX][OCHRE_SEATS_MAX]; /* of seat and player in `more`, to take their part out of it */
};

struct tally {
    const struct arena_plan *plan;
    int seats, kinds;
    int kind_of[OCHRE_SEATS_MAX];      /* of a player of the plan */
    const char *name[OCHRE_SEATS_MAX]; /* of a kind */
    ochre_seats sat[OCHRE_SEATS_MAX];  /* seats a kind has sat in */

    int games;
    int draws, shared; /* plays */
    struct tally_cell seat[OCHRE_SEATS_MAX];
    struct tally_cell kind[OCHRE_SEATS_MAX];
    struct tally_cell cell[OCHRE_SEATS_MAX][OCHRE_SEATS_MAX]; /* player in seat */
    struct sum moves, decisions, lead_changes, choices;
    uint32_t choices_max;
    bool has_scores;
    const char *part_name[OCHRE_PARTS_MAX];
    struct sum winners_part[OCHRE_PARTS_MAX], others_part[OCHRE_PARTS_MAX];
    struct sum winners_score, others_score;
    struct {
        const char *reason;
        int count;
    } reason[TALLY_REASONS_MAX];
    int reasons;

    struct tally_play *play;
    size_t play_max;
    struct tally_part *part;
    int parts, part_max;
    uint16_t slot[TALLY_SLOTS]; /* where a part stands, plus 1; found by the hash of its key */
};

void tally_init(struct tally *tally, const struct arena_plan *plan);
void tally_free(struct tally *tally);

/* For arena_plan.take. */
bool tally_take(void *tally, const struct arena_record *record);

/* A part's effect on the payoff, what seat and player explain taken out of it, and its interval. */
double tally_effect(const struct tally *tally, const struct tally_part *part, struct interval *interval);

/* The parts whose effect is surest (enough plays, interval far from none), at most `max`; the most helpful first.
 * Returns how many. */
int tally_parts(const struct tally *tally, const struct tally_part **out, int max);

/* All wins of a cell, as a share of its plays. */
double tally_rate(const struct tally_cell *cell);

#endif
