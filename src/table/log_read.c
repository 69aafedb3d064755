/* log_read.c: text becomes a log, strictly (log.h, docs/log.md). Nothing is played here. */
#include <stdlib.h>
#include <string.h>

#include "rules/registry.h"
#include "table/file.h"
#include "table/record.h"

enum { SEEN_GAME = 1, SEEN_RULES = 2, SEEN_SEATS = 4, SEEN_PACK = 8, SEEN_POSITION = 16, SEEN_FAIR = 32 };

/* A log being read: where we are, and what has been there. */
struct reading {
    struct log *log;
    struct ochre_error *error;
    char *at; /* the next line */
    int line; /* number of the current one */
    int seen; /* header keys so far */
    int moves_max;
};

static int complain(struct reading *r, const char *expected)
{
    return error_set(r->error, "", "line {0}: {1}", NUM(r->line), expected);
}

static int complain_about(struct reading *r, const char *said, const char *word)
{
    struct ochre_error inner;
    error_set(&inner, "", said, word);
    return complain(r, inner.words);
}

/* The next line, cut off; NULL at the end. Every line ends in a line feed, or something is missing. */
static char *next_line(struct reading *r, int *result)
{
    char *line = r->at;
    *result = 0;
    if (*line == '\0')
        return NULL;
    r->line++;
    char *end = strchr(line, '\n');
    if (!end) {
        *result = complain(r, "the log is cut short: its last line has no end");
        return NULL;
    }
    *end = '\0';
    r->at = end + 1;
    for (const char *c = line; *c; c++)
        if ((unsigned char)*c < ' ' || *c == 0x7F) {
            *result = complain(r, "a control character (lines end in a line feed alone)");
            return NULL;
        }
    return line;
}

/* Cuts the first word off a line; what follows the blank comes back. */
static char *cut_word(char *line)
{
    char *blank = strchr(line, ' ');
    if (!blank)
        return line + strlen(line);
    *blank = '\0';
    return blank + 1 + strspn(blank + 1, " ");
}

/* ---- header ---- */

static int see_once(struct reading *r, int key)
{
    if (r->seen & key)
        return complain(r, "this header stands twice");
    r->seen |= key;
    return 0;
}

static int read_game(struct reading *r, char *value)
{
    r->log->game = game_by_id(value);
    return r->log->game ? see_once(r, SEEN_GAME) : complain_about(r, "there is no game '{0}'", value);
}

static int read_small(struct reading *r, const char *value, int *number)
{
    const char *at = value;
    return text_read_number(&at, 6, number) && *at == '\0' ? 0 : complain(r, "expected a number");
}

static int read_rules(struct reading *r, char *value)
{
    int version;
    if (see_once(r, SEEN_RULES) < 0 || read_small(r, value, &version) < 0)
        return -1;
    if (!r->log->game)
        return complain(r, "the game must be named before its rules");
    if (version != r->log->game->rules_version)
        return complain_about(r, "these are not the rules this program plays (it plays rules {0})",
                              NUM(r->log->game->rules_version));
    return 0;
}

static int read_seat_count(struct reading *r, char *value)
{
    if (see_once(r, SEEN_SEATS) < 0 || read_small(r, value, &r->log->seats) < 0)
        return -1;
    return r->log->seats >= 1 && r->log->seats <= OCHRE_SEATS_MAX ? 0 : complain(r, "expected 1 to 4 seats");
}

static int read_option(struct reading *r, char *value)
{
    struct log *log = r->log;
    char *choice = cut_word(value);
    if (log->option_count >= OCHRE_OPTIONS_MAX)
        return complain(r, "too many options");
    struct ochre_text text = text_on(log->option_words[log->option_count], sizeof log->option_words[0]);
    text_add(&text, value);
    text_char(&text, '=');
    for (int i = 0; i < log->option_count; i++)
        if (strncmp(log->option_words[i], text.at, text.used) == 0)
            return complain(r, "this option stands twice");
    text_add(&text, choice);
    if (text.cut || value[0] == '\0')
        return complain(r, "expected: option NAME VALUE");
    log->options[log->option_count] = text.at;
    log->option_count++;
    return 0;
}

static int read_pack(struct reading *r, char *value)
{
    char *hash = cut_word(value);
    char *text = cut_word(hash);
    r->log->pack_id = value;
    r->log->pack_hash = hash;
    r->log->pack_text = text[0] ? text : NULL;
    if (strlen(hash) != 64 || strspn(hash, "0123456789abcdef") != 64)
        return complain(r, "expected: pack ID HASH, the hash as 64 hexadecimal digits");
    if (text[0] && text[0] != '{')
        return complain(r, "expected: pack ID HASH {…}, the pack as JSON on one line");
    return see_once(r, SEEN_PACK);
}

