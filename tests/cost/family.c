/* family.c: see family.h. */
#include "family.h"

#include <string.h>

#include "base/json.h"

enum { SLICE_MAX = 24 };

bool family_read(struct family *family, const char *line)
{
    size_t length = strlen(line);
    if (length >= FAMILY_SIZE)
        return false;
    *family = (struct family){.length = length, .from = length, .to = length};
    memcpy(family->text, line, family->length + 1);
    return true;
}

static void write_unit(const struct family *family, size_t number, struct ochre_text *out)
{
    for (size_t i = family->from; i < family->to; i++)
        if (family->text[i] == '#')
            text_int(out, (int64_t)(10000 + number));
        else
            text_char(out, family->text[i]);
}

void family_write(const struct family *family, size_t bytes, struct ochre_text *out)
{
    text_add_bytes(out, family->text, family->from);
    size_t start = out->used;
    size_t number = 0;
    do
        write_unit(family, number++, out);
    while (family->to > family->from && out->used - start < bytes);
    text_add(out, family->text + family->to);
}

/* ---- changing the text; the unit stays where it was ---- */

/* False when there is no room. */
static bool splice(struct family *family, size_t at, size_t cut, const char *put, size_t length)
{
    if (family->length - cut + length >= FAMILY_SIZE)
        return false;
    char copy[FAMILY_SIZE]; /* what is put may come from here */
    memcpy(copy, put, length);
    memmove(family->text + at + length, family->text + at + cut, family->length - at - cut + 1);
    memcpy(family->text + at, copy, length);
    family->length = family->length - cut + length;
    if (at + cut <= family->from && at < family->to) { /* before it */
        family->from = family->from - cut + length;
        family->to = family->to - cut + length;
    } else if (at >= family->from && at + cut <= family->to) { /* in it */
        family->to = family->to - cut + length;
    } else if (at < family->to) { /* across: what is new is the unit */
        family->from = at;
        family->to = at + length;
    }
    return true;
}

/* ---- the pieces of its JSON ---- */

enum { PIECES_MAX = FAMILY_SIZE };

struct piece {
    size_t at, length;
    bool is_member;
};

static size_t first_brace(const struct family *family)
{
    const char *brace = strchr(family->text, '{');
    return brace ? (size_t)(brace - family->text) : family->length;
}

/* Any value; with its key and a colon when it is a whole member that is wanted. False: there is none. */
static bool pick_piece(const struct family *family, bool wants_member, struct ochre_rng *rng, struct piece *piece)
{
    static struct json_node nodes[PIECES_MAX];
    struct json_doc doc;
    struct ochre_error error;
    size_t start = first_brace(family);
    if (json_parse(&doc, family->text + start, family->length - start, nodes, PIECES_MAX, &error) < 0 ||
        doc.nodes_count < 3)
        return false;
    const struct json_node *value = &nodes[2 + rng_below(rng, doc.nodes_count - 2)];
    size_t quotes = value->kind == JSON_STRING;
    *piece = (struct piece){start + value->start - quotes, value->length + 2 * quotes, wants_member && value->key};
    if (piece->is_member) {
        size_t key = start + nodes[value->key].start - 1;
        piece->length += piece->at - key;
        piece->at = key;
    }
    return true;
}

static size_t pick_place(const struct family *family, struct ochre_rng *rng)
{
    size_t start = first_brace(family);
    return start + rng_below(rng, (uint32_t)(family->length - start + 1));
}

/* ---- what may happen to it ---- */

/* Members, numbered, or elements: as many as fit. */
static void repeat_piece(struct family *family, const struct family *other, struct ochre_rng *rng)
{
    struct piece piece;
    (void)other;
    if (!pick_piece(family, true, rng, &piece) || family->length + piece.length + 2 >= FAMILY_SIZE)
        return;
    (void)splice(family, piece.at, 0, ",", 1);
    (void)splice(family, piece.at, 0, family->text + piece.at + 1, piece.length);
    family->from = piece.at;
    family->to = piece.at + piece.length + 1;
    if (piece.is_member && rng_below(rng, 4))
        (void)splice(family, piece.at + 1, 0, "#", 1);
}

static void repeat_slice(struct family *family, const struct family *other, struct ochre_rng *rng)
{
    (void)other;
    size_t at = pick_place(family, rng);
    size_t length = 1 + rng_below(rng, SLICE_MAX);
    family->from = at;
    family->to = at + length < family->length ? at + length : family->length;
}

static void move_edge(struct family *family, const struct family *other, struct ochre_rng *rng)
{
    (void)other;
    if (rng_below(rng, 2) && family->to < family->length)
        family->to++;
    else if (family->from + 1 < family->to)
        family->from++;
}

static const char *any_word(struct ochre_rng *rng)
{
    static const char *const words[] = {"x",
                                        " ",
                                        "\\u20ac",
                                        "\\u0001",
                                        "\\ud83d\\ude00",
                                        "\\\"",
                                        "\xe2\x82\xac",
                                        "\xcc\x81",
                                        "#",
                                        "#,",
                                        "\"#\",",
                                        "[",
                                        "]",
                                        "{",
                                        "}",
                                        ",",
                                        ":",
                                        "\"",
                                        "-",
                                        "1,",
                                        "a1",
                                        "0",
                                        "/",
                                        "\\n",
                                        "[]",
                                        "{},",
                                        "\x7f",
                                        "\t",
                                        "1e9",
                                        "a2",
                                        "red 7",
                                        "%41"};
    return words[rng_below(rng, sizeof words / sizeof *words)];
}

