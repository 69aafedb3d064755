/* laws.c: one random play under all laws. The laws about single positions are in laws_words.c, laws_hidden.c and
 * laws_show.c; here is what concerns moves and the play as a whole. */
#include "laws.h"

#include <stdlib.h>

#include "laws_run.h"
#include "rules/rules.h"
#include "rules/show.h"
#include "rules/words.h"

enum { CHECKED_FROM_START = 12 };

/* The moves of a play as its log would have them. */
struct log_line {
    int seat;
    ochre_action action;
    char text[OCHRE_MOVE_SIZE];
};

struct play {
    struct run run;
    struct guarded now;
    struct log_line *lines;
    int lines_count, lines_max;
    uint32_t asked;    /* moves of seats that were asked */
    bool is_asked_all; /* law_entries at every step */
};

static bool law_sizes(struct run *run)
{
    const struct ochre_setup *setup = run->setup;
    if (setup->state_size < 1 || setup->state_size > OCHRE_STATE_MAX || setup->search_size < 1 ||
        setup->search_size > setup->state_size)
        return broken(run, "sizes", "a state has %u bytes, of which a search copies %u", setup->state_size,
                      setup->search_size);
    if (setup->actions < 1 || setup->legal_max < 1 || setup->moves_max < 1 || setup->observe_size < 1)
        return broken(run, "sizes", "compile left a size at 0");
    return true;
}

/* The parts of an observation have names of their own and add up to it. */
static bool law_planes(struct run *run)
{
    struct ochre_plan plan = {0};
    run->game->show->planes(run->setup, &plan);
    if (plan.size != run->setup->observe_size)
        return broken(run, "planes", "the named parts hold %u of %u numbers", plan.size, run->setup->observe_size);
    for (int i = 0; i < plan.count; i++)
        for (int k = 0; k < i; k++)
            if (plan.part[i].seat == plan.part[k].seat && text_same(plan.part[i].name, plan.part[k].name))
                return broken(run, "planes", "two parts are called %s", plan.part[i].name);
    return true;
}

static bool law_start(struct run *run, struct guarded *now)
{
    struct guarded other;
    guarded_init(now);
    guarded_init(&other);
    memset(other.state.bytes, 0, run->setup->state_size);
    stir_stack(0x33);
    run->game->rules->start(run->setup, &now->state);
    stir_stack(0xCC);
    run->game->rules->start(run->setup, &other.state);
    if (!state_equal(run->setup, &now->state, &other.state))
        return broken(run, "pure", "start does not set every byte");
    return guarded_ok(run, now, "start");
}

/* Who is asked has a move, outcomes have odds, and nobody moves when all is over. */
static bool law_asked(struct run *run, const struct guarded *now, ochre_seats pending)
{
    unsigned strangers = pending & ~((1u << run->setup->seats) - 1u) & ~(1u << OCHRE_CHANCE);
    if (strangers)
        return broken(run, "pending", "asked are 0x%02x of %d seats", pending, run->setup->seats);
    for (int seat = 0; seat <= OCHRE_CHANCE; seat++) {
        if (seat >= run->setup->seats && seat != OCHRE_CHANCE)
            continue;
        int count = moves_of(run, &now->state, seat, run->list[0]);
        if (count < 0)
            return false;
        if (count == 0 && seats_has(pending, seat))
            return broken(run, "moves", "%s is asked and has no move", seat_code(seat));
        if (count > 0 && !pending)
            return broken(run, "over", "all is over, and %s has %d moves", seat_code(seat), count);
        if (seat != OCHRE_CHANCE)
            continue;
        if (count > 0 && !seats_has(pending, OCHRE_CHANCE))
            return broken(run, "moves", "chance is not asked and has %d moves", count);
        uint64_t total = 0;
        for (int i = 0; i < count; i++) {
            uint32_t weight = chance_weight(run->setup, &now->state, run->list[0][i]);
            total += weight;
            if (weight == 0)
                return broken(run, "weights", "outcome %u has no odds", run->list[0][i]);
        }
        const struct ochre_rules *rules = run->setup->game->rules;
        if (count > 0 && rules->is_even && rules->is_even(run->setup, &now->state) && total != (uint64_t)count)
            return broken(run, "weights", "the odds of %d outcomes are even and add up to %u", count, (unsigned)total);
        if (total > UINT32_MAX)
            return broken(run, "weights", "the odds add up to more than 32 bits");
    }
    return true;
}

