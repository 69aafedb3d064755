/* admin_show.c: see admin_show.h. */
#include "cli/admin_show.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cli/command.h"

enum { TEXT_SIZE = 4096, AGE_SIZE = 64 };

/* ---- members ---- */

/* A text of somebody's, without what a terminal would obey: C1 codes and what turns the direction of writing. */
static const char *member(struct json object, const char *name, char text[TEXT_SIZE])
{
    if (!json_string(json_get(object, name), text, TEXT_SIZE))
        text[0] = '\0';
    for (unsigned char *at = (unsigned char *)text; *at; at++) {
        bool is_c1 = at[0] == 0xC2 && at[1] >= 0x80 && at[1] < 0xA0;
        bool is_turning = at[0] == 0xE2 && ((at[1] == 0x80 && at[2] >= 0x8B && at[2] <= 0xAE) ||
                                            (at[1] == 0x81 && at[2] >= 0xA0 && at[2] <= 0xAF));
        for (int i = 0; (is_c1 && i < 2) || (is_turning && i < 3); i++)
            at[i] = '?';
        if (*at < 0x20 || *at == 0x7F)
            *at = '?';
    }
    return text;
}

#define MEMBER(object, name) member((object), (name), (char[TEXT_SIZE]){0})

static int64_t number(struct json object, const char *name)
{
    int64_t value = 0;
    (void)json_int(json_get(object, name), &value);
    return value;
}

static bool truth(struct json object, const char *name)
{
    bool is_so = false;
    return json_bool(json_get(object, name), &is_so) && is_so;
}

/* ---- times and sizes ---- */

static const char *age(int64_t seconds, char text[AGE_SIZE])
{
    struct ochre_text out = text_in(text, AGE_SIZE, tongue_used());
    if (seconds < 120)
        text_say_count(&out, seconds, "{0} second", "{0} seconds", NUM(seconds));
    else if (seconds < 2 * 3600)
        text_say_count(&out, seconds / 60, "{0} minute", "{0} minutes", NUM(seconds / 60));
    else if (seconds < 48 * 3600)
        text_say_count(&out, seconds / 3600, "{0} hour", "{0} hours", NUM(seconds / 3600));
    else
        text_say_count(&out, seconds / 86400, "{0} day", "{0} days", NUM(seconds / 86400));
    return text;
}

#define AGE(seconds) age((seconds), (char[AGE_SIZE]){0})

static const char *size(int64_t bytes, char text[AGE_SIZE])
{
    struct ochre_text out = text_on(text, AGE_SIZE);
    bool is_large = bytes >= 10LL * 1000 * 1000 * 1000;
    text_int(&out, bytes / (is_large ? 1000 * 1000 * 1000 : 1000 * 1000));
    text_add(&out, is_large ? " GB" : " MB");
    return bytes < 0 ? "?" : text;
}

#define SIZE(bytes) size((bytes), (char[AGE_SIZE]){0})

static int64_t since(struct json object, const char *name)
{
    int64_t seconds = (int64_t)time(NULL) - number(object, name);
    return seconds > 0 ? seconds : 0;
}

/* ---- the server ---- */

static void show_drain(struct json answer)
{
    struct json drain = json_get(answer, "drain");
    if (json_kind(drain) != JSON_OBJECT)
        return;
    print_say(stdout, _("no new tables for {0}\n"), AGE(since(drain, "since")));
    if (truth(drain, "stop"))
        print_say(stdout, _("stops when no live play was moved for {0}\n"), AGE(60 * number(drain, "quiet")));
}

void admin_show_status(struct json answer)
{
    struct json tables = json_get(answer, "tables");
    struct json disk = json_get(answer, "disk");
    struct json thoughts = json_get(answer, "thoughts");
    print_say(stdout, _("ochre {0}, running for {1}\n"), MEMBER(answer, "version"), AGE(number(answer, "seconds")));
    print_say(stdout, _("tables: {0} waiting, {1} running, {2} over, {3} set aside; {4} in use\n"),
              NUM(number(tables, "waiting")), NUM(number(tables, "running")), NUM(number(tables, "over")),
              NUM(number(tables, "aside")), NUM(number(tables, "awake")));
    print_say(stdout, _("connections: {0}, listening at {1} tables; moves so far: {2}\n"),
              NUM(number(answer, "connections")), NUM(number(answer, "listeners")), NUM(number(answer, "moves")));
    print_say(stdout, _("computer players: {0} thinking, {1} waiting, {2} threads\n"),
              NUM(number(thoughts, "thinking")), NUM(number(thoughts, "waiting")), NUM(number(thoughts, "threads")));
    print_say(stdout, _("disk: {0}; {1} free, the database has {2}\n"),
              truth(disk, "ok") ? _("well") : _(MEMBER(disk, "why")), SIZE(number(disk, "free")),
              SIZE(number(disk, "used")));
    print_say(stdout, _("addresses shut out: {0}\n"), NUM(number(answer, "bans")));
    if (json_kind(json_get(answer, "announcement")) == JSON_STRING)
        print_say(stdout, _("announced: {0}\n"), MEMBER(answer, "announcement"));
    show_drain(answer);
}

void admin_show_announce(struct json answer)
{
    print_say(stdout, _("connections that are told: {0}\n"), NUM(number(answer, "told")));
}

void admin_show_drain(struct json answer)
{
    admin_show_announce(answer);
    show_drain(answer);
}

