/* tribes_pack.c: component packs (1.8): reading one, and refusing it by the number of the rule it breaks. */
#include <assert.h>

#include "games/tribes/tribes.h"
#include "rules/reader.h"

enum { SAID_SIZE = 241, PACK_ID_SIZE = 41 };

/* Fields, ids and texts are refused by 1.8.1, values by the rule of their part. */
struct packing {
    struct reader form;
    struct tribes_tables *t;
};

static struct reader by(const struct packing *p, const char *rule)
{
    return (struct reader){p->form.error, rule};
}

/* A list of so many small numbers. */
static int read_bytes(const struct reader *r, struct json object, const char *key, int count, int low, int high,
                      uint8_t *out)
{
    struct json list;
    assert(low >= 0 && high <= UINT8_MAX);
    if (reader_list(r, object, key, count, count, &list) < 0)
        return -1;
    for (struct json value = json_first(list); json_there(value); value = json_next(value)) {
        int number;
        if (reader_number_at(r, value, low, high, &number) < 0)
            return -1;
        *out++ = (uint8_t)number;
    }
    return 0;
}

/* One language of a localised text, into the heap. What is shown on a terminal holds no control characters. */
static int read_language(const struct packing *p, struct json object, const char *key, uint16_t *place)
{
    struct tribes_tables *t = p->t;
    struct json value = json_get(object, key);
    char *at = t->heap + t->heap_used;
    size_t room = TRIBES_HEAP - t->heap_used;
    if (!json_there(value))
        return 0;
    if (json_kind(value) != JSON_STRING || !json_string(value, at, room < SAID_SIZE ? room : SAID_SIZE) || !at[0])
        return reader_refuse(&p->form, p->form.rule, value, "expected a text of 1 to {0} bytes", NUM(SAID_SIZE - 1));
    for (const char *c = at; *c; c++)
        if ((unsigned char)*c < 0x20 || *c == 0x7F)
            return reader_refuse(&p->form, p->form.rule, value, "a text holds no control characters");
    *place = (uint16_t)t->heap_used;
    t->heap_used += (uint32_t)strlen(at) + 1;
    assert(t->heap_used <= TRIBES_HEAP);
    return 0;
}

/* {"en": …} with fr and de where there are. German is checked but not kept: nobody shows it yet. */
static int read_words(const struct packing *p, struct json object, const char *key, struct tribes_text *words)
{
    static const char *const known[] = {"en", "?", "fr", "de", NULL};
    struct json value = json_get(object, key);
    if (reader_members(&p->form, value, known) < 0 || read_language(p, value, "en", &words->in[TRIBES_ENGLISH]) < 0 ||
        read_language(p, value, "fr", &words->in[TRIBES_FRENCH]) < 0)
        return -1;
    uint32_t used = p->t->heap_used;
    uint16_t unused;
    int read = read_language(p, value, "de", &unused);
    p->t->heap_used = used;
    return read;
}

/* Ids have small letters and digits, and _ within a pack; the pack's own has -. */
static int read_id(const struct packing *p, struct json object, const char *joint, char *id, size_t size)
{
    struct json value = json_get(object, "id");
    bool is_good = json_kind(value) == JSON_STRING && json_string(value, id, size) && id[0] != '\0';
    for (const char *c = id; is_good && *c; c++)
        is_good = (*c >= 'a' && *c <= 'z') || (*c >= '0' && *c <= '9') || *c == joint[0];
    if (is_good)
        return 0;
    return reader_refuse_member(&p->form, p->form.rule, object, "id", "an id has 1 to {0} of a-z, 0-9 and {1}",
                                NUM((int)size - 1), joint);
}

/* 1.8.1: is this id the first of its kind in the list? */
static int check_unique(const struct packing *p, struct json list, struct json element)
{
    struct json id = json_get(element, "id");
    for (struct json other = json_first(list); other.node != element.node; other = json_next(other))
        if (json_equal(json_get(other, "id"), id))
            return reader_refuse(&p->form, p->form.rule, id, "this id stands in the list twice");
    return 0;
}

