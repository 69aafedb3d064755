/* cmd_serve.c: `ochre serve`, tables over the wire (docs/wire.md). */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "cli/command.h"
#include "cli/place.h"
#include "cli/rules_find.h"
#include "server/restore.h"
#include "server/reviews.h"
#include "server/serve.h"

static void say_ready(void *who, int port)
{
    const char *listen = who;
    bool is_local = text_same(listen, "127.0.0.1") || text_same(listen, "0.0.0.0") || text_same(listen, "::");
    print_say(stdout, _("Ochre is at http://{0}:{1} (Ctrl-C stops it)\n"), is_local ? "localhost" : listen, NUM(port));
    (void)fflush(stdout);
}

static void say_trouble(void *who, const char *words)
{
    (void)who;
    print_say(stdout, "{0}\n", words);
}

static int64_t wall_clock(void)
{
    return (int64_t)time(NULL) * 1000;
}

/* --check: is everything in the folder, or the database, as it should be? */
static int check(const struct call *call, const char *place)
{
    struct restore_counts counts = {0};
    struct ochre_error error = {0};
    int troubles = restore_check(place, &counts, say_trouble, NULL, &error);
    if (troubles < 0)
        return call_refused(call, EXIT_FAILED, store_is_address(place) ? "--store" : "--data", &error);
    char name[STORE_PLACE_SIZE];
    store_place_name(place, name, sizeof name);
    print_say(stdout, _("{0}: {1} waiting, {2} running, {3} over, {4} set aside; {5} moves; {6} troubles\n"), name,
              NUM(counts.waiting), NUM(counts.running), NUM(counts.over), NUM(counts.aside), NUM(counts.moves),
              NUM(troubles));
    return troubles ? EXIT_FAILED : EXIT_FINE;
}

/* A person is told in a sentence, a journal in a line of the diary. */
static int refuse_start(const struct call *call, const struct ochre_error *error)
{
    if (isatty(STDERR_FILENO))
        return call_failure(call, "{0}", error->words);
    struct diary *diary = diary_new(
        &(struct diary_config){.has_priorities = diary_is_journal(), .now = wall_clock, .write = diary_to_stderr});
    diary_say(diary, DIARY_ERROR, "start-refused", NULL, "why", error->words);
    diary_delete(diary);
    return EXIT_FAILED;
}

static enum diary_level diary_level(const struct call *call)
{
    const char *name = call_value(call, "log-level");
    enum diary_level level = DIARY_INFO;
    for (int i = 0; name && i < DIARY_LEVELS; i++)
        if (text_same(name, diary_levels[i]))
            level = (enum diary_level)i;
    return level;
}

/* Every --host-name, NULL after the last. */
static const char *const *host_names(const struct call *call)
{
    static const char *names[CALL_GIVEN_MAX + 1];
    for (int i = 0; i < CALL_GIVEN_MAX; i++)
        names[i] = call_value_at(call, "host-name", i);
    return names;
}

/* What this server is called among others: NAME, or where it runs. */
static const char *server_name(const struct call *call, int port)
{
    static char name[HOST_NAME_MAX + 16];
    char host[HOST_NAME_MAX + 1] = "";
    if (call_value(call, "name"))
        return call_value(call, "name");
    (void)gethostname(host, sizeof host - 1);
    (void)snprintf(name, sizeof name, "%s:%d", host[0] ? host : "localhost", port);
    return name;
}

