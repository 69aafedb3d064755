/* dice_ends.c: every duel of dice (3.8.6: one stone each), worked out backwards from its end.
 *
 *     dice_ends [OPTION…]          how many are won, and in how many turns: "dice_ends size=6 faces=4"
 *     dice_ends check [OPTION…]    the same, held against plain alpha-beta; fails when they differ, or when the limit
 * of 30 quiet turns takes a win from anybody
 *
 * A duel is told by the values, squares and ways of the two stones and by whose turn it is; nothing but a capture
 * changes a value, and with it the duel is over. That is few enough for a table of all of them. The clock is left out:
 * what is won is won in the fewest turns, and if these are always fewer than the limit, the limit harms nobody. */
#include <stdio.h>
#include <stdlib.h>

#include "ai/ab.h"
#include "games/dice/dice_board.h"
#include "rules/registry.h"
#include "rules/rules.h"
#include "rules/think.h"
#include "table/opening.h"

enum {
    PLACES = 2 * DICE_SQUARES_MAX,     /* square and way of one stone */
    POSITIONS = PLACES * PLACES,       /* of the stone whose turn it is, and of the other */
    MOVES_MAX = 4 * DICE_SIZE_MAX + 1, /* of one stone */
    SAMPLES = 400,                     /* positions that are held against a search */
    SAMPLE_DEPTH_MAX = 7,              /* longer wins would be searched for too long */
    MEMORY = 16 << 20,
};

/* What a duel comes to for whoever moves. */
struct ending {
    int8_t turns; /* until the capture; 0: nobody wins */
    bool is_won, is_settled;
};

/* Where one can get to: positions of the table in which the other moves. */
struct ways {
    int32_t to[MOVES_MAX];
    int8_t count;
    bool can_take;
};

struct ends {
    const struct opening *opening;
    int faces;
    struct ending *of[DICE_FACES_MAX + 1][DICE_FACES_MAX + 1]; /* by the value of the mover's stone and the other's */
};

static void *room(size_t count, size_t size)
{
    void *space = calloc(count, size);
    if (!space)
        abort();
    return space;
}

static int place_of(dice_unit unit, int square)
{
    return 2 * square + dice_is_diagonal(unit);
}

/* The state in which white, whose turn it is, has its stone on one place and black on the other. */
static void set_up(const struct opening *opening, int own, int own_value, int other, int other_value,
                   struct ochre_state *state)
{
    const struct dice_tables *t = dice_tables(&opening->setup);
    struct dice_state *s = dice(state);
    state_copy(&opening->setup, state, &opening->start);
    for (int square = 0; square < t->squares; square++)
        dice_put(t, &s->core, square, 0);
    dice_put(t, &s->core, own / 2, dice_make_unit(0, own_value, own & 1, false));
    dice_put(t, &s->core, other / 2, dice_make_unit(1, other_value, other & 1, false));
    s->core.side = 0;
    s->core.clock = 0;
    s->core.turn = 1;
    s->core.alive = 3;
    dice_settle(t, s);
}

static int position_of(int own, int other)
{
    return own * PLACES + other;
}

/* Where the stone of a colour stands. */
static int find(const struct dice_tables *t, const struct dice_core *core, int colour)
{
    for (int square = 0; square < t->squares; square++) {
        dice_unit unit = dice_unit_at(t, core, square);
        if (unit && dice_owner(unit) == colour)
            return place_of(unit, square);
    }
    abort();
}

static void find_ways(const struct opening *opening, int own, int own_value, int other, int other_value,
                      struct ways *ways)
{
    const struct ochre_setup *setup = &opening->setup;
    const struct ochre_duel *duel = setup->game->think->duel;
    struct ochre_state state;
    struct ochre_duel_move moves[DICE_LIST_MAX];
    int result;
    set_up(opening, own, own_value, other, other_value, &state);
    int count = duel->moves(setup, state.bytes, false, moves);
    *ways = (struct ways){.count = 0};
    for (int i = 0; i < count; i++) {
        struct ochre_state after;
        state_copy(setup, &after, &state);
        duel->play(setup, after.bytes, moves[i].action);
        if (duel->is_over(setup, after.bytes, &result))
            ways->can_take = true;
        else
            ways->to[ways->count++] = position_of(other, find(dice_tables(setup), &dice_of(&after)->core, 0));
    }
}

