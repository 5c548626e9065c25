// SPDX-License-Identifier: MIT
// What the hub says to `chart`, and what it answers: the contract between the two.
//
// `chart` draws numbers as lines; it runs as a child of the hub, and only when there is something
// to draw, since the libraries that it needs are many. Its standard input brings frames
// (base/frame.h), each one JSON object; for each it writes one frame, a PNG, and it ends with 0
// when its input does. It knows no game and no player: names stand beside the picture, where they
// can be read aloud. No font is used, so the same numbers give the same bytes on every machine.
//
//   "width", "height"  pixels, CHART_SIZE_MIN to CHART_SIZE_MAX each
//   "lines"            array of 1 to CHART_LINES_MAX objects:
//     "color"          0xRRGGBB as an integer
//     "mark"           0 disc, 1 square, 2 triangle, 3 diamond: also which dashes the line has, for
//                      who can't tell the colours apart
//     "values"         array of 1 to CHART_VALUES_MAX integers from 0 to CHART_VALUE_MAX; all lines
//                      have the same number of them
//   "breaks"           array of places, counted from 0, at which an upright line stands
//
// What isn't so ends the program with 78 and a line on its standard error.
#ifndef PICTURE_CHART_H
#define PICTURE_CHART_H

enum {
    CHART_FRAME_MAX = 256 * 1024, // bytes of a frame to it
    CHART_PNG_MAX = 512 * 1024,   // of one from it
    CHART_SIZE_MIN = 100,
    CHART_SIZE_MAX = 2000,
    CHART_LINES_MAX = 4,
    CHART_VALUES_MAX = 2000,
    CHART_VALUE_MAX = 9999,
    CHART_BREAKS_MAX = 16
};

#endif
