/* request_reviews.c: plays that a server looks back upon (reviews.h), for pages that cannot do it themselves. What is
 * known of a play is the log in the body; no table is asked for anything. */
#include <stdlib.h>
#include <string.h>

#include "server/admin.h"
#include "server/memory.h"
#include "server/read.h"
#include "server/request.h"
#include "server/request_inner.h"
#include "server/reviews.h"

enum { NEWS_MAX = 48 /* steps in one answer */ };

static const int64_t seed_max = INT64_C(999999999999999999);

static void refuse_error(const struct asking *asking, int status, const char *code, const struct ochre_error *error)
{
    char why[sizeof error->words * 2];
    struct ochre_text text = text_in(why, sizeof why, asking->tongue);
    error_say(error, &text);
    request_answer_error(asking, status, code, why);
}

/* ---- a new one ---- */

/* What a body asks for. */
struct wished {
    struct reviews_wish review;
    char name[OCHRE_SEATS_MAX][STORE_NAME_SIZE];
    char address[ADDRESS_NAME_SIZE];
    char *log;
};

static bool read_depth(struct json value, enum weigh_depth *depth)
{
    *depth = WEIGH_USUAL;
    if (!json_there(value))
        return true;
    for (int i = 0; weigh_depths[i]; i++) {
        *depth = (enum weigh_depth)i;
        if (json_is(value, weigh_depths[i]))
            return true;
    }
    return false;
}

static bool read_seed(struct json value, uint64_t *seed)
{
    int64_t number = 1;
    if (json_there(value) && (!json_int(value, &number) || number < 0 || number > seed_max))
        return false;
    *seed = (uint64_t)number;
    return true;
}

static bool read_names(struct json value, struct wished *wished)
{
    if (!json_there(value))
        return true;
    if (json_kind(value) != JSON_ARRAY || json_count(value) > OCHRE_SEATS_MAX)
        return false;
    int seat = 0;
    for (struct json name = json_first(value); json_there(name); name = json_next(name), seat++) {
        if (!read_name(name, wished->name[seat]))
            return false;
        wished->review.names[seat] = wished->name[seat][0] ? wished->name[seat] : NULL;
    }
    return true;
}

static bool read_you(struct json value, int *you)
{
    *you = -1;
    if (!json_there(value))
        return true;
    for (int seat = 0; seat < OCHRE_SEATS_MAX && *you < 0; seat++)
        if (json_is(value, seat_code(seat)))
            *you = seat;
    return *you >= 0;
}

static bool read_log(struct json value, struct wished *wished)
{
    size_t length;
    if (json_kind(value) != JSON_STRING)
        return false;
    (void)json_raw(value, &length);
    wished->log = must_alloc(length + 1);
    if (!json_string(value, wished->log, length + 1))
        return false;
    wished->review.log = wished->log;
    wished->review.length = strlen(wished->log);
    return true;
}

/* What is wrong with the body, NULL: nothing. */
static const char *read_wish(struct json body, struct wished *wished)
{
    struct reviewing_wish *how = &wished->review.how;
    if (!read_log(json_get(body, "log"), wished))
        return N_("log: expected the text of a log");
    if (!read_depth(json_get(body, "depth"), &how->depth))
        return N_("depth is quick, usual or deep.");
    if (!read_seed(json_get(body, "seed"), &how->seed))
        return N_("seed is a number of up to 18 digits.");
    if (!read_names(json_get(body, "names"), wished))
        return N_("names is a list of what people are called, seat by seat.");
    if (!read_you(json_get(body, "you"), &wished->review.you))
        return N_("Who reads it (you) is one of p1 to p4.");
    return NULL;
}

static void write_progress(const struct kept_review *kept, struct json_writer *writer)
{
    const struct reviewing *play = kept_review_play(kept);
    bool is_over = kept_review_is_over(kept); /* first: what was looked at until then is counted below */
    int count = reviewing_count(play);
    json_field_string(writer, "review", kept_review_id(kept));
    json_field_string(writer, "state", !is_over ? "working" : count == reviewing_total(play) ? "done" : "stopped");
    json_field_int(writer, "done", count);
    json_field_int(writer, "steps", reviewing_total(play));
}

static void begin(struct asking *asking, struct wished *wished)
{
    struct hall *hall = asking->hall;
    struct ochre_error error = {0};
    address_name(asking->request->address, wished->address);
    wished->review.address = wished->address;
    wished->review.person = addresses_find(hall->addresses, asking->request->address, hall_now(hall))->number;
    wished->review.now = hall_now(hall);
    wished->review.how.tongue = asking->tongue;
    const struct kept_review *kept = reviews_begin(hall->config.reviews, &wished->review, &error);
    bool is_busy = text_same(error.rule, "busy");
    if (!kept) {
        refuse_error(asking, is_busy ? 503 : 400, is_busy ? "busy" : "log", &error);
        return;
    }
    hall->measures.reviews++;
    struct sheet sheet;
    sheet_begin(&sheet);
    write_progress(kept, &sheet.writer);
    sheet_answer(&sheet, asking, 201);
}

static void post_review(struct asking *asking)
{
    if (reviews_most(asking->hall->config.reviews) == 0) {
        request_refuse(asking, 403, "off", N_("This server does not review plays."));
        return;
    }
    if (admin_is_draining(asking->hall)) {
        request_refuse(asking, 503, "busy", N_("No new reviews now: the server will be restarted soon."));
        return;
    }
    struct wished wished = {0};
    const char *wrong = read_wish(asking->body, &wished);
    if (wrong)
        request_refuse(asking, 400, "form", wrong);
    else
        begin(asking, &wished);
    free(wished.log);
}