static int read_head(const struct packing *p, struct json pack)
{
    static const char *const known[] = {"format", "id",    "title", "resources", "tracks", "actions", "boards",
                                        "events", "start", "end",   "?",         "teeth",  NULL};
    static const char *const formats[] = {"tribes-pack/1", NULL};
    char id[PACK_ID_SIZE];
    int format;
    struct tribes_text title = {{0}};
    if (json_kind(pack) != JSON_OBJECT)
        return reader_refuse(&p->form, p->form.rule, pack, "a pack is an object");
    return reader_word(&p->form, pack, "format", formats, &format) < 0 || reader_members(&p->form, pack, known) < 0 ||
                   read_id(p, pack, "-", id, sizeof id) < 0 || read_words(p, pack, "title", &title) < 0
               ? -1
               : 0;
}

static int read_teeth(const struct packing *p, struct json teeth)
{
    int unused;
    if (json_there(teeth) && json_kind(teeth) != JSON_ARRAY)
        return reader_refuse(&p->form, p->form.rule, teeth, "expected a list of numbers");
    for (struct json tooth = json_first(teeth); json_there(tooth); tooth = json_next(tooth))
        if (reader_number_at(&p->form, tooth, 1, 100, &unused) < 0)
            return -1;
    return 0;
}

static int read_resource(const struct packing *p, struct json list, struct json value, uint32_t *seen)
{
    static const char *const known[] = {"id", "letter", "count", "name", NULL};
    const struct reader r = by(p, "1.8.2");
    char letter[2] = "";
    if (reader_members(&p->form, value, known) < 0)
        return -1;
    int index =
        json_string(json_get(value, "letter"), letter, sizeof letter) ? tribes_resource_by_letter(letter[0]) : -1;
    if (index < 0 || bits_has(*seen, index))
        return reader_refuse_member(&r, r.rule, value, "letter", "the letters are G, H, W, O and I, each once");
    *seen |= 1u << index;
    struct tribes_resource_data *resource = &p->t->resource[index];
    return read_id(p, value, "_", resource->id, sizeof resource->id) < 0 || check_unique(p, list, value) < 0 ||
                   reader_byte(&r, value, "count", 1, 15, &resource->count) < 0 ||
                   read_words(p, value, "name", &resource->name) < 0
               ? -1
               : 0;
}

/* 1.8.2 */
static int read_resources(const struct packing *p, struct json pack)
{
    const struct reader r = by(p, "1.8.2");
    struct json list;
    uint32_t seen = 0;
    if (reader_list(&r, pack, "resources", TRIBES_RESOURCES, TRIBES_RESOURCES, &list) < 0)
        return -1;
    for (struct json value = json_first(list); json_there(value); value = json_next(value))
        if (read_resource(p, list, value, &seen) < 0)
            return -1;
    int total = 0;
    int plenty = 0;
    for (int resource = 0; resource < TRIBES_RESOURCES; resource++) {
        total += p->t->resource[resource].count;
        plenty += p->t->resource[resource].count >= 4;
    }
    if (total < 20 || total > 51)
        return reader_refuse(&r, r.rule, list, "the counts must add up to 20 to 51 tiles");
    if (plenty < 3)
        return reader_refuse(&r, r.rule, list, "at least three resources need a count of 4 or more");
    return 0;
}

/* A list that never falls; its length must be the same for all tracks. */
static int read_levels(const struct reader *r, struct json track, const char *key, int low, int high, int length,
                       uint8_t *out)
{
    if (read_bytes(r, track, key, length, low, high, out) < 0)
        return -1;
    for (int i = 1; i < length; i++)
        if (out[i] < out[i - 1])
            return reader_refuse(r, r->rule, json_at(json_get(track, key), (uint32_t)i), "values never fall");
    return 0;
}

/* 1.8.3 */
static int read_tracks(const struct packing *p, struct json tracks)
{
    static const char *const of_track[] = {"values", "points", NULL};
    const struct reader r = by(p, "1.8.3");
    struct json first;
    if (reader_members(&p->form, tracks, tribes_track_ids) < 0 ||
        reader_list(&r, json_get(tracks, "procreation"), "values", 2, TRIBES_LEVELS_MAX, &first) < 0)
        return -1;
    int length = (int)json_count(first);
    p->t->top = (uint8_t)(length - 1);
    for (int track = 0; track < TRIBES_TRACKS; track++) {
        struct json value = json_get(tracks, tribes_track_ids[track]);
        struct tribes_track_data *data = &p->t->track[track];
        bool is_strength = track == TRIBES_STRENGTH;
        if (reader_members(&p->form, value, of_track) < 0 ||
            read_levels(&r, value, "values", is_strength ? 0 : 1, 15, length, data->value) < 0 ||
            read_levels(&r, value, "points", 0, is_strength ? 0 : 30, length, data->points) < 0)
            return -1;
    }
    return 0;
}

