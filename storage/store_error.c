// SPDX-License-Identifier: MIT
// See store_error.h.
#include "storage/store_error.h"

GQuark store_error_quark(void)
{
    return g_quark_from_static_string("store-error-quark");
}
