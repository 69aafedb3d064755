/* tribes_pack.c: component packs (1.8): reading one, and refusing it by the number of the rule it breaks. */
#include "games/tribes/tribes.h"

struct reader {
    struct tribes_tables *t;
    struct ochre_error *error;
};

static int fault(struct reader *r, const char *rule, struct json at, const char *expected)
{
    return tribes_fault(r->error, rule, at, expected);
}

/* 1.8.1: exactly these members; those after the "?" may be left out. */
static int check_members(struct reader *r, struct json object, const char *const known[])
{
    bool is_optional = false;
    if (json_kind(object) != JSON_OBJECT)
        return fault(r, "1.8.1", object, "expected an object");
    for (int i = 0; known[i]; i++) {
        is_optional = is_optional || known[i][0] == '?';
        if (!is_optional && !json_there(json_get(object, known[i]))) {
            char words[64];
            struct ochre_text text = text_on(words, sizeof words);
            text_add(&text, "missing field ");
            text_add(&text, known[i]);
            return fault(r, "1.8.1", object, words);
        }
    }
    for (struct json member = json_first(object); json_there(member); member = json_next(member)) {
        bool is_known = false;
        for (int i = 0; known[i]; i++)
            is_known = is_known || (known[i][0] != '?' && json_key_is(member, known[i]));
        if (!is_known)
            return fault(r, "1.8.1", member, "unknown field");
    }
    return 0;
}

static int check_list(struct reader *r, const char *rule, struct json list, uint32_t count)
{
    if (json_kind(list) == JSON_ARRAY && json_count(list) == count)
        return 0;
    char words[48];
    struct ochre_text text = text_on(words, sizeof words);
    text_add(&text, "expected a list of ");
    text_int(&text, count);
    return fault(r, rule, list, words);
}

static int read_number(struct reader *r, const char *rule, struct json value, int low, int high, uint8_t *out)
{
    int number;
    if (!json_int_in(value, low, high, &number)) {
        char words[64];
        struct ochre_text text = text_on(words, sizeof words);
        text_add(&text, "expected a number from ");
        text_int(&text, low);
        text_add(&text, " to ");
        text_int(&text, high);
        return fault(r, rule, value, words);
    }
    *out = (uint8_t)number;
    return 0;
}

/* One language of a localised text, into the heap. What is shown on a terminal holds no control characters. */
static int read_language(struct reader *r, struct json value, uint16_t *place)
{
    struct tribes_tables *t = r->t;
    char *at = t->heap + t->heap_used;
    size_t room = TRIBES_HEAP - t->heap_used;
    if (json_kind(value) != JSON_STRING || !json_string(value, at, room < 241 ? room : 241) || at[0] == '\0')
        return fault(r, "1.8.1", value, "expected a text of 1 to 240 bytes");
    for (const char *c = at; *c; c++)
        if ((unsigned char)*c < 0x20 || *c == 0x7F)
            return fault(r, "1.8.1", value, "a text holds no control characters");
    *place = (uint16_t)t->heap_used;
    t->heap_used += (uint32_t)strlen(at) + 1;
    return 0;
}

/* {"en": …} with fr and de where there are. German is checked but not kept: nobody shows it yet. */
static int read_words(struct reader *r, struct json value, struct tribes_words *words)
{
    static const char *const known[] = {"en", "?", "fr", "de", NULL};
    if (check_members(r, value, known) < 0)
        return -1;
    if (read_language(r, json_get(value, "en"), &words->in[TRIBES_ENGLISH]) < 0)
        return -1;
    struct json french = json_get(value, "fr");
    if (json_there(french) && read_language(r, french, &words->in[TRIBES_FRENCH]) < 0)
        return -1;
    struct json german = json_get(value, "de");
    uint32_t used = r->t->heap_used;
    uint16_t unused;
    int read = json_there(german) ? read_language(r, german, &unused) : 0;
    r->t->heap_used = used;
    return read;
}

