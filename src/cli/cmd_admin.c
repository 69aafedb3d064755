/* cmd_admin.c: `ochre admin`, orders for a running server, by its socket in the data folder (docs/hosting.md). */
#include <stdlib.h>
#include <string.h>

#include "cli/admin_show.h"
#include "cli/command.h"
#include "cli/prompt.h"
#include "server/admin_reach.h"

enum { ORDER_SIZE = 16 * 1024 };

/* An order, what it is about, which options go with it, and how its answer is shown. */
static const struct desk_order {
    const char *name;
    const char *member; /* what the operand is called in the order; NULL: it takes none */
    const char *options[8];
    admin_show *show;
} desk_orders[] = {
    {"status", NULL, {NULL}, admin_show_status},
    {"list", NULL, {"status", "address", "older", "newer", "count", "all", NULL}, admin_show_list},
    {"show", "table", {NULL}, admin_show_table},
    {"end", "table", {"why", NULL}, admin_show_end},
    {"delete", "table", {"yes", "force", NULL}, admin_show_delete},
    {"ban", "address", {"hours", "why", NULL}, admin_show_ban},
    {"unban", "address", {NULL}, admin_show_unban},
    {"bans", NULL, {NULL}, admin_show_bans},
    {"announce", "text", {"withdraw", NULL}, admin_show_announce},
    {"drain", NULL, {"stop", "quiet", NULL}, admin_show_drain},
    {"undrain", NULL, {NULL}, admin_show_undrain},
};
enum { ORDERS = sizeof desk_orders / sizeof desk_orders[0] };

static const char *const order_names[] = {"status", "list", "show",     "end",   "delete",  "ban",
                                          "unban",  "bans", "announce", "drain", "undrain", NULL};

/* ---- reading the line ---- */

static const struct desk_order *find_order(const struct call *call)
{
    for (int i = 0; i < ORDERS; i++)
        if (text_same(desk_orders[i].name, call->operand[0]))
            return &desk_orders[i];
    const char *near = nearest_word(call->operand[0], order_names);
    if (near)
        call_misuse(call, _("'{0}' is no order; did you mean {1}?"), call->operand[0], near);
    else
        call_misuse(call, _("'{0}' is no order (ochre admin --help lists them)"), call->operand[0]);
    return NULL;
}

static bool goes_with(const struct desk_order *order, const char *option)
{
    static const char *const all[] = {"data", "json", "lang", "color", NULL};
    for (int i = 0; all[i]; i++)
        if (text_same(all[i], option))
            return true;
    for (int i = 0; order->options[i]; i++)
        if (text_same(order->options[i], option))
            return true;
    return false;
}

static int check_line(const struct call *call, const struct desk_order *order)
{
    for (int i = 0; i < call->given_count; i++)
        if (!goes_with(order, call->given[i].name))
            return call_misuse(call, _("--{0} does not go with {1}"), call->given[i].name, order->name);
    bool has_what = call->operand_count > 1;
    if (has_what && !order->member)
        return call_misuse(call, _("{0} takes nothing more, not '{1}'"), order->name, call->operand[1]);
    if (has_what && call_has(call, "withdraw"))
        return call_misuse(call, _("announce a text, or --withdraw the last one"));
    if (!has_what && order->member && !call_has(call, "withdraw"))
        return text_same(order->member, "table")     ? call_misuse(call, _("{0} what? Name a table"), order->name)
               : text_same(order->member, "address") ? call_misuse(call, _("{0} whom? Name an address"), order->name)
                                                     : call_misuse(call, _("announce what? Give a text"));
    if (has_what && !*call->operand[1])
        return call_misuse(call, _("there is nothing between the quotes"));
    if (call_has(call, "quiet") && !call_has(call, "stop"))
        return call_misuse(call, _("--quiet goes with --stop"));
    return EXIT_FINE;
}

/* ---- writing the order ---- */

static bool write_numbers(const struct call *call, struct json_writer *writer)
{
    static const struct {
        const char *option, *member;
        int64_t low, high;
    } numbers[] = {{"older", "older", 0, 876000},
                   {"newer", "newer", 0, 876000},
                   {"count", "most", 0, 1000000},
                   {"hours", "hours", 1, 87600},
                   {"quiet", "quiet", 0, 1440}};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        int64_t number = -1;
        if (!call_number(call, numbers[i].option, numbers[i].low, numbers[i].high, &number))
            return false;
        if (number >= 0)
            json_field_int(writer, numbers[i].member, number);
    }
    return true;
}

static int write_order(const struct call *call, const struct desk_order *order, struct ochre_text *text)
{
    static const char *const texts[] = {"status", "address", "why"};
    static const char *const flags[] = {"all", "force", "stop"};
    struct json_writer writer = json_write_to(text);
    json_open(&writer, '{');
    json_field_string(&writer, "do", order->name);
    if (call->operand_count > 1)
        json_field_string(&writer, order->member, call->operand[1]);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (call_value(call, texts[i]))
            json_field_string(&writer, texts[i], call_value(call, texts[i]));
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
        if (call_has(call, flags[i]))
            json_field_bool(&writer, flags[i], true);
    if (!write_numbers(call, &writer))
        return EXIT_MISUSED;
    json_close(&writer, '}');
    return text->cut ? call_misuse(call, _("that is too long")) : EXIT_FINE;
}