/* One more turn back: what is settled now that the positions behind it are? */
static bool settle(struct ending *ending, const struct ways *ways, const struct ending *behind, int turns)
{
    bool is_lost = true;
    for (int i = 0; i < ways->count; i++) {
        const struct ending *next = &behind[ways->to[i]];
        bool is_known = next->is_settled && next->turns < turns;
        if (is_known && !next->is_won) {
            *ending = (struct ending){.turns = (int8_t)turns, .is_won = true, .is_settled = true};
            return true;
        }
        is_lost = is_lost && is_known;
    }
    if (is_lost)
        *ending = (struct ending){.turns = (int8_t)turns, .is_won = false, .is_settled = true};
    return is_lost;
}

static bool is_position(const struct dice_tables *t, int position)
{
    int own = position / PLACES / 2;
    int other = position % PLACES / 2;
    return own != other && own < t->squares && other < t->squares;
}

/* All duels of two values, whoever moves. */
static void work_out(struct ends *ends, int values[2])
{
    const struct dice_tables *t = dice_tables(&ends->opening->setup);
    struct ways *ways[2] = {room(POSITIONS, sizeof **ways), room(POSITIONS, sizeof **ways)};
    struct ending *table[2] = {ends->of[values[0]][values[1]], ends->of[values[1]][values[0]]};
    int sides = values[0] == values[1] ? 1 : 2;
    for (int side = 0; side < sides; side++)
        for (int position = 0; position < POSITIONS; position++) {
            if (!is_position(t, position))
                continue;
            find_ways(ends->opening, position / PLACES, values[side], position % PLACES, values[1 - side],
                      &ways[side][position]);
            if (ways[side][position].can_take)
                table[side][position] = (struct ending){.turns = 1, .is_won = true, .is_settled = true};
        }
    bool goes_on = true;
    for (int turns = 2; goes_on || turns == 2; turns++) {
        goes_on = false;
        for (int side = 0; side < sides; side++)
            for (int position = 0; position < POSITIONS; position++)
                if (is_position(t, position) && !table[side][position].is_settled)
                    goes_on = settle(&table[side][position], &ways[side][position], table[1 - side], turns) || goes_on;
        if (turns > INT8_MAX - 2)
            abort(); /* no duel is as long as that */
    }
    free(ways[0]);
    free(ways[1]);
}

static struct ends *ends_new(const struct opening *opening)
{
    struct ends *ends = room(1, sizeof *ends);
    ends->opening = opening;
    ends->faces = dice_tables(&opening->setup)->faces;
    for (int own = 1; own <= ends->faces; own++)
        for (int other = 1; other <= ends->faces; other++)
            ends->of[own][other] = room(POSITIONS, sizeof **ends->of[own]);
    for (int own = 1; own <= ends->faces; own++)
        for (int other = own; other <= ends->faces; other++)
            work_out(ends, (int[2]){own, other});
    return ends;
}

static void ends_delete(struct ends *ends)
{
    for (int own = 1; own <= ends->faces; own++)
        for (int other = 1; other <= ends->faces; other++)
            free(ends->of[own][other]);
    free(ends);
}

/* ---- what it says ---- */