static int run(const struct call *call)
{
    const char *folder = call_value(call, "data") ? call_value(call, "data") : "ochre-data";
    const char *listen = call_value(call, "listen") ? call_value(call, "listen") : "127.0.0.1";
    int64_t port = 8080;
    int64_t threads = 0;
    int64_t peers = 0;
    int64_t tables = 0;
    int64_t messages = 0;
    int64_t requests = 0;
    int64_t days = 0;
    int64_t reviews = REVIEWS_USUAL;
    if (!call_number(call, "port", 1, 65535, &port) || !call_number(call, "threads", 1, 256, &threads) ||
        !call_number(call, "peers-per-address", 1, 1000000, &peers) ||
        !call_number(call, "tables-per-hour", 1, 10000000, &tables) ||
        !call_number(call, "messages-per-second", 1, 1000000, &messages) ||
        !call_number(call, "requests-per-second", 1, 1000000, &requests) ||
        !call_number(call, "reviews", 0, 64, &reviews) || !call_number(call, "archive-days", 1, 36500, &days))
        return EXIT_MISUSED;
    const char *store = place_taken(call_value(call, "store"));
    if (store && !store_is_address(store))
        return call_misuse(call, _("--store: '{0}' is not the address of a database; postgres://HOST/NAME is one"),
                           store);
    if (call_has(call, "check"))
        return check(call, store ? store : folder);
    const char *durability = call_value(call, "durability");
    struct ochre_error error = {0};
    struct serve_config config = {
        .listen = listen,
        .port = (int)port,
        .folder = folder,
        .store = store,
        .packs = call_value(call, "packs"),
        .has_all_games = call_has(call, "all-games"),
        .is_fast = durability && text_same(durability, "off"),
        .trusts_proxy = call_has(call, "trust-proxy"),
        .host_names = host_names(call),
        .threads = (int)threads,
        .reviews = (int)reviews,
        .peers_per_address = (int)peers,
        .tables_per_hour = (int)tables,
        .messages_per_second = (int)messages,
        .requests_per_second = (int)requests,
        .archive_days = (int)days,
        .diary_level = diary_level(call),
        .version = OCHRE_VERSION,
        .name = server_name(call, (int)port),
        .tongue = tongue_for,
        .rules = rules_find,
        .ready = say_ready,
        .who = (void *)listen,
    };
    if (serve(&config, &error) < 0)
        return refuse_start(call, &error);
    return EXIT_FINE;
}

static const char *const on_off[] = {"on", "off", NULL};

const struct command cmd_serve = {
    .name = "serve",
    .operands = "",
    .summary = N_("host tables for people and computer players, in the browser"),
    .about = N_("Serves the page, the interface for programs and all tables from one folder. Every move is on the disk "
                "before anybody sees it. docs/wire.md describes the interface."),
    .example = "  ochre serve\n  ochre serve --port 9000 --data /var/lib/ochre --listen 0.0.0.0\n",
    .options =
        (const struct command_option[]){
            {.name = "port", .value = "N", .about = N_("listen at this port (8080)")},
            {.name = "listen", .value = "ADDRESS", .about = N_("listen at this address (127.0.0.1; 0.0.0.0: all)")},
            {.name = "host-name",
             .value = "NAME",
             .about = N_("answer to this name too, as browsers write it (tables.example.org)"),
             .repeats = true},
            {.name = "data", .value = "DIR", .about = N_("where tables are kept (ochre-data)")},
            {.name = "store",
             .value = "ADDRESS",
             .about = N_("keep tables in this PostgreSQL database instead, which several servers may share "
                         "(postgres://HOST/NAME)")},
            {.name = "name", .value = "NAME", .about = N_("what this server is called in /metrics (hostname:port)")},
            {.name = "packs", .value = "DIR", .about = N_("offer the component packs DIR/GAME/*.json too")},
            {.name = "all-games", .about = N_("offer the games for programmers too (ochre games --all)")},
            {.name = "check", .about = N_("verify the data folder, or the database, instead of serving")},
            {.name = "durability",
             .value = "on|off",
             .about = N_("off: do not wait for the disk; a power cut may lose seconds"),
             .choices = on_off},
            {.name = "threads", .value = "N", .about = N_("threads for computer players")},
            {.name = "reviews",
             .value = "N",
             .about = N_("plays that are reviewed at once for pages that cannot do it themselves (4; 0: none)")},
            {.name = "archive-days", .value = "N", .about = N_("finished tables become files after so many days")},
            {.name = "trust-proxy", .about = N_("take addresses from X-Forwarded-For (behind a proxy only)")},
            {.name = "peers-per-address", .value = "N", .about = N_("connections from one address (200)")},
            {.name = "tables-per-hour", .value = "N", .about = N_("new tables from one address (30)")},
            {.name = "messages-per-second", .value = "N", .about = N_("from one connection (20)")},
            {.name = "requests-per-second", .value = "N", .about = N_("from one address (50)")},
            {.name = "log-level",
             .value = "LEVEL",
             .about = N_("what is told on standard error: error, warning, info or debug (info)"),
             .choices = diary_levels},
            {0},
        },
    .run = run,
};
