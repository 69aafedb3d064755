/* fuzz_puzzles.c: books of puzzles. Whatever the text is, it is refused with words, or it is a book: written and read
 * again it is the same, and each of its puzzles can be set on a table or is refused with words. */
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "lab/puzzle.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { SET_MAX = 8 }; /* of a book so many are set: each plays its moves anew */

static void write_again(const struct puzzle_book *book)
{
    struct ochre_error error = {0};
    struct puzzle_book again;
    size_t length = 0;
    size_t length_again = 0;
    char *text = puzzle_book_text(book, &length);
    int status = text ? puzzle_book_read(&again, text, length, &error) : -1;
    assert(status == 0);
    (void)status;
    char *text_again = puzzle_book_text(&again, &length_again);
    assert(length == length_again && memcmp(text, text_again, length) == 0);
    free(text_again);
    free(text);
    puzzle_book_free(&again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct ochre_error error = {0};
    struct puzzle_book book;
    if (puzzle_book_read(&book, (const char *)data, size, &error) < 0) {
        assert(error.words[0]);
        return 0;
    }
    write_again(&book);
    for (int i = 0; i < book.count && i < SET_MAX; i++) {
        struct ochre_error inner = {0};
        uint64_t key;
        int status = puzzle_check(&book, &book.puzzle[i], NULL, false, &key, &inner);
        assert(status == 0 || inner.words[0]);
        (void)status;
    }
    puzzle_book_free(&book);
    return 0;
}
