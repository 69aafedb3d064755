/* packfile.c: see packfile.h. */
#include "table/packfile.h"

#include <assert.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "rules/registry.h"
#include "table/file.h"

/* ---- canonical JSON ---- */

/* Memory that the canonical text grows in. Canonical text is never longer than the text it was made from. */
struct canon {
    char *at;
    size_t used, max;
    bool failed;
};

static void put(struct canon *canon, const char *bytes, size_t count)
{
    assert(count <= canon->max - canon->used);
    memcpy(canon->at + canon->used, bytes, count);
    canon->used += count;
}

/* A string decoded, in new memory; its length counts no NUL. */
static char *decode(struct json string, size_t *length)
{
    size_t raw;
    json_raw(string, &raw);
    char *text = malloc(raw + 1);
    if (text && !json_string(string, text, raw + 1)) {
        free(text);
        return NULL;
    }
    *length = text ? strlen(text) : 0;
    return text;
}

static void put_quoted(struct canon *canon, const char *string)
{
    static const char hex[] = "0123456789abcdef";
    static const char plain[] = "\"\\\b\f\n\r\t";
    static const char named[] = "\"\\bfnrt";
    put(canon, "\"", 1);
    for (const char *at = string; *at; at++) {
        const char *special = strchr(plain, *at);
        unsigned char c = (unsigned char)*at;
        if (special)
            put(canon, (char[]){'\\', named[special - plain]}, 2);
        else if (c < 0x20)
            put(canon, (char[]){'\\', 'u', '0', '0', hex[c >> 4], hex[c & 15]}, 6);
        else
            put(canon, at, 1);
    }
    put(canon, "\"", 1);
}

static void put_string(struct canon *canon, struct json string)
{
    size_t length;
    char *text = decode(string, &length);
    if (text)
        put_quoted(canon, text);
    else
        canon->failed = true;
    free(text);
}

struct member {
    char *key;
    struct json value;
};

static int by_key(const void *a, const void *b)
{
    return strcmp(((const struct member *)a)->key, ((const struct member *)b)->key); /* bytes, as unsigned */
}

static void put_value(struct canon *canon, struct json value);

static char *decode_key(struct json member)
{
    size_t size = 64;
    char *key = malloc(size);
    while (key && !json_key(member, key, size)) {
        if (size > PACK_SIZE_MAX) {
            free(key);
            return NULL;
        }
        size *= 4;
        char *larger = realloc(key, size);
        if (!larger)
            free(key);
        key = larger;
    }
    return key;
}

static void put_object(struct canon *canon, struct json object)
{
    size_t count = json_count(object);
    struct member *members = calloc(count + 1, sizeof *members);
    size_t made = 0;
    if (!members) {
        canon->failed = true;
        return;
    }
    for (struct json value = json_first(object); json_there(value); value = json_next(value)) {
        members[made] = (struct member){.key = decode_key(value), .value = value};
        if (!members[made].key) {
            canon->failed = true;
            goto out;
        }
        made++;
    }
    qsort(members, made, sizeof *members, by_key);
    put(canon, "{", 1);
    for (size_t i = 0; i < made; i++) {
        put(canon, ",", i > 0);
        put_quoted(canon, members[i].key);
        put(canon, ":", 1);
        put_value(canon, members[i].value);
    }
    put(canon, "}", 1);
out:
    for (size_t i = 0; i < made; i++)
        free(members[i].key);
    free(members);
}

static void put_value(struct canon *canon, struct json value)
{
    enum json_kind kind = json_kind(value);
    if (kind == JSON_OBJECT) {
        put_object(canon, value);
    } else if (kind == JSON_ARRAY) {
        put(canon, "[", 1);
        bool is_first = true;
        for (struct json element = json_first(value); json_there(element); element = json_next(element)) {
            put(canon, ",", !is_first);
            put_value(canon, element);
            is_first = false;
        }
        put(canon, "]", 1);
    } else if (kind == JSON_STRING) {
        put_string(canon, value);
    } else {
        size_t length;
        const char *raw = json_raw(value, &length);
        put(canon, raw, length);
    }
}

char *json_canonical(struct json value, size_t *length)
{
    size_t size;
    json_raw(value, &size);
    /* + the quotes of a bare string and the NUL */
    struct canon canon = {.at = malloc(size + 3), .max = size + 2};
    if (!canon.at)
        return NULL;
    put_value(&canon, value);
    canon.at[canon.used] = '\0';
    *length = canon.used;
    if (canon.failed) {
        free(canon.at);
        return NULL;
    }
    return canon.at;
}

/* ---- packs ---- */

static int hash_pack(struct packfile *packfile, struct ochre_error *error)
{
    size_t length;
    unsigned char hash[crypto_hash_sha256_BYTES];
    char *canonical = json_canonical(json_root(&packfile->pack.doc), &length);
    if (!canonical)
        return error_set(error, "", "{0}: not enough memory", packfile->pack.file);
    crypto_hash_sha256(hash, (const unsigned char *)canonical, length);
    sodium_bin2hex(packfile->pack.hash, sizeof packfile->pack.hash, hash, sizeof hash);
    free(canonical);
    return 0;
}