/* NOLINTNEXTLINE(readability-non-const-parameter): all headers have the same type */
static int read_position(struct reading *r, char *value)
{
    r->log->position = value;
    if (value[0] != '{')
        return complain(r, "expected: position {…}, as JSON on one line");
    return see_once(r, SEEN_POSITION);
}

static int read_hash(struct reading *r, const char *value, unsigned char bytes[FAIR_SIZE])
{
    return fair_from_hex(value, bytes) == FAIR_SIZE ? 0 : complain(r, "expected 64 hexadecimal digits");
}

/* "fair HASH" is the first way of making keys; later ones say their number. */
static int read_fair(struct reading *r, char *value)
{
    const char *hash = cut_word(value);
    r->log->has_commitment = true;
    r->log->fair_version = hash[0] ? 0 : 1;
    if (hash[0] && read_small(r, value, &r->log->fair_version) < 0)
        return -1;
    if (hash[0] && r->log->fair_version != FAIR_VERSION)
        return complain(r, "this program does not know that way of making chance (expected: fair 2 HASH)");
    return see_once(r, SEEN_FAIR) < 0 ? -1 : read_hash(r, hash[0] ? hash : value, r->log->commitment);
}

static int read_part_seat(struct reading *r, const char *code)
{
    int seat = seat_from_code(code);
    return seat >= 0 && seat < OCHRE_SEATS_MAX ? seat : complain_about(r, "'{0}' is no seat", code);
}

static int read_pledge(struct reading *r, char *value)
{
    const char *hex = cut_word(value);
    int seat = read_part_seat(r, value);
    if (seat < 0)
        return -1;
    struct fair_part *part = &r->log->part[seat];
    if (part->has_pledge)
        return complain(r, "expected: pledge SEAT HEX, once for a seat");
    part->has_pledge = true;
    return read_hash(r, hex, part->pledge);
}

static int read_withheld(struct reading *r, char *value)
{
    int seat = read_part_seat(r, value);
    if (seat < 0)
        return -1;
    if (seats_has(r->log->withheld, seat))
        return complain(r, "expected: withheld SEAT, once for a seat");
    r->log->withheld |= SEAT_BIT(seat);
    return 0;
}

static int read_share(struct reading *r, char *value)
{
    const char *hex = cut_word(value);
    int seat = read_part_seat(r, value);
    if (seat < 0)
        return -1;
    struct fair_part *part = &r->log->part[seat];
    if (part->share_size)
        return complain(r, "expected: share SEAT HEX, once for a seat");
    int size = fair_from_hex(hex, part->share);
    if (size <= 0)
        return complain(r, "expected up to 64 hexadecimal digits, two for a byte");
    part->share_size = (uint8_t)size;
    return 0;
}

/* Seats that are there, and in the present form a share only where one was pledged, or else the word that it was
 * withheld. What is missing altogether is log_play's to find: before play nothing is open yet. */
static int check_parts(struct reading *r)
{
    const struct log *log = r->log;
    for (int seat = 0; seat < OCHRE_SEATS_MAX; seat++) {
        const struct fair_part *part = &log->part[seat];
        bool is_withheld = seats_has(log->withheld, seat);
        if (!part->has_pledge && !part->share_size && !is_withheld)
            continue;
        if (seat >= log->seats)
            return complain_about(r, "{0} has a part in chance, but no seat", seat_code(seat));
        if (log->fair_version == 1 ? part->has_pledge || is_withheld : !part->has_pledge)
            return complain_about(r, "{0}: a pledge, or a share without one, does not go with this fair line",
                                  seat_code(seat));
        if (is_withheld && part->share_size)
            return complain_about(r, "{0} has a share and has withheld it", seat_code(seat));
    }
    return 0;
}

static const struct header {
    const char *key;
    int (*read)(struct reading *r, char *value);
} headers[] = {
    {"game", read_game},   {"rules", read_rules},       {"seats", read_seat_count}, {"option", read_option},
    {"pack", read_pack},   {"position", read_position}, {"fair", read_fair},        {"pledge", read_pledge},
    {"share", read_share}, {"withheld", read_withheld},
};

static int read_header_line(struct reading *r, char *line)
{
    char *value = cut_word(line);
    for (size_t i = 0; i < sizeof headers / sizeof headers[0]; i++)
        if (text_same(headers[i].key, line))
            return headers[i].read(r, value);
    return complain_about(
        r,
        "unknown header '{0}' (expected game, rules, seats, option, pack, position, fair, pledge, share, "
        "withheld or an empty line)",
        line);
}

