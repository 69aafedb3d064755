/* measures.c: what a host may want to watch, as Prometheus reads it. Counts only: no names, no keys, no ids. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

#include "server/house.h"
#include "server/measures.h"
#include "server/peer.h"
#include "server/room_list.h"
#include "server/store.h"
#include "server/thinkers.h"

static const double latency_bucket[LATENCY_BUCKETS] = {0.0005, 0.001, 0.002, 0.005, 0.01, 0.02,
                                                       0.05,   0.1,   0.2,   0.5,   1.0,  5.0};

void measure_latency(struct measures *measures, double seconds)
{
    assert(seconds >= 0); /* hall_now never goes back */
    int bucket = 0;
    while (bucket < LATENCY_BUCKETS - 1 && seconds > latency_bucket[bucket])
        bucket++;
    measures->latency[bucket]++;
    measures->latency_sum += seconds;
}

static void put_kind(FILE *out, const char *name, const char *kind, const char *help)
{
    (void)fprintf(out, "# HELP %s %s\n# TYPE %s %s\n", name, help, name, kind);
}

static void put_number(FILE *out, const char *name, const char *kind, const char *help, uint64_t number)
{
    put_kind(out, name, kind, help);
    (void)fprintf(out, "%s %llu\n", name, (unsigned long long)number);
}

static void put_histogram(FILE *out, const char *name, const char *help, const double *bound, const uint64_t *counts,
                          int buckets, double sum)
{
    uint64_t total = 0;
    put_kind(out, name, "histogram", help);
    for (int i = 0; i < buckets; i++) {
        total += counts[i];
        if (i < buckets - 1)
            (void)fprintf(out, "%s_bucket{le=\"%g\"} %llu\n", name, bound[i], (unsigned long long)total);
    }
    (void)fprintf(out, "%s_bucket{le=\"+Inf\"} %llu\n%s_sum %g\n%s_count %llu\n", name, (unsigned long long)total, name,
                  sum, name, (unsigned long long)total);
}

static void put_tables(FILE *out, const struct room_counts *counts)
{
    put_kind(out, "ochre_tables", "gauge", "Tables by status; those that are over as long as the list needs them.");
    for (int i = 0; i <= STORED_ASIDE; i++)
        (void)fprintf(out, "ochre_tables{status=\"%s\"} %d\n", room_statuses[i], counts->by_status[i]);
    put_number(out, "ochre_tables_awake", "gauge", "Tables in memory.", (uint64_t)counts->awake);
}

/* A value of a label: what would end it, or the line, is left out. */
static void put_label(FILE *out, const char *text)
{
    for (; *text; text++)
        if (*text != '"' && *text != '\\' && *text != '\n')
            (void)fputc(*text, out);
}

static void put_server(FILE *out, const struct hall *hall, const struct room_counts *counts)
{
    struct store_metrics store;
    if (!hall->config.name)
        return;
    put_kind(out, "ochre_server_info", "gauge", "This server.");
    (void)fputs("ochre_server_info{name=\"", out);
    put_label(out, hall->config.name);
    (void)fputs("\",version=\"", out);
    put_label(out, hall->config.version);
    (void)fputs("\"} 1\n", out);
    if (!hall_is_shared(hall))
        return;
    store_measure(hall->config.store, &store);
    put_number(out, "ochre_servers", "gauge", "Servers that share the database and are alive.",
               (uint64_t)store.servers);
    put_number(out, "ochre_news_total", "counter", "What other servers told.", store.news);
    put_number(out, "ochre_stale_total", "counter", "Batches refused because another server was first.", store.stale);
    put_number(out, "ochre_leases", "gauge", "Tables whose computers and clocks are this server's.",
               (uint64_t)counts->leases);
}

static void put_store(FILE *out, const struct hall *hall)
{
    struct store_metrics store;
    if (!hall->config.store)
        return;
    store_measure(hall->config.store, &store);
    put_number(out, "ochre_commits_total", "counter", "Transactions of the store.", store.commits);
    put_number(out, "ochre_batches_total", "counter", "Batches in them.", store.batches);
    put_number(out, "ochre_batches_failed_total", "counter", "Batches that could not be stored.", store.failed);
    put_number(out, "ochre_batches_queued", "gauge", "Batches on their way.", (uint64_t)store.queued);
    put_histogram(out, "ochre_commit_seconds", "How long a commit takes.", store_bucket, store.took, STORE_BUCKETS,
                  store.seconds);
}

