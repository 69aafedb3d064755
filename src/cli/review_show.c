/* review_show.c: see review_show.h. */
#include "cli/review_show.h"

#include "cli/lab.h"
#include "cli/screen.h"

enum { WORST_MAX = 3, CURVE_MAX = 60, NAME_WIDTH = 14, SUM_WIDTH = 9 };

static const char *name_of(const struct review *review, int seat)
{
    return _(table_seat_name(review->table, seat));
}

/* What the seat could expect, in as many columns as there is room for. */
static void print_curve(const struct review *review, int seat)
{
    static const char *const heights[] = {"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
    int width = screen_columns() - NAME_WIDTH - 16;
    width = width > CURVE_MAX ? CURVE_MAX : width < 10 ? 10 : width;
    width = width > review->count ? review->count : width;
    char number[LAB_NUMBER_SIZE];
    lab_column(name_of(review, seat), NAME_WIDTH);
    lab_column(lab_number(number, 100 * review->seat[seat].start, 0), -3);
    for (int x = 0; x < width; x++) {
        const struct review_step *step = &review->step[(x + 1) * review->count / width - 1];
        int height = (int)(step->after[seat] * 8);
        fputs(heights[height < 0 ? 0 : height > 7 ? 7 : height], stdout);
    }
    fputs("  ", stdout);
    puts(lab_number(number, 100 * review->seat[seat].result, 0));
}

static void print_change(double number)
{
    char text[LAB_NUMBER_SIZE];
    char with_sign[LAB_NUMBER_SIZE + 1];
    struct ochre_text out = text_on(with_sign, sizeof with_sign);
    text_add(&out, number >= 0.0005 ? "+" : "");
    text_add(&out, lab_number(text, number > -0.0005 && number < 0 ? 0 : 100 * number, 1));
    lab_column(with_sign, -SUM_WIDTH);
}

static void print_sums(const struct review *review, int seat)
{
    const struct review_seat *sum = &review->seat[seat];
    char text[LAB_NUMBER_SIZE];
    lab_column(name_of(review, seat), NAME_WIDTH);
    lab_column(lab_number(text, 100 * sum->start, 1), -SUM_WIDTH);
    print_change(sum->luck);
    print_change(-sum->lost);
    print_change(sum->gained);
    print_change(sum->rest);
    lab_column(lab_number(text, 100 * sum->result, 1), -SUM_WIDTH);
    puts(lab_number(text, sum->accuracy, 0));
}

static void print_head(void)
{
    lab_column("", NAME_WIDTH);
    lab_column(_("start"), -SUM_WIDTH);
    lab_column(_("luck"), -SUM_WIDTH);
    lab_column(_("own"), -SUM_WIDTH);
    lab_column(_("others"), -SUM_WIDTH);
    lab_column(_("rest"), -SUM_WIDTH);
    lab_column(_("result"), -SUM_WIDTH);
    puts(_("accuracy"));
}

static void print_worst(const struct review *review, int seat)
{
    int places[WORST_MAX];
    int count = review_worst(review, seat, places, WORST_MAX);
    putchar('\n');
    if (!count) {
        print_say(stdout, _("{0}: no decision cost much.\n"), name_of(review, seat));
        return;
    }
    print_say(stdout, _("{0}, what cost most:\n"), name_of(review, seat));
    for (int i = 0; i < count; i++) {
        const struct review_step *step = &review->step[places[i]];
        char lost[LAB_NUMBER_SIZE];
        (void)printf("  %4d  ", step->number);
        print_say(stdout, _("{0} ({1}, −{2}). Better: {3}\n"), step->words, _(review_grades[step->grade]),
                  lab_number(lost, 100 * (double)step->lost, 1), step->best_words);
    }
}

void review_show(const struct review *review)
{
    char turning[1024];
    struct ochre_text text = text_in(turning, sizeof turning, tongue_used());
    int seats = table_setup(review->table)->seats;
    print_say(stdout, _("What everybody could expect, move by move, in per cent:\n"));
    for (int seat = 0; seat < seats; seat++)
        print_curve(review, seat);
    putchar('\n');
    print_head();
    for (int seat = 0; seat < seats; seat++)
        print_sums(review, seat);
    for (int seat = 0; seat < seats; seat++)
        print_worst(review, seat);
    review_say_turning(review, &text);
    if (text.used)
        (void)printf("\n%s\n", turning);
    if (!review->is_over)
        print_say(stdout, _("\nThe play is not over: the result is what was to be expected last.\n"));
}
