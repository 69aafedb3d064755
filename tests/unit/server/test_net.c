/* test_net.c: what the listener does by its own clock: it asks silent WebSockets for a sign of life, and lets go of
 * those that give none. Everything else about it is asked over the wire (tests/wire/test_edges.py,
 * tests/fuzz/streams.c). */
#include <arpa/inet.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>
#include <uv.h>

#include <cmocka.h>

#include "server/net.h"

enum { TURNS_MAX = 60000 }; /* of a millisecond and more; only ends what hangs */

static const char handshake[] = "GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                                "Sec-WebSocket-Key: b2NocmUgb2NocmUgb2Nocg==\r\nSec-WebSocket-Version: 13\r\n\r\n";
static const char ping[] = {(char)0x89, 0};
static const char pong[] = {(char)0x8a, (char)0x80, 1, 2, 3, 4};

struct house {
    uv_loop_t loop;
    struct net *net;
    int port, opened, closed;
};

static void requested(void *who, struct net_request *request)
{
    (void)who;
    net_answer(request, &(struct net_answer){.status = 404, .type = "text/plain", .body = "", .length = 0});
}

static void *opened(void *who, struct net_line *line, const char *address)
{
    (void)line;
    assert_string_equal(address, "127.0.0.1");
    struct house *house = who;
    house->opened++;
    return house;
}

static void said(void *who, const char *text, size_t length)
{
    (void)who;
    (void)text;
    (void)length;
}

static char *next(void *who, size_t *length)
{
    (void)who;
    *length = 0;
    return NULL;
}

static void closed(void *who)
{
    struct house *house = who;
    house->closed++;
}

static void set_up(struct house *house)
{
    *house = (struct house){0};
    uv_loop_init(&house->loop);
    struct ochre_error error;
    int port = 20000 + getpid() % 20000;
    for (; !house->net && port < 60000; port++) {
        house->port = port;
        house->net = net_new(&(struct net_config){.loop = &house->loop,
                                                  .listen = "127.0.0.1",
                                                  .port = port,
                                                  .idle_seconds = 1,
                                                  .handlers = {house, requested, opened, said, next, closed}},
                             &error);
    }
    assert_non_null(house->net);
}

static void tear_down(struct house *house)
{
    net_close_all(house->net);
    uv_run(&house->loop, UV_RUN_DEFAULT);
    net_delete(house->net);
    assert_int_equal(uv_loop_close(&house->loop), 0);
}

static int enter(const struct house *house)
{
    struct sockaddr_in there = {.sin_family = AF_INET, .sin_port = htons((uint16_t)house->port)};
    inet_pton(AF_INET, "127.0.0.1", &there.sin_addr);
    int guest = socket(AF_INET, SOCK_STREAM, 0);
    assert_int_equal(connect(guest, (struct sockaddr *)&there, sizeof there), 0);
    assert_int_equal(send(guest, handshake, sizeof handshake - 1, 0), sizeof handshake - 1);
    (void)fcntl(guest, F_SETFL, O_NONBLOCK);
    return guest;
}

/* What the guest hears next: the number of bytes, 0 when the server has gone. */
static size_t hear(struct house *house, int guest, char *bytes, size_t size)
{
    for (int i = 0; i < TURNS_MAX; i++) {
        uv_run(&house->loop, UV_RUN_NOWAIT);
        net_flush(house->net);
        ssize_t length = recv(guest, bytes, size, 0);
        if (length >= 0)
            return (size_t)length;
        usleep(1000);
    }
    fail_msg("nothing happens");
    return 0;
}

static void silent_lines_are_asked_and_let_go(void **state)
{
    (void)state;
    struct house house;
    char bytes[4096];
    set_up(&house);
    int guest = enter(&house);
    assert_true(hear(&house, guest, bytes, sizeof bytes) > 0); /* the handshake */
    assert_int_equal(net_lines(house.net), 1);
    assert_int_equal(hear(&house, guest, bytes, sizeof bytes), sizeof ping);
    assert_memory_equal(bytes, ping, sizeof ping);
    assert_int_equal(hear(&house, guest, bytes, sizeof bytes), 0);
    assert_int_equal(house.opened, 1);
    assert_int_equal(house.closed, 1);
    assert_int_equal(net_lines(house.net), 0);
    close(guest);
    tear_down(&house);
}

static void who_answers_stays(void **state)
{
    (void)state;
    struct house house;
    char bytes[4096];
    set_up(&house);
    int guest = enter(&house);
    assert_true(hear(&house, guest, bytes, sizeof bytes) > 0);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(hear(&house, guest, bytes, sizeof bytes), sizeof ping);
        assert_int_equal(send(guest, pong, sizeof pong, 0), sizeof pong);
    }
    assert_int_equal(net_lines(house.net), 1);
    close(guest);
    tear_down(&house);
    assert_int_equal(house.closed, 1);
}

/* Both wait for real seconds; a name lets the one wait beside the other. */
int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(silent_lines_are_asked_and_let_go),
        cmocka_unit_test(who_answers_stays),
    };
    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
