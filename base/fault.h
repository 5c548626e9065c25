// SPDX-License-Identifier: MIT
// Named places where a run can be stopped, so that tests can kill the program at each durable act.
//
// It decides nothing: outside a test every call is a counter and a comparison.
#ifndef BASE_FAULT_H
#define BASE_FAULT_H

// To be called right before and right after each act that outlives the process. When the
// environment says REFEREE23_FAULT=N, the N-th call of this process ends it at once with status
// 100, as a crash would. When it says REFEREE23_FAULT_LOG=FILE, every call appends its name to
// FILE, a line each; with REFEREE23_FAULT_AT=N as well, the call that writes the N-th line, in
// whichever process that is, kills all of its process group, as a power cut would.
void fault_step(const char *name);

#endif
