// SPDX-License-Identifier: MIT
// `key openpgp`: registering a key of OpenPGP, or more of one.
#ifndef REFEREE_ORDERS_OPENPGP_H
#define REFEREE_ORDERS_OPENPGP_H

#include "referee/orders/session.h"

order orders_openpgp;

#endif
