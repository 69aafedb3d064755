/* cmd_lesson.c: `ochre lesson`, checks lessons and lists those that come with the program. */
#include <limits.h>
#include <stdlib.h>

#include "cli/command.h"
#include "cli/lesson.h"
#include "table/file.h"

static int check_file(const struct call *call, const char *path)
{
    struct ochre_error error = {0};
    struct lesson_count count;
    size_t length;
    char *text = file_read(path, LESSON_SIZE_MAX, &length, &error);
    int result = text ? lesson_check(text, length, &count, &error) : -1;
    free(text);
    if (result < 0)
        return call_refused(call, EXIT_FAILED, path, &error);
    print_say(stdout, _("{0}: {1}: lessons: {2}, tasks: {3}, moves answered: {4}\n"), path, count.game->id,
              NUM(count.lessons), NUM(count.tasks), NUM(count.moves));
    return EXIT_FINE;
}

/* Words of a lesson in the language of the program. */
static const char *words_of(struct json words, char line[LESSON_SENTENCE])
{
    struct json own = json_get(words, tongue_code());
    return json_string(json_there(own) ? own : json_get(words, "en"), line, LESSON_SENTENCE) ? line : "";
}

static void list_document(const struct lesson_document *document)
{
    struct json_doc doc;
    size_t length = strlen(document->text);
    size_t nodes_max = json_nodes_for(length);
    struct json_node *nodes = calloc(nodes_max, sizeof *nodes);
    if (!nodes)
        abort();
    if (json_parse(&doc, document->text, length, nodes, nodes_max, NULL) == 0) {
        struct json lesson = json_first(json_get(json_root(&doc), "lessons"));
        for (int n = 1; json_there(lesson); lesson = json_next(lesson), n++) {
            char line[LESSON_SENTENCE];
            char id[64];
            (void)json_string(json_get(lesson, "id"), id, sizeof id);
            printf("%-8s %2d  %-16s %s\n", document->name, n, id, words_of(json_get(lesson, "title"), line));
        }
    }
    free(nodes);
}

static int run(const struct call *call)
{
    bool is_list = text_same(call->operand[0], "list");
    if (!is_list && !text_same(call->operand[0], "check"))
        return call_misuse(call, _("'{0}' is nothing to do with lessons (expected check or list)"), call->operand[0]);
    if (is_list && call->operand_count > 1)
        return call_misuse(call, _("list takes no file"), NULL);
    if (!is_list && call->operand_count == 1)
        return call_misuse(call, _("check wants a file"), NULL);
    for (int i = 0; is_list && lesson_documents[i].name; i++)
        list_document(&lesson_documents[i]);
    int code = EXIT_FINE;
    for (int i = 1; i < call->operand_count && code == EXIT_FINE; i++)
        code = check_file(call, call->operand[i]);
    return code;
}

static const char *const doings[] = {"check", "list", NULL};

const struct command cmd_lesson = {
    .name = "lesson",
    .operands = "check FILE…|list",
    .operands_min = 1,
    .operands_max = INT_MAX,
    .operand_choices = doings,
    .summary = N_("check lessons, or list those of the games"),
    .about = N_("'check' reads a file of lessons and plays it along every move that it accepts: are the positions "
                "right, can every task be solved, is something said to every legal move, in both languages? What is "
                "wrong is said with its place in the file. 'list' names the lessons that come with the program."),
    .example = "  ochre lesson list\n  ochre lesson check my-lessons.json\n",
    .run = run,
};
