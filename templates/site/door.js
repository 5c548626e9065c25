// SPDX-License-Identifier: MIT
// Opens the site in the first of the reader's languages that it has.
"use strict";

for (const wanted of navigator.languages || []) {
    const whole = wanted.toLowerCase();
    const links = [whole, whole.split("-")[0]].map((code) =>
        document.querySelector(`a[hreflang="${CSS.escape(code)}"]`));
    const link = links.find(Boolean);
    if (link) {
        location.replace(link.href);
        break;
    }
}