/* Prints a line for each pair of values; returns the longest win. */
static int report(const struct ends *ends)
{
    const struct dice_tables *t = dice_tables(&ends->opening->setup);
    int longest = 0;
    printf("| mover | other | won at once | won later | lost | nobody wins | longest win |\n"
           "| --- | --- | --- | --- | --- | --- | --- |\n");
    for (int own = 1; own <= ends->faces; own++)
        for (int other = 1; other <= ends->faces; other++) {
            int at_once = 0;
            int later = 0;
            int lost = 0;
            int open = 0;
            int turns = 0;
            for (int position = 0; position < POSITIONS; position++) {
                const struct ending *ending = &ends->of[own][other][position];
                if (!is_position(t, position))
                    continue;
                at_once += ending->is_won && ending->turns == 1;
                later += ending->is_won && ending->turns > 1;
                lost += ending->is_settled && !ending->is_won;
                open += !ending->is_settled;
                turns = ending->is_won && ending->turns > turns ? ending->turns : turns;
            }
            double all = (at_once + later + lost + open) / 100.0;
            printf("| %d | %d | %.1f %% | %.1f %% | %.1f %% | %.1f %% | %d |\n", own, other, at_once / all, later / all,
                   lost / all, open / all, turns);
            longest = turns > longest ? turns : longest;
        }
    printf("The longest forced win takes %d turns, of which the last is no quiet one.\n", longest);
    return longest;
}

/* Does plain alpha-beta say the same of this position, looking so far? */
static bool is_confirmed(const struct ends *ends, struct ab *ab, int own_value, int other_value, int position)
{
    const struct ending *ending = &ends->of[own_value][other_value][position];
    const struct ochre_setup *setup = &ends->opening->setup;
    int turns = ending->is_settled && ending->turns <= SAMPLE_DEPTH_MAX ? ending->turns : SAMPLE_DEPTH_MAX;
    struct ab_options options = {.budget = {.depth = turns}, .memory_limit = MEMORY, .is_plain = true};
    struct bot_thoughts thoughts = {0};
    struct ochre_state state;
    struct ochre_view view;
    struct ochre_rng rng;
    rng_seed(&rng, 1);
    set_up(ends->opening, position / PLACES, own_value, position % PLACES, other_value, &state);
    state_look(setup, &state, 0, &view);
    ab_search(ab, &options, setup, &view, 0, &rng, &thoughts);
    bool is_seen = ending->is_settled && ending->turns <= turns;
    int expected = is_seen ? (ending->is_won ? 1 : -1) * (AB_WIN - ending->turns) : 0;
    bool is_sure = abs(thoughts.score) > AB_WIN - AB_PLIES_MAX;
    if (is_seen ? thoughts.score == expected : !is_sure)
        return true;
    printf("%d against %d, position %d: %d turns, search says %d\n", own_value, other_value, position, ending->turns,
           thoughts.score);
    return false;
}

static int check(const struct ends *ends)
{
    const struct dice_tables *t = dice_tables(&ends->opening->setup);
    struct ab *ab = ab_new();
    struct ochre_rng rng;
    int wrong = 0;
    int won = 0;
    rng_seed(&rng, 7);
    for (int checked = 0; checked < SAMPLES;) {
        int own = 1 + (int)rng_below(&rng, (uint32_t)ends->faces);
        int other = 1 + (int)rng_below(&rng, (uint32_t)ends->faces);
        int position = (int)rng_below(&rng, POSITIONS);
        if (!is_position(t, position))
            continue;
        wrong += !is_confirmed(ends, ab, own, other, position);
        won += ends->of[own][other][position].is_settled;
        checked++;
    }
    ab_delete(ab);
    printf("%d positions searched, %d of them decided: %d wrong\n", SAMPLES, won, wrong);
    return wrong;
}

int main(int argc, char **argv)
{
    bool is_check = argc > 1 && text_same(argv[1], "check");
    struct ochre_error error = {.words = ""};
    struct opening_request request = {
        .game = game_by_id("dice"), .seats = 2, .options = (const char *const *)argv + 1 + is_check};
    struct opening *opening = opening_new(&request, &error);
    if (!opening) {
        (void)fprintf(stderr, "dice_ends: %s\n", error.words);
        return 2;
    }
    struct ends *ends = ends_new(opening);
    int longest = report(ends);
    int wrong = is_check ? check(ends) + (longest > DICE_DUEL_LIMIT) : 0;
    ends_delete(ends);
    opening_delete(opening);
    return wrong ? 1 : 0;
}
