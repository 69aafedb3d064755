/* spears_pack.c: the component pack: reading, what is refused, what is only odd (1.7). */
#include <assert.h>

#include "games/spears/spears_text.h"
#include "rules/reader.h"

enum { CARDS_4 = 6, CARDS_3 = 5, CARD_VALUE_MAX = 9, GOAL_CARDS = 6, RESOURCE_LEAST = 20, ID_SIZE = 41 };

static const char *const type_words[SPEARS_TYPES] = {"hunter", "gatherer", "warrior", "healer", "ambusher"};

/* A pack has forms (1.7.1: lists of the right length) and values (1.7.3: numbers within bounds). */
struct packing {
    struct reader form, value;
    struct json root;
    struct spears_tables *t;
};

/* A number that must be there. */
static int read_number(const struct packing *p, struct json entry, const char *key, int high, uint8_t *out)
{
    return reader_need(&p->value, entry, key) < 0 ? -1 : reader_byte(&p->value, entry, key, 0, high, out);
}

/* ---- units ---- */

static int read_unit(const struct packing *p, struct json entry, struct spears_unit *unit)
{
    char code[4];
    if (!json_string(json_get(entry, "code"), code, sizeof code) || !spears_is_code(code) || code[2])
        return reader_refuse_member(&p->form, "1.7.2", entry, "code",
                                    "expected one of h g w m a and a digit from 1 to 9");
    memcpy(unit->code, code, sizeof unit->code);
    unit->type = (uint8_t)(strchr(spears_type_letters, code[0]) - spears_type_letters);
    if (!json_is(json_get(entry, "type"), type_words[unit->type]))
        return reader_refuse_member(&p->form, "1.7.2", entry, "type", "must be {0}, as the letter of {1} says",
                                    type_words[unit->type], code);
    if (read_number(p, entry, "cost", 15, &unit->cost) < 0 || read_number(p, entry, "power", 9, &unit->power) < 0 ||
        read_number(p, entry, "level", 9, &unit->level) < 0 ||
        reader_byte(&p->value, entry, "berry", 0, 5, &unit->berry) < 0)
        return -1;
    if (unit->type == SPEARS_GATHERER && unit->berry == 0)
        return reader_refuse_member(&p->form, "1.7.4", entry, "berry", "must be at least 1 for a Gatherer");
    if (unit->type != SPEARS_GATHERER && unit->berry > 0)
        return reader_refuse_member(&p->form, "1.7.4", entry, "berry", "must be 0 for a unit that is no Gatherer");
    unit->name = json_get(entry, "name");
    return 0;
}

static int read_tribe(const struct packing *p, struct json object, const char *key,
                      struct spears_unit units[SPEARS_UNITS])
{
    struct json list;
    if (reader_list(&p->form, object, key, SPEARS_UNITS, SPEARS_UNITS, &list) < 0)
        return -1;
    int slot = 0;
    for (struct json entry = json_first(list); json_there(entry); entry = json_next(entry), slot++) {
        if (read_unit(p, entry, &units[slot]) < 0)
            return -1;
        for (int other = 0; other < slot; other++)
            if (text_same(units[other].code, units[slot].code))
                return reader_refuse(&p->form, "1.7.2", entry, "this code stands twice in the tribe");
    }
    assert(slot == SPEARS_UNITS);
    return 0;
}

/* One list for all tribes, or one for each (1.7.5). */
static int read_units(const struct packing *p)
{
    const struct reader each = {p->form.error, "1.7.5"};
    struct spears_tables *t = p->t;
    struct json tribes = json_get(p->root, "tribes");
    if (json_there(tribes) && json_there(json_get(p->root, "units")))
        return reader_refuse(&each, "1.7.5", tribes, "units and tribes must not both be present");
    if (!json_there(tribes) && read_tribe(p, p->root, "units", t->unit[0]) < 0)
        return -1;
    for (int tribe = 0; tribe < SPEARS_TRIBES; tribe++)
        if (!json_there(tribes))
            memmove(t->unit[tribe], t->unit[0], sizeof t->unit[0]);
        else if (reader_need(&each, tribes, spears_keys[tribe]) < 0 ||
                 read_tribe(p, tribes, spears_keys[tribe], t->unit[tribe]) < 0)
            return -1;
    return 0;
}

