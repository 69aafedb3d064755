/* store_pg_sql.c: the statements of the engine of PostgreSQL. The tables are in store_pg_form.c.
 *
 * Whatever changes a table begins with its row in `heads`, which is locked until the commit: two servers that change
 * the same table do it one after the other. A change that does not fit raises OC001 by calling stale(), so that a whole
 * group of batches can be sent at once, COMMIT included. */
#include "server/store_pg.h"

/* The one row of h, or nothing fits. */
#define OR_STALE "coalesce((SELECT number FROM h), stale())"

#define ROW_COLUMNS                                                                                                    \
    "t.number, t.id, t.status, t.why, t.game, t.rules, t.seat_count, t.options, t.pack_id, t.pack_hash, t.has_pack, "  \
    "t.position, t.seed, t.notes, t.made, t.ended, t.fair, t.sum, h.version, h.moves, h.lost_asks, h.said, "           \
    "coalesce(l.server, 0), s.seat, s.kind, s.name, s.bot, s.key, s.share, s.pledge"

/* A table once for each of its seats. */
#define ROWS                                                                                                           \
    "SELECT " ROW_COLUMNS " FROM tables t LEFT JOIN heads h USING (number) LEFT JOIN seats s USING (number) "          \
    "LEFT JOIN servers l ON l.server = h.holder AND l.until > clock_timestamp() "

/* What a batch builds on: $a before, $b after, $c who holds the lease; NULL: whatever is there. */
#define SET_AFTER(b) "version = coalesce($" b ", version)"
#define IF_BEFORE(a, c) "version = coalesce($" a ", version) AND holder = coalesce($" c ", holder)"

#define LIFE "clock_timestamp() + make_interval(secs => $2)"

