// SPDX-License-Identifier: MIT
// See clock.h.
#include "referee/time/clock.h"

enum clock_stand clock_judge(gint64 last, gint64 interval, gint64 now)
{
    if (last == 0)
        return CLOCK_FIRST;
    if (now < last)
        return CLOCK_BACK;
    gint64 gap = now - last;
    if (gap > CLOCK_JUMP_MIN)
        return CLOCK_JUMP;
    return gap > CLOCK_OUTAGE_MIN && gap > CLOCK_OUTAGE_INTERVALS * interval ? CLOCK_OUTAGE
                                                                             : CLOCK_STEADY;
}
