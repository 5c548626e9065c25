// SPDX-License-Identifier: MIT
// Opens the site in the first of the reader's languages that it has.
"use strict";

for (const wanted of navigator.languages || []) {
    const link = document.querySelector(`a[hreflang="${CSS.escape(wanted.slice(0, 2))}"]`);
    if (link) {
        location.replace(link.href);
        break;
    }
}
