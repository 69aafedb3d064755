/* laws_printed.c: the laws about what a game tells once (write_printed): it is JSON, it is the same whenever it is
 * asked for, it stands beside any view, and nothing large is left in views that hardly ever changes. */
#include "base/hash.h"
#include "laws_run.h"
#include "rules/rules.h"
#include "rules/show.h"

enum {
    MEMBERS_MAX = 256, /* of views and of the objects in them */
    LARGE = 40,        /* bytes from which on a member is worth being told once */
    VIEWS_MIN = 10,    /* that a member must have been in before it is judged */
    KEY_SIZE = 48,
};

/* One member of the views of a play. */
struct member {
    char path[2 * KEY_SIZE];
    uint64_t value; /* a hash of what it was last */
    uint64_t bytes;
    int views, changes;
};

struct members {
    struct member list[MEMBERS_MAX];
    int count;
};

static struct member *member_at(struct members *members, const char *path)
{
    for (int i = 0; i < members->count; i++)
        if (strcmp(members->list[i].path, path) == 0)
            return &members->list[i];
    if (members->count == MEMBERS_MAX)
        return NULL;
    struct member *member = &members->list[members->count++];
    *member = (struct member){.views = 0};
    struct ochre_text text = text_on(member->path, sizeof member->path);
    text_add(&text, path);
    return member;
}

/* Notes the members of an object, and those of the objects in it. */
static void note_members(struct members *members, struct json object, const char *above)
{
    for (struct json each = json_first(object); json_there(each); each = json_next(each)) {
        char key[KEY_SIZE] = "";
        char path[2 * KEY_SIZE];
        size_t length;
        const char *raw = json_raw(each, &length);
        struct ochre_text text = text_on(path, sizeof path);
        (void)json_key(each, key, sizeof key);
        text_add(&text, above);
        text_char(&text, '/');
        text_add(&text, key);
        struct member *member = member_at(members, path);
        if (!member)
            return;
        uint64_t value = hash_bytes(0, raw, length);
        member->changes += member->views > 0 && member->value != value;
        member->value = value;
        member->bytes += length;
        member->views++;
        if (!above[0] && json_kind(each) == JSON_OBJECT)
            note_members(members, each, path);
    }
}

static bool note_view(struct run *run, const struct guarded *now, struct members *members)
{
    struct guarded view;
    struct json_doc doc;
    struct ochre_error error;
    if (!look(run, now, 0, &view) || !write_json(run, seen(&view), 0))
        return false;
    size_t length = strlen(run->json);
    if (json_parse(&doc, run->json, length, run->nodes, json_nodes_for(length), &error) < 0)
        return broken(run, "json", "the view of p1 is no JSON: %s: %.300s", error.words, run->json);
    note_members(members, json_root(&doc), "");
    return true;
}

/* Large, and hardly changed in a whole play; NULL: there is nothing like that. */
static const struct member *find_still(const struct members *members)
{
    for (int i = 0; i < members->count; i++) {
        const struct member *member = &members->list[i];
        if (member->views >= VIEWS_MIN && member->changes <= 1 && member->bytes >= LARGE * (uint64_t)member->views)
            return member;
    }
    return NULL;
}

static bool play_noting(struct run *run, struct members *members)
{
    struct guarded now;
    guarded_init(&now);
    run->game->rules->start(run->setup, &now.state);
    for (uint32_t moves = 0; moves <= run->setup->moves_max; moves++) {
        ochre_seats pending = run->game->rules->pending(run->setup, &now.state);
        if (!note_view(run, &now, members))
            return false;
        if (!pending)
            return true;
        int seat = pick_seat(run, pending);
        int count = moves_of(run, &now.state, seat, run->list[0]);
        if (count <= 0)
            return count == 0; /* other laws speak of that */
        run->game->rules->apply(run->setup, &now.state, seat, pick_move(run, &now.state, seat, run->list[0], count),
                                NULL);
    }
    return true;
}

bool law_printed(struct run *run)
{
    char *first = run->json;
    char *second = run->json + JSON_ROOM / 2;
    for (int i = 0; i < 2; i++) {
        stir_stack(i ? 0xCC : 0x33);
        struct ochre_text text = text_on(i ? second : first, JSON_ROOM / 2);
        struct json_writer writer = json_write_to(&text);
        json_open(&writer, '{');
        show_printed(run->setup, &writer);
        json_close(&writer, '}');
        if (text.cut)
            return broken(run, "printed", "what is printed takes more than %d bytes", JSON_ROOM / 2);
    }
    if (strcmp(first, second) != 0)
        return broken(run, "printed", "what is printed is written in two ways");
    struct json_doc doc;
    struct ochre_error error;
    size_t length = strlen(first);
    if (json_parse(&doc, first, length, run->nodes, json_nodes_for(length), &error) < 0)
        return broken(run, "printed", "what is printed is no JSON: %s: %.300s", error.words, first);
    return true;
}

bool law_beside(struct run *run, const struct ochre_view *view, int viewer)
{
    struct json_doc doc;
    struct ochre_error error;
    struct ochre_text text = text_on(run->json, JSON_ROOM);
    struct json_writer writer = json_write_to(&text);
    json_open(&writer, '{');
    show_whole(run->setup, view, viewer, &writer);
    json_close(&writer, '}');
    if (text.cut || json_parse(&doc, run->json, text.used, run->nodes, json_nodes_for(text.used), &error) < 0)
        return broken(run, "printed", "the view of %s and what is printed make no object: %s", seat_code(viewer),
                      text.cut ? "too large" : error.words);
    return true;
}

bool laws_told_once(const struct ochre_setup *setup, uint64_t seed, struct laws_fault *fault)
{
    enum { PLAYS = 6 }; /* something may stay as it is for a whole play, but not for so many */
    static struct members members;
    const struct member *still = NULL;
    struct run run;
    run_open(&run, setup, seed, 1, fault);
    bool is_kept = law_printed(&run);
    for (int i = 0; i < PLAYS && is_kept && (i == 0 || still); i++) {
        members.count = 0;
        is_kept = play_noting(&run, &members);
        still = find_still(&members);
    }
    if (is_kept && still)
        is_kept = broken(&run, "printed", "%s has %llu bytes in each of %d views and changed %d times: tell it once",
                         still->path, (unsigned long long)(still->bytes / (uint64_t)still->views), still->views,
                         still->changes);
    run_close(&run);
    return is_kept;
}
