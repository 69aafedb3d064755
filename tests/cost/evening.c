/* evening.c: see evening.h. */
#include "evening.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void evening_begin(struct evening *evening)
{
    *evening = (struct evening){.hall = party_hall(NULL, NULL)};
    for (int i = 0; i < GUESTS; i++)
        guest_come(&evening->guest[i], evening->hall, "one");
}

void evening_end(struct evening *evening)
{
    for (int i = 0; i < GUESTS; i++)
        guest_go(&evening->guest[i]);
    hall_delete(evening->hall);
}

void evening_fill_in(const struct evening *evening, const char *from, struct ochre_text *to)
{
    for (; *from; from++) {
        if (*from != '$' || !from[1] || !strchr("TAB12", from[1]))
            text_char(to, *from);
        else if (*++from == 'T')
            text_add(to, evening->table);
        else if (*from == 'A' || *from == 'B')
            text_add(to, evening->key[*from == 'B']);
        else
            text_int(to, member_number(guest_heard(&evening->guest[*from - '1'], "step"), "ask"));
    }
}

/* The path and the body, which may be missing. */
static char *split(char *line)
{
    char *body = strchr(line, ' ');
    if (body)
        *body++ = '\0';
    return body;
}

void evening_change_table(struct evening *evening, char *line)
{
    const char *answer;
    char *body = split(line);
    if (party_ask(evening->hall, "POST", line, NULL, body, &answer) != 201) {
        (void)fprintf(stderr, "no table: %s\n", answer);
        exit(1);
    }
    member_text(answer, "table", evening->table, sizeof evening->table);
    evening->key[0][0] = evening->key[1][0] = '\0';
    const char *seats = strstr(answer, "\"seats\"");
    member_text(seats, "key", evening->key[0], sizeof evening->key[0]);
    const char *second = strstr(seats, "\"p2\"");
    if (second)
        member_text(second, "key", evening->key[1], sizeof evening->key[1]);
}

int evening_act(struct evening *evening, char what, char *line)
{
    if (what >= '1' && what < '1' + GUESTS) {
        peer_heard(evening->guest[what - '1'].peer, line, strlen(line));
        hall_end_beat(evening->hall);
        return 0;
    }
    const char *answer;
    char *body = split(line);
    return party_ask(evening->hall, what == 'G' ? "GET" : "POST", line, evening->key[0], body, &answer);
}

void evening_listen(struct evening *evening)
{
    for (int i = 0; i < GUESTS; i++)
        guest_say(&evening->guest[i], evening->hall, NULL);
}
