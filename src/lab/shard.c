/* shard.c: see shard.h. The file is one line of JSON, then plays: length, number and checksum (4, 4 and 8 bytes, the
 * least first), then the bytes that arena_bytes.h makes. */
#include "lab/shard.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/hash.h"
#include "base/json.h"

enum { ENTRY_HEAD = 16, ENTRY_MAX = 16 * 1024 * 1024 };

static const char FORMAT[] = "ochre-shard";

struct shard {
    int file;
    char *path;
    struct shard_terms terms;
    unsigned char *map; /* the file as it was when it was opened */
    size_t size;
    size_t first, end; /* of the plays in it */
    size_t written;    /* bytes of the file that are sound */
    int reason;        /* an errno once writing has failed */
};

static int complain(struct ochre_error *error, int reason)
{
    return error_set(error, "", "{0}", strerror(reason));
}

/* ---- the first line ---- */

static void write_head(const struct shard_terms *terms, struct ochre_text *text)
{
    struct json_writer writer = json_write_to(text);
    json_open(&writer, '{');
    json_field_string(&writer, "format", FORMAT);
    json_field_int(&writer, "version", SHARD_FORMAT);
    json_field_string(&writer, "program", terms->program);
    json_field_string(&writer, "run", terms->run);
    json_field_int(&writer, "rules", terms->rules);
    json_field_string(&writer, "language", terms->language);
    json_field_int(&writer, "plays", terms->plays);
    json_field_int(&writer, "shard", terms->shard);
    json_field_int(&writer, "shards", terms->shards);
    json_name(&writer, "line");
    json_open(&writer, '[');
    for (int i = 0; i < terms->word_count; i++)
        json_put_string(&writer, terms->word[i]);
    json_close(&writer, ']');
    json_close(&writer, '}');
    text_char(text, '\n');
}

static bool read_words(struct shard_terms *terms, struct json line)
{
    if (json_kind(line) != JSON_ARRAY || json_count(line) < 2 || json_count(line) > SHARD_WORDS_MAX)
        return false;
    for (struct json word = json_first(line); json_there(word); word = json_next(word)) {
        size_t length;
        (void)json_raw(word, &length);
        char *copy = malloc(length + 1);
        if (!copy)
            return false;
        terms->word[terms->word_count++] = copy;
        if (!json_string(word, copy, length + 1))
            return false;
    }
    return true;
}

static bool read_terms(struct shard_terms *terms, struct json head)
{
    return json_string(json_get(head, "program"), terms->program, sizeof terms->program) &&
           json_string(json_get(head, "run"), terms->run, sizeof terms->run) &&
           json_int_in(json_get(head, "rules"), 0, INT32_MAX, &terms->rules) &&
           json_string(json_get(head, "language"), terms->language, sizeof terms->language) &&
           json_int_in(json_get(head, "plays"), 1, INT32_MAX, &terms->plays) &&
           json_int_in(json_get(head, "shards"), 1, SHARD_COUNT_MAX, &terms->shards) &&
           json_int_in(json_get(head, "shard"), 1, terms->shards, &terms->shard) &&
           read_words(terms, json_get(head, "line"));
}

/* Reads the line in front; -1 and why when it is none of ours. */
static int read_head(struct shard *shard, struct ochre_error *error)
{
    const char *text = (const char *)shard->map;
    const char *line_end =
        shard->size ? memchr(text, '\n', shard->size < SHARD_HEAD_MAX ? shard->size : SHARD_HEAD_MAX) : NULL;
    size_t length = line_end ? (size_t)(line_end - text) : 0;
    struct json_node *nodes = length ? calloc(json_nodes_for(length), sizeof *nodes) : NULL;
    struct json_doc doc;
    struct ochre_error inner;
    int version = 0;
    int status = 0;
    if (length && !nodes)
        return complain(error, ENOMEM);
    if (!length || json_parse(&doc, text, length, nodes, json_nodes_for(length), &inner) < 0 ||
        !json_is(json_get(json_root(&doc), "format"), FORMAT))
        status = error_set(error, "", "not a shard of Ochre");
    else if (!json_int_in(json_get(json_root(&doc), "version"), SHARD_FORMAT, SHARD_FORMAT, &version))
        status = error_set(error, "", "a shard of another version of Ochre");
    else if (!read_terms(&shard->terms, json_root(&doc)))
        status = error_set(error, "", "the first line of the shard is damaged");
    free(nodes);
    shard->first = length + 1;
    return status;
}

