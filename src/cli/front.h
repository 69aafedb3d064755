/* front.h: the program from its command line to its exit code: finds the command, reads its line, sets language and
 * colours, runs it. `ochre` (main.c) and `ochre-mpi` (src/fleet) come in here. */
#ifndef OCHRE_CLI_FRONT_H
#define OCHRE_CLI_FRONT_H

int front_main(int argc, char **argv);

#endif
