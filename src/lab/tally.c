/* tally.c: see tally.h. */
#include "lab/tally.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/hash.h"

enum { PLAYS_LEAST = 30 }; /* fewer plays say nothing about a part */

static void *room(void *old, size_t count, size_t size)
{
    void *memory = realloc(old, count * size);
    if (!memory) {
        fputs("ochre: out of memory\n", stderr);
        abort();
    }
    return memory;
}

void tally_init(struct tally *tally, const struct arena_plan *plan)
{
    *tally = (struct tally){.plan = plan, .seats = plan->opening->setup.seats};
    for (int player = 0; player < tally->seats; player++) {
        int kind = 0;
        while (kind < tally->kinds && !text_same(tally->name[kind], plan->player[player]))
            kind++;
        tally->name[kind] = plan->player[player];
        tally->kind_of[player] = kind;
        tally->kinds += kind == tally->kinds;
    }
}

void tally_free(struct tally *tally)
{
    free(tally->play);
    free(tally->part);
    *tally = (struct tally){0};
}

/* ---- results ---- */

static int winner_count(const struct arena_record *record)
{
    return __builtin_popcount(record->outcome.winners & OCHRE_ALL_SEATS);
}

static bool is_draw(const struct tally *tally, const struct arena_record *record)
{
    int winners = winner_count(record);
    return winners == 0 || (winners == tally->seats && tally->seats > 1);
}

static void add_to_cell(const struct tally *tally, struct tally_cell *cell, const struct arena_record *record, int seat)
{
    const struct ochre_outcome *outcome = &record->outcome;
    int winners = winner_count(record);
    bool has_won = seats_has(outcome->winners, seat);
    cell->plays += 1;
    if (is_draw(tally, record))
        cell->draws += 1;
    else if (has_won && winners == 1)
        cell->wins += 1;
    else if (has_won)
        cell->shared += 1;
    cell->share += has_won ? 1.0 / winners : 0;
    sum_add(&cell->payoff, outcome->payoff[seat]);
    sum_add(&cell->score, outcome->score[seat]);
    for (int part = 0; part < OCHRE_PARTS_MAX && outcome->part_name[part]; part++)
        sum_add(&cell->part[part], outcome->part[seat][part]);
    cell->thought += record->thought[seat];
    cell->seconds += record->seconds[seat];
}

double tally_rate(const struct tally_cell *cell)
{
    return cell->plays > 0 ? cell->share / cell->plays : 0;
}

static void count_reason(struct tally *tally, const char *reason)
{
    if (!reason)
        return;
    int i = 0;
    while (i < tally->reasons && !text_same(tally->reason[i].reason, reason))
        i++;
    if (i == TALLY_REASONS_MAX)
        return;
    tally->reason[i].reason = reason;
    tally->reason[i].count++;
    tally->reasons += i == tally->reasons;
}

/* Winners and the others, where there are both. */
static void compare_scores(struct tally *tally, const struct arena_record *record)
{
    const struct ochre_outcome *outcome = &record->outcome;
    for (int part = 0; part < OCHRE_PARTS_MAX && outcome->part_name[part]; part++)
        tally->part_name[part] = outcome->part_name[part];
    for (int seat = 0; seat < tally->seats; seat++) {
        tally->has_scores = tally->has_scores || outcome->score[seat] != 0;
        if (is_draw(tally, record))
            continue;
        bool has_won = seats_has(outcome->winners, seat);
        sum_add(has_won ? &tally->winners_score : &tally->others_score, outcome->score[seat]);
        for (int part = 0; part < OCHRE_PARTS_MAX && outcome->part_name[part]; part++)
            sum_add(has_won ? &tally->winners_part[part] : &tally->others_part[part], outcome->part[seat][part]);
    }
}

static void keep_play(struct tally *tally, const struct arena_record *record)
{
    if ((size_t)tally->games == tally->play_max) {
        tally->play_max = tally->play_max ? 2 * tally->play_max : 1024;
        tally->play = room(tally->play, tally->play_max, sizeof *tally->play);
    }
    struct tally_play *play = &tally->play[tally->games];
    *play = (struct tally_play){.winners = record->outcome.winners,
                                .moves = record->moves,
                                .decisions = record->decisions,
                                .lead_changes = record->lead_changes};
    for (int seat = 0; seat < tally->seats; seat++) {
        play->player[seat] = record->player[seat];
        play->rank[seat] = (uint8_t)record->outcome.rank[seat];
        play->score[seat] = record->outcome.score[seat];
        play->payoff[seat] = record->outcome.payoff[seat];
    }
    memcpy(play->choices, record->choices, sizeof play->choices);
    memcpy(play->leaders, record->leaders, sizeof play->leaders);
}