/* 1.8.4 */
static int read_actions(const struct packing *p, struct json pack)
{
    static const char *const known[] = {"id", "action", "hand", NULL};
    const struct reader r = by(p, "1.8.4");
    struct json list;
    uint32_t seen = 0;
    if (reader_list(&r, pack, "actions", TRIBES_ACTION_TILES, TRIBES_ACTION_TILES, &list) < 0)
        return -1;
    for (struct json value = json_first(list); json_there(value); value = json_next(value)) {
        bool hand = false;
        if (reader_members(&p->form, value, known) < 0)
            return -1;
        char id[4] = "";
        int tile = json_string(json_get(value, "id"), id, sizeof id) ? tribes_tile_by_id(NULL, id) : -1;
        if (tile < 0 || bits_has(seen, tile))
            return reader_refuse_member(&r, r.rule, value, "id", "the actions are P, E, M, P+, E+ and M+, each once");
        seen |= 1u << tile;
        if (!json_is(json_get(value, "action"), tribes_deed_ids[tile % 3]) ||
            !json_bool(json_get(value, "hand"), &hand) || hand != (tile >= 3))
            return reader_refuse(&r, r.rule, value, "P is procreate, E explore, M move; with + it has a hand");
    }
    return 0;
}

static int resource_by_id(const struct tribes_tables *t, struct json value)
{
    for (int resource = 0; resource < TRIBES_RESOURCES; resource++)
        if (json_is(value, t->resource[resource].id))
            return resource;
    return -1;
}

static int read_board(const struct packing *p, struct json value, struct tribes_board_data *board)
{
    static const char *const known[] = {"id", "epoch", "resource", "need", "track", "points", "event", "name", NULL};
    const struct reader r = by(p, "1.8.5");
    int track;
    if (reader_members(&p->form, value, known) < 0 || read_id(p, value, "_", board->id, sizeof board->id) < 0 ||
        reader_byte(&r, value, "epoch", 1, TRIBES_EPOCHS, &board->epoch) < 0 ||
        reader_byte(&r, value, "need", 1, 3, &board->need) < 0)
        return -1;
    int resource = resource_by_id(p->t, json_get(value, "resource"));
    if (resource < 0)
        return reader_refuse_member(&r, r.rule, value, "resource", "no such resource");
    if (reader_word(&r, value, "track", tribes_track_ids, &track) < 0 ||
        read_bytes(&r, value, "points", TRIBES_SPACES, 0, 30, board->points) < 0 ||
        read_bytes(&r, value, "event", TRIBES_SPACES, 0, 1, board->symbol) < 0)
        return -1;
    board->resource = (uint8_t)resource;
    board->track = (uint8_t)track;
    for (int space = 1; space < TRIBES_SPACES; space++)
        if (board->points[space] > board->points[space - 1])
            return reader_refuse(&r, r.rule, json_at(json_get(value, "points"), (uint32_t)space),
                                 "points never rise from left to right");
    return read_words(p, value, "name", &board->name);
}

/* 1.8.5 */
static int read_boards(const struct packing *p, struct json pack)
{
    const struct reader r = by(p, "1.8.5");
    struct json list;
    int index = 0;
    if (reader_list(&r, pack, "boards", TRIBES_BOARDS, TRIBES_BOARDS, &list) < 0)
        return -1;
    for (struct json value = json_first(list); json_there(value); value = json_next(value), index++) {
        struct tribes_board_data *board = &p->t->board[index];
        if (read_board(p, value, board) < 0 || check_unique(p, list, value) < 0)
            return -1;
        uint16_t *boards = &p->t->boards_of[board->epoch - 1];
        *boards = (uint16_t)(*boards | 1u << index);
    }
    for (int epoch = 0; epoch < TRIBES_EPOCHS; epoch++)
        if (bits_count(p->t->boards_of[epoch]) != TRIBES_BOARDS / TRIBES_EPOCHS)
            return reader_refuse(&r, r.rule, list, "every epoch has five boards");
    return 0;
}

