/* read.c: see read.h. */
#include "server/read.h"

#include "ai/bot.h"

enum {
    NAME_CHARACTERS = 40,   /* of a person */
    READ_DEPTH_MAX = 12,    /* of what clients send, bodies too: objects in objects, … */
    READ_MEMBERS_MAX = 128, /* … and members of one object */
};

bool read_object(const char *text, size_t length, struct json_node *nodes, size_t nodes_max, struct json_doc *doc,
                 struct ochre_error *error)
{
    static const struct json_bounds bounds = {.depth_max = READ_DEPTH_MAX, .members_max = READ_MEMBERS_MAX};
    return json_parse_within(doc, text, length, nodes, nodes_max, &bounds, error) == 0 &&
           json_kind(json_root(doc)) == JSON_OBJECT;
}

bool text_fits(const char *text, int characters)
{
    for (const unsigned char *at = (const unsigned char *)text; *at; at++) {
        if (*at < 0x20 || *at == 0x7F)
            return false;
        characters -= (*at & 0xC0) != 0x80;
    }
    return characters >= 0;
}

bool read_name(struct json value, char name[STORE_NAME_SIZE])
{
    return json_string(value, name, STORE_NAME_SIZE) && text_fits(name, NAME_CHARACTERS);
}

bool read_share(struct json value, unsigned char share[FAIR_SIZE])
{
    char hex[FAIR_HEX_SIZE];
    return json_string(value, hex, sizeof hex) && fair_from_hex(hex, share) == FAIR_SIZE;
}

bool read_pledge(struct json from, unsigned char bytes[FAIR_SIZE], const unsigned char **pledge)
{
    struct json value = json_get(from, "pledge");
    *pledge = json_there(value) ? bytes : NULL;
    return !json_there(json_get(from, "entropy")) && (!json_there(value) || read_share(value, bytes));
}

const char *const offered_bots[] = {"random",  "greedy",  "level:1", "level:2", "level:3", "level:4",
                                    "level:5", "level:6", "level:7", "level:8", NULL};

static bool is_bot(const char *name)
{
    struct bot *bot = bot_new(name, NULL);
    bot_delete(bot);
    return bot != NULL;
}

bool read_bot(struct json value, char bot[STORE_BOT_SIZE])
{
    if (!json_string(value, bot, STORE_BOT_SIZE))
        return false;
    size_t length = strcspn(bot, "/"); /* a temper may follow */
    for (int i = 0; offered_bots[i]; i++)
        if (strlen(offered_bots[i]) == length && memcmp(bot, offered_bots[i], length) == 0)
            return is_bot(bot);
    return false;
}

bool read_id(struct json value, char id[STORE_ID_SIZE])
{
    return json_string(value, id, STORE_ID_SIZE) && id[0];
}

bool read_ready(struct json message, bool *is_ready)
{
    struct json given = json_get(message, "ready");
    *is_ready = true;
    return !json_there(given) || json_bool(given, is_ready);
}