/* ---- parts ---- */

/* NULL when there are too many parts to tell apart. */
static struct tally_part *part_of(struct tally *tally, uint32_t key, bool is_opening)
{
    uint64_t at = hash_mix((uint64_t)key << 1 | is_opening) % TALLY_SLOTS;
    for (; tally->slot[at]; at = (at + 1) % TALLY_SLOTS) {
        struct tally_part *part = &tally->part[tally->slot[at] - 1];
        if (part->key == key && part->is_opening == is_opening)
            return part;
    }
    if (tally->parts == TALLY_SLOTS / 2)
        return NULL;
    if (tally->parts == tally->part_max) {
        tally->part_max = tally->part_max ? 2 * tally->part_max : 128;
        tally->part = room(tally->part, (size_t)tally->part_max, sizeof *tally->part);
    }
    struct tally_part *part = &tally->part[tally->parts++];
    *part = (struct tally_part){.key = key, .is_opening = is_opening};
    tally->slot[at] = (uint16_t)tally->parts;
    return part;
}

static void add_use(const struct tally *tally, struct tally_part *part, const struct arena_record *record,
                    const uint16_t count[])
{
    if (!part)
        return;
    double total = 0;
    for (int seat = 0; seat < tally->seats; seat++)
        total += count[seat];
    part->uses += total;
    double average = total / tally->seats;
    double payoff[2] = {0, 0}; /* of those who used it less, more */
    int seats[2] = {0, 0};
    for (int seat = 0; seat < tally->seats; seat++)
        if (count[seat] != average) {
            payoff[count[seat] > average] += record->outcome.payoff[seat];
            seats[count[seat] > average]++;
        }
    if (!seats[0] || !seats[1])
        return;
    sum_add(&part->more, payoff[1] / seats[1] - payoff[0] / seats[0]);
    for (int seat = 0; seat < tally->seats; seat++)
        if (count[seat] != average)
            part->weight[seat][record->player[seat]] += count[seat] > average ? 1.0 / seats[1] : -1.0 / seats[0];
}

/* Keeps the words that the label and another sentence have in common; what differs becomes one "…". */
static void keep_common(char *label, size_t size, const char *sentence)
{
    enum { WORDS_MAX = 40 };
    char both[2][TALLY_LABEL_SIZE];
    const char *word[2][WORDS_MAX];
    int count[2] = {0, 0};
    for (int i = 0; i < 2; i++) {
        struct ochre_text text = text_on(both[i], sizeof both[i]);
        text_add(&text, i ? sentence : label);
        for (char *at = both[i]; *at && count[i] < WORDS_MAX;) {
            word[i][count[i]++] = at;
            at += strcspn(at, " ");
            if (*at)
                *at++ = '\0';
        }
    }
    /* The longest common row of words. */
    unsigned char length[WORDS_MAX + 1][WORDS_MAX + 1] = {{0}};
    for (int a = count[0] - 1; a >= 0; a--)
        for (int b = count[1] - 1; b >= 0; b--)
            length[a][b] = text_same(word[0][a], word[1][b])     ? (unsigned char)(length[a + 1][b + 1] + 1)
                           : length[a + 1][b] > length[a][b + 1] ? length[a + 1][b]
                                                                 : length[a][b + 1];
    struct ochre_text out = text_on(label, size);
    int a = 0;
    int b = 0;
    while (a < count[0] || b < count[1]) {
        bool is_same = a < count[0] && b < count[1] && text_same(word[0][a], word[1][b]);
        const char *next = is_same ? word[0][a] : "…";
        if (is_same || out.used < strlen("…") || !text_same(label + out.used - strlen("…"), "…")) {
            text_add(&out, out.used ? " " : "");
            text_add(&out, next);
        }
        if (is_same) {
            a++;
            b++;
        } else if (b >= count[1] || (a < count[0] && length[a + 1][b] >= length[a][b + 1])) {
            a++;
        } else {
            b++;
        }
    }
}

static void listen(struct tally *tally, const struct arena_saying *saying)
{
    struct tally_part *part = part_of(tally, saying->key, false);
    if (part && part->has_label) {
        keep_common(part->label, sizeof part->label, saying->words);
    } else if (part) {
        struct ochre_text label = text_on(part->label, sizeof part->label);
        text_add(&label, saying->words);
        part->has_label = true;
    }
}

