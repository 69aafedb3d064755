/* hall.c: what a server spends on moves, without sockets, store and threads: a hall, tables in it where a person plays
 * against `random`, and watchers.
 *
 *     bench_hall [--game dice] [--tables 100] [--watchers 0] [--rounds 300] [--words]
 *
 * In a round every person makes a move, and everybody hears what there is to hear; --words: in sentences, as a page
 * wants them. Prints moves per second of processor time (all that were made, as the server counts them), and what was
 * said. What the people do themselves is not counted. For a profile:
 *
 *     valgrind --tool=callgrind --toggle-collect='counted_*' build/bench/bench_hall --tables 10 --rounds 100 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "server/hall.h"
#include "wire/scan.h"

enum { HEARD_SIZE = 256 * 1024, MESSAGE_SIZE = 256, ROUNDS_BETWEEN = 1000 };

struct call {
    const char *game;
    int tables, watchers, rounds;
    bool has_words;
};

/* Somebody who is connected, and the last step heard. */
struct person {
    struct peer *peer;
    char *heard;
    size_t length;
};

struct place {
    struct person *person; /* the first plays, the others watch */
    char id[64], key[64];
    char message[MESSAGE_SIZE];
    bool is_new;
    long step, made; /* moves at this table, and at those before */
};

static struct {
    int64_t time; /* milliseconds; a second a round, so that no rate stands in the way */
    unsigned lot;
    long bytes, messages;
    double spent;
} run = {.time = 1700000000000, .lot = 1};