void admin_show_undrain(struct json answer)
{
    (void)answer;
    print_say(stdout, _("new tables can be made again\n"));
}

/* ---- tables ---- */

static const char *status_word(struct json table)
{
    static const struct {
        const char *code, *word;
    } words[] = {
        {"waiting", N_("waiting")}, {"running", N_("running")}, {"over", N_("over")}, {"aside", N_("set aside")}};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (json_is(json_get(table, "status"), words[i].code))
            return _(words[i].word);
    return "?";
}

/* "Ama (here), level:3": who sits there. */
static void write_people(struct json table, struct ochre_text *out)
{
    struct json seats = json_get(table, "seats");
    for (struct json seat = json_first(seats); json_there(seat); seat = json_next(seat)) {
        if (out->used)
            text_add(out, ", ");
        if (json_is(json_get(seat, "kind"), "open") || json_is(json_get(seat, "kind"), "reserved"))
            text_add(out, _("(free)"));
        else
            text_add(out, *MEMBER(seat, "name") ? MEMBER(seat, "name") : MEMBER(seat, "seat"));
        if (truth(seat, "here"))
            text_add(out, _(" (here)"));
    }
}

static void show_line(struct json table)
{
    char people[TEXT_SIZE];
    struct ochre_text out = text_on(people, sizeof people);
    write_people(table, &out);
    bool has_steps = json_there(json_get(table, "steps"));
    printf("%-12s  %-7s  %-10s  ", MEMBER(table, "table"), MEMBER(table, "game"), status_word(table));
    printf("%5s  ", has_steps ? NUM(number(table, "steps")) : "-");
    print_say(stdout, _("made {0} ago"), AGE(since(table, "made")));
    if (json_there(json_get(table, "maker")))
        print_say(stdout, _(" from {0}"), MEMBER(table, "maker"));
    print_say(stdout, "  {0}\n", people);
    if (*MEMBER(table, "why"))
        print_say(stdout, "    {0}\n", _(MEMBER(table, "why")));
}

void admin_show_list(struct json answer)
{
    struct json tables = json_get(answer, "tables");
    for (struct json table = json_first(tables); json_there(table); table = json_next(table))
        show_line(table);
    print_say(stdout, _("tables shown: {0} of {1}\n"), NUM(json_count(tables)), NUM(number(answer, "found")));
}

static void show_clocks(struct json answer)
{
    char code[8];
    struct json clocks = json_get(answer, "clocks");
    for (struct json clock = json_first(clocks); json_there(clock); clock = json_next(clock)) {
        int64_t left = 0;
        (void)json_int(clock, &left);
        if (json_key(clock, code, sizeof code))
            print_say(stdout, _("{0} has {1} left\n"), code, AGE(left));
    }
}

static void show_story(struct json step)
{
    char sentence[TEXT_SIZE];
    struct json story = json_get(step, "story");
    for (struct json told = json_first(story); json_there(told); told = json_next(told)) {
        printf("%5s  %-3s %s\n", NUM(number(told, "step")), MEMBER(told, "seat"), MEMBER(told, "move"));
        struct json sentences = json_get(told, "sentences");
        for (struct json words = json_first(sentences); json_there(words); words = json_next(words))
            if (json_string(words, sentence, sizeof sentence))
                printf("           %s\n", sentence);
    }
}

void admin_show_table(struct json answer)
{
    show_line(answer);
    struct json listeners = json_get(answer, "listeners");
    for (struct json one = json_first(listeners); json_there(one); one = json_next(one))
        print_say(stdout, _("{0} listens from {1}\n"), *MEMBER(one, "seat") ? MEMBER(one, "seat") : _("a watcher"),
                  MEMBER(one, "address"));
    show_clocks(answer);
    if (json_there(json_get(answer, "moved")))
        print_say(stdout, _("the last move was made {0} ago\n"), AGE(since(answer, "moved")));
    show_story(json_get(answer, "step"));
}

void admin_show_end(struct json answer)
{
    print_say(stdout, _("{0}: play is ended, and whoever was there is told why\n"), MEMBER(answer, "table"));
}

void admin_show_delete(struct json answer)
{
    print_say(stdout, _("{0}: deleted\n"), MEMBER(answer, "table"));
}

/* ---- addresses ---- */

static void show_ban(struct json ban)
{
    print_say(stdout, "{0}  ", MEMBER(ban, "address"));
    if (json_kind(json_get(ban, "until")) == JSON_NULL)
        print_say(stdout, _("for good"));
    else
        print_say(stdout, _("for another {0}"), AGE(number(ban, "until") - (int64_t)time(NULL)));
    print_say(stdout, *MEMBER(ban, "why") ? "  {0}\n" : "\n", MEMBER(ban, "why"));
}

void admin_show_ban(struct json answer)
{
    show_ban(json_get(answer, "ban"));
    print_say(stdout, _("connections that were closed: {0}\n"), NUM(number(answer, "closed")));
}

void admin_show_unban(struct json answer)
{
    print_say(stdout, _("{0} may come in again\n"), MEMBER(answer, "address"));
}

void admin_show_bans(struct json answer)
{
    struct json bans = json_get(answer, "bans");
    for (struct json ban = json_first(bans); json_there(ban); ban = json_next(ban))
        show_ban(ban);
    if (json_count(bans) == 0)
        print_say(stdout, _("nobody is shut out\n"));
}
