/* store_pg_list.c: lists as PostgreSQL writes them, and bytes as digits. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/store_pg.h"

void pg_list_put(struct pg_list *list, const char *bytes, size_t count)
{
    if (list->length + count + 1 > list->room) {
        list->room = 2 * (list->length + count + 1) + 64;
        char *larger = realloc(list->text, list->room);
        if (!larger)
            abort(); /* no memory */
        list->text = larger;
    }
    memcpy(list->text + list->length, bytes, count);
    list->length += count;
    list->text[list->length] = '\0';
}

static void begin_item(struct pg_list *list)
{
    pg_list_put(list, list->length == 0 ? "{" : ",", 1);
}

void pg_list_text(struct pg_list *list, const char *text)
{
    begin_item(list);
    if (!text) {
        pg_list_put(list, "NULL", 4);
        return;
    }
    pg_list_put(list, "\"", 1);
    for (;;) {
        size_t plain = strcspn(text, "\"\\");
        pg_list_put(list, text, plain);
        text += plain;
        if (!*text)
            break;
        pg_list_put(list, "\\", 1);
        pg_list_put(list, text++, 1);
    }
    pg_list_put(list, "\"", 1);
}

void pg_list_number(struct pg_list *list, int64_t number)
{
    char digits[PG_NUMBER_SIZE];
    int length = snprintf(digits, sizeof digits, "%lld", (long long)number);
    begin_item(list);
    pg_list_put(list, digits, (size_t)length);
}

void pg_hex(const unsigned char *bytes, size_t count, char *hex)
{
    static const char digits[] = "0123456789abcdef";
    for (size_t i = 0; i < count; i++) {
        hex[2 * i] = digits[bytes[i] >> 4];
        hex[2 * i + 1] = digits[bytes[i] & 15];
    }
    hex[2 * count] = '\0';
}

void pg_list_bytes(struct pg_list *list, const unsigned char *bytes, size_t count)
{
    char hex[PG_HEX_SIZE];
    assert(2 * count < sizeof hex);
    pg_hex(bytes, count, hex);
    pg_list_text(list, count > 0 ? hex : NULL);
}

void pg_lists_close(struct pg_arguments *arguments, struct pg_list *lists, int count)
{
    for (int i = 0; i < count; i++) {
        pg_list_put(&lists[i], lists[i].length > 0 ? "}" : "{}", lists[i].length > 0 ? 1 : 2);
        pg_add_text(arguments, lists[i].text);
    }
}

void pg_lists_free(struct pg_list *lists, int count)
{
    for (int i = 0; i < count; i++)
        free(lists[i].text);
}
