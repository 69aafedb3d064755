/* store_pg_news.c: what the other servers are told of a commit. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

#include "server/store_pg.h"

/* "SERVER TURN PART", and a line for each: "t NUMBER" a table, "m" memos, "w NUMBER TEXT" a word. PostgreSQL takes
 * 8,000 bytes, and would merge payloads that are equal. */
enum { NEWS_MAX = 7990 };

struct news {
    struct pg_sending *sending;
    struct pg_list list;
    size_t head;
    int parts;
};

static void send_news(struct news *news)
{
    struct pg_arguments arguments = {0};
    if (news->list.length > news->head) {
        pg_add_text(&arguments, news->list.text);
        pg_send(news->sending, PG_NOTIFY, &arguments);
    }
    news->list.length = 0;
}

static void add_news(struct news *news, const char *line, size_t length)
{
    if (news->list.length > 0 && news->list.length + length + 1 > NEWS_MAX)
        send_news(news);
    if (news->list.length == 0) {
        char head[80];
        const struct pg_store *pg = news->sending->pg;
        int size = snprintf(head, sizeof head, "%lld %lld %d", (long long)pg->store->server, (long long)pg->entry,
                            news->parts++);
        pg_list_put(&news->list, head, (size_t)size);
        news->head = (size_t)size;
    }
    pg_list_put(&news->list, "\n", 1);
    pg_list_put(&news->list, line, length);
}

/* A line is a line: what would end it is written as two characters. */
static void add_word(struct news *news, int64_t number, const char *text)
{
    struct pg_list line = {0};
    char head[40];
    int size = snprintf(head, sizeof head, "w %lld ", (long long)number);
    pg_list_put(&line, head, (size_t)size);
    for (; *text; text++) {
        if (*text == '\n' || *text == '\\')
            pg_list_put(&line, *text == '\n' ? "\\n" : "\\\\", 2);
        else
            pg_list_put(&line, text, 1);
    }
    assert(line.length < NEWS_MAX - 80); /* even with two characters for each: STORE_WORD_SIZE */
    add_news(news, line.text, line.length);
    free(line.text);
}

static void add_table(struct news *news, int64_t number)
{
    char line[40];
    int size = snprintf(line, sizeof line, "t %lld", (long long)number);
    add_news(news, line, (size_t)size);
}

/* In the order of the changes; a table that changes several times running is named once. */
void pg_send_news_of(struct pg_sending *sending, struct store_batch **batches, int count)
{
    struct news news = {.sending = sending};
    int64_t last = 0;
    for (int i = 0; i < count; i++)
        for (const struct change *change = batches[i]->result == STORE_DURABLE ? batches[i]->first : NULL; change;
             change = change->next) {
            if (change->kind == ADD_WORD)
                add_word(&news, change->number, change->text);
            else if (change->kind == PUT_MEMO)
                add_news(&news, "m", 1);
            else if (change->number != last && change->kind != BUILD_ON && change->kind != NEED_LEASE)
                add_table(&news, last = change->number);
        }
    send_news(&news);
    free(news.list.text);
}