/* Takes over `text`. */
static int parse_own(struct packfile *packfile, const char *file, char *text, size_t length, struct ochre_error *error)
{
    *packfile = (struct packfile){0};
    packfile->text = text;
    packfile->file = strdup(file);
    packfile->nodes = calloc(json_nodes_for(length), sizeof *packfile->nodes);
    packfile->pack.file = packfile->file;
    struct ochre_error inner;
    int result;
    if (!packfile->nodes || !packfile->file)
        result = error_set(error, "", "{0}: not enough memory", file);
    else if (json_parse(&packfile->pack.doc, text, length, packfile->nodes, json_nodes_for(length), &inner) < 0)
        result = error_pass(error, &inner, file);
    else
        result = hash_pack(packfile, error);
    if (result < 0)
        packfile_free(packfile);
    return result;
}

int packfile_parse(struct packfile *packfile, const struct ochre_game *game, const char *file, const char *text,
                   size_t length, struct ochre_error *error)
{
    *packfile = (struct packfile){0};
    if (!game->pack_format)
        return error_set(error, "", "{0}: {1} has no component packs", file, game->id);
    char *copy = malloc(length + 1);
    if (!copy)
        return error_set(error, "", "{0}: not enough memory", file);
    memcpy(copy, text, length);
    copy[length] = '\0';
    /* NOLINTNEXTLINE(clang-analyzer-unix.Malloc): the pack keeps the copy, packfile_free frees it */
    return parse_own(packfile, file, copy, length, error);
}

int packfile_load(struct packfile *packfile, const struct ochre_game *game, const char *path, struct ochre_error *error)
{
    *packfile = (struct packfile){0};
    if (!path && !game->default_pack)
        return 0;
    if (!path)
        return packfile_parse(packfile, game, "built in", game->default_pack, strlen(game->default_pack), error);
    if (!game->pack_format)
        return error_set(error, "", "{0}: {1} has no component packs", path, game->id);
    size_t length;
    struct ochre_error inner;
    char *text = file_read(path, PACK_SIZE_MAX, &length, &inner);
    return text ? parse_own(packfile, path, text, length, error) : error_pass(error, &inner, path);
}

/* A member as it is written: "key":value. */
static void put_member(struct ochre_text *text, struct json member, const char *key)
{
    size_t length;
    const char *raw = json_raw(member, &length);
    struct json_writer writer = json_write_to(text);
    text_add(text, text->used > 1 ? "," : "");
    json_put_string(&writer, key);
    bool is_string = json_kind(member) == JSON_STRING;
    text_add(text, is_string ? ":\"" : ":");
    text_add_bytes(text, raw, length);
    text_add(text, is_string ? "\"" : "");
}

int packfile_change(struct packfile *packfile, const struct ochre_game *game, struct json changes,
                    struct ochre_error *error)
{
    struct packfile own;
    if (packfile_load(&own, game, NULL, error) < 0)
        return -1;
    *packfile = (struct packfile){0};
    if (!own.text)
        return error_set(error, "", "{0} has no component packs", game->id);
    size_t changed;
    json_raw(changes, &changed);
    size_t size = strlen(own.text) + 2 * changed + 64;
    char *merged = malloc(size);
    if (!merged) {
        packfile_free(&own);
        return error_set(error, "", "not enough memory");
    }
    struct ochre_text text = text_on(merged, size);
    char key[256];
    text_char(&text, '{');
    struct json root = json_root(&own.pack.doc);
    for (struct json member = json_first(root); json_there(member); member = json_next(member))
        if (json_key(member, key, sizeof key) && !json_there(json_get(changes, key)))
            put_member(&text, member, key);
    for (struct json member = json_first(changes); json_there(member); member = json_next(member))
        if (json_key(member, key, sizeof key))
            put_member(&text, member, key);
    text_char(&text, '}');
    packfile_free(&own);
    return parse_own(packfile, "changed pack", merged, text.used, error);
}

const struct ochre_game *packfile_game(const char *path, struct ochre_error *error)
{
    size_t length;
    const struct ochre_game *found = NULL;
    char *text = file_read(path, PACK_SIZE_MAX, &length, error);
    struct json_node *nodes = text ? calloc(json_nodes_for(length), sizeof *nodes) : NULL;
    struct json_doc doc;
    if (text && !nodes)
        error_set(error, "", "not enough memory");
    if (nodes && json_parse(&doc, text, length, nodes, json_nodes_for(length), error) == 0) {
        struct json format = json_get(json_root(&doc), "format");
        for (int i = 0; ochre_games[i] && !found; i++)
            if (ochre_games[i]->pack_format && json_is(format, ochre_games[i]->pack_format))
                found = ochre_games[i];
        if (!found)
            error_set(error, "", "/format names no game's packs");
    }
    free(nodes);
    free(text);
    return found;
}

void packfile_free(struct packfile *packfile)
{
    free(packfile->text);
    free(packfile->file);
    free(packfile->nodes);
    *packfile = (struct packfile){0};
}

void packfile_id(const struct packfile *packfile, char id[PACK_ID_SIZE])
{
    struct json member = {0};
    if (packfile->text)
        member = json_get(json_root(&packfile->pack.doc), "id");
    if (!packfile->text || !json_string(member, id, PACK_ID_SIZE) || id[0] == '\0' || strpbrk(id, " \n\t\r"))
        memcpy(id, "-", 2);
}