static int read_header(struct reading *r)
{
    int result;
    char *line = next_line(r, &result);
    if (!line || !text_same(line, "ochre 1")) {
        r->line = 1;
        return result < 0 ? -1 : complain(r, "this is no log (expected 'ochre 1' in the first line)");
    }
    while ((line = next_line(r, &result)) && line[0])
        if (line[0] != '#' && read_header_line(r, line) < 0)
            return -1;
    if (result < 0)
        return -1;
    if (!line)
        return complain(r, "the log is cut short: no empty line after the header");
    if ((r->seen & (SEEN_GAME | SEEN_RULES | SEEN_SEATS)) != (SEEN_GAME | SEEN_RULES | SEEN_SEATS))
        return complain(r, "the header must name game, rules and seats");
    return check_parts(r);
}

/* ---- moves and end ---- */

static int read_move(struct reading *r, int seat, char *move)
{
    struct log *log = r->log;
    char *comment = strstr(move, " # ");
    if (comment)
        *comment = '\0';
    for (size_t length = strlen(move); length > 0 && move[length - 1] == ' '; length--)
        move[length - 1] = '\0';
    if (log->has_seed || log->has_result)
        return complain(r, "a move after the end");
    if (move[0] == '\0' || strlen(move) >= OCHRE_MOVE_SIZE)
        return complain(r, "expected a move after the seat");
    if (log->count == r->moves_max) {
        int larger_max = r->moves_max ? 2 * r->moves_max : 64;
        struct log_move *larger =
            log->count < LOG_MOVES_MAX ? realloc(log->moves, (size_t)larger_max * sizeof *larger) : NULL;
        if (!larger)
            return complain(r, "the play is too long, or there is not enough memory");
        log->moves = larger;
        r->moves_max = larger_max;
    }
    log->moves[log->count++] = (struct log_move){.line = r->line, .seat = seat, .text = move};
    return 0;
}

static int read_result(struct reading *r, char *value)
{
    struct log *log = r->log;
    if (log->has_result)
        return complain(r, "a second result");
    log->has_result = true;
    log->result_line = r->line;
    if (text_same(value, "none"))
        return 0;
    do {
        char *rest = cut_word(value);
        int seat = seat_from_code(value);
        if (seat < 0 || seat >= log->seats || seats_has(log->winners, seat))
            return complain(r, "expected: result p1 p2 … or result none");
        log->winners |= SEAT_BIT(seat);
        value = rest;
    } while (value[0]);
    return 0;
}

static int read_line(struct reading *r, char *line)
{
    struct log *log = r->log;
    if (log->has_end)
        return complain(r, "something follows the end");
    char *value = cut_word(line);
    int seat = seat_from_code(line);
    if (seat == OCHRE_CHANCE || (seat >= 0 && seat < log->seats))
        return read_move(r, seat, value);
    if (text_same(line, "reveal") && !log->has_seed) {
        log->has_seed = true;
        return read_hash(r, value, log->seed);
    }
    if (text_same(line, "result"))
        return read_result(r, value);
    if (text_same(line, "end")) {
        log->has_end = true;
        log->end_line = r->line;
        return read_small(r, value, &log->end_count);
    }
    return complain_about(r, "'{0}' is no seat of this play (expected p1 …, *, reveal, result or end)", line);
}

static int read_all(struct reading *r)
{
    int result;
    char *line;
    if (read_header(r) < 0)
        return -1;
    while ((line = next_line(r, &result)))
        if (line[0] && line[0] != '#' && read_line(r, line) < 0)
            return -1;
    return result;
}

int log_parse(struct log *log, const char *text, size_t length, struct ochre_error *error)
{
    *log = (struct log){0};
    if (length > LOG_SIZE_MAX)
        return error_set(error, "", "longer than {0} bytes", NUM(LOG_SIZE_MAX));
    if (memchr(text, '\0', length))
        return error_set(error, "", "this is no log: it contains a NUL");
    log->text = malloc(length + 1);
    if (!log->text)
        return error_set(error, "", "not enough memory");
    memcpy(log->text, text, length);
    log->text[length] = '\0';
    struct reading reading = {.log = log, .error = error, .at = log->text};
    if (read_all(&reading) == 0)
        return 0;
    log_free(log);
    return -1;
}

int log_load(struct log *log, const char *path, const char *pack, struct ochre_error *error)
{
    size_t length;
    *log = (struct log){0};
    char *text = file_read(path, LOG_SIZE_MAX, &length, error);
    if (!text)
        return -1;
    int result = record_game(text) ? record_parse(log, text, length, pack, error) : log_parse(log, text, length, error);
    free(text);
    return result;
}

void log_free(struct log *log)
{
    free(log->text);
    free(log->moves);
    *log = (struct log){0};
}
