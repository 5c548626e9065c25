// SPDX-License-Identifier: MIT
// See config.h.
#include "referee/setup/config.h"

GQuark config_error_quark(void)
{
    return g_quark_from_static_string("config-error-quark");
}
