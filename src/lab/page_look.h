/* page_look.h: how a report looks: pigments on limestone by day, the cave by fire at night, ink on white in print. */
#ifndef OCHRE_LAB_PAGE_LOOK_H
#define OCHRE_LAB_PAGE_LOOK_H

extern const char *const page_style[]; /* CSS, NULL after the last line */
extern const char page_shapes[];       /* the seats' marks, to be used by plots: circle, square, triangle, diamond */
extern const char page_herd[];         /* a picture for the head */

#endif
