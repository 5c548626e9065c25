// SPDX-License-Identifier: MIT
// Kinds of `key` that don't sign: what is sealed, and to which key of age.
#ifndef REFEREE_ORDERS_SEAL_H
#define REFEREE_ORDERS_SEAL_H

#include "referee/orders/session.h"

order orders_seal; // key seal on|off
order orders_age;  // key age1…

#endif