/* What is deleted does not come back. */
static int ask_first(const struct call *call)
{
    if (call_has(call, "yes"))
        return EXIT_FINE;
    if (!prompt_is_terminal())
        return call_misuse(call, _("deleting asks first; say --yes where nobody can answer"));
    char question[256];
    const char *line = "";
    struct ochre_text text = text_in(question, sizeof question, tongue_used());
    text_say(&text, N_("Delete table {0} for good? (yes or no) "), call->operand[1]);
    prompt_open();
    bool is_yes =
        prompt_ask(question, NULL, &line) == PROMPT_LINE &&
        (text_same(line, "yes") || text_same(line, "y") || text_same(line, _("yes")) || text_same(line, _("y")));
    prompt_close();
    return is_yes ? EXIT_FINE : call_failure(call, _("nothing was deleted"));
}

/* ---- the answer ---- */

static int show_answer(const struct call *call, const struct desk_order *order, const char *answer, size_t length)
{
    struct json_doc doc;
    struct ochre_error error;
    size_t count = json_nodes_for(length);
    struct json_node *nodes = calloc(count, sizeof *nodes);
    if (!nodes || json_parse(&doc, answer, length, nodes, count, &error) < 0) {
        free(nodes);
        return call_failure(call, _("the server's answer cannot be read"));
    }
    char why[1024] = "";
    struct json refusal = json_get(json_root(&doc), "error");
    (void)json_string(json_get(refusal, "why"), why, sizeof why);
    int code = json_there(refusal) ? EXIT_FAILED : EXIT_FINE;
    if (call_has(call, "json"))
        puts(answer);
    else if (json_there(refusal))
        call_failure(call, "{0}", _(why));
    else
        order->show(json_root(&doc));
    free(nodes);
    return code;
}

static int run(const struct call *call)
{
    const char *folder = call_value(call, "data") ? call_value(call, "data") : "ochre-data";
    const struct desk_order *order = find_order(call);
    char words[ORDER_SIZE];
    struct ochre_text text = text_on(words, sizeof words);
    int code = order ? check_line(call, order) : EXIT_MISUSED;
    if (code == EXIT_FINE)
        code = write_order(call, order, &text);
    if (code == EXIT_FINE && text_same(order->name, "delete"))
        code = ask_first(call);
    if (code != EXIT_FINE)
        return code;
    size_t length = 0;
    struct ochre_error error = {0};
    char *answer = admin_reach(folder, words, &length, &error);
    if (!answer)
        return call_failure(call, "{0}", error.words);
    code = show_answer(call, order, answer, length);
    free(answer);
    return code;
}

static const char *const statuses[] = {"waiting", "running", "over", "aside", NULL};

const struct command cmd_admin = {
    .name = "admin",
    .operands = "ORDER [WHAT]",
    .operands_min = 1,
    .operands_max = 2,
    .operand_choices = order_names,
    .summary = N_("give orders to a running server"),
    .about =
        N_("Orders: status; list; show TABLE; end TABLE; delete TABLE; ban ADDRESS; unban ADDRESS; bans; announce "
           "TEXT; drain; undrain.\n\nThe server is reached by a socket in its data folder, so this is for whoever may "
           "write there. Nothing is ever shown that a watcher may not know. What is ordered is stored before it is "
           "confirmed, and stands in the server's log."),
    .example = "  ochre admin status\n"
               "  ochre admin list --data /var/lib/ochre --status running\n"
               "  ochre admin ban 192.0.2.7 --hours 24\n"
               "  ochre admin announce \"Short break at eight\"\n"
               "  ochre admin drain --stop\n",
    .options =
        (const struct command_option[]){
            {.name = "data", .value = "DIR", .about = N_("the data folder of the server (ochre-data)")},
            {.name = "json", .about = N_("print the server's answer as JSON")},
            {.name = "status",
             .value = "STATUS",
             .about = N_("list: waiting, running, over or aside"),
             .choices = statuses},
            {.name = "address",
             .value = "ADDRESS",
             .about = N_("list: made from there, or somebody is there from there")},
            {.name = "older", .value = "HOURS", .about = N_("list: made at least so many hours ago")},
            {.name = "newer", .value = "HOURS", .about = N_("list: made less than so many hours ago")},
            {.name = "count", .value = "N", .about = N_("list: at most so many (50)")},
            {.name = "all", .about = N_("list: those too that are over and only on the disk")},
            {.name = "why", .value = "TEXT", .about = N_("end, ban: what people are told")},
            {.name = "hours", .value = "N", .about = N_("ban: for so long (for good)")},
            {.name = "yes", .about = N_("delete: do not ask")},
            {.name = "force", .about = N_("delete: even while play goes on")},
            {.name = "withdraw", .about = N_("announce: take the last one back")},
            {.name = "stop", .about = N_("drain: stop the server when play is quiet")},
            {.name = "quiet",
             .value = "MINUTES",
             .about = N_("drain --stop: no live play moved for so long (10; 0: at once)")},
            {0},
        },
    .run = run,
};