/* A move by lot is the one that the list gives, and takes the same numbers. */
static bool law_lot(struct run *run, const struct guarded *now, ochre_seats pending)
{
    if (!run->setup->game->rules->lot)
        return true;
    for (ochre_seats seats = pending; seats; seats &= (ochre_seats)(seats - 1)) {
        int seat = seats_first(seats);
        struct ochre_rng listed = run->rng;
        for (int i = 0; i < 4; i++) {
            struct ochre_rng drawn = listed;
            ochre_action lot = run->setup->game->rules->lot(run->setup, &now->state, seat, &drawn);
            ochre_action move = move_by_list(run->setup, &now->state, seat, &listed, run->list[0]);
            if (lot != move || memcmp(&drawn, &listed, sizeof drawn) != 0)
                return broken(run, "moves", "%s draws %u by lot, and from the list %u", seat_code(seat), lot, move);
        }
    }
    return true;
}

/* A search copies the leading bytes only: they decide who is asked and what may be played. */
static bool law_search(struct run *run, const struct guarded *now, ochre_seats pending)
{
    const struct ochre_setup *setup = run->setup;
    if (setup->search_size == setup->state_size)
        return true;
    struct guarded head;
    guarded_copy(run, &head, now);
    memset(head.state.bytes + setup->search_size, 0, setup->state_size - setup->search_size);
    if (run->game->rules->pending(setup, &head.state) != pending)
        return broken(run, "search", "who is asked hangs on bytes a search does not copy");
    for (int seat = 0; seat <= OCHRE_CHANCE; seat++) {
        if (!seats_has(pending, seat))
            continue;
        int count = moves_of(run, &now->state, seat, run->list[0]);
        int other = count < 0 ? -1 : moves_of(run, &head.state, seat, run->list[1]);
        if (other < 0)
            return false;
        if (count != other || memcmp(run->list[0], run->list[1], (size_t)count * sizeof(ochre_action)) != 0)
            return broken(run, "search", "the moves of %s hang on bytes a search does not copy", seat_code(seat));
    }
    return true;
}

/* A move made without being asked is taken, and those who are asked are asked the same. */
static bool law_interrupt(struct run *run, const struct guarded *now, int seat, ochre_action action,
                          ochre_seats pending)
{
    struct guarded after;
    guarded_copy(run, &after, now);
    run->game->rules->apply(run->setup, &after.state, seat, action, NULL);
    if (run->game->rules->pending(run->setup, &after.state) != pending)
        return broken(run, "interrupt",
                      "action %u of %s, who was not asked, changes who is asked from 0x%02x to 0x%02x", action,
                      seat_code(seat), pending, run->game->rules->pending(run->setup, &after.state));
    const char *wrong = run->game->rules->check(run->setup, &after.state);
    if (wrong)
        return broken(run, "interrupt", "after action %u of %s, who was not asked: %s", action, seat_code(seat), wrong);
    for (int other = 0; other <= OCHRE_CHANCE; other++) {
        if (!seats_has(pending, other))
            continue;
        int count = moves_of(run, &now->state, other, run->list[0]);
        int later = count < 0 ? -1 : moves_of(run, &after.state, other, run->list[1]);
        if (later < 0)
            return false;
        if (count != later || memcmp(run->list[0], run->list[1], (size_t)count * sizeof(ochre_action)) != 0)
            return broken(run, "interrupt", "action %u of %s, who was not asked, changes the moves of %s", action,
                          seat_code(seat), seat_code(other));
    }
    return true;
}

/* apply is a function of its arguments, and the journal is not one of them that counts. */
static bool law_apply(struct run *run, struct guarded *now, int seat, ochre_action action)
{
    const struct ochre_setup *setup = run->setup;
    struct guarded first;
    struct guarded second;
    struct guarded told;
    guarded_copy(run, &first, now);
    guarded_copy(run, &second, now);
    guarded_copy(run, &told, now);
    stir_stack(0x33);
    run->game->rules->apply(setup, &first.state, seat, action, NULL);
    stir_stack(0xCC);
    run->game->rules->apply(setup, &second.state, seat, action, NULL);
    run->journal[0]->count = 0;
    run->game->rules->apply(setup, &told.state, seat, action, run->journal[0]);
    if (!guarded_ok(run, &first, "apply") || !guarded_ok(run, &told, "apply"))
        return false;
    if (!state_equal(setup, &first.state, &second.state))
        return broken(run, "pure", "action %u of %s applied twice to the same state gives other bytes", action,
                      seat_code(seat));
    if (!state_equal(setup, &first.state, &told.state))
        return broken(run, "journal", "action %u of %s gives other bytes when a journal listens", action,
                      seat_code(seat));
    if (seat != OCHRE_CHANCE && !seats_has(move_witnesses(setup, &now->state, seat, action), seat))
        return broken(run, "witnesses", "%s does not see its own action %u", seat_code(seat), action);
    guarded_copy(run, now, &first);
    return true;
}