/* ---- looking at one ---- */

/* The review of the path; NULL after refusing. */
static struct kept_review *find(const struct asking *asking)
{
    struct kept_review *kept = reviews_find(asking->hall->config.reviews, asking->id, hall_now(asking->hall));
    if (!kept)
        request_refuse(asking, 404, "review", N_("There is no such review, or nobody has asked for it for a while."));
    return kept;
}

/* A number of the query; `usual` when it is not there, -1 when it is none. */
static int query_number(const struct asking *asking, const char *name, int usual)
{
    char word[8];
    request_query_value(asking->request->query, name, word, sizeof word);
    int number = 0;
    for (const char *at = word; *at; at++) {
        if (*at < '0' || *at > '9' || number > REVIEWS_STEPS_MAX)
            return -1;
        number = 10 * number + (*at - '0');
    }
    return word[0] ? number : usual;
}

/* What an answer of any length is written from. */
struct writing {
    struct reviewing *play;
    const struct ochre_tongue *tongue;
    int number;
};

static void answer_long(const struct asking *asking, void (*write)(void *what, struct ochre_text *out),
                        struct writing writing)
{
    size_t length;
    const char *text = paper_fill(&asking->hall->paper, write, &writing, &length);
    if (text)
        request_answer_text(asking, "application/json", text, length);
    else
        request_refuse(asking, 503, "busy", N_("Many plays are being reviewed here just now; try again in a moment."));
}

static void get_review(struct asking *asking)
{
    const struct kept_review *kept = find(asking);
    if (!kept)
        return;
    const struct reviewing *play = kept_review_play(kept);
    int since = query_number(asking, "since", reviewing_total(play));
    struct sheet sheet;
    if (since < 0) {
        request_refuse(asking, 400, "form", N_("since is the number of the last step that is known."));
        return;
    }
    sheet_begin(&sheet);
    write_progress(kept, &sheet.writer);
    json_name(&sheet.writer, "news");
    json_open(&sheet.writer, '[');
    for (int number = since + 1; number <= reviewing_count(play) && number <= since + NEWS_MAX; number++)
        reviewing_write_step(play, number, &sheet.writer);
    json_close(&sheet.writer, ']');
    sheet_answer(&sheet, asking, 200);
}

static void write_result(void *what, struct ochre_text *out)
{
    const struct writing *writing = what;
    reviewing_write(writing->play, out);
}

static void get_result(struct asking *asking)
{
    const struct kept_review *kept = find(asking);
    if (kept && kept_review_is_over(kept))
        answer_long(asking, write_result, (struct writing){.play = kept_review_play(kept)});
    else if (kept)
        request_refuse(asking, 409, "waiting", N_("The review is not done yet."));
}

static void write_about(void *what, struct ochre_text *out)
{
    const struct writing *writing = what;
    reviewing_write_about(writing->play, writing->tongue, out);
}

static void get_about(struct asking *asking)
{
    const struct kept_review *kept = find(asking);
    if (kept)
        answer_long(asking, write_about, (struct writing){.play = kept_review_play(kept), .tongue = asking->tongue});
}

static void write_moment(void *what, struct ochre_text *out)
{
    const struct writing *writing = what;
    reviewing_write_moment(writing->play, writing->number, writing->tongue, out);
}

static void get_moment(struct asking *asking)
{
    const struct kept_review *kept = find(asking);
    if (!kept)
        return;
    struct writing writing = {
        .play = kept_review_play(kept), .tongue = asking->tongue, .number = query_number(asking, "n", 0)};
    if (writing.number < 1 || writing.number > reviewing_total(writing.play) + 1)
        request_refuse(asking, 400, "form", N_("n is the number of a move, or one more: the end."));
    else
        answer_long(asking, write_moment, writing);
}

/* ---- ending one ---- */

static void post_stop(struct asking *asking)
{
    struct kept_review *kept = find(asking);
    struct sheet sheet;
    if (!kept)
        return;
    reviews_stop(asking->hall->config.reviews, kept);
    sheet_begin(&sheet);
    write_progress(kept, &sheet.writer);
    sheet_answer(&sheet, asking, 200);
}

static void delete_review(struct asking *asking)
{
    struct kept_review *kept = find(asking);
    struct sheet sheet;
    if (!kept)
        return;
    sheet_begin(&sheet);
    json_field_string(&sheet.writer, "review", kept_review_id(kept));
    reviews_forget(asking->hall->config.reviews, kept);
    sheet_answer(&sheet, asking, 200);
}

static const struct route routes[] = {
    {HALL_POST, "/api/reviews", "", PLACE_REVIEWS, post_review},
    {HALL_GET, "/api/reviews/", "", PLACE_REVIEW, get_review},
    {HALL_DELETE, "/api/reviews/", "", PLACE_REVIEW, delete_review},
    {HALL_GET, "/api/reviews/", "/result", PLACE_REVIEW, get_result},
    {HALL_GET, "/api/reviews/", "/about", PLACE_REVIEW, get_about},
    {HALL_GET, "/api/reviews/", "/moment", PLACE_REVIEW, get_moment},
    {HALL_POST, "/api/reviews/", "/stop", PLACE_REVIEW, post_stop},
};
const struct routes request_reviews = {routes, sizeof routes / sizeof *routes, &request_metrics};