/* ---- prey and enemies ---- */

static int check_id(const struct packing *p, struct json entry, const char *id)
{
    return json_is(json_get(entry, "id"), id) ? 0
                                              : reader_refuse_member(&p->form, "1.7.2", entry, "id", "must be {0}", id);
}

static int read_one_prey(const struct packing *p, struct json entry, int index, struct spears_prey *prey)
{
    char id[] = {'p', (char)('0' + (index + 1) / 10), (char)('0' + (index + 1) % 10), '\0'};
    int time = 0;
    if (check_id(p, entry, id) < 0 || reader_word(&p->value, entry, "time", spears_times, &time) < 0 ||
        read_number(p, entry, "power", 30, &prey->power) < 0 || read_number(p, entry, "level", 20, &prey->level) < 0 ||
        read_number(p, entry, "berry", 5, &prey->berry) < 0 ||
        reader_flag(&p->value, entry, "vigor", &prey->has_vigor) < 0)
        return -1;
    prey->is_night = time;
    int sum = 0;
    for (int resource = 0; resource < SPEARS_RESOURCES; resource++) {
        if (read_number(p, entry, spears_resource_names[resource], 9, &prey->resource[resource]) < 0)
            return -1;
        sum += prey->resource[resource];
    }
    prey->name = json_get(entry, "name");
    return sum > 0 ? 0 : reader_refuse(&p->form, "1.7.3", entry, "at least one resource must be above 0");
}

static int read_prey(const struct packing *p)
{
    struct spears_tables *t = p->t;
    struct json list;
    if (reader_list(&p->form, p->root, "prey", SPEARS_PREY, SPEARS_PREY, &list) < 0)
        return -1;
    int index = 0;
    int nights = 0;
    int sum[SPEARS_RESOURCES] = {0};
    for (struct json entry = json_first(list); json_there(entry); entry = json_next(entry), index++) {
        if (read_one_prey(p, entry, index, &t->prey[index]) < 0)
            return -1;
        nights += t->prey[index].is_night;
        for (int resource = 0; resource < SPEARS_RESOURCES; resource++)
            sum[resource] += t->prey[index].resource[resource];
    }
    assert(index == SPEARS_PREY);
    if (nights == 0 || nights == SPEARS_PREY)
        return reader_refuse(&p->form, "1.7.7", list, "expected cards of the day and of the night");
    for (int resource = 0; resource < SPEARS_RESOURCES; resource++)
        if (sum[resource] < RESOURCE_LEAST)
            return reader_refuse(&p->form, "1.7.7", list, "the cards hold {0} {1} in all (expected at least {2})",
                                 NUM(sum[resource]), spears_resource_names[resource], NUM(RESOURCE_LEAST));
    return 0;
}

static int read_enemies(const struct packing *p)
{
    struct json list;
    if (reader_list(&p->form, p->root, "enemies", SPEARS_ENEMIES, SPEARS_ENEMIES, &list) < 0)
        return -1;
    struct spears_enemy *enemy = p->t->enemy;
    for (struct json entry = json_first(list); json_there(entry); entry = json_next(entry), enemy++) {
        char id[] = {'e', (char)('1' + (enemy - p->t->enemy)), '\0'};
        if (check_id(p, entry, id) < 0 || read_number(p, entry, "power", 40, &enemy->power) < 0 ||
            read_number(p, entry, "level", 20, &enemy->level) < 0)
            return -1;
        enemy->name = json_get(entry, "name");
    }
    return 0;
}

/* ---- action cards and goals ---- */

static int read_card_set(const struct packing *p, const char *key, int size, int cards[CARDS_4])
{
    struct json list;
    if (reader_list(&p->form, json_get(p->root, "action_cards"), key, size, size, &list) < 0)
        return -1;
    int *card = cards;
    for (struct json entry = json_first(list); json_there(entry); entry = json_next(entry))
        if (reader_number_at(&p->value, entry, -CARD_VALUE_MAX, CARD_VALUE_MAX, card++) < 0)
            return -1;
    return 0;
}