/* A text of nothing but this word. */
static void repeat_word(struct family *family, const struct family *other, struct ochre_rng *rng)
{
    struct piece piece;
    (void)other;
    if (!pick_piece(family, false, rng, &piece))
        return;
    const char *word = any_word(rng);
    if (family->text[piece.at] != '"')
        (void)splice(family, piece.at, piece.length, "\"\"", 2);
    if (!splice(family, piece.at + 1, 0, word, strlen(word)))
        return;
    family->from = piece.at + 1;
    family->to = family->from + strlen(word);
}

static void add_word(struct family *family, const struct family *other, struct ochre_rng *rng)
{
    const char *word = any_word(rng);
    bool is_in_unit = rng_below(rng, 2);
    size_t at =
        is_in_unit ? family->from + rng_below(rng, (uint32_t)(family->to - family->from + 1)) : pick_place(family, rng);
    (void)other;
    (void)splice(family, at, 0, word, strlen(word));
}

static void change_value(struct family *family, const struct family *other, struct ochre_rng *rng)
{
    static const char *const values[] = {
        "0",  "-1", "1",    "255",  "2147483647", "-9223372036854775808", "1e308", "0.1",        "\"\"",
        "[]", "{}", "true", "null", "\"#\"",      "[[[[[[[]]]]]]]",       "[1]",   "{\"k#\":1}", "\"x\""};
    struct piece piece;
    (void)other;
    const char *value = values[rng_below(rng, sizeof values / sizeof *values)];
    if (pick_piece(family, false, rng, &piece))
        (void)splice(family, piece.at, piece.length, value, strlen(value));
}

static void take_value(struct family *family, const struct family *other, struct ochre_rng *rng)
{
    struct piece mine;
    struct piece theirs;
    if (pick_piece(other, false, rng, &theirs) && pick_piece(family, false, rng, &mine))
        (void)splice(family, mine.at, mine.length, other->text + theirs.at, theirs.length);
}

static void take_unit(struct family *family, const struct family *other, struct ochre_rng *rng)
{
    (void)rng;
    (void)splice(family, family->from, family->to - family->from, other->text + other->from, other->to - other->from);
}

static void nest(struct family *family, const struct family *other, struct ochre_rng *rng)
{
    struct piece piece;
    (void)other;
    if (!pick_piece(family, false, rng, &piece))
        return;
    bool is_list = rng_below(rng, 2);
    (void)splice(family, piece.at + piece.length, 0, is_list ? "]" : "}", 1);
    (void)splice(family, piece.at, 0, is_list ? "[" : "{\"k\":", is_list ? 1 : 5);
}

static void drop(struct family *family, const struct family *other, struct ochre_rng *rng)
{
    struct piece piece;
    (void)other;
    if (!pick_piece(family, true, rng, &piece))
        return;
    bool has_comma = family->text[piece.at + piece.length] == ',';
    (void)splice(family, piece.at, piece.length + has_comma, "", 0);
}

static void move(struct family *family, const struct family *other, struct ochre_rng *rng)
{
    struct piece piece;
    (void)other;
    char copy[FAMILY_SIZE];
    if (!pick_piece(family, true, rng, &piece) || family->text[piece.at + piece.length] != ',')
        return;
    memcpy(copy, family->text + piece.at, piece.length + 1);
    (void)splice(family, piece.at, piece.length + 1, "", 0);
    struct piece before;
    if (pick_piece(family, true, rng, &before))
        (void)splice(family, before.at, 0, copy, piece.length + 1);
}

static void change_byte(struct family *family, const struct family *other, struct ochre_rng *rng)
{
    (void)other;
    size_t at = pick_place(family, rng);
    char byte = (char)(32 + rng_below(rng, 95));
    if (at < family->length)
        (void)splice(family, at, rng_below(rng, 2), &byte, rng_below(rng, 4) > 0);
}

/* Somebody else says it, or at another table. */
static void change_who(struct family *family, const struct family *other, struct ochre_rng *rng)
{
    (void)other;
    if (strchr("1234", family->text[0]))
        family->text[0] = (char)('1' + rng_below(rng, 4));
    family->game = (int)rng_below(rng, FAMILY_GAMES);
}

void family_change(struct family *family, const struct family *other, struct ochre_rng *rng)
{
    static void (*const changes[])(struct family * family, const struct family *other, struct ochre_rng *rng) = {
        repeat_piece, repeat_slice, repeat_word, move_edge, move_edge, add_word,    add_word,  change_value,
        take_value,   take_unit,    nest,        drop,      move,      change_byte, change_who};
    changes[rng_below(rng, sizeof changes / sizeof *changes)](family, other, rng);
}

void family_choose_unit(struct family *family, struct ochre_rng *rng)
{
    static void (*const ways[])(struct family * family, const struct family *other,
                                struct ochre_rng *rng) = {repeat_piece, repeat_slice, repeat_word};
    ways[rng_below(rng, 3)](family, family, rng);
}
