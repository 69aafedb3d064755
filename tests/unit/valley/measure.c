/* measure.c: how well `judge` plays. Greedy against random with two seats, and greedy among themselves; prints win rate
 * and mean points, and fails below the figures that docs/rules/valley.md promises. Usage: measure [GAMES]. */
#include "../measure.h"
#include "rules/rules.h"
#include "rules/show.h"

struct tally {
    int games, wins, shared;
    double fp, sp, score, winner;
    int decisions;
};

/* One game; `clever` holds the seats that play greedy. */
static void play(ochre_seats clever, uint64_t seed, struct tally *tally)
{
    const struct ochre_setup *setup = &measure.setup;
    struct ochre_state state;
    tally->decisions += measure_play(clever, seed, &state);
    struct ochre_outcome out;
    setup->game->rules->outcome(setup, &state, &out);
    int best = 0;
    tally->games++;
    tally->wins += (out.winners & clever) && !(out.winners & ~clever);
    tally->shared += (out.winners & clever) && (out.winners & ~clever);
    int count = 0;
    for (int seat = 0; seat < setup->seats; seat++)
        count += seats_has(clever, seat);
    for (int seat = 0; seat < setup->seats; seat++) {
        best = out.score[seat] > best ? out.score[seat] : best;
        if (!seats_has(clever, seat))
            continue;
        char json[32768];
        tally->fp += (double)out.part[seat][0] / count;
        tally->score += (double)out.score[seat] / count;
        struct ochre_text text = text_on(json, sizeof json);
        struct json_writer writer = json_write_to(&text);
        struct ochre_view view;
        state_look(setup, &state, seat, &view);
        json_open(&writer, '{');
        setup->game->show->write_view(setup, &view, seat, &writer);
        json_close(&writer, '}');
        struct json_doc doc;
        struct json_node *nodes = calloc(json_nodes_for(text.used), sizeof *nodes);
        int64_t sp = 0;
        if (nodes && json_parse(&doc, json, text.used, nodes, json_nodes_for(text.used), NULL) == 0)
            json_int(json_get(json_get(json_root(&doc), seat_code(seat)), "sp"), &sp);
        free(nodes);
        tally->sp += (double)sp / count;
    }
    tally->winner += best;
}

int main(int argc, char **argv)
{
    int games = argc > 1 ? atoi(argv[1]) : 100;
    struct tally duel = {0};
    measure_open("valley");
    measure_seats(game_by_id("valley"), 2, "recall", "needed");
    for (int i = 0; i < games; i++)
        play(SEAT_BIT(i % 2), (uint64_t)i, &duel);
    printf("greedy against random, 2 seats: %d games, %.1f %% won, %.1f %% shared, FP %.1f SP %.1f score %.1f\n", games,
           100.0 * duel.wins / games, 100.0 * duel.shared / games, duel.fp / games, duel.sp / games,
           duel.score / games);
    double mean[2] = {0, 0};
    for (int seats = 2; seats <= 4; seats++) {
        struct tally peers = {0};
        measure_seats(game_by_id("valley"), seats, "recall", "needed");
        for (int i = 0; i < games / 2; i++)
            play((ochre_seats)((1 << seats) - 1), (uint64_t)i, &peers);
        printf("greedy among themselves, %d seats: FP %.1f SP %.1f score %.1f winner %.1f decisions %.0f\n", seats,
               peers.fp / peers.games, peers.sp / peers.games, peers.score / peers.games, peers.winner / peers.games,
               (double)peers.decisions / peers.games);
        mean[0] += peers.fp / peers.games / 3;
        mean[1] += peers.sp / peers.games / 3;
    }
    measure_close();
    return duel.wins >= 0.95 * games && mean[0] >= 24.0 && mean[1] >= 24.0 ? 0 : 1;
}