/* First moves; a move that several seats began with is counted once, for all of them. */
static void count_openings(struct tally *tally, const struct arena_record *record)
{
    for (int seat = 0; seat < tally->seats; seat++) {
        const char *move = record->opening[seat];
        bool is_counted = !*move;
        uint16_t count[OCHRE_SEATS_MAX] = {0};
        for (int other = 0; other < tally->seats; other++) {
            count[other] = text_same(move, record->opening[other]);
            is_counted = is_counted || (other < seat && count[other]);
        }
        struct tally_part *part = is_counted ? NULL : part_of(tally, (uint32_t)hash_bytes(0, move, strlen(move)), true);
        if (!part)
            continue;
        struct ochre_text label = text_on(part->label, sizeof part->label);
        text_add(&label, move);
        part->has_label = true;
        add_use(tally, part, record, count);
    }
}

static void count_parts(struct tally *tally, const struct arena_record *record)
{
    for (int i = 0; i < record->use_count; i++)
        add_use(tally, part_of(tally, record->uses[i].key, false), record, record->uses[i].count);
    for (int i = 0; i < record->saying_count; i++)
        listen(tally, &record->sayings[i]);
    count_openings(tally, record);
}

double tally_effect(const struct tally *tally, const struct tally_part *part, struct interval *interval)
{
    double explained = 0;
    for (int seat = 0; seat < tally->seats && part->more.count > 0; seat++)
        for (int player = 0; player < tally->seats; player++)
            if (part->weight[seat][player] != 0)
                explained +=
                    part->weight[seat][player] / part->more.count * sum_mean(&tally->cell[player][seat].payoff);
    double effect = sum_mean(&part->more) - explained;
    double reach = STATS_Z95 * sum_error(&part->more);
    *interval = (struct interval){effect - reach, effect + reach};
    return effect;
}

struct ranked {
    const struct tally_part *part;
    double effect;
    double sure; /* how far the interval stays away from none; below 0 when it does not */
};

static int by_part(const struct ranked *one, const struct ranked *other)
{
    return (one->part->key > other->part->key) - (one->part->key < other->part->key);
}

static int by_effect(const void *a, const void *b)
{
    const struct ranked *one = a;
    const struct ranked *other = b;
    if (one->effect != other->effect)
        return one->effect > other->effect ? -1 : 1;
    return by_part(one, other);
}

static int by_surety(const void *a, const void *b)
{
    const struct ranked *one = a;
    const struct ranked *other = b;
    if (one->sure != other->sure)
        return one->sure > other->sure ? -1 : 1;
    return by_part(one, other);
}

int tally_parts(const struct tally *tally, const struct tally_part **out, int max)
{
    struct ranked *list = room(NULL, (size_t)tally->parts + 1, sizeof *list);
    int count = 0;
    for (int i = 0; i < tally->parts; i++) {
        const struct tally_part *part = &tally->part[i];
        struct interval interval;
        if (part->more.count < PLAYS_LEAST || !part->has_label)
            continue;
        double effect = tally_effect(tally, part, &interval);
        list[count++] = (struct ranked){part, effect, fmax(interval.low, -interval.high)};
    }
    qsort(list, (size_t)count, sizeof *list, by_surety);
    count = count < max ? count : max;
    qsort(list, (size_t)count, sizeof *list, by_effect);
    for (int i = 0; i < count; i++)
        out[i] = list[i].part;
    free(list);
    return count;
}

bool tally_take(void *who, const struct arena_record *record)
{
    struct tally *tally = who;
    keep_play(tally, record);
    tally->games++;
    tally->draws += is_draw(tally, record);
    tally->shared += !is_draw(tally, record) && winner_count(record) > 1;
    for (int seat = 0; seat < tally->seats; seat++) {
        int player = record->player[seat];
        int kind = tally->kind_of[player];
        add_to_cell(tally, &tally->seat[seat], record, seat);
        add_to_cell(tally, &tally->kind[kind], record, seat);
        add_to_cell(tally, &tally->cell[player][seat], record, seat);
        tally->sat[kind] |= SEAT_BIT(seat);
    }
    sum_add(&tally->moves, record->moves);
    sum_add(&tally->decisions, record->decisions);
    sum_add(&tally->lead_changes, record->lead_changes);
    tally->choices.count += record->decisions;
    tally->choices.total += (double)record->choices_sum;
    tally->choices_max = record->choices_max > tally->choices_max ? record->choices_max : tally->choices_max;
    count_reason(tally, record->outcome.reason);
    compare_scores(tally, record);
    count_parts(tally, record);
    return true;
}
