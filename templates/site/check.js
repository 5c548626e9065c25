// SPDX-License-Identifier: MIT
// "Check this game", and the page that checks any record: what was checked, in plain words, or
// which line is wrong and why.
//
// Needs record.js and draw.js.
"use strict";

// What was checked of a good record: pairs of (went well, sentence).
function stepsOf(game) {
    const steps = [[true, fill("step-commit", {seed: asHex(game.seed).slice(0, 16)})]];
    if (game.counts.cards) steps.push([true, fill("step-deals", {cards: game.counts.cards})]);
    if (game.cancelled) steps.push([true, fill("step-cancelled")]);
    else steps.push([true, fill("step-moves", {moves: game.counts.moves})]);
    steps.push([true, fill("step-chain", {lines: game.counts.lines - 3})]);
    const key = game.key.slice(0, 16);
    steps.push(game.signed ? [true, fill("step-signature", {key})] : [null, fill("step-unsigned")]);
    return steps;
}

function showGood(place, game) {
    const list = element("ul");
    for (const [fine, text] of stepsOf(game))
        list.append(element("li", {class: fine ? "fine" : "open"}, text));
    place.className = "checked good";
    place.replaceChildren(element("p", {class: "verdict"}, fill("fine")), list);
}

function showBad(place, fault) {
    const why = fill("why-" + fault.reason, fault.values);
    place.className = "checked bad";
    place.replaceChildren(element("p", {class: "verdict"}, fill("bad")),
                          element("p", {}, fill("bad-line", {line: fault.line, why})));
    if (fault.text) place.append(element("pre", {dir: "ltr"}, fault.text));
}

// Checks bytes and says what came out of it. Resolves to what checkRecord gives.
async function checkAndShow(bytes) {
    const place = document.getElementById("checked");
    place.className = "checked";
    place.replaceChildren(element("p", {}, fill("checking")));
    await new Promise((resolve) => setTimeout(resolve)); // let it be seen
    const result = await checkRecord(bytes);
    if (result.fault) showBad(place, result.fault);
    else showGood(place, result.game);
    place.dataset.line = result.fault ? result.fault.line : 0;
    return result;
}

// The record that stands in the page of its game.
function recordInPage() {
    return asBytes(document.getElementById("record").textContent);
}

function offerPage(button) {
    button.hidden = false;
    button.addEventListener("click", () => checkAndShow(recordInPage()));
}

// Any record, from a file or pasted. What is pasted may have lost its last newline.
function offerFile(form) {
    const file = document.getElementById("file");
    const paste = document.getElementById("paste");
    form.hidden = false;
    file.addEventListener("change", async () => {
        if (file.files.length) checkAndShow(new Uint8Array(await file.files[0].arrayBuffer()));
    });
    form.addEventListener("submit", (event) => {
        event.preventDefault();
        checkAndShow(asBytes(paste.value.replace(/\n*$/, "\n")));
    });
}

const checkButton = document.getElementById("check");
const checkForm = document.getElementById("file-form");
if (checkButton) offerPage(checkButton);
if (checkForm) offerFile(checkForm);