static int read_event(const struct packing *p, struct json value, struct tribes_event_data *event)
{
    static const char *const known[] = {"id", "epoch", "name", "clauses", "?", "text", NULL};
    const struct reader r = by(p, "1.8.6");
    *event = (struct tribes_event_data){0};
    if (reader_members(&p->form, value, known) < 0 || read_id(p, value, "_", event->id, sizeof event->id) < 0 ||
        reader_byte(&r, value, "epoch", 1, TRIBES_EPOCHS, &event->epoch) < 0 ||
        read_words(p, value, "name", &event->name) < 0 || tribes_read_clauses(event, value, p->form.error) < 0)
        return -1;
    if (json_there(json_get(value, "text")))
        return read_words(p, value, "text", &event->text);
    if (!tribes_has_phrases(event))
        return reader_refuse(&r, "1.8.9", value, "this event cannot be put into words by itself; give it a \"text\"");
    return 0;
}

/* Ids of action tiles have capitals, so no event can have one; but it is 1.8.6 that says so. */
static bool is_named_like_action(struct json value)
{
    char id[4];
    return json_string(json_get(value, "id"), id, sizeof id) && tribes_tile_by_id(NULL, id) >= 0;
}

/* 1.8.6 */
static int read_events(const struct packing *p, struct json pack)
{
    const struct reader r = by(p, "1.8.6");
    struct json list;
    int index = 0;
    if (reader_list(&r, pack, "events", TRIBES_EVENTS, TRIBES_EVENTS, &list) < 0)
        return -1;
    for (struct json value = json_first(list); json_there(value); value = json_next(value), index++) {
        struct tribes_event_data *event = &p->t->event[index];
        if (is_named_like_action(value))
            return reader_refuse(&r, r.rule, value, "an event cannot be named like an action tile");
        if (read_event(p, value, event) < 0 || check_unique(p, list, value) < 0)
            return -1;
        p->t->events_of[event->epoch - 1] |= 1u << index;
    }
    for (int epoch = 0; epoch < TRIBES_EPOCHS; epoch++)
        if (bits_count(p->t->events_of[epoch]) != TRIBES_PER_EPOCH)
            return reader_refuse(&r, r.rule, list, "every epoch has eight events");
    return 0;
}

/* Numbers of seats, as keys. */
static const char *const counts[] = {"2", "3", "4", NULL};

/* 1.8.7 */
static int read_start(const struct packing *p, struct json start)
{
    static const char *const known[] = {"shells", "members", "land", "bonus", NULL};
    const struct reader r = by(p, "1.8.7");
    struct json bonus = json_get(start, "bonus");
    int land;
    if (reader_members(&p->form, start, known) < 0 || reader_byte(&r, start, "shells", 0, 5, &p->t->start_shells) < 0 ||
        reader_byte(&r, start, "members", 1, 15, &p->t->start_members) < 0 ||
        reader_number(&r, start, "land", 3, 3, &land) < 0 || reader_members(&p->form, bonus, counts) < 0)
        return -1;
    for (int seats = 2; seats <= OCHRE_SEATS_MAX; seats++)
        if (read_bytes(&r, bonus, counts[seats - 2], seats, 0, 10, p->t->bonus[seats]) < 0)
            return -1;
    return 0;
}

/* Event symbols on the first n spaces of the boards of an epoch: the four smallest or the four largest sums. */
static int symbols_of(const struct tribes_tables *t, int epoch, int spaces, bool is_least)
{
    int sum = 0;
    int odd_one = is_least ? 0 : TRIBES_SPACES;
    for (int i = 0; i < TRIBES_BOARDS; i++) {
        int symbols = 0;
        if (t->board[i].epoch != epoch)
            continue;
        for (int space = 0; space < spaces; space++)
            symbols += t->board[i].symbol[space];
        sum += symbols;
        if (is_least ? symbols > odd_one : symbols < odd_one)
            odd_one = symbols;
    }
    return sum - odd_one;
}

