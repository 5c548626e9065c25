// SPDX-License-Identifier: MIT
// What the scripts of all pages draw with: sentences, elements, cards, tokens.
//
// Needs the words of the language (WORDS). Text only ever becomes text: nothing is read as HTML.
"use strict";

// A sentence with its places filled in.
function fill(name, values = {}) {
    return (WORDS[name] || name).replace(/\{(\w+)\}/g, (place, key) => values[key] ?? place);
}

function element(name, attributes = {}, ...content) {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    made.append(...content);
    return made;
}

const card = (value, more = "") =>
    element("span", {class: `card ${more}`, "data-value": value}, String(value));

function tokens(kind, n, text) {
    const said = `${n} ${text}`;
    return element("span", {class: `pool ${kind}`, title: said},
                   element("span", {"aria-hidden": "true"}, String(n)),
                   element("span", {class: "hush"}, said));
}