static void put_lanes(FILE *out, const struct thinkers_metrics *thinkers)
{
    put_kind(out, "ochre_bot_waiting", "gauge", "Questions that wait for a thread.");
    for (int i = 0; i < THINKERS_LANES; i++)
        (void)fprintf(out, "ochre_bot_waiting{lane=\"%s\"} %d\n", thinkers_lanes[i], thinkers->lane[i].waiting);
    put_kind(out, "ochre_bot_addresses", "gauge", "Addresses that share the thinking time of a lane.");
    for (int i = 0; i < THINKERS_LANES; i++)
        (void)fprintf(out, "ochre_bot_addresses{lane=\"%s\"} %d\n", thinkers_lanes[i], thinkers->lane[i].persons);
    put_kind(out, "ochre_bot_seconds_total", "counter", "Time that computer players have thought.");
    for (int i = 0; i < THINKERS_LANES; i++)
        (void)fprintf(out, "ochre_bot_seconds_total{lane=\"%s\"} %g\n", thinkers_lanes[i], thinkers->lane[i].seconds);
}

static void put_thinkers(FILE *out, const struct hall *hall, const struct room_counts *counts)
{
    struct thinkers_metrics thinkers;
    if (!hall->config.thinkers)
        return;
    thinkers_measure(hall->config.thinkers, &thinkers);
    put_number(out, "ochre_bot_threads", "gauge", "Threads for computer players.", (uint64_t)thinkers.threads);
    put_lanes(out, &thinkers);
    put_number(out, "ochre_bot_thinking", "gauge", "Questions being thought about.", (uint64_t)thinkers.thinking);
    put_number(out, "ochre_bot_answers_total", "counter", "Questions thought through.", thinkers.done);
    put_number(out, "ochre_bot_refused_total", "counter", "Questions for which there was no room; asked again.",
               thinkers.refused);
    put_number(out, "ochre_bot_put_off_total", "counter", "Thoughts of unwatched tables that made way for others.",
               thinkers.put_off);
    put_number(out, "ochre_bot_tables_resting", "gauge", "Tables that think slowly because nobody watches.",
               (uint64_t)counts->resting);
    put_number(out, "ochre_hints_total", "counter", "Hints among them.", thinkers.hints);
}

char *measures_text(struct hall *hall, size_t *length)
{
    char *text = NULL;
    FILE *out = open_memstream(&text, length);
    if (!out)
        abort();
    const struct measures *measures = &hall->measures;
    struct room_counts counts;
    rooms_count(hall, &counts);
    put_server(out, hall, &counts);
    put_tables(out, &counts);
    put_number(out, "ochre_connections", "gauge", "Open WebSockets.", (uint64_t)peers_count(hall));
    put_number(out, "ochre_messages_total", "counter", "Messages from clients.", measures->messages);
    put_number(out, "ochre_requests_total", "counter", "Requests to the interface.", measures->requests);
    put_number(out, "ochre_moves_total", "counter", "Moves of people.", measures->moves);
    put_number(out, "ochre_bot_moves_total", "counter", "Moves of computer players.", measures->bot_moves);
    put_number(out, "ochre_bot_astray_total", "counter", "Answers of computer players that were no legal move.",
               measures->bot_astray);
    put_number(out, "ochre_undone_total", "counter", "Times that moves were taken back.", measures->undone);
    put_number(out, "ochre_chat_total", "counter", "Lines of chat.", measures->chats);
    put_number(out, "ochre_tables_made_total", "counter", "Tables made.", measures->tables_made);
    put_number(out, "ochre_tables_restored_total", "counter", "Tables brought back from the store.",
               measures->restored);
    put_number(out, "ochre_tables_aside_total", "counter", "Tables that could not be.", measures->set_aside);
    put_number(out, "ochre_reviews_total", "counter", "Plays that were looked back upon for somebody.",
               measures->reviews);
    put_kind(out, "ochre_refused_total", "counter", "Messages refused, by reason, and requests refused as too many.");
    for (int i = 0; i < NO_CODES; i++)
        (void)fprintf(out, "ochre_refused_total{code=\"%s\"} %llu\n", no_codes[i],
                      (unsigned long long)measures->refused[i]);
    put_histogram(out, "ochre_step_seconds", "From a turn of the loop to its being told.", latency_bucket,
                  measures->latency, LATENCY_BUCKETS, measures->latency_sum);
    put_store(out, hall);
    put_thinkers(out, hall, &counts);
    if (fclose(out) != 0)
        abort();
    return text;
}
