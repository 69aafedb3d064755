/* disk.h: a disk that fails when a test wants it to, and waits when a test wants it to. SQLite's calls go through it.
 */
#ifndef SERVER_TEST_DISK_H
#define SERVER_TEST_DISK_H

#include <stdatomic.h>

/* Puts itself between SQLite and the system. Once. */
void disk_install(void);

/* After so many more writes the disk answers with this errno, half of the bytes written; disk_mend ends it. */
void disk_fail_after(int writes, int reason);
void disk_fail_syncs(int reason);
void disk_fail_reads(int reason); /* all of them, from now on */
void disk_mend(void);

/* Whoever writes (after so many more writes) waits until disk_release. disk_wait_for_writer returns when somebody does.
 */
void disk_hold(void);
void disk_hold_after(int writes);
void disk_wait_for_writer(void);
void disk_release(void);

/* How many syncs there have been. */
int disk_syncs(void);

#endif
