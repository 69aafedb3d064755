/* spears_pack.c: the component pack: reading, what is refused, what is only odd (1.7). */
#include "games/spears/spears.h"

static const char *const type_words[SPEARS_TYPES] = {"hunter", "gatherer", "warrior", "healer", "ambusher"};
static const char type_letters[] = "hgwma";
static const char *const resource_words[SPEARS_RESOURCES] = {"meat", "bone", "trophy"};

/* Says where in the pack something is wrong. */
static int refuse(struct json entry, const char *rule, const char *what, struct ochre_error *error)
{
    char path[96];
    struct ochre_text where = text_on(path, sizeof path);
    json_where(entry, &where);
    return error_set(error, rule, "{0}: {1}", where.used ? path : "/", what);
}

/* A whole number of an entry; `is_optional` makes a missing one 0. */
static int read_number(struct json entry, const char *key, int low, int high, bool is_optional, uint8_t *out,
                       struct ochre_error *error)
{
    struct json value = json_get(entry, key);
    int number = 0;
    char path[96];
    struct ochre_text where = text_on(path, sizeof path);
    if (!json_there(value) && is_optional) {
        *out = 0;
        return 0;
    }
    json_where(json_there(value) ? value : entry, &where);
    if (!json_there(value))
        return error_set(error, "1.7.3", "{0}: {1} is missing (expected a number from {2} to {3})", path, key, NUM(low),
                         NUM(high));
    if (!json_int_in(value, low, high, &number))
        return error_set(error, "1.7.3", "{0} must be a number from {1} to {2}", path, NUM(low), NUM(high));
    *out = (uint8_t)number;
    return 0;
}

/* ---- units ---- */

static int read_unit(struct json entry, struct spears_unit *unit, struct ochre_error *error)
{
    char code[4];
    if (!json_string(json_get(entry, "code"), code, sizeof code) || !code[0] || !strchr(type_letters, code[0]) ||
        code[1] < '1' || code[1] > '9' || code[2])
        return refuse(entry, "1.7.2", "code must be one of h g w m a and a digit from 1 to 9", error);
    memcpy(unit->code, code, sizeof unit->code);
    unit->type = (uint8_t)(strchr(type_letters, code[0]) - type_letters);
    if (!json_is(json_get(entry, "type"), type_words[unit->type]))
        return error_set(error, "1.7.2", "unit {0}: type must be {1}, as the letter of its code says", code,
                         type_words[unit->type]);
    if (read_number(entry, "cost", 0, 15, false, &unit->cost, error) < 0 ||
        read_number(entry, "power", 0, 9, false, &unit->power, error) < 0 ||
        read_number(entry, "level", 0, 9, false, &unit->level, error) < 0 ||
        read_number(entry, "berry", 0, 5, true, &unit->berry, error) < 0)
        return -1;
    if (unit->type == SPEARS_GATHERER && unit->berry == 0)
        return refuse(entry, "1.7.4", "berry of a Gatherer must be at least 1", error);
    if (unit->type != SPEARS_GATHERER && unit->berry > 0)
        return refuse(entry, "1.7.4", "berry of a unit that is no Gatherer must be 0", error);
    unit->name = json_get(entry, "name");
    return 0;
}

static int read_tribe(struct json list, struct spears_unit units[SPEARS_UNITS], struct ochre_error *error)
{
    if (json_kind(list) != JSON_ARRAY || json_count(list) != SPEARS_UNITS)
        return refuse(list, "1.7.1", "expected a list of exactly 9 units", error);
    int slot = 0;
    for (struct json entry = json_first(list); json_there(entry); entry = json_next(entry), slot++) {
        if (read_unit(entry, &units[slot], error) < 0)
            return -1;
        for (int other = 0; other < slot; other++)
            if (text_same(units[other].code, units[slot].code))
                return refuse(entry, "1.7.2", "this code stands twice in the tribe", error);
    }
    return 0;
}

static int read_units(struct json pack, struct spears_tables *t, struct ochre_error *error)
{
    struct json units = json_get(pack, "units");
    struct json tribes = json_get(pack, "tribes");
    if (json_there(units) && json_there(tribes))
        return error_set(error, "1.7.5", "/tribes: units and tribes must not both be present");
    if (json_there(tribes)) {
        for (int tribe = 0; tribe < SPEARS_TRIBES; tribe++) {
            char letter[2] = {spears_letters[tribe], '\0'};
            struct json list = json_get(tribes, letter);
            if (!json_there(list))
                return error_set(error, "1.7.5", "/tribes/{0} is missing", letter);
            if (read_tribe(list, t->unit[tribe], error) < 0)
                return -1;
        }
        return 0;
    }
    if (!json_there(units))
        return error_set(error, "1.7.1", "/units is missing (expected a list of exactly 9 units)");
    if (read_tribe(units, t->unit[0], error) < 0)
        return -1;
    for (int tribe = 1; tribe < SPEARS_TRIBES; tribe++)
        memcpy(t->unit[tribe], t->unit[0], sizeof t->unit[0]);
    return 0;
}