const struct pg_words pg_words[PG_COUNT] = {
    [PG_BEGIN] = {"BEGIN", 0},
    [PG_COMMIT] = {"COMMIT", 0},
    [PG_LAX] = {"SET LOCAL synchronous_commit = off", 0},
    /* Only the last session of a server may write, and leaves its mark: see pg_begin_session. */
    [PG_ENTER] =
        {"WITH h AS (UPDATE ledger SET entry = $3 WHERE server = $1 AND session = $2 RETURNING server AS number) "
         "SELECT coalesce((SELECT number FROM h), fenced())",
         3},
    /* Who says nothing of what it builds on overwrites; what others build on what was there does not fit then. */
    [PG_PUT_HEAD] = {"INSERT INTO heads(number, version) VALUES($1, -1) "
                     "ON CONFLICT(number) DO UPDATE SET version = -abs(heads.version) - 1",
                     1},
    [PG_NEW_HEAD] = {"INSERT INTO heads(number, version) VALUES($1, $2)", 2},
    [PG_NEED] = {"WITH h AS (UPDATE heads SET " SET_AFTER("3") " WHERE number = $1 AND " IF_BEFORE(
                     "2", "4") " RETURNING "
                               "number) SELECT " OR_STALE,
                 4},
    [PG_PUT_TABLE] =
        {"INSERT INTO tables(number, id, status, why, game, rules, seat_count, options, pack_id, pack_hash, has_pack, "
         "position, seed, notes, made, ended, fair, sum) VALUES($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, "
         "decode($13, 'hex'), $14, $15, $16, $17, $18) "
         "ON CONFLICT(number) DO UPDATE SET id = $2, status = $3, why = $4, game = $5, rules = $6, seat_count = $7, "
         "options = $8, pack_id = $9, pack_hash = $10, has_pack = tables.has_pack OR $11, position = $12, "
         "seed = decode($13, 'hex'), notes = $14, made = $15, ended = $16, fair = $17, sum = $18",
         18},
    [PG_PUT_SEATS] =
        {"INSERT INTO seats(number, seat, kind, name, bot, key, share, pledge) SELECT $1, i - 1, kind, name, bot, "
         "decode(key, 'hex'), decode(share, 'hex'), decode(pledge, 'hex') "
         "FROM unnest($2::integer[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[]) WITH ORDINALITY "
         "AS s(kind, name, bot, key, share, pledge, i) "
         "ON CONFLICT(number, seat) DO UPDATE SET kind = excluded.kind, name = excluded.name, bot = excluded.bot, "
         "key = excluded.key, share = excluded.share, pledge = excluded.pledge",
         7},
    [PG_PUT_PACK] = {"INSERT INTO packs(hash, text) VALUES($1, $2) ON CONFLICT(hash) DO NOTHING", 2},
    [PG_ADD_MOVES] =
        {"WITH h AS (UPDATE heads SET moves = $2::integer + cardinality($3::integer[]) - 1, " SET_AFTER(
             "8") " WHERE "
                  "number = $1 AND moves = $2::integer - 1 AND " IF_BEFORE(
                      "7",
                      "9") " RETURNING number) "
                           "INSERT INTO moves(number, n, seat, at, text, sum) SELECT " OR_STALE
                           ", $2::integer + i - 1, seat, at, text, "
                           "sum FROM unnest($3::integer[], $4::bigint[], $5::text[], $6::bigint[]) WITH ORDINALITY "
                           "AS m(seat, at, text, sum, i)",
         9},
    [PG_SET_COUNTS] = {"UPDATE heads SET lost_asks = $2, said = $3 WHERE number = $1", 3},
    /* Every move that goes may have used up a question of every seat, and taking back asks once more. */
    [PG_CUT_HEAD] = {"WITH h AS (UPDATE heads SET lost_asks = lost_asks + moves - $2 + 1, moves = $2 "
                     "WHERE number = $1 AND moves >= $2 RETURNING number) SELECT " OR_STALE,
                     2},
    [PG_CUT_MOVES] = {"DELETE FROM moves WHERE number = $1 AND n > $2", 2},
    [PG_ADD_CHAT] = {"WITH h AS (UPDATE heads SET said = $2 WHERE number = $1 AND said = $2 - 1 RETURNING number) "
                     "INSERT INTO chat(number, n, seat, at, name, text, sum) SELECT " OR_STALE ", $2, $3, $4, $5, $6, "
                     "$7",
                     7},
    [PG_CUT_CHAT] = {"DELETE FROM chat WHERE number = $1 AND n <= $2", 2},
    [PG_DROP_HEAD] = {"DELETE FROM heads WHERE number = $1", 1},
    [PG_DROP_TABLE] = {"DELETE FROM tables WHERE number = $1", 1},
    [PG_DROP_SEATS] = {"DELETE FROM seats WHERE number = $1", 1},
    [PG_DROP_MOVES] = {"DELETE FROM moves WHERE number = $1", 1},
    [PG_DROP_CHAT] = {"DELETE FROM chat WHERE number = $1", 1},
    [PG_NOTE_ARCHIVED] = {"INSERT INTO archive(id, path, log) VALUES($1, $2, $3) "
                          "ON CONFLICT(id) DO UPDATE SET path = $2, log = $3",
                          3},
    [PG_PUT_MEMO] = {"INSERT INTO memos(name, text, sum) VALUES($1, $2, $3) "
                     "ON CONFLICT(name) DO UPDATE SET text = $2, sum = $3",
                     3},
    [PG_DROP_MEMO] = {"DELETE FROM memos WHERE name = $1", 1},
    [PG_TAKE_LEASE] = {"WITH h AS (UPDATE heads SET holder = $2, fence = fence + 1 WHERE number = $1 AND "
                       "EXISTS (SELECT 1 FROM servers WHERE server = $2 AND until > clock_timestamp()) AND "
                       "(holder = 0 OR holder = $2 OR NOT EXISTS (SELECT 1 FROM servers WHERE server = holder AND "
                       "until > clock_timestamp())) RETURNING number) SELECT " OR_STALE,
                       2},
    [PG_DROP_LEASE] = {"UPDATE heads SET holder = 0 WHERE number = $1 AND holder = $2", 2},
    [PG_NOTIFY] = {"SELECT pg_notify('ochre', $1)", 1},
    /* As large as a busy group of batches, so that a success means something. */
    [PG_PROBE] = {"INSERT INTO probe(server, filling) VALUES($1, repeat('ochre fills', 6000)) "
                  "ON CONFLICT(server) DO UPDATE SET filling = excluded.filling",
                  1},
    [PG_PROBED] = {"DELETE FROM probe WHERE server = $1", 1},

    /* What is read until the end of the transaction is of one moment. */
    [PG_READ_BEGIN] = {"BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", 0},
    [PG_READ_END] = {"COMMIT", 0},
    [PG_EACH] = {ROWS "ORDER BY t.number, s.seat", 0},
    [PG_ONE_BY_NUMBER] = {ROWS "WHERE t.number = $1 ORDER BY s.seat", 1},
    [PG_ONE_BY_ID] = {ROWS "WHERE t.id = $1 ORDER BY s.seat", 1},
    [PG_EACH_OF] = {ROWS "WHERE t.number = ANY($1::bigint[]) ORDER BY t.number, s.seat", 1},
    [PG_ONE_PACK] = {"SELECT text FROM packs WHERE hash = $1", 1},
    /* $2: of a table that is known by its id; $3 moves are known when $4 questions were lost. */
    [PG_ONE_MOVES] = {"SELECT n, seat, at, text, sum FROM moves WHERE number = coalesce($1, (SELECT number FROM tables "
                      "WHERE id = $2)) AND n > CASE (SELECT lost_asks FROM heads WHERE number = $1) WHEN $4 THEN $3 "
                      "ELSE 0 END ORDER BY n",
                      4},
    [PG_ONE_CHAT] = {"SELECT n, seat, at, name, text, sum FROM chat WHERE number = coalesce($1, (SELECT number FROM "
                     "tables WHERE id = $2)) ORDER BY n",
                     2},
    [PG_EACH_MEMO] = {"SELECT name, text, sum FROM memos ORDER BY name COLLATE \"C\"", 0},
    [PG_IS_ARCHIVED] = {"SELECT 1 FROM archive WHERE id = $1", 1},
    [PG_ARCHIVED] = {"SELECT log FROM archive WHERE id = $1", 1},
    [PG_EACH_ARCHIVED] = {"SELECT id, path FROM archive", 0},
    [PG_FINISHED] = {"SELECT number, ended FROM tables WHERE ended > 0 AND ended < $1 AND (ended, number) > ($3, $4) "
                     "ORDER BY ended, number LIMIT $2",
                     4},
    [PG_SIZE] = {"SELECT pg_database_size(current_database())", 0},

    [PG_LIVE] = {"INSERT INTO servers(server, until) VALUES($1, " LIFE ") "
                 "ON CONFLICT(server) DO UPDATE SET until = " LIFE " "
                 "RETURNING floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint",
                 2},
    [PG_ALIVE] = {"SELECT server FROM servers WHERE until > clock_timestamp() ORDER BY server", 0},
    [PG_BURY] = {"DELETE FROM servers WHERE until < clock_timestamp() - interval '1 minute'", 0},
};
