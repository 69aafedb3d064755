/* main.c: the program ochre. */
#include "cli/front.h"

int main(int argc, char **argv)
{
    return front_main(argc, argv);
}
