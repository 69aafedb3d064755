/* replay.c: runs a fuzz target on files and folders, without libFuzzer, so that the corpus is a test with any
 * compiler. Prints how many inputs it ran; a broken promise aborts with the name of the input before it. */
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static int runs;

static int run_file(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (!file || fseek(file, 0, SEEK_END) != 0) {
        perror(path);
        if (file)
            fclose(file);
        return -1;
    }
    long size = ftell(file);
    rewind(file);
    uint8_t *data = malloc((size_t)size + 1);
    if (!data || fread(data, 1, (size_t)size, file) != (size_t)size)
        abort();
    fclose(file);
    fprintf(stderr, "%s\n", path);
    /* The whole, then ever shorter pieces: truncated input is the most usual kind of bad input. */
    for (long cut = size; cut >= 0; cut -= 1 + size / 50, runs++) {
        uint8_t *piece = malloc((size_t)cut + 1);
        if (!piece)
            abort();
        memcpy(piece, data, (size_t)cut);
        LLVMFuzzerTestOneInput(piece, (size_t)cut);
        free(piece);
    }
    free(data);
    return 0;
}

static int run_path(const char *path)
{
    struct stat kind;
    if (stat(path, &kind) != 0) {
        perror(path);
        return -1;
    }
    if (!S_ISDIR(kind.st_mode))
        return run_file(path);
    struct dirent **names;
    int count = scandir(path, &names, NULL, alphasort);
    int result = 0;
    for (int i = 0; i < count; i++) {
        char inside[4096];
        snprintf(inside, sizeof inside, "%s/%s", path, names[i]->d_name);
        if (names[i]->d_name[0] != '.' && run_path(inside) < 0)
            result = -1;
        free(names[i]);
    }
    if (count >= 0)
        free(names);
    return count < 0 ? -1 : result;
}

int main(int argc, char **argv)
{
    int result = 0;
    for (int i = 1; i < argc; i++)
        if (run_path(argv[i]) < 0)
            result = 1;
    printf("%d passed, %d failed\n", runs, result);
    return result || runs == 0;
}
