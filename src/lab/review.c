/* review.c: see review.h. */
#include "lab/review.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/hash.h"
#include "rules/rules.h"
#include "rules/think.h"
#include "rules/words.h"

const char *const review_grades[GRADES] = {"", N_("best"), N_("fine"), N_("inaccuracy"), N_("mistake"), N_("blunder")};

/* A review under way. */
struct looking {
    struct review *review;
    struct review_plan plan;
    struct weigher *weigher;
    float now[OCHRE_SEATS_MAX]; /* what everybody could expect after the last step */
};

static const struct ochre_setup *setup_of(const struct looking *looking)
{
    return table_setup(looking->review->table);
}

/* Every step thinks from its own seed: what one finds does not depend on the others. */
static uint64_t seed_of(const struct looking *looking, int number)
{
    return hash_mix(looking->plan.seed * 0x10001 + (uint64_t)number);
}

static bool is_stopped(const struct looking *looking)
{
    return looking->plan.stop && atomic_load(looking->plan.stop);
}

/* ---- grades ---- */

/* A game's measure of a mistake is what a strong player's own decisions seem to cost in one of twenty cases
 * (docs/review.md): twice as much is a blunder, half of it an inaccuracy, a sixth of it nothing. */
static enum review_grade grade_of(const struct ochre_setup *setup, const struct weighed *weighed)
{
    float mistake = setup->game->think->mistake;
    assert(mistake > 0);
    if (weighed->lost >= 2 * mistake)
        return GRADE_BLUNDER;
    if (weighed->lost >= mistake)
        return GRADE_MISTAKE;
    if (weighed->lost >= mistake / 2)
        return GRADE_INACCURACY;
    return weighed->lost >= mistake / 6 ? GRADE_FINE : GRADE_BEST;
}

/* One decision counts the less the more it gave away; half when that was a blunder. */
static double accuracy_of(const struct ochre_setup *setup, float lost)
{
    return 100 / (1 + (double)lost / (2 * (double)setup->game->think->mistake));
}

/* ---- steps ---- */

static void say_move(const struct looking *looking, const struct ochre_view *view, int seat, ochre_action action,
                     char *notation, char *words)
{
    const struct ochre_setup *setup = setup_of(looking);
    struct ochre_text text = text_on(notation, OCHRE_MOVE_SIZE);
    setup->game->words->format_move(setup, view, seat, action, &text);
    text = text_in(words, REVIEW_WORDS_SIZE, looking->plan.tongue);
    if (setup->game->words->say_move && seat != OCHRE_CHANCE)
        setup->game->words->say_move(setup, view, seat, action, &text);
    if (!text.used)
        text_add(&text, notation);
}

static void add_notation(char *words, const char *move)
{
    char whole[REVIEW_WORDS_SIZE];
    struct ochre_text text = text_on(whole, sizeof whole);
    text_fill(&text, "{0} ({1})", (const char *const[]){words, move, NULL});
    memcpy(words, whole, sizeof whole);
}

/* The course in notation, as far as it can be followed from one state that the seat could not rule out. */
static void tell_course(const struct looking *looking, const struct ochre_view *view, int seat,
                        const struct weighed *weighed, struct review_step *step)
{
    const struct ochre_setup *setup = setup_of(looking);
    struct ochre_rng rng;
    struct ochre_state state;
    rng_seed(&rng, 0);
    if (!view_imagine(setup, view, seat, &rng, &state))
        return;
    for (int i = 0; i < weighed->course_count; i++) {
        struct ochre_view seen;
        ochre_seats pending = setup->game->rules->pending(setup, &state);
        int mover = weighed->course[i].seat;
        if (!seats_has(pending, mover))
            return;
        state_look(setup, &state, mover, &seen);
        struct ochre_text text = text_on(step->course[i], OCHRE_MOVE_SIZE);
        setup->game->words->format_move(setup, &seen, mover, weighed->course[i].action, &text);
        step->course_seat[i] = mover;
        step->course_action[i] = weighed->course[i].action;
        step->course_count = i + 1;
        setup->game->rules->apply(setup, &state, mover, weighed->course[i].action, NULL);
    }
}

