/* test_wire.c: is the server's table of messages what docs/wire.json describes? */
#include "../unit.h"

#include "base/json.h"
#include "server/wire.h"
#include "table/file.h"

enum { NODES = 8192 };

static const char *next_name(const char *member)
{
    const char *end = strchr(member, ' ');
    return end ? end + 1 : "";
}

static bool has_member(const char *members, const char *name)
{
    size_t length = strlen(name);
    for (; *members; members = next_name(members))
        if (strncmp(members, name, length) == 0 && (members[length] == ' ' || members[length] == '\0'))
            return true;
    return false;
}

/* Every member that is described is one of the table, "t" and "id" go without saying; and as many. */
static void same_members(struct json described, const char *members)
{
    uint32_t count = 2;
    for (const char *member = members; *member; member = next_name(member))
        count++;
    assert_int_equal(json_count(described), count);
    for (struct json member = json_first(described); json_there(member); member = json_next(member)) {
        char name[32];
        assert_true(json_key(member, name, sizeof name));
        assert_true(strcmp(name, "t") == 0 || strcmp(name, "id") == 0 || has_member(members, name));
    }
}

static void test_the_messages_are_those_of_the_description(void **state)
{
    (void)state;
    static struct json_node nodes[NODES];
    struct json_doc doc;
    struct ochre_error error;
    size_t length;
    char *text = file_read(WIRE_JSON, 1 << 20, &length, &error);
    assert_non_null(text);
    assert_int_equal(json_parse(&doc, text, length, nodes, NODES, &error), 0);
    struct json described = json_get(json_root(&doc), "toServer");
    uint32_t count = 0;
    for (const struct wire_message *message = wire_messages; message->kind; message++, count++) {
        struct json one = json_get(described, message->kind);
        if (!json_there(one))
            fail_msg("docs/wire.json does not know %s", message->kind);
        same_members(json_get(one, "properties"), message->members);
    }
    assert_int_equal(json_count(described), count);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_the_messages_are_those_of_the_description)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