/* A seat that leaves is asked no more, and the others come to an end. */
static bool law_leave(struct run *run, const struct guarded *now)
{
    if (!run->game->rules->leave)
        return true;
    struct guarded play;
    struct guarded told;
    int gone = (int)rng_below(&run->rng, (uint32_t)run->setup->seats);
    guarded_copy(run, &play, now);
    guarded_copy(run, &told, now);
    run->journal[0]->count = 0;
    run->game->rules->leave(run->setup, &play.state, gone, NULL);
    run->game->rules->leave(run->setup, &told.state, gone, run->journal[0]);
    if (!guarded_ok(run, &play, "leave"))
        return false;
    if (!state_equal(run->setup, &play.state, &told.state))
        return broken(run, "leave", "leaving gives other bytes when a journal listens");
    if (!law_journal(run, &play, run->journal[0]))
        return false;
    for (uint32_t moves = 0;; moves++) {
        ochre_seats pending = run->game->rules->pending(run->setup, &play.state);
        const char *wrong = run->game->rules->check(run->setup, &play.state);
        if (wrong)
            return broken(run, "leave", "%u moves after %s left: %s", moves, seat_code(gone), wrong);
        if (!pending)
            return law_result(run, &play, true);
        if (seats_has(pending, gone))
            return broken(run, "leave", "%s has left and is still asked", seat_code(gone));
        if (moves > run->setup->moves_max)
            return broken(run, "leave", "play does not end after %s has left", seat_code(gone));
        int seat = pick_seat(run, pending);
        int count = moves_of(run, &play.state, seat, run->list[0]);
        if (count < 0)
            return false;
        if (count == 0)
            return broken(run, "leave", "after %s left, %s is asked and has no move", seat_code(gone), seat_code(seat));
        run->game->rules->apply(run->setup, &play.state, seat, pick_move(run, &play.state, seat, run->list[0], count),
                                NULL);
    }
}

/* The laws about one position. */
static bool law_position(struct run *run, const struct guarded *now, ochre_seats pending,
                         struct laws_coverage *coverage)
{
    if (!law_views(run, now) || !law_imagine(run, now, coverage) || !law_shown(run, now) ||
        !law_lot(run, now, pending) || !law_search(run, now, pending))
        return false;
    for (int seat = 0; seat <= OCHRE_CHANCE; seat++) {
        if (seat >= run->setup->seats && seat != OCHRE_CHANCE)
            continue;
        int count = moves_of(run, &now->state, seat, run->list[2]);
        if (count < 0 || !law_reasons(run, now, seat, run->list[2], count) ||
            (count > 0 && !law_words(run, now, seat, run->list[2], count)))
            return false;
        if (count > 0 && !seats_has(pending, seat) &&
            !law_interrupt(run, now, seat, run->list[2][rng_below(&run->rng, (uint32_t)count)], pending))
            return false;
    }
    return rng_below(&run->rng, 8) != 0 || law_leave(run, now);
}

static bool note_line(struct play *play, int seat, ochre_action action)
{
    struct run *run = &play->run;
    struct guarded all;
    if (play->lines_count == play->lines_max) {
        play->lines_max = play->lines_max ? 2 * play->lines_max : 256;
        play->lines = realloc(play->lines, (size_t)play->lines_max * sizeof *play->lines);
        if (!play->lines)
            abort();
    }
    struct log_line *line = &play->lines[play->lines_count++];
    line->seat = seat;
    line->action = action;
    return look(run, &play->now, OCHRE_EVERYBODY, &all) && text_of_move(run, seen(&all), seat, action, line->text);
}

static bool move(struct play *play, int seat, int count)
{
    struct run *run = &play->run;
    ochre_action action = pick_move(run, &play->now.state, seat, run->list[0], count);
    if (!note_line(play, seat, action) || !law_apply(run, &play->now, seat, action))
        return false;
    run->step++;
    return law_journal(run, &play->now, run->journal[0]);
}