static int count_value(const int *cards, int size, int value)
{
    int count = 0;
    for (int i = 0; i < size; i++)
        count += cards[i] == value;
    return count;
}

static int read_cards(const struct packing *p)
{
    struct spears_tables *t = p->t;
    int four[CARDS_4] = {0};
    int three[CARDS_4] = {0};
    if (read_card_set(p, "4", CARDS_4, four) < 0 || read_card_set(p, "3", CARDS_3, three) < 0)
        return -1;
    for (int i = 0; i < CARDS_3; i++)
        if (3 * count_value(three, CARDS_3, three[i]) > 4 * count_value(four, CARDS_4, three[i]))
            return reader_refuse_member(&p->form, "1.7.6", json_get(p->root, "action_cards"), "3",
                                        "three sets need more cards of value {0} than the four sets of "
                                        "/action_cards/4 have",
                                        NUM(three[i]));
    t->full_size = t->seats == 4 ? CARDS_4 : CARDS_3;
    for (int value = -CARD_VALUE_MAX; value <= CARD_VALUE_MAX; value++) {
        if (!count_value(four, CARDS_4, value))
            continue; /* rule 6: what the small set has, the large one has too */
        assert(t->values < SPEARS_VALUES_MAX);
        t->value[t->values] = (int16_t)value;
        t->full[t->values] =
            (uint8_t)(t->seats == 4 ? count_value(four, CARDS_4, value) : count_value(three, CARDS_3, value));
        t->values++;
    }
    return 0;
}

static int read_goals(const struct packing *p)
{
    struct json goals = json_get(p->root, "goals");
    int sum = 0;
    for (int resource = 0; resource < SPEARS_RESOURCES; resource++) {
        if (reader_byte(&p->form, goals, spears_resource_names[resource], 0, GOAL_CARDS, &p->t->goals[resource]) < 0)
            return -1;
        sum += p->t->goals[resource];
    }
    return sum == GOAL_CARDS
               ? 0
               : reader_refuse_member(&p->form, "1.7.1", p->root, "goals",
                                      "{0} goal cards in all (expected exactly {1})", NUM(sum), NUM(GOAL_CARDS));
}

/* ---- the whole ---- */

static bool is_id(const char *id)
{
    for (const char *at = id; *at; at++)
        if (!((*at >= 'a' && *at <= 'z') || (*at >= '0' && *at <= '9') || *at == '-'))
            return false;
    return *id;
}

int spears_read_pack(const struct ochre_pack *pack, struct spears_tables *t, struct ochre_error *error)
{
    const struct packing p = {{error, "1.7.1"}, {error, "1.7.3"}, json_root(&pack->doc), t};
    char id[ID_SIZE];
    assert(t->seats == 3 || t->seats == 4);
    if (json_kind(p.root) != JSON_OBJECT)
        return reader_refuse(&p.form, "1.7.1", p.root, "a pack is one JSON object");
    if (!json_is(json_get(p.root, "format"), "spears-pack-1"))
        return reader_refuse_member(&p.form, "1.7.1", p.root, "format", "must be \"spears-pack-1\"");
    if (!json_string(json_get(p.root, "id"), id, sizeof id) || !is_id(id))
        return reader_refuse_member(&p.form, "1.7.1", p.root, "id", "must be 1 to 40 letters a-z, digits or hyphens");
    if (read_units(&p) < 0 || read_prey(&p) < 0 || read_enemies(&p) < 0 || read_cards(&p) < 0 || read_goals(&p) < 0)
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
                 spears_resource_names[resource], NUM(least[resource]));
        if (t->goals[resource] == 0 || t->goals[resource] > 4)
            warn(lines, "1.7.9: {0} goal cards show {1}", NUM(t->goals[resource]), spears_resource_names[resource]);
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
                warn(lines, "1.7.8: tribe {0} has no {1}", spears_keys[tribe], type_words[type]);
    if (t->icons == 0)
        warn(lines, "1.7.8: no prey has a vigor icon");
    int nights = bits_count(t->night);
    if (nights > 16 || nights < 8)
        warn(lines, "1.7.8: {0} prey of the day against {1} of the night", NUM(SPEARS_PREY - nights), NUM(nights));
}