/* ---- prey and enemies ---- */

static int read_one_prey(struct json entry, int index, struct spears_prey *prey, struct ochre_error *error)
{
    char id[] = {'p', (char)('0' + (index + 1) / 10), (char)('0' + (index + 1) % 10), '\0'};
    bool has_vigor = false;
    if (!json_is(json_get(entry, "id"), id))
        return error_set(error, "1.7.2", "/prey/{0}: id must be {1}", NUM(index), id);
    struct json time = json_get(entry, "time");
    if (!json_is(time, "day") && !json_is(time, "night"))
        return refuse(entry, "1.7.3", "time must be day or night", error);
    prey->is_night = json_is(time, "night");
    if (read_number(entry, "power", 0, 30, false, &prey->power, error) < 0 ||
        read_number(entry, "level", 0, 20, false, &prey->level, error) < 0 ||
        read_number(entry, "berry", 0, 5, false, &prey->berry, error) < 0)
        return -1;
    int sum = 0;
    for (int resource = 0; resource < SPEARS_RESOURCES; resource++) {
        if (read_number(entry, resource_words[resource], 0, 9, false, &prey->resource[resource], error) < 0)
            return -1;
        sum += prey->resource[resource];
    }
    if (sum == 0)
        return refuse(entry, "1.7.3", "at least one resource must be above 0", error);
    if (json_there(json_get(entry, "vigor")) && !json_bool(json_get(entry, "vigor"), &has_vigor))
        return refuse(entry, "1.7.3", "vigor must be true or false", error);
    prey->has_vigor = has_vigor;
    prey->name = json_get(entry, "name");
    return 0;
}

static int read_prey(struct json pack, struct spears_tables *t, struct ochre_error *error)
{
    struct json list = json_get(pack, "prey");
    if (json_kind(list) != JSON_ARRAY || json_count(list) != SPEARS_PREY)
        return error_set(error, "1.7.1", "/prey must be a list of exactly 24 cards");
    int index = 0;
    int nights = 0;
    int sum[SPEARS_RESOURCES] = {0};
    for (struct json entry = json_first(list); json_there(entry); entry = json_next(entry), index++) {
        if (read_one_prey(entry, index, &t->prey[index], error) < 0)
            return -1;
        nights += t->prey[index].is_night;
        for (int resource = 0; resource < SPEARS_RESOURCES; resource++)
            sum[resource] += t->prey[index].resource[resource];
    }
    if (nights == 0 || nights == SPEARS_PREY)
        return error_set(error, "1.7.7", "/prey must hold cards of the day and of the night");
    for (int resource = 0; resource < SPEARS_RESOURCES; resource++)
        if (sum[resource] < 20)
            return error_set(error, "1.7.7", "/prey: the cards hold {0} {1} in all (expected at least 20)",
                             NUM(sum[resource]), resource_words[resource]);
    return 0;
}

static int read_enemies(struct json pack, struct spears_tables *t, struct ochre_error *error)
{
    struct json list = json_get(pack, "enemies");
    if (json_kind(list) != JSON_ARRAY || json_count(list) != SPEARS_ENEMIES)
        return error_set(error, "1.7.1", "/enemies must be a list of exactly 4 cards");
    int index = 0;
    for (struct json entry = json_first(list); json_there(entry); entry = json_next(entry), index++) {
        char id[] = {'e', (char)('1' + index), '\0'};
        if (!json_is(json_get(entry, "id"), id))
            return error_set(error, "1.7.2", "/enemies/{0}: id must be {1}", NUM(index), id);
        if (read_number(entry, "power", 0, 40, false, &t->enemy[index].power, error) < 0 ||
            read_number(entry, "level", 0, 20, false, &t->enemy[index].level, error) < 0)
            return -1;
        t->enemy[index].name = json_get(entry, "name");
    }
    return 0;
}

/* ---- action cards and goals ---- */

static int read_card_set(struct json sets, const char *key, int size, int cards[SPEARS_VALUES_MAX],
                         struct ochre_error *error)
{
    struct json list = json_get(sets, key);
    if (json_kind(list) != JSON_ARRAY || json_count(list) != (uint32_t)size)
        return error_set(error, "1.7.1", "/action_cards/{0} must be a list of exactly {1} numbers", key, NUM(size));
    int index = 0;
    for (struct json entry = json_first(list); json_there(entry); entry = json_next(entry), index++)
        if (!json_int_in(entry, -9, 9, &cards[index]))
            return refuse(entry, "1.7.3", "an action card must be a number from -9 to 9", error);
    return 0;
}

static int count_value(const int *cards, int size, int value)
{
    int count = 0;
    for (int i = 0; i < size; i++)
        count += cards[i] == value;
    return count;
}