/* Now and then somebody moves without being asked. */
static bool maybe_interrupt(struct play *play, ochre_seats pending)
{
    struct run *run = &play->run;
    int seat = (int)rng_below(&run->rng, (uint32_t)run->setup->seats);
    if (seats_has(pending, seat) || rng_below(&run->rng, 3) != 0)
        return true;
    int count = moves_of(run, &play->now.state, seat, run->list[0]);
    return count == 0 || (count > 0 && move(play, seat, count));
}

/* The log alone gives the same state again. */
static bool law_replay(struct play *play)
{
    struct run *run = &play->run;
    struct guarded again;
    guarded_init(&again);
    run->game->rules->start(run->setup, &again.state);
    for (int i = 0; i < play->lines_count; i++) {
        const struct log_line *line = &play->lines[i];
        struct guarded all;
        ochre_action action = OCHRE_NO_ACTION;
        if (!look(run, &again, OCHRE_EVERYBODY, &all))
            return false;
        const char *rule = run->game->words->parse_move(run->setup, seen(&all), line->seat, line->text, &action, NULL);
        if (rule || action != line->action)
            return broken(run, "replay", "line %d, '%s' of %s, is read as another move%s%s", i + 1, line->text,
                          seat_code(line->seat), rule ? ": " : "", rule ? rule : "");
        run->game->rules->apply(run->setup, &again.state, line->seat, action, NULL);
    }
    if (!state_equal(run->setup, &again.state, &play->now.state))
        return broken(run, "replay", "the log of %d moves replays to another state", play->lines_count);
    return true;
}

static bool play_on(struct play *play, struct laws_coverage *coverage)
{
    struct run *run = &play->run;
    for (;;) {
        ochre_seats pending = run->game->rules->pending(run->setup, &play->now.state);
        const char *wrong = run->game->rules->check(run->setup, &play->now.state);
        if (wrong)
            return broken(run, "check", "%s", wrong);
        if (!law_asked(run, &play->now, pending))
            return false;
        bool is_looked_at =
            run->step < CHECKED_FROM_START || !pending || rng_below(&run->rng, (uint32_t)run->stride) == 0;
        if (is_looked_at && (!law_position(run, &play->now, pending, coverage)))
            return false;
        if (!law_result(run, &play->now, !pending))
            return false;
        if ((is_looked_at || play->is_asked_all) && !law_entries(run, &play->now, pending))
            return false;
        if (!pending)
            return law_replay(play);
        if (play->asked++ >= run->setup->moves_max)
            return broken(run, "ends", "not over after moves_max = %u moves", run->setup->moves_max);
        if (!maybe_interrupt(play, pending))
            return false;
        int seat = pick_seat(run, pending);
        int count = moves_of(run, &play->now.state, seat, run->list[0]);
        if (count < 0 || !move(play, seat, count))
            return false;
    }
}

int laws_play(const struct ochre_setup *setup, uint64_t seed, int stride, struct laws_coverage *coverage,
              struct laws_fault *fault)
{
    struct play play = {0};
    run_open(&play.run, setup, seed, stride, fault);
    /* Takes its time, so make quick does without; the same play is asked again when it is repeated alone. */
    play.is_asked_all = seed % 4 == 1 && !getenv("OCHRE_QUICK");
    if (coverage)
        coverage->plays++;
    bool is_kept =
        law_sizes(&play.run) && law_planes(&play.run) && law_start(&play.run, &play.now) && play_on(&play, coverage);
    run_close(&play.run);
    free(play.lines);
    return is_kept ? play.run.step : -1;
}

int laws_keep(const struct ochre_setup *setup, uint64_t seed, int seeds, int stride, struct laws_coverage *coverage,
              struct laws_fault *fault, uint64_t *broken_seed)
{
    int total = 0;
    for (int i = 0; i < seeds; i++) {
        *broken_seed = seed + (uint64_t)i;
        int moves = laws_play(setup, *broken_seed, stride, coverage, fault);
        if (moves >= 0 && i == 0 && !laws_told_once(setup, *broken_seed, fault))
            return -1;
        int twins = moves < 0 ? -1 : laws_twins(setup, *broken_seed, stride, fault);
        if (twins < 0)
            return -1;
        total += moves + twins;
    }
    return total;
}