/* 1.8.8, and the end fields */
static int read_end(const struct packing *p, struct json end)
{
    static const char *const known[] = {"events", "most_members", "most_land", NULL};
    const struct reader r = by(p, "1.8.8");
    struct json events = json_get(end, "events");
    if (reader_members(&p->form, end, known) < 0 ||
        reader_byte(&r, end, "most_members", 0, 30, &p->t->most_members) < 0 ||
        reader_byte(&r, end, "most_land", 0, 30, &p->t->most_land) < 0 || reader_members(&p->form, events, counts) < 0)
        return -1;
    for (int seats = 2; seats <= OCHRE_SEATS_MAX; seats++) {
        if (reader_byte(&r, events, counts[seats - 2], 0, TRIBES_PER_EPOCH, &p->t->end_events[seats]) < 0)
            return -1;
        if (symbols_of(p->t, TRIBES_EPOCHS, seats, true) < p->t->end_events[seats])
            return reader_refuse_member(&r, r.rule, events, counts[seats - 2],
                                        "the boards of epoch 3 may bring too few events for the game to end");
    }
    return 0;
}

int tribes_read_pack(struct tribes_tables *t, struct json pack, struct ochre_error *error)
{
    const struct packing p = {{error, "1.8.1"}, t};
    t->heap_used = 1; /* place 0 is "not there" */
    return read_head(&p, pack) < 0 || read_resources(&p, pack) < 0 || read_tracks(&p, json_get(pack, "tracks")) < 0 ||
                   read_actions(&p, pack) < 0 || read_boards(&p, pack) < 0 || read_events(&p, pack) < 0 ||
                   read_start(&p, json_get(pack, "start")) < 0 || read_end(&p, json_get(pack, "end")) < 0 ||
                   read_teeth(&p, json_get(pack, "teeth")) < 0
               ? -1
               : 0;
}

/* Events of a position stand in for those of the same id (7.1.1). */
int tribes_replace_events(struct tribes_tables *t, struct json list, struct ochre_error *error)
{
    const struct packing p = {{error, "1.8.1"}, t};
    const struct reader r = by(&p, "1.8.6");
    if (json_there(list) && json_kind(list) != JSON_ARRAY)
        return reader_refuse(&r, r.rule, list, "expected a list of events");
    for (struct json value = json_first(list); json_there(value); value = json_next(value)) {
        struct tribes_event_data *event = NULL;
        for (int i = 0; i < TRIBES_EVENTS; i++)
            if (json_is(json_get(value, "id"), t->event[i].id))
                event = &t->event[i];
        if (!event)
            return reader_refuse(&r, r.rule, value, "no event of the pack has this id");
        int epoch = event->epoch;
        if (read_event(&p, value, event) < 0)
            return -1;
        if (event->epoch != epoch)
            return reader_refuse(&r, r.rule, value, "an event stays in its epoch");
    }
    return 0;
}

static void warn(struct ochre_text *lines, const char *const said[])
{
    text_fill(lines, said[0], said + 1);
    text_char(lines, '\n');
}

void tribes_pack_warnings(const struct ochre_setup *setup, struct ochre_text *lines)
{
    const struct tribes_tables *t = tribes_tables(setup);
    int boards[TRIBES_TRACKS] = {0};
    for (int epoch = 1; epoch <= TRIBES_EPOCHS; epoch++) {
        uint32_t resources = 0;
        if (symbols_of(t, epoch, TRIBES_SPACES, false) > TRIBES_PER_EPOCH)
            warn(lines,
                 (const char *const[]){"epoch {0}: the boards may call for more than 8 events; the stack may run dry",
                                       NUM(epoch), NULL});
        for (int i = 0; i < TRIBES_BOARDS; i++)
            if (t->board[i].epoch == epoch)
                resources |= 1u << t->board[i].resource;
        for (int resource = 0; resource < TRIBES_RESOURCES; resource++)
            if (!bits_has(resources, resource))
                warn(lines, (const char *const[]){"epoch {0}: no board needs {1}", NUM(epoch), t->resource[resource].id,
                                                  NULL});
    }
    for (int i = 0; i < TRIBES_BOARDS; i++)
        boards[t->board[i].track]++;
    for (int track = 0; track < TRIBES_TRACKS; track++)
        if (boards[track] > t->top)
            warn(lines, (const char *const[]){"track {0}: {1} boards raise it, but it has only {2} steps",
                                              tribes_track_ids[track], NUM(boards[track]), NUM(t->top), NULL});
}
