/* net_inner.h: what the files of net share. For net*.c alone.
 *
 *     net.c        the listener: who is let in, who has to go
 *     net_link.c   one connection: reading, writing, patience
 *     net_http.c   requests and answers on it (the parser is llhttp)
 *     net_head.c   the head of a request, as the parser tells it, and the head of an answer
 *     net_host.c   the names this server answers to
 *     net_ws.c     WebSockets on it (frames are read by wslay)
 */
#ifndef OCHRE_SERVER_NET_INNER_H
#define OCHRE_SERVER_NET_INNER_H

#include <stdint.h>
#include <uv.h>

#include "server/net.h"
#include "server/rate.h"

enum {
    NET_HEAD_MAX = 8 * 1024, /* bytes of the head of a request, its first line included */
    NET_URL_MAX = 4 * 1024,
    NET_READ_SIZE = 16 * 1024, /* read at once; one buffer for all */
    NET_NAME_SIZE = 264,       /* of a machine's name */
};

/* ---- one connection ---- */

enum link_stage {
    LINK_QUIET,     /* between requests: nothing of the next one is here */
    LINK_HEAD,      /* the head of a request comes in */
    LINK_BODY,      /* its body does */
    LINK_ASKED,     /* the handler has the request; nothing more is read */
    LINK_ANSWERING, /* the answer is leaving; nothing more is read */
    LINK_LINE,      /* a WebSocket */
    LINK_LEAVING,   /* the last words are said; what still comes is let pass until the other side hangs up */
    LINK_CLOSED,    /* about to be freed */
};

/* Lists of connections, the oldest first. */
struct links {
    struct link *oldest, *newest;
    int count;
};

struct link {
    uv_tcp_t socket; /* first: its handle is the link */
    struct net *net;
    struct links *among;        /* net->waiting or net->settled */
    struct link *older, *newer; /* there */
    uint64_t since;             /* in that list, by the loop's clock */
    uint64_t deadline;          /* among those waiting: when patience ends */
    struct address *from;       /* whose share of waiting connections it takes up; NULL: nobody's */
    struct exchange *exchange;  /* the request and its answer; NULL: none */
    struct net_line *line;      /* after the upgrade */
    struct sending *sending;    /* what the socket did not take yet; NULL: nothing */
    char *kept;                 /* read behind a request that is not answered yet */
    size_t kept_length, unsent; /* of kept; of what is being sent, when last looked at */
    enum link_stage stage;
    bool is_taking; /* requests are being taken from what was read: do not begin anew */
    bool is_reading;
    char address[NET_ADDRESS_SIZE];
};

struct net {
    struct net_config config;
    uv_loop_t *loop;
    uv_poll_t listener;
    uv_timer_t tick;               /* patience */
    uv_timer_t again;              /* accepts again after files had run out */
    int socket;                    /* that listens; -1: none */
    struct links waiting, settled; /* WebSockets are settled, everything else waits for something */
    struct addresses *places;      /* how many of them wait */
    int links_max, waiting_max;
    int lines;
    uint64_t complained;          /* when the lack of files was last told; 0: never */
    struct net_line *woken;       /* lines that have something to say */
    struct tray *tray;            /* where frames are read, unless somebody has taken it along; may be NULL */
    char names[2][NET_NAME_SIZE]; /* of the machine, when it listens for others; "" otherwise */
    char input[NET_READ_SIZE];
    bool is_closing;
};

/* net_link.c */

/* Takes the socket; closes it and returns NULL when there is no memory. */
struct link *link_new(struct net *net, int socket);

/* Ends it at once. Everybody concerned is told; the memory goes when the loop has let go of it. */
void link_close(struct link *link);

/* Ends it after what was sent has arrived: hangs up on our side and lets pass what still comes. */
void link_leave(struct link *link);

/* Another stage, with so much patience (0: without end). */
void link_become(struct link *link, enum link_stage stage, uint64_t patience_ms);

void link_read(struct link *link, bool is_reading);

/* Sends; nothing else may be under way. What the socket does not take at once is kept (copied, unless the body is
 * static) and sent when it can be. False when the connection is broken; then it is closed. */
bool link_send(struct link *link, const char *head, size_t head_length, const char *body, size_t body_length,
               bool is_static);

/* Closes whoever has waited for too long; asks silent WebSockets for a sign of life. */
void links_sweep(struct net *net);

/* Closes the connection that has waited longest (from this address; NULL: from any) and can be spared. */
bool links_spare(struct net *net, const struct address *from);

/* net_http.c */
void http_heard(struct link *link, const char *bytes, size_t length);
void http_sent(struct link *link);      /* the answer has left */
void http_dropped(struct link *link);   /* the connection is gone */
void http_timed_out(struct link *link); /* patience has ended */

/* net_ws.c */

/* What a client said who wants a WebSocket. */
struct handshake {
    const char *key, *version, *protocols; /* "" when not sent */
    const char *address;
};

/* What is wrong with it; NULL: nothing, and the line is open. */
const char *line_open(struct link *link, const struct handshake *handshake);

void line_heard(struct link *link, const char *bytes, size_t length);
void line_sent(struct link *link);
void line_dropped(struct link *link);
void line_check(struct link *link); /* from time to time */
void tray_delete(struct tray *tray);

/* net_host.c */

/* The names of this machine, when it listens for others. */
void host_names_find(struct net *net);

/* Is the Host header a name of ours? */
bool host_is_ours(const struct net *net, const char *host);

/* ---- heads (net_head.c) ---- */

/* Texts one behind the other: the target, then names and values. */
struct head {
    char *text;
    size_t used, size;
    size_t url_length;
    bool has_url, is_full;
};

/* What the parser tells, piece by piece. */
void head_add(struct head *head, const char *bytes, size_t length);
void head_end_url(struct head *head);
void head_end_name(struct head *head);
void head_end_value(struct head *head);
void head_free(struct head *head);

/* The value of a header (the last one, if it came several times), "" when it was not sent. */
char *head_value(const struct head *head, const char *name);
int head_count(const struct head *head, const char *name);

/* Is the word in a list of words with commas? Upper and lower case are the same. */
bool list_has(const char *list, const char *word);

/* Undoes %20 and the like in place. False when that is not possible, or leaves what no path has. */
bool url_decode(char *text);

struct answer_head {
    const struct net_answer *answer;
    bool is_last;     /* the connection ends with it */
    bool is_old_kept; /* HTTP/1.0, and it does not */
};
void head_write(struct ochre_text *out, const struct answer_head *what);

#endif