/* ---- plays ---- */

static void put_bits(unsigned char *to, uint64_t bits, size_t count)
{
    for (size_t i = 0; i < count; i++)
        to[i] = (unsigned char)(bits >> 8 * i);
}

static uint64_t get_bits(const unsigned char *at, size_t count)
{
    uint64_t bits = 0;
    for (size_t i = 0; i < count; i++)
        bits |= (uint64_t)at[i] << 8 * i;
    return bits;
}

static uint64_t checksum(const unsigned char *head, const unsigned char *bytes, size_t length)
{
    return hash_bytes(hash_bytes(0, head, 8), bytes, length);
}

/* The play at a place; false when there is no sound one. */
static bool look(const struct shard *shard, size_t *at, int *number, const unsigned char **bytes, size_t *length)
{
    if (shard->size - *at < ENTRY_HEAD)
        return false;
    const unsigned char *head = shard->map + *at;
    *length = (size_t)get_bits(head, 4);
    uint64_t play = get_bits(head + 4, 4);
    *bytes = head + ENTRY_HEAD;
    if (*length == 0 || *length > ENTRY_MAX || *length > shard->size - *at - ENTRY_HEAD ||
        play >= (uint64_t)shard->terms.plays ||
        play % (uint64_t)shard->terms.shards != (uint64_t)shard->terms.shard - 1 ||
        checksum(head, *bytes, *length) != get_bits(head + 8, 8))
        return false;
    *number = (int)play;
    *at += ENTRY_HEAD + *length;
    return true;
}

static void find_end(struct shard *shard)
{
    int number;
    const unsigned char *bytes;
    size_t length;
    shard->end = shard->first;
    while (look(shard, &shard->end, &number, &bytes, &length))
        ;
    shard->written = shard->end;
}

bool shard_next(const struct shard *shard, size_t *at, int *number, const unsigned char **bytes, size_t *length)
{
    if (*at == 0)
        *at = shard->first;
    return *at < shard->end && look(shard, at, number, bytes, length);
}

size_t shard_waste(const struct shard *shard)
{
    return shard->size - shard->end;
}

/* ---- opening ---- */

static struct shard *new_shard(const char *path, int flags, struct ochre_error *error)
{
    struct shard *shard = calloc(1, sizeof *shard);
    char *copy = strdup(path);
    if (!shard || !copy) {
        free(shard);
        free(copy);
        complain(error, ENOMEM);
        return NULL;
    }
    shard->path = copy;
    shard->file = open(path, flags | O_CLOEXEC | O_NOCTTY | O_NONBLOCK, 0666);
    if (shard->file >= 0)
        return shard;
    complain(error, errno);
    free(shard->path);
    free(shard);
    return NULL;
}

static void forget(struct shard *shard)
{
    if (shard->map)
        (void)munmap(shard->map, shard->size);
    if (shard->file >= 0)
        (void)close(shard->file);
    for (int i = 0; i < shard->terms.word_count; i++)
        free(shard->terms.word[i]);
    free(shard->path);
    free(shard);
}

static int map_file(struct shard *shard, struct ochre_error *error)
{
    struct stat about;
    if (fstat(shard->file, &about) < 0)
        return complain(error, errno);
    if (S_ISDIR(about.st_mode))
        return complain(error, EISDIR);
    if (!S_ISREG(about.st_mode))
        return error_set(error, "", "not a file that can be kept");
    shard->size = (size_t)about.st_size;
    if (shard->size == 0)
        return 0;
    void *map = mmap(NULL, shard->size, PROT_READ, MAP_SHARED, shard->file, 0);
    if (map == MAP_FAILED)
        return complain(error, errno);
    shard->map = map;
    return 0;
}

struct shard *shard_read(const char *path, struct ochre_error *error)
{
    struct shard *shard = new_shard(path, O_RDONLY, error);
    if (!shard)
        return NULL;
    if (map_file(shard, error) < 0 || read_head(shard, error) < 0) {
        forget(shard);
        return NULL;
    }
    find_end(shard);
    return shard;
}

