/* sim_json.h: a tally as one JSON document (docs/lab.md). */
#ifndef OCHRE_LAB_SIM_JSON_H
#define OCHRE_LAB_SIM_JSON_H

#include "lab/tally.h"

/* In new memory; NULL when there is none. */
char *sim_json(const struct tally *tally, double seconds);

/* Numbers with six significant digits, and intervals, for a writer's open object. */
void json_field_number(struct json_writer *writer, const char *key, double number);
void json_field_interval(struct json_writer *writer, const char *key, struct interval interval);

#endif