static void weigh_step(struct looking *looking, const struct table_step *told, struct review_step *step)
{
    const struct ochre_setup *setup = setup_of(looking);
    struct weighed weighed;
    struct ochre_view view;
    state_look(setup, told->before, told->seat, &view);
    say_move(looking, &view, told->seat, told->action, step->move, step->words);
    bool is_asked = seats_has(setup->game->rules->pending(setup, told->before), told->seat); /* else an interrupt */
    if (!is_asked || looking->plan.is_luck_only)
        return;
    weigh_decision(looking->weigher, setup, &view, told->seat, told->action, seed_of(looking, told->number), &weighed);
    step->choices = weighed.choices;
    if (weighed.choices == 1)
        return;
    step->is_decision = true;
    step->lost = weighed.lost;
    step->best_action = weighed.best;
    step->grade = grade_of(setup, &weighed);
    memcpy(step->before, weighed.best_payoff, sizeof step->before);
    memcpy(step->after, weighed.made_payoff, sizeof step->after);
    char better[REVIEW_WORDS_SIZE];
    say_move(looking, &view, told->seat, weighed.best, step->best, better);
    if (weighed.best == told->action)
        return;
    memcpy(step->best_words, better, sizeof better);
    if (text_same(step->words, better)) { /* two that read the same are told apart by their notation */
        add_notation(step->words, step->move);
        add_notation(step->best_words, step->best);
    }
    tell_course(looking, &view, told->seat, &weighed, step);
}

/* What chance did, as the story tells it: its first sentence, without the full stop. */
static void tell_draw(const struct looking *looking, const struct table_step *told, struct review_step *step)
{
    char story[4096];
    struct ochre_text text = text_in(story, sizeof story, looking->plan.tongue);
    table_step_story(looking->review->table, told, OCHRE_EVERYBODY, &text);
    size_t length = strcspn(story, "\n");
    length -= length > 0 && story[length - 1] == '.';
    story[length] = '\0';
    if (!length)
        return;
    text = text_on(step->words, sizeof step->words);
    text_add(&text, story);
}

static void weigh_draw(struct looking *looking, const struct table_step *told, struct review_step *step)
{
    const struct ochre_setup *setup = setup_of(looking);
    struct weighed_luck luck;
    struct ochre_view all;
    state_look(setup, told->before, OCHRE_EVERYBODY, &all);
    say_move(looking, &all, OCHRE_CHANCE, told->action, step->move, step->words);
    tell_draw(looking, told, step);
    weigh_luck(looking->weigher, setup, told->before, told->action, seed_of(looking, told->number), &luck);
    for (int s = 0; s < setup->seats; s++) {
        step->before[s] = luck.mean[s];
        step->after[s] = luck.came[s];
        step->luck[s] = luck.came[s] - luck.mean[s];
    }
}

/* Whoever resigns loses what there was to be hoped for. */
static void weigh_leaving(const struct table_step *told, struct review_step *step)
{
    struct ochre_text text = text_on(step->move, sizeof step->move);
    text_add(&text, "resign");
    memcpy(step->words, step->move, sizeof step->move);
    step->is_leaving = true;
    step->lost = step->before[told->seat];
    step->after[told->seat] = 0;
}

static void look_at(void *who, const struct table *table, const struct table_step *told)
{
    struct looking *looking = who;
    struct review *review = looking->review;
    if (is_stopped(looking))
        return;
    struct review_step *step = &review->step[review->count];
    *step = (struct review_step){.number = told->number, .seat = told->seat};
    memcpy(step->before, looking->now, sizeof step->before);
    memcpy(step->after, looking->now, sizeof step->after);
    if (told->kind == TABLE_LEFT)
        weigh_leaving(told, step);
    else
        (told->seat == OCHRE_CHANCE ? weigh_draw : weigh_step)(looking, told, step);
    if (is_stopped(looking))
        return; /* thought through only in part */
    memcpy(looking->now, step->after, sizeof step->after);
    review->count++;
    if (looking->plan.progress)
        looking->plan.progress(looking->plan.who, review->count, table_step_count(table));
}

/* ---- sums ---- */

static void begin(struct looking *looking)
{
    const struct ochre_setup *setup = setup_of(looking);
    const struct ochre_state *start = &table_opening(looking->review->table)->start;
    float payoff[OCHRE_SEATS_MAX] = {0};
    for (int seat = 0; seat < setup->seats; seat++) {
        struct ochre_view view;
        state_look(setup, start, seat, &view);
        if (seat == 0 || setup->game->rules->redact)
            weigh_prospects(looking->weigher, setup, &view, seat, seed_of(looking, 0), payoff);
        looking->now[seat] = payoff[seat];
        looking->review->seat[seat].start = (double)payoff[seat];
    }
}