static int read_id(struct reader *r, struct json value, char id[TRIBES_ID_SIZE])
{
    bool is_good = json_kind(value) == JSON_STRING && json_string(value, id, TRIBES_ID_SIZE) && id[0] != '\0';
    for (const char *c = id; is_good && *c; c++)
        is_good = (*c >= 'a' && *c <= 'z') || (*c >= '0' && *c <= '9') || *c == '_';
    return is_good ? 0 : fault(r, "1.8.1", value, "an id has 1 to 24 of a-z, 0-9 and _");
}

/* 1.8.1: is this id the first of its kind in the list? */
static int check_unique(struct reader *r, struct json list, struct json element)
{
    for (struct json other = json_first(list); other.node != element.node; other = json_next(other))
        if (json_equal(json_get(other, "id"), json_get(element, "id")))
            return fault(r, "1.8.1", json_get(element, "id"), "this id stands in the list twice");
    return 0;
}

static int read_head(struct reader *r, struct json pack)
{
    static const char *const known[] = {"format", "id",    "title", "resources", "tracks", "actions", "boards",
                                        "events", "start", "end",   "?",         "teeth",  NULL};
    if (json_kind(pack) != JSON_OBJECT)
        return fault(r, "1.8.1", pack, "a pack is an object");
    if (!json_is(json_get(pack, "format"), "tribes-pack/1"))
        return fault(r, "1.8.1", pack, "\"format\" must be \"tribes-pack/1\"");
    if (check_members(r, pack, known) < 0)
        return -1;
    char id[41];
    bool is_good = json_kind(json_get(pack, "id")) == JSON_STRING && json_string(json_get(pack, "id"), id, sizeof id) &&
                   id[0] != '\0';
    for (const char *c = id; is_good && *c; c++)
        is_good = (*c >= 'a' && *c <= 'z') || (*c >= '0' && *c <= '9') || *c == '-';
    if (!is_good)
        return fault(r, "1.8.1", json_get(pack, "id"), "a pack's id has 1 to 40 of a-z, 0-9 and -");
    struct tribes_words title = {{0}};
    return read_words(r, json_get(pack, "title"), &title);
}

static int read_teeth(struct reader *r, struct json teeth)
{
    uint8_t unused;
    if (json_there(teeth) && json_kind(teeth) != JSON_ARRAY)
        return fault(r, "1.8.1", teeth, "expected a list of numbers");
    for (struct json tooth = json_first(teeth); json_there(tooth); tooth = json_next(tooth))
        if (read_number(r, "1.8.1", tooth, 1, 100, &unused) < 0)
            return -1;
    return 0;
}

/* 1.8.2 */
static int read_resources(struct reader *r, struct json list)
{
    static const char *const known[] = {"id", "letter", "count", "name", NULL};
    int total = 0;
    int plenty = 0;
    if (check_list(r, "1.8.2", list, TRIBES_RESOURCES) < 0)
        return -1;
    uint32_t seen = 0;
    for (struct json value = json_first(list); json_there(value); value = json_next(value)) {
        char letter[2] = "";
        if (check_members(r, value, known) < 0)
            return -1;
        int index =
            json_string(json_get(value, "letter"), letter, sizeof letter) ? tribes_resource_by_letter(letter[0]) : -1;
        if (index < 0 || (seen >> index) & 1)
            return fault(r, "1.8.2", json_get(value, "letter"), "the letters are G, H, W, O and I, each once");
        seen |= 1u << index;
        struct tribes_resource_data *resource = &r->t->resource[index];
        if (read_id(r, json_get(value, "id"), resource->id) < 0 || check_unique(r, list, value) < 0)
            return -1;
        if (read_number(r, "1.8.2", json_get(value, "count"), 1, 15, &resource->count) < 0 ||
            read_words(r, json_get(value, "name"), &resource->name) < 0)
            return -1;
        total += resource->count;
        plenty += resource->count >= 4;
    }
    if (total < 20 || total > 51)
        return fault(r, "1.8.2", list, "the counts must add up to 20 to 51 tiles");
    if (plenty < 3)
        return fault(r, "1.8.2", list, "at least three resources need a count of 4 or more");
    return 0;
}