static int read_cards(struct json pack, int seats, struct spears_tables *t, struct ochre_error *error)
{
    struct json sets = json_get(pack, "action_cards");
    int four[SPEARS_VALUES_MAX] = {0};
    int three[SPEARS_VALUES_MAX] = {0};
    if (read_card_set(sets, "4", 6, four, error) < 0 || read_card_set(sets, "3", 5, three, error) < 0)
        return -1;
    for (int i = 0; i < 5; i++)
        if (3 * count_value(three, 5, three[i]) > 4 * count_value(four, 6, three[i]))
            return error_set(error, "1.7.6",
                             "/action_cards/3: three sets need more cards of value {0} than the four "
                             "sets of /action_cards/4 have",
                             NUM(three[i]));
    t->full_size = seats == 4 ? 6 : 5;
    for (int value = -9; value <= 9; value++) {
        if (!count_value(four, 6, value))
            continue; /* rule 6: what the small set has, the large one has too */
        t->value[t->values] = (int16_t)value;
        t->full[t->values] = (uint8_t)(seats == 4 ? count_value(four, 6, value) : count_value(three, 5, value));
        t->values++;
    }
    return 0;
}

static int read_goals(struct json pack, struct spears_tables *t, struct ochre_error *error)
{
    struct json goals = json_get(pack, "goals");
    int sum = 0;
    for (int resource = 0; resource < SPEARS_RESOURCES; resource++) {
        int count = 0;
        struct json value = json_get(goals, resource_words[resource]);
        if (json_there(value) && !json_int_in(value, 0, 6, &count))
            return refuse(value, "1.7.1", "a number of goal cards is from 0 to 6", error);
        t->goals[resource] = (uint8_t)count;
        sum += count;
    }
    if (sum != 6)
        return error_set(error, "1.7.1", "/goals: {0} goal cards in all (expected exactly 6)", NUM(sum));
    return 0;
}

/* ---- the whole ---- */

static bool is_id(const char *id)
{
    for (const char *at = id; *at; at++)
        if (!((*at >= 'a' && *at <= 'z') || (*at >= '0' && *at <= '9') || *at == '-'))
            return false;
    return *id;
}

int spears_read_pack(const struct ochre_pack *pack, int seats, struct spears_tables *t, struct ochre_error *error)
{
    struct json root = json_root(&pack->doc);
    char id[41];
    if (json_kind(root) != JSON_OBJECT)
        return error_set(error, "1.7.1", "a pack is one JSON object");
    if (!json_is(json_get(root, "format"), "spears-pack-1"))
        return error_set(error, "1.7.1", "/format must be \"spears-pack-1\"");
    if (!json_string(json_get(root, "id"), id, sizeof id) || !is_id(id))
        return error_set(error, "1.7.1", "/id must be 1 to 40 letters a-z, digits or hyphens");
    if (read_units(root, t, error) < 0 || read_prey(root, t, error) < 0 || read_enemies(root, t, error) < 0 ||
        read_cards(root, seats, t, error) < 0 || read_goals(root, t, error) < 0)
        return -1;
    return 0;
}

/* ---- warnings (1.7.8, 1.7.9) ---- */

/* One English line; packs are for designers. */
static void warn_list(struct ochre_text *lines, const char *const said[])
{
    text_fill(lines, said[0], said + 1);
    text_char(lines, '\n');
}

#define warn(lines, ...) warn_list((lines), (const char *const[]){__VA_ARGS__, NULL})

static void warn_about_resources(const struct spears_tables *t, struct ochre_text *lines)
{
    static const int least[SPEARS_RESOURCES] = {25, 32, 30};
    int all = 0;
    for (int resource = 0; resource < SPEARS_RESOURCES; resource++) {
        int sum = 0;
        for (int prey = 0; prey < SPEARS_PREY; prey++)
            sum += t->prey[prey].resource[resource];
        all += sum;
        if (sum < least[resource])
            warn(lines, "1.7.8: the prey hold {0} {1} in all; the printed example needs {2}", NUM(sum),
                 resource_words[resource], NUM(least[resource]));
        if (t->goals[resource] == 0 || t->goals[resource] > 4)
            warn(lines, "1.7.9: {0} goal cards show {1}", NUM(t->goals[resource]), resource_words[resource]);
    }
    if (all < 87)
        warn(lines, "1.7.8: the prey hold {0} resources in all; the printed example needs 87", NUM(all));
}

void spears_pack_warnings(const struct ochre_setup *setup, struct ochre_text *lines)
{
    const struct spears_tables *t = spears_tables(setup);
    warn_about_resources(t, lines);
    for (int tribe = 0; tribe < SPEARS_TRIBES; tribe++)
        for (int type = 0; type < SPEARS_TYPES; type++)
            if (!t->of_type[tribe][type])
                warn(lines, "1.7.8: tribe {0} has no {1}", (char[2]){spears_letters[tribe], '\0'}, type_words[type]);
    if (t->icons == 0)
        warn(lines, "1.7.8: no prey has a vigor icon");
    int nights = count_bits(t->night);
    if (nights > 16 || nights < 8)
        warn(lines, "1.7.8: {0} prey of the day against {1} of the night", NUM(SPEARS_PREY - nights), NUM(nights));
}