static void add_up(struct review *review, int seat)
{
    struct review_seat *sum = &review->seat[seat];
    const struct ochre_setup *setup = table_setup(review->table);
    double accuracy = 0;
    *sum = (struct review_seat){.start = sum->start, .result = sum->result};
    for (int i = 0; i < review->count; i++) {
        const struct review_step *step = &review->step[i];
        sum->luck += (double)step->luck[seat];
        if (step->seat != seat) {
            sum->gained += step->seat == OCHRE_CHANCE ? 0 : (double)(step->after[seat] - step->before[seat]);
            continue;
        }
        sum->lost += (double)step->lost;
        sum->grade[step->grade]++;
        sum->decisions += step->is_decision;
        accuracy += step->is_decision ? accuracy_of(setup, step->lost) : 0;
    }
    sum->accuracy = sum->decisions ? accuracy / sum->decisions : 100;
    sum->rest = sum->result - sum->start - sum->luck + sum->lost - sum->gained;
}

/* What came of it: in what the seats play for, as the search counts it. */
static void take_result(struct looking *looking)
{
    struct review *review = looking->review;
    const struct ochre_setup *setup = setup_of(looking);
    float payoff[OCHRE_SEATS_MAX];
    memcpy(payoff, looking->now, sizeof payoff);
    if (review->is_over && review->is_whole) {
        struct ochre_outcome outcome;
        table_outcome(review->table, &outcome);
        bool by_rules = !setup->game->rules->pending(setup, table_state(review->table));
        if (by_rules)
            setup->game->think->judge(setup, table_state(review->table), payoff);
        else
            memcpy(payoff, outcome.payoff, sizeof payoff);
    }
    for (int seat = 0; seat < setup->seats; seat++)
        review->seat[seat].result = (double)payoff[seat];
}

/* How much a step moved what seats could expect. */
static float weight_of(const struct review_step *step, int seats)
{
    float weight = step->lost;
    for (int s = 0; s < seats && step->seat == OCHRE_CHANCE; s++)
        weight = fabsf(step->luck[s]) > weight ? fabsf(step->luck[s]) : weight;
    return weight;
}

static int find_turning(const struct review *review)
{
    const struct ochre_setup *setup = table_setup(review->table);
    int place = -1;
    float most = setup->game->think->mistake;
    for (int i = 0; i < review->count; i++) {
        float weight = weight_of(&review->step[i], setup->seats);
        if (weight >= most && !review->step[i].is_leaving) {
            most = weight;
            place = i;
        }
    }
    return place;
}

struct looking *looking_new(struct review *review, const struct table *table, const struct review_plan *plan)
{
    *review = (struct review){.table = table, .depth = plan->depth, .seed = plan->seed, .turning = -1};
    struct looking *looking = calloc(1, sizeof *looking);
    review->step = calloc((size_t)table_step_count(table) + 1, sizeof *review->step);
    if (!looking || !review->step) {
        fputs("ochre: out of memory\n", stderr);
        abort();
    }
    *looking = (struct looking){.review = review, .plan = *plan, .weigher = weigher_new(plan->depth, plan->stop)};
    begin(looking);
    return looking;
}

bool looking_on(struct looking *looking)
{
    struct review *review = looking->review;
    int before = review->count;
    if (before == table_step_count(review->table))
        return false;
    table_retell_part(review->table, before, before + 1, look_at, looking);
    return review->count > before;
}

void looking_sum(struct looking *looking)
{
    struct review *review = looking->review;
    review->is_over = table_is_over(review->table);
    review->is_whole = review->count == table_step_count(review->table);
    take_result(looking);
    for (int seat = 0; seat < setup_of(looking)->seats; seat++)
        add_up(review, seat);
    review->turning = find_turning(review);
}

void looking_delete(struct looking *looking)
{
    weigher_delete(looking->weigher);
    free(looking);
}

void review_play(struct review *review, const struct table *table, const struct review_plan *plan)
{
    struct looking *looking = looking_new(review, table, plan);
    table_retell(table, look_at, looking);
    looking_sum(looking);
    looking_delete(looking);
}

void review_free(struct review *review)
{
    free(review->step);
    review->step = NULL;
}

int review_worst(const struct review *review, int seat, int *places, int most)
{
    int count = 0;
    for (int i = 0; i < review->count; i++) {
        const struct review_step *step = &review->step[i];
        if (step->seat != seat || step->grade < GRADE_INACCURACY)
            continue;
        int at = count;
        while (at > 0 && step->lost > review->step[places[at - 1]].lost)
            at--;
        if (at == most)
            continue;
        int kept = count < most ? count : most - 1;
        memmove(&places[at + 1], &places[at], sizeof *places * (size_t)(kept - at));
        places[at] = i;
        count = kept + 1;
    }
    return count;
}
