// SPDX-License-Identifier: MIT
// What mail programs put between a reply and the old mail, in many languages: tables for tests.
// Each ends with NULL.
#ifndef TESTS_BOUNDARY_LINES_H
#define TESTS_BOUNDARY_LINES_H

extern const char *const boundary_attributions[];
extern const char *const boundary_blocks[]; // several lines each
extern const char *const boundary_markers[];
extern const char *const boundary_phones[];

#endif