/* A list that never falls; its length must be the same for all tracks. */
static int read_levels(struct reader *r, struct json list, int length, int low, int high, uint8_t *out)
{
    if (check_list(r, "1.8.3", list, (uint32_t)length) < 0)
        return -1;
    int i = 0;
    for (struct json value = json_first(list); json_there(value); value = json_next(value), i++) {
        if (read_number(r, "1.8.3", value, low, high, &out[i]) < 0)
            return -1;
        if (i > 0 && out[i] < out[i - 1])
            return fault(r, "1.8.3", value, "values never fall");
    }
    return 0;
}

/* 1.8.3 */
static int read_tracks(struct reader *r, struct json tracks)
{
    static const char *const known[] = {"procreation", "exploration", "movement", "strength", NULL};
    static const char *const of_track[] = {"values", "points", NULL};
    if (check_members(r, tracks, known) < 0)
        return -1;
    int length = (int)json_count(json_get(json_get(tracks, "procreation"), "values"));
    if (length < 2 || length > TRIBES_LEVELS_MAX)
        return fault(r, "1.8.3", json_get(tracks, "procreation"), "a track has 2 to 8 values");
    r->t->top = (uint8_t)(length - 1);
    for (int track = 0; track < TRIBES_TRACKS; track++) {
        struct json value = json_get(tracks, tribes_track_ids[track]);
        bool is_strength = track == TRIBES_STRENGTH;
        if (check_members(r, value, of_track) < 0 ||
            read_levels(r, json_get(value, "values"), length, is_strength ? 0 : 1, 15, r->t->track[track].value) < 0 ||
            read_levels(r, json_get(value, "points"), length, 0, is_strength ? 0 : 30, r->t->track[track].points) < 0)
            return -1;
    }
    return 0;
}

