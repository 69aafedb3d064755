/* layouts.c: prints where every member of every struct of ochre.h stands; abi.py compares it with abi-1.txt. */
#include <ochre/ochre.h>
#include <stdio.h>

#define STRUCT(type) printf("struct %s %zu\n", #type, sizeof(type))
#define MEMBER(type, name) printf("  %s.%s %zu %zu\n", #type, #name, offsetof(type, name), sizeof(((type *)0)->name))

int main(void)
{
    STRUCT(ochre_why);
    MEMBER(ochre_why, rule);
    MEMBER(ochre_why, words);
    STRUCT(ochre_lot);
    MEMBER(ochre_lot, word);
    STRUCT(ochre_about);
    MEMBER(ochre_about, fingerprint);
    MEMBER(ochre_about, seats);
    MEMBER(ochre_about, actions);
    MEMBER(ochre_about, chance_actions);
    MEMBER(ochre_about, legal_max);
    MEMBER(ochre_about, moves_max);
    MEMBER(ochre_about, state_size);
    MEMBER(ochre_about, packed_size);
    MEMBER(ochre_about, observation_size);
    MEMBER(ochre_about, plane_count);
    MEMBER(ochre_about, has_chance);
    MEMBER(ochre_about, has_secrets);
    MEMBER(ochre_about, rules_version);
    MEMBER(ochre_about, game);
    STRUCT(ochre_plane);
    MEMBER(ochre_plane, name);
    MEMBER(ochre_plane, offset);
    MEMBER(ochre_plane, size);
    MEMBER(ochre_plane, rank);
    MEMBER(ochre_plane, shape);
    MEMBER(ochre_plane, seat);
    STRUCT(ochre_result);
    MEMBER(ochre_result, payoff);
    MEMBER(ochre_result, rank);
    MEMBER(ochre_result, score);
    MEMBER(ochre_result, winners);
    MEMBER(ochre_result, has_points);
    MEMBER(ochre_result, is_draw);
    MEMBER(ochre_result, reason);
    STRUCT(ochre_told);
    MEMBER(ochre_told, key);
    STRUCT(ochre_idea);
    MEMBER(ochre_idea, visits);
    MEMBER(ochre_idea, worth);
    MEMBER(ochre_idea, action);
    MEMBER(ochre_idea, unused);
    STRUCT(ochre_thoughts);
    MEMBER(ochre_thoughts, payoff);
    MEMBER(ochre_thoughts, worth);
    MEMBER(ochre_thoughts, iterations);
    MEMBER(ochre_thoughts, nodes);
    MEMBER(ochre_thoughts, depth);
    MEMBER(ochre_thoughts, considered);
    MEMBER(ochre_thoughts, idea_count);
    MEMBER(ochre_thoughts, course_count);
    MEMBER(ochre_thoughts, idea);
    MEMBER(ochre_thoughts, course_seat);
    MEMBER(ochre_thoughts, course_action);
    STRUCT(ochre_batch_terms);
    MEMBER(ochre_batch_terms, seed);
    MEMBER(ochre_batch_terms, plays);
    MEMBER(ochre_batch_terms, threads);
    MEMBER(ochre_batch_terms, player);
    STRUCT(ochre_batch_arrays);
    MEMBER(ochre_batch_arrays, seat);
    MEMBER(ochre_batch_arrays, observation);
    MEMBER(ochre_batch_arrays, mask);
    MEMBER(ochre_batch_arrays, legal);
    MEMBER(ochre_batch_arrays, legal_count);
    MEMBER(ochre_batch_arrays, reward);
    MEMBER(ochre_batch_arrays, done);
    MEMBER(ochre_batch_arrays, rank);
    MEMBER(ochre_batch_arrays, score);
    MEMBER(ochre_batch_arrays, moves);
    printf("OCHRE_ABI %d\n", OCHRE_ABI);
    printf("OCHRE_ALIGN %d\n", OCHRE_ALIGN);
    printf("OCHRE_TEXT_SIZE %d\n", OCHRE_TEXT_SIZE);
    printf("OCHRE_SEATS %d\n", OCHRE_SEATS);
    printf("OCHRE_SEAT_CHANCE %d\n", OCHRE_SEAT_CHANCE);
    printf("OCHRE_SEAT_WATCHER %d\n", OCHRE_SEAT_WATCHER);
    printf("OCHRE_SEAT_ALL %d\n", OCHRE_SEAT_ALL);
    printf("OCHRE_OVER %d\n", OCHRE_OVER);
    printf("OCHRE_REFUSED %d\n", OCHRE_REFUSED);
    return 0;
}