static double processor_time(void)
{
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static unsigned next_lot(void)
{
    run.lot ^= run.lot << 13;
    run.lot ^= run.lot >> 17;
    run.lot ^= run.lot << 5;
    return run.lot;
}

static int64_t clock_of_bench(void)
{
    return run.time;
}

static const struct ochre_tongue *no_tongue(const char *code)
{
    (void)code;
    return NULL;
}

static const char *no_rules(const char *game, const char *code)
{
    (void)game, (void)code;
    return NULL;
}

static void wake(void *line)
{
    (void)line;
}

static void close_line(void *line, int code)
{
    (void)line;
    fprintf(stderr, "bench_hall: a line was closed (%d)\n", code);
    exit(1);
}

/* ---- what is counted ---- */

#define COUNTED __attribute__((noinline))

/* All messages of a round come in. */
COUNTED static void counted_in(struct hall *hall, const struct place *places, int count)
{
    for (int i = 0; i < count; i++)
        if (places[i].message[0])
            peer_heard(places[i].person->peer, places[i].message, strlen(places[i].message));
    hall_end_beat(hall);
    while (hall_work(hall))
        hall_end_beat(hall);
    hall_end_beat(hall);
}

/* All that is due to somebody goes out; the copy is what a socket would take. */
COUNTED static void counted_out(struct person *person)
{
    size_t length;
    for (const char *text; (text = peer_next(person->peer, &length));) {
        run.bytes += (long)length;
        run.messages++;
        if (length >= HEARD_SIZE || memcmp(text, "{\"t\":\"step\"", 11) != 0)
            continue;
        memcpy(person->heard, text, length);
        person->length = length;
    }
}

static void round_of(struct hall *hall, const struct call *call, struct place *places)
{
    double start = processor_time();
    counted_in(hall, places, call->tables);
    for (int i = 0; i < call->tables; i++)
        for (int k = 0; k <= call->watchers; k++)
            counted_out(&places[i].person[k]);
    run.spent += processor_time() - start;
    run.time += ROUNDS_BETWEEN;
}

/* ---- the people ---- */

static void say(struct hall *hall, struct person *person, const char *text)
{
    peer_heard(person->peer, text, strlen(text));
    hall_end_beat(hall);
}

static void sit(struct hall *hall, struct person *person, const struct place *place, bool is_player)
{
    char text[MESSAGE_SIZE];
    snprintf(text, sizeof text, "{\"t\":\"sit\",\"table\":\"%s\"%s%s%s}", place->id, is_player ? ",\"key\":\"" : "",
             is_player ? place->key : "", is_player ? "\"" : "");
    person->length = 0;
    say(hall, person, text);
}

static void hear_table(void *who, const struct hall_reply *reply)
{
    struct place *place = who;
    if (reply->status != 201) {
        fprintf(stderr, "bench_hall: no table: %.*s\n", (int)reply->length, reply->body);
        exit(1);
    }
    piece_copy(scan_first(reply->body, reply->length, "table"), place->id, sizeof place->id);
    piece_copy(scan_first(reply->body, reply->length, "key"), place->key, sizeof place->key);
}

/* Another table, and everybody changes to it. */
static void change_table(struct hall *hall, const struct call *call, struct place *place)
{
    char text[MESSAGE_SIZE];
    for (int k = 0; place->id[0] && k <= call->watchers; k++) {
        snprintf(text, sizeof text, "{\"t\":\"rise\",\"table\":\"%s\"}", place->id);
        say(hall, &place->person[k], text);
    }
    place->made += place->step;
    place->step = 0;
    int length = snprintf(text, sizeof text,
                          "{\"game\":\"%s\",\"public\":true,\"seats\":[{\"kind\":\"me\"},{\"kind\":\"bot\",\"bot\":"
                          "\"random\"}]}",
                          call->game);
    hall_request(hall,
                 &(struct hall_request){.method = HALL_POST,
                                        .path = "/api/tables",
                                        .query = "",
                                        .key = "",
                                        .address = "bench",
                                        .body = text,
                                        .body_length = (size_t)length,
                                        .who = place},
                 hear_table);
    hall_end_beat(hall);
    for (int k = 0; k <= call->watchers; k++)
        sit(hall, &place->person[k], place, k == 0);
    place->is_new = true;
}

struct heard {
    struct piece step, ask, moves, over;
};

static void note_member(void *who, struct piece name, struct piece value)
{
    struct heard *heard = who;
    if (piece_is(name, "step"))
        heard->step = value;
    else if (piece_is(name, "ask"))
        heard->ask = value;
    else if (piece_is(name, "moves"))
        heard->moves = value;
    else if (piece_is(name, "over"))
        heard->over = value;
}

/* Chooses a move from the last step, or goes to another table when the play is over. */
static void choose(struct hall *hall, const struct call *call, struct place *place)
{
    struct heard heard = {0};
    place->message[0] = '\0';
    if (place->person->length == 0)
        return;
    scan_object(place->person->heard, place->person->length, note_member, &heard);
    place->step = piece_number(heard.step);
    if (heard.over.at && *heard.over.at == '{') {
        change_table(hall, call, place);
        return;
    }
    char move[64] = "";
    piece_copy(scan_pick(heard.moves, "m", next_lot()), move, sizeof move);
    if (move[0])
        snprintf(place->message, sizeof place->message, "{\"t\":\"move\",\"table\":\"%s\",\"ask\":%ld,\"move\":\"%s\"}",
                 place->id, piece_number(heard.ask), move);
}

static struct place *come_in(struct hall *hall, const struct call *call)
{
    static const struct peer_line how = {wake, close_line};
    struct place *places = calloc((size_t)call->tables, sizeof *places);
    for (int i = 0; places && i < call->tables; i++) {
        places[i].person = calloc((size_t)call->watchers + 1, sizeof *places[i].person);
        for (int k = 0; k <= call->watchers; k++) {
            struct person *person = &places[i].person[k];
            person->peer = peer_new(hall, &how, person, "bench");
            person->heard = malloc(HEARD_SIZE);
            if (call->has_words)
                say(hall, person, "{\"t\":\"hello\",\"words\":true}");
        }
        change_table(hall, call, &places[i]);
    }
    return places;
}

static void go(struct hall *hall, const struct call *call, struct place *places)
{
    for (int i = 0; i < call->tables; i++) {
        for (int k = 0; k <= call->watchers; k++) {
            peer_gone(places[i].person[k].peer);
            free(places[i].person[k].heard);
        }
        free(places[i].person);
    }
    free(places);
    hall_delete(hall);
}

static long moves_made(const struct call *call, const struct place *places)
{
    long made = 0;
    for (int i = 0; i < call->tables; i++)
        made += places[i].made + places[i].step;
    return made;
}

static int measure(const struct call *call)
{
    struct ochre_error error;
    struct hall *hall = hall_new(&(struct hall_config){.tongue = no_tongue,
                                                       .rules = no_rules,
                                                       .version = "bench",
                                                       .tables_per_hour = 100000000,
                                                       .peers_per_address = 1000000,
                                                       .messages_per_second = 1000000,
                                                       .requests_per_second = 100000000,
                                                       .now = clock_of_bench},
                                 &error);
    if (!hall)
        return 1;
    struct place *places = come_in(hall, call);
    for (int round = 0; round < call->rounds; round++) {
        round_of(hall, call, places);
        for (int i = 0; i < call->tables; i++)
            choose(hall, call, &places[i]);
    }
    long moves = moves_made(call, places);
    printf("%s: %ld moves, %.0f per second of processor time, %.1f µs each; %ld messages of %.0f bytes\n", call->game,
           moves, (double)moves / run.spent, run.spent * 1e6 / (double)moves, run.messages,
           (double)run.bytes / (double)run.messages);
    go(hall, call, places);
    return 0;
}

int main(int argc, char **argv)
{
    struct call call = {.game = "dice", .tables = 100, .rounds = 300};
    for (int i = 1; i < argc; i++) {
        const char *value = i + 1 < argc ? argv[i + 1] : "";
        int number = (int)strtol(value, NULL, 10);
        if (strcmp(argv[i], "--words") == 0)
            call.has_words = true;
        else if (strcmp(argv[i], "--game") == 0 && value[0])
            call.game = argv[++i];
        else if (strcmp(argv[i], "--tables") == 0 && number > 0)
            call.tables = number, i++;
        else if (strcmp(argv[i], "--watchers") == 0 && value[0])
            call.watchers = number, i++;
        else if (strcmp(argv[i], "--rounds") == 0 && number > 0)
            call.rounds = number, i++;
        else {
            fprintf(stderr, "usage: bench_hall [--game GAME] [--tables N] [--watchers N] [--rounds N] [--words]\n");
            return 2;
        }
    }
    return measure(&call);
}
