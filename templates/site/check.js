// SPDX-License-Identifier: MIT
// "Check this game", and the page that checks any record: what was checked, in plain words, or
// which line is wrong and why. The same of the evidence behind a record; what of that was left
// unchecked is said, and then it isn't called proof.
//
// Needs record.js, evidence.js and draw.js.
"use strict";

// What was checked of a good record: pairs of (went well, sentence).
function stepsOf(game) {
    const steps = [[true, fill("step-commit", {seed: asHex(game.seed).slice(0, 16)})]];
    if (game.counts.cards) steps.push([true, fill("step-deals", {cards: game.counts.cards})]);
    if (game.cancelled) steps.push([true, fill("step-cancelled")]);
    else steps.push([true, fill("step-moves", {moves: game.counts.moves})]);
    steps.push([true, fill("step-chain", {lines: game.counts.lines - 3})], stepOfSignature(game.signed, game.key));
    return steps;
}

// The referee's signature: it holds, or this browser can't tell.
const stepOfSignature = (holds, key) =>
    holds ? [true, fill("step-signature", {key: key.slice(0, 16)})] : [null, fill("step-unsigned")];

// What was checked of evidence that holds, and what wasn't.
function stepsOfEvidence(found) {
    const steps = [[true, fill("step-evidence-chain", {lines: found.lines})],
                   stepOfSignature(found.isSigned, found.referee)];
    const counted = [[true, "proofs"], [true, "signed"], [null, "openpgp"], [null, "unable"], [true, "said"],
                     [null, "unread"], [null, "byOperator"]];
    for (const [fine, name] of counted)
        if (found[name]) steps.push([fine, fill("step-evidence-" + name.toLowerCase(), {n: found[name]})]);
    steps.push([null, fill("step-evidence-keys", {keys: found.keys.join("; ")})]);
    return steps;
}

// Only when nothing at all was left unchecked it is said to prove.
function verdictOfEvidence(found) {
    const open = found.openpgp + found.unable + found.unread + found.byOperator;
    return open || !found.isSigned ? "evidence-open" : "evidence-fine";
}

// ---- boxes -------------------------------------------------------------------------------------

function goodBox(kind, verdict, steps) {
    const list = element("ul");
    for (const [fine, text] of steps) list.append(element("li", {class: fine ? "fine" : "open"}, text));
    return element("div", {class: kind}, element("p", {class: "verdict"}, fill(verdict)), list);
}

function badBox(kind, verdict, fault) {
    const why = fill("why-" + fault.reason, fault.values);
    const box = element("div", {class: kind}, element("p", {class: "verdict"}, fill(verdict)),
                        element("p", {}, fill("bad-line", {line: fault.line, why})));
    if (fault.text) box.append(element("pre", {dir: "ltr"}, fault.text));
    return box;
}

const wordBox = (kind, said) => element("div", {class: kind}, element("p", {class: "verdict"}, fill(said)));

function evidenceBox(result) {
    if (!result.evidence) return wordBox("evidence checked bad", "evidence-skipped");
    const {fault, found} = result.evidence;
    if (fault) return badBox("evidence checked bad", "evidence-bad", fault);
    const verdict = verdictOfEvidence(found);
    return goodBox(verdict === "evidence-fine" ? "evidence checked good" : "evidence checked part", verdict,
                   stepsOfEvidence(found));
}

// ---- checking ----------------------------------------------------------------------------------

// A record, and the evidence that stands behind it as in an export; null where there is none.
function splitEvidence(bytes) {
    const at = ("\n" + latinOf(bytes)).indexOf("\n" + EVIDENCE_TITLE);
    return at < 0 ? [bytes, null] : [bytes.subarray(0, at), bytes.subarray(at)];
}

// Checks bytes and says what came out of it. Resolves to what checkRecord gives, and to what
// checkEvidence does (evidence, null where it wasn't asked).
async function checkAndShow(bytes) {
    const place = document.getElementById("checked");
    const [record, evidence] = splitEvidence(bytes);
    place.replaceChildren(element("p", {}, fill("checking")));
    await new Promise((resolve) => setTimeout(resolve)); // let it be seen
    if (evidence && !record.length) {
        place.replaceChildren(wordBox("evidence checked bad", "evidence-alone"));
        return {game: null, fault: null, evidence: null};
    }
    const result = await checkRecord(record);
    result.evidence = evidence && !result.fault ? await checkEvidence(evidence, record, result.game) : null;
    place.replaceChildren(result.fault ? badBox("checked bad", "bad", result.fault)
                                       : goodBox("checked good", "fine", stepsOf(result.game)));
    if (evidence) place.append(evidenceBox(result));
    return result;
}

// The record that stands in the page of its game, with its evidence if it has any.
function recordInPage() {
    const evidence = document.getElementById("evidence");
    return asBytes(document.getElementById("record").textContent + (evidence ? evidence.textContent : ""));
}

function offerPage(button) {
    button.hidden = false;
    button.addEventListener("click", () => checkAndShow(recordInPage()));
}

// The bytes of all these files, that of evidence last.
async function joinFiles(files) {
    const all = await Promise.all([...files].map(async (file) => new Uint8Array(await file.arrayBuffer())));
    const isEvidence = (bytes) => latinOf(bytes.subarray(0, EVIDENCE_TITLE.length)) === EVIDENCE_TITLE;
    return joinBytes(...all.filter((bytes) => !isEvidence(bytes)), ...all.filter(isEvidence));
}

// Any record, from a file or pasted. What is pasted may have lost its last newline.
function offerFile(form) {
    const file = document.getElementById("file");
    const paste = document.getElementById("paste");
    form.hidden = false;
    file.addEventListener("change", async () => {
        if (file.files.length) checkAndShow(await joinFiles(file.files));
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
