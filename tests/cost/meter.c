/* meter.c: what messages and requests cost, in instructions. Reads lines, does what they say to a hall without sockets,
 * and has callgrind write down each line that has a name. cost.py writes the lines and judges the numbers.
 *
 *     NAME<tab>1 {"t":"move",…}        a message: 1 has the first seat, 2 the second, 3 only watches
 *     NAME<tab>P /api/tables {…}       a request with the first seat's key (G: without a body)
 *     NAME<tab>+ 1000                  milliseconds pass
 *     NAME<tab>= /api/tables {…}       another table to be at: $T, its keys $A and $B
 *     NAME<tab>> 1                     1 hears what there is to hear
 *     NAME<tab>J {…}                   the reader of JSON alone, which packs and logs go through too
 *     NAME<tab>~ 200                   so many moves are made at the table, at random
 *
 * Without a name a line is not measured. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <valgrind/callgrind.h>

#include "evening.h"
#include "server/room_inner.h"
#include "server/room_list.h"
#include "server/room_play.h"

enum { LINE_SIZE = 256 * 1024 };

static void play(struct evening *evening, long count)
{
    struct ochre_rng rng;
    struct room *room = rooms_find(evening->hall, evening->table);
    const struct table *table = room->table;
    rng_seed(&rng, (uint64_t)count);
    for (; count > 0 && !table_is_over(table); count--) {
        struct ochre_view view;
        struct table_no no;
        const ochre_action *list;
        char move[OCHRE_MOVE_SIZE];
        struct ochre_text text = text_on(move, sizeof move);
        int seat = seats_first(table_pending(table));
        table_view(table, seat, &view);
        int moves = table_list_moves(table, &view, seat, &list);
        table_move_text(table, seat, list[rng_below(&rng, (uint32_t)moves)], &text);
        (void)room_play(room, seat, table_ask(table, seat), move, NULL, &no);
        hall_end_beat(evening->hall);
    }
}

static void read_json(const char *text)
{
    static struct json_node nodes[LINE_SIZE];
    struct json_doc doc;
    struct ochre_error error;
    if (json_parse(&doc, text, strlen(text), nodes, LINE_SIZE, &error) < 0)
        (void)fprintf(stderr, "%s\n", error.words);
}

static void act(struct evening *evening, char what, char *line)
{
    if (what == '>')
        guest_listen(&evening->guest[line[0] - '1']);
    else if (what == '=')
        evening_change_table(evening, line);
    else if (what == 'J')
        read_json(line);
    else if (what == '~')
        play(evening, strtol(line, NULL, 10));
    else if (what == '+')
        party_time += strtol(line, NULL, 10);
    else
        (void)evening_act(evening, what, line);
}

static void run_line(struct evening *evening, char *line, char *filled)
{
    char *input = strchr(line, '\t');
    if (!input || strlen(input) < 3)
        return;
    *input++ = '\0';
    struct ochre_text text = text_on(filled, LINE_SIZE);
    evening_fill_in(evening, input + 2, &text);
    if (!line[0]) {
        act(evening, input[0], filled);
        evening_listen(evening);
        return;
    }
    CALLGRIND_ZERO_STATS;
    CALLGRIND_TOGGLE_COLLECT;
    act(evening, input[0], filled);
    CALLGRIND_TOGGLE_COLLECT;
    CALLGRIND_DUMP_STATS_AT(line);
    if (input[0] != '>' && strchr("123", input[0]) && strncmp(line, "told ", 5) == 0)
        return; /* the next line measures the hearing */
    evening_listen(evening);
}

int main(void)
{
    static char line[LINE_SIZE];
    static char filled[LINE_SIZE];
    struct evening evening;
    party_seed(1);
    evening_begin(&evening);
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = '\0';
        party_time += 100000; /* no rate stands in the way */
        run_line(&evening, line, filled);
    }
    evening_end(&evening);
    return 0;
}
