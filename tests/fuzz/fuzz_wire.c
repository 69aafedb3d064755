/* fuzz_wire.c: an evening at a table, line by line, without sockets: whatever people, strangers and programs send, the
 * hall answers in JSON, and what it has told is what it holds.
 *
 *     1 {"t":"move",…}     somebody says something: 1 and 2 have seats, 3 is a stranger
 *     G /api/tables        a request; P /api/tables/$T/join {…} with a body; both with the first seat's key
 *     + 5000               milliseconds pass
 *
 * $T is the table, $A and $B are the keys, $1 and $2 the open questions of the two. The first line names the game. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "../unit/server/party.h"
#include "base/json.h"

enum { LINE_SIZE = 8192, LINES_MAX = 200 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* ---- the evening ---- */

struct evening {
    struct hall *hall;
    struct guest guest[3];
    char table[24], key[2][32];
    int checked[3][KIND_MAX]; /* messages of each kind that were looked at */
};

/* Everything said must be JSON. */
static void check_json(const char *text)
{
    size_t length = strlen(text);
    size_t count = json_nodes_for(length);
    struct json_node *nodes = calloc(count, sizeof *nodes);
    struct json_doc doc;
    struct ochre_error error;
    if (!nodes || json_parse(&doc, text, length, nodes, count, &error) < 0)
        abort();
    free(nodes);
}

static void listen_all(struct evening *evening)
{
    for (int i = 0; i < 3; i++) {
        struct guest *guest = &evening->guest[i];
        guest_say(guest, evening->hall, NULL);
        for (int k = 0; k < KIND_MAX && guest->heard[k].text; k++) {
            if (guest->heard[k].count > evening->checked[i][k])
                check_json(guest->heard[k].text);
            evening->checked[i][k] = guest->heard[k].count;
        }
    }
}

/* Puts ids, keys and questions where the input has $T, $A, $B, $1, $2. */
static void fill_in(const struct evening *evening, const char *from, size_t length, struct ochre_text *to)
{
    for (size_t i = 0; i < length; i++) {
        if (from[i] != '$' || i + 1 == length) {
            text_char(to, from[i]);
            continue;
        }
        char what = from[++i];
        if (what == 'T')
            text_add(to, evening->table);
        else if (what == 'A' || what == 'B')
            text_add(to, evening->key[what == 'B']);
        else if (what == '1' || what == '2')
            text_int(to, member_number(guest_heard(&evening->guest[what - '1'], "step"), "ask"));
    }
}

static void ask(struct evening *evening, bool is_post, char *line)
{
    char *body = strchr(line, ' ');
    if (body)
        *body++ = '\0';
    const char *answer;
    (void)party_ask(evening->hall, is_post ? "POST" : "GET", line, evening->key[0], is_post ? body : NULL, &answer);
    if (answer[0] == '{')
        check_json(answer);
}

static void act(struct evening *evening, const char *input, size_t length)
{
    char line[LINE_SIZE];
    struct ochre_text text = text_on(line, sizeof line);
    if (length < 2)
        return;
    fill_in(evening, input + 2, length - 2, &text);
    char who = input[0];
    if (who >= '1' && who <= '3') {
        struct guest *guest = &evening->guest[who - '1'];
        if (!guest->closed)
            peer_heard(guest->peer, line, text.used);
    } else if (who == 'G' || who == 'P') {
        ask(evening, who == 'P', line);
    } else if (who == '+') {
        party_time += strtol(line, NULL, 10) % 100000000;
        hall_tick(evening->hall);
    }
    listen_all(evening);
}

static bool open_table(struct evening *evening, char game)
{
    static const char *const bodies[] = {
        "{\"game\":\"dice\",\"seats\":[{\"kind\":\"me\"},{\"kind\":\"reserved\"}]}",
        "{\"game\":\"spears\",\"seats\":[{\"kind\":\"me\"},{\"kind\":\"reserved\"},{\"kind\":\"bot\",\"bot\":"
        "\"random\"}],"
        "\"clock\":{\"kind\":\"move\",\"seconds\":10}}",
        "{\"game\":\"valley\",\"seats\":[{\"kind\":\"me\"},{\"kind\":\"reserved\"}],\"watch\":\"none\"}",
    };
    const char *answer;
    const char *body = bodies[game == 's' ? 1 : game == 'v' ? 2 : 0];
    if (party_ask(evening->hall, "POST", "/api/tables", NULL, body, &answer) != 201)
        return false;
    const char *second = strstr(answer, "\"p2\"");
    return member_text(answer, "table", evening->table, sizeof evening->table) &&
           member_text(answer, "key", evening->key[0], sizeof evening->key[0]) && second &&
           member_text(second, "key", evening->key[1], sizeof evening->key[1]);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const from[] = {"one", "two", "three"};
    struct evening evening = {0};
    party_seed(1);
    party_time = 1700000000000;
    evening.hall = party_hall(NULL, NULL);
    if (!evening.hall || !open_table(&evening, size > 0 ? (char)data[0] : 'd'))
        abort();
    for (int i = 0; i < 3; i++)
        guest_come(&evening.guest[i], evening.hall, from[i]);
    const char *at = (const char *)data;
    const char *end = at + size;
    for (int lines = 0; at < end && lines < LINES_MAX; lines++) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        stop = stop ? stop : end;
        act(&evening, at, (size_t)(stop - at));
        at = stop + 1;
    }
    for (int i = 0; i < 3; i++)
        guest_go(&evening.guest[i]);
    hall_delete(evening.hall);
    return 0;
}