/* 1.8.4 */
static int read_actions(struct reader *r, struct json list)
{
    static const char *const known[] = {"id", "action", "hand", NULL};
    uint32_t seen = 0;
    if (check_list(r, "1.8.4", list, TRIBES_ACTION_TILES) < 0)
        return -1;
    for (struct json value = json_first(list); json_there(value); value = json_next(value)) {
        bool hand;
        if (check_members(r, value, known) < 0)
            return -1;
        char id[4] = "";
        int tile = json_string(json_get(value, "id"), id, sizeof id) ? tribes_tile_by_id(NULL, id) : -1;
        if (tile < 0 || (seen >> tile) & 1)
            return fault(r, "1.8.4", value, "the actions are P, E, M, P+, E+ and M+, each once");
        seen |= 1u << tile;
        if (!json_is(json_get(value, "action"), tribes_deed_ids[tile % 3]) ||
            !json_bool(json_get(value, "hand"), &hand) || hand != (tile >= 3))
            return fault(r, "1.8.4", value, "P is procreate, E explore, M move; with + it has a hand");
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

static int read_board(struct reader *r, struct json value, struct tribes_board_data *board)
{
    static const char *const known[] = {"id", "epoch", "resource", "need", "track", "points", "event", "name", NULL};
    if (check_members(r, value, known) < 0 || read_id(r, json_get(value, "id"), board->id) < 0 ||
        read_number(r, "1.8.5", json_get(value, "epoch"), 1, TRIBES_EPOCHS, &board->epoch) < 0 ||
        read_number(r, "1.8.5", json_get(value, "need"), 1, 3, &board->need) < 0)
        return -1;
    int resource = resource_by_id(r->t, json_get(value, "resource"));
    if (resource < 0)
        return fault(r, "1.8.5", json_get(value, "resource"), "no such resource");
    int track = tribes_word_index(tribes_track_ids, TRIBES_TRACKS, json_get(value, "track"));
    if (track < 0)
        return fault(r, "1.8.5", json_get(value, "track"), "no such track");
    board->resource = (uint8_t)resource;
    board->track = (uint8_t)track;
    struct json points = json_get(value, "points");
    struct json symbols = json_get(value, "event");
    if (check_list(r, "1.8.5", points, TRIBES_SPACES) < 0 || check_list(r, "1.8.5", symbols, TRIBES_SPACES) < 0)
        return -1;
    for (uint32_t space = 0; space < TRIBES_SPACES; space++) {
        if (read_number(r, "1.8.5", json_at(points, space), 0, 30, &board->points[space]) < 0 ||
            read_number(r, "1.8.5", json_at(symbols, space), 0, 1, &board->symbol[space]) < 0)
            return -1;
        if (space > 0 && board->points[space] > board->points[space - 1])
            return fault(r, "1.8.5", json_at(points, space), "points never rise from left to right");
    }
    return read_words(r, json_get(value, "name"), &board->name);
}

/* 1.8.5 */
static int read_boards(struct reader *r, struct json list)
{
    int of_epoch[TRIBES_EPOCHS] = {0};
    if (check_list(r, "1.8.5", list, TRIBES_BOARDS) < 0)
        return -1;
    int index = 0;
    for (struct json value = json_first(list); json_there(value); value = json_next(value), index++) {
        struct tribes_board_data *board = &r->t->board[index];
        if (read_board(r, value, board) < 0 || check_unique(r, list, value) < 0)
            return -1;
        of_epoch[board->epoch - 1]++;
        r->t->boards_of[board->epoch - 1] = (uint16_t)(r->t->boards_of[board->epoch - 1] | 1u << index);
    }
    for (int epoch = 0; epoch < TRIBES_EPOCHS; epoch++)
        if (of_epoch[epoch] != TRIBES_BOARDS / TRIBES_EPOCHS)
            return fault(r, "1.8.5", list, "every epoch has five boards");
    return 0;
}

static int read_event(struct reader *r, struct json value, struct tribes_event_data *event)
{
    static const char *const known[] = {"id", "epoch", "name", "clauses", "?", "text", NULL};
    *event = (struct tribes_event_data){0};
    if (check_members(r, value, known) < 0 || read_id(r, json_get(value, "id"), event->id) < 0 ||
        read_number(r, "1.8.6", json_get(value, "epoch"), 1, TRIBES_EPOCHS, &event->epoch) < 0 ||
        read_words(r, json_get(value, "name"), &event->name) < 0 ||
        tribes_read_clauses(event, json_get(value, "clauses"), r->error) < 0)
        return -1;
    struct json text = json_get(value, "text");
    if (json_there(text))
        return read_words(r, text, &event->text);
    if (!tribes_has_phrases(event))
        return fault(r, "1.8.9", value, "this event cannot be put into words by itself; give it a \"text\"");
    return 0;
}

/* 1.8.6. Ids of action tiles have capitals, so no event can have one. */
static int read_events(struct reader *r, struct json list)
{
    int of_epoch[TRIBES_EPOCHS] = {0};
    if (check_list(r, "1.8.6", list, TRIBES_EVENTS) < 0)
        return -1;
    int index = 0;
    for (struct json value = json_first(list); json_there(value); value = json_next(value), index++) {
        struct tribes_event_data *event = &r->t->event[index];
        if (tribes_word_index((const char *const[]){"P", "E", "M", "P+", "E+", "M+"}, 6, json_get(value, "id")) >= 0)
            return fault(r, "1.8.6", value, "an event cannot be named like an action tile");
        if (read_event(r, value, event) < 0 || check_unique(r, list, value) < 0)
            return -1;
        of_epoch[event->epoch - 1]++;
        r->t->events_of[event->epoch - 1] |= 1u << index;
    }
    for (int epoch = 0; epoch < TRIBES_EPOCHS; epoch++)
        if (of_epoch[epoch] != TRIBES_PER_EPOCH)
            return fault(r, "1.8.6", list, "every epoch has eight events");
    return 0;
}

static const char *const counts[] = {"2", "3", "4", NULL};

/* 1.8.7 */
static int read_start(struct reader *r, struct json start)
{
    static const char *const known[] = {"shells", "members", "land", "bonus", NULL};
    uint8_t land;
    if (check_members(r, start, known) < 0 ||
        read_number(r, "1.8.7", json_get(start, "shells"), 0, 5, &r->t->start_shells) < 0 ||
        read_number(r, "1.8.7", json_get(start, "members"), 1, 15, &r->t->start_members) < 0 ||
        read_number(r, "1.8.7", json_get(start, "land"), 3, 3, &land) < 0 ||
        check_members(r, json_get(start, "bonus"), counts) < 0)
        return -1;
    for (int seats = 2; seats <= OCHRE_SEATS_MAX; seats++) {
        struct json list = json_get(json_get(start, "bonus"), counts[seats - 2]);
        if (check_list(r, "1.8.7", list, (uint32_t)seats) < 0)
            return -1;
        for (int seat = 0; seat < seats; seat++)
            if (read_number(r, "1.8.7", json_at(list, (uint32_t)seat), 0, 10, &r->t->bonus[seats][seat]) < 0)
                return -1;
    }
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
static int read_end(struct reader *r, struct json end)
{
    static const char *const known[] = {"events", "most_members", "most_land", NULL};
    if (check_members(r, end, known) < 0 ||
        read_number(r, "1.8.8", json_get(end, "most_members"), 0, 30, &r->t->most_members) < 0 ||
        read_number(r, "1.8.8", json_get(end, "most_land"), 0, 30, &r->t->most_land) < 0 ||
        check_members(r, json_get(end, "events"), counts) < 0)
        return -1;
    for (int seats = 2; seats <= OCHRE_SEATS_MAX; seats++) {
        struct json value = json_get(json_get(end, "events"), counts[seats - 2]);
        if (read_number(r, "1.8.8", value, 0, TRIBES_PER_EPOCH, &r->t->end_events[seats]) < 0)
            return -1;
        if (symbols_of(r->t, TRIBES_EPOCHS, seats, true) < r->t->end_events[seats])
            return fault(r, "1.8.8", value, "the boards of epoch 3 may bring too few events for the game to end");
    }
    return 0;
}

int tribes_read_pack(struct tribes_tables *t, struct json pack, struct ochre_error *error)
{
    struct reader r = {t, error};
    t->heap_used = 1; /* place 0 is "not there" */
    if (read_head(&r, pack) < 0 || read_resources(&r, json_get(pack, "resources")) < 0 ||
        read_tracks(&r, json_get(pack, "tracks")) < 0 || read_actions(&r, json_get(pack, "actions")) < 0 ||
        read_boards(&r, json_get(pack, "boards")) < 0 || read_events(&r, json_get(pack, "events")) < 0 ||
        read_start(&r, json_get(pack, "start")) < 0 || read_end(&r, json_get(pack, "end")) < 0 ||
        read_teeth(&r, json_get(pack, "teeth")) < 0)
        return -1;
    return 0;
}

/* Events of a position stand in for those of the same id (7.1.1). */
int tribes_replace_events(struct tribes_tables *t, struct json list, struct ochre_error *error)
{
    struct reader r = {t, error};
    if (json_there(list) && json_kind(list) != JSON_ARRAY)
        return fault(&r, "1.8.6", list, "pack_events is a list of events");
    for (struct json value = json_first(list); json_there(value); value = json_next(value)) {
        struct tribes_event_data *event = NULL;
        for (int i = 0; i < TRIBES_EVENTS; i++)
            if (json_is(json_get(value, "id"), t->event[i].id))
                event = &t->event[i];
        if (!event)
            return fault(&r, "1.8.6", value, "no event of the pack has this id");
        int epoch = event->epoch;
        if (read_event(&r, value, event) < 0)
            return -1;
        if (event->epoch != epoch)
            return fault(&r, "1.8.6", value, "an event stays in its epoch");
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
            if (!((resources >> resource) & 1))
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