/* All of it at the end of what is sound, or an errno. */
static int write_whole(struct shard *shard, const unsigned char *bytes, size_t length)
{
    size_t done = 0;
    while (done < length) {
        ssize_t count = pwrite(shard->file, bytes + done, length - done, (off_t)(shard->written + done));
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0) {
            int reason = count < 0 ? errno : ENOSPC;
            (void)!ftruncate(shard->file, (off_t)shard->written);
            return reason;
        }
        done += (size_t)count;
    }
    shard->written += length;
    return 0;
}

static bool is_same_run(const struct shard_terms *a, const struct shard_terms *b)
{
    return text_same(a->run, b->run) && text_same(a->program, b->program) && a->plays == b->plays &&
           a->shard == b->shard && a->shards == b->shards && text_same(a->language, b->language);
}

/* The line in front: written where there is nothing (or the beginning of it: somebody was killed), else compared. */
static int agree(struct shard *shard, const struct shard_terms *terms, struct ochre_error *error)
{
    char *line = malloc(SHARD_HEAD_MAX);
    if (!line)
        return complain(error, ENOMEM);
    struct ochre_text text = text_on(line, SHARD_HEAD_MAX);
    write_head(terms, &text);
    int status = 0;
    if (text.cut) {
        status = error_set(error, "", "the command line is too long to be kept");
    } else if (shard->size < text.used && (shard->size == 0 || memcmp(shard->map, line, shard->size) == 0)) {
        int reason = write_whole(shard, (const unsigned char *)line, text.used);
        status = reason ? complain(error, reason) : 0;
        shard->first = shard->end = shard->size;
    } else if ((status = read_head(shard, error)) == 0) {
        if (is_same_run(&shard->terms, terms))
            find_end(shard);
        else
            status = error_set(error, "", "it holds another run; name another folder, or remove it");
    }
    free(line);
    return status;
}

struct shard *shard_open(const char *path, const struct shard_terms *terms, struct ochre_error *error)
{
    struct shard *shard = new_shard(path, O_RDWR | O_CREAT, error);
    if (!shard)
        return NULL;
    int status = 0;
    if (flock(shard->file, LOCK_EX | LOCK_NB) < 0 && errno == EWOULDBLOCK)
        status = error_set(error, "", "another process is writing it");
    if (status == 0)
        status = map_file(shard, error);
    if (status == 0)
        status = agree(shard, terms, error);
    if (status == 0 && shard->written < shard->size && ftruncate(shard->file, (off_t)shard->written) < 0)
        status = complain(error, errno);
    if (status < 0) {
        forget(shard);
        return NULL;
    }
    return shard;
}

int shard_append(struct shard *shard, int number, const unsigned char *bytes, size_t length, struct ochre_error *error)
{
    assert(number >= 0 && length > 0 && length <= ENTRY_MAX);
    unsigned char *entry = shard->reason ? NULL : malloc(ENTRY_HEAD + length);
    if (!entry)
        return complain(error, shard->reason ? shard->reason : ENOMEM);
    put_bits(entry, length, 4);
    put_bits(entry + 4, (uint64_t)number, 4);
    put_bits(entry + 8, checksum(entry, bytes, length), 8);
    memcpy(entry + ENTRY_HEAD, bytes, length);
    shard->reason = write_whole(shard, entry, ENTRY_HEAD + length);
    free(entry);
    return shard->reason ? complain(error, shard->reason) : 0;
}

int shard_close(struct shard *shard, struct ochre_error *error)
{
    if (!shard)
        return 0;
    int flags = fcntl(shard->file, F_GETFL);
    int status = 0;
    if (flags >= 0 && (flags & O_ACCMODE) == O_RDWR && fsync(shard->file) < 0 && errno != EINVAL && errno != ENOTSUP)
        status = complain(error, errno);
    forget(shard);
    return status;
}

const char *shard_path(const struct shard *shard)
{
    return shard->path;
}

const struct shard_terms *shard_terms(const struct shard *shard)
{
    return &shard->terms;
}
