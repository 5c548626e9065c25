// SPDX-License-Identifier: MIT
// The table in the browser: a mail comes in, is checked and drawn; a choice becomes an answer; and
// the key that signs it. Nothing is asked of any server, and nothing is sent: the player does that.
//
// Decides what is shown when. ALL_WORDS holds the words of each language, and stands above this.
"use strict";

const byId = (id) => document.getElementById(id);
const button = (name, act, more = "") => {
    const made = element("button", {type: "button", class: more}, fill(name));
    made.addEventListener("click", act);
    return made;
};

const state = {
    language: "en",
    canSign: false,
    key: null,      // {public, seed}
    signs: false,   // whether the referee knows the key, as far as the player says
    mail: null,     // what readMail gives; null for a table that was pasted alone
    table: null,
    trust: null,    // "known", "new", "changed", "forged", "stripped", "unsigned", "unknown"
    choice: null,
};

// ---- words -------------------------------------------------------------------------------------

function choose(language) {
    state.language = language;
    WORDS = ALL_WORDS[language];
    document.documentElement.lang = language;
    document.title = `23 · ${fill("title")}`;
    for (const e of document.querySelectorAll("[data-say]")) e.textContent = fill(e.dataset.say);
    for (const e of document.querySelectorAll("[data-label]")) e.setAttribute("aria-label", fill(e.dataset.label));
    for (const e of document.querySelectorAll("[data-language]"))
        e.setAttribute("aria-pressed", e.dataset.language === language);
}

function firstLanguage() {
    const wanted = [kept("language"), ...(navigator.languages || [])];
    const codes = wanted.map((code) => String(code).slice(0, 2).toLowerCase());
    return codes.find((code) => ALL_WORDS[code]) || "en";
}

// ---- a mail comes in ---------------------------------------------------------------------------

function showFault(error) {
    const place = byId("fault");
    if (!(error instanceof Fault)) throw error;
    place.className = "checked bad";
    place.replaceChildren(element("p", {}, fill(error.phrase, error.values)));
}

function clearFault() {
    byId("fault").className = "checked";
    byId("fault").replaceChildren();
}

// A table.json alone has lost its signature; in a mail one belongs to it.
async function trustOf(table, found) {
    if (!found.signature) return found.bare ? "unsigned" : "stripped";
    const signature = exactBase64(found.signature, 64);
    const message = joinBytes(asBytes("23 table v1\n"), found.bytes);
    const holds = signature ? await isSignedBy(fromHex(table.key), signature, message) : false;
    return holds === null ? "unknown" : holds ? meetReferee(table.referee, table.key) : "forged";
}

async function openTable(bytes) {
    if (!state.key) throw new Fault("seal-no-key");
    return openSealed(state.key, latinOf(bytes));
}

// A raw mail, or a table.json alone.
async function takeBytes(bytes) {
    clearFault();
    try {
        const isJson = bytes.length <= TABLE_BYTES && latinOf(bytes.subarray(0, 200)).trimStart().startsWith("{");
        const mail = isJson ? null : readMail(bytes);
        const found = isJson ? {bytes, signature: null, bare: true} : mail.table;
        if (found && found.sealed) found.bytes = await openTable(found.bytes);
        const table = found && readTable(found.bytes);
        Object.assign(state, {mail, table, trust: table && (await trustOf(table, found)),
                              choice: noChoice()});
        byId("answer").form = null; // what was said is said to another table
        if (!table && !(mail.ticket && answerAddress(mail, null))) throw new Fault("bad-no-table");
        if (["known", "new"].includes(state.trust)) keep("nick", table.you.nick);
        showAll();
        if (table) byId("game").querySelector("h1").focus();
        else byId("answer").scrollIntoView({block: "nearest"});
    } catch (error) {
        Object.assign(state, {mail: null, table: null});
        showAll();
        showFault(error);
    }
}

// The file that was chosen; the same one can be chosen again.
function fileOf(input) {
    const file = input.files[0];
    input.value = "";
    return file;
}

async function takeFile(file) {
    if (!file) return;
    if (file.size > MAIL_BYTES) showFault(new Fault("bad-size"));
    else await takeBytes(new Uint8Array(await file.arrayBuffer()));
}

// ---- the table ---------------------------------------------------------------------------------

// Whether this table may be answered: one that was changed on the way, or by a stranger, may not.
const mayAnswer = () => !["forged", "stripped", "changed"].includes(state.trust);

function drawTrust() {
    const {table, trust} = state;
    const kind = trust === "known" || trust === "new" ? "good" : mayAnswer() ? "" : "bad";
    const box = element("div", {class: `said ${kind}`}, element("p", {}, fill("trust-" + trust, {
        who: table.referee, key: table.key.match(/.{8}/g).join(" ")})));
    if (trust === "changed") {
        box.append(button("trust-forget", () => {
            const known = knownReferees();
            known.delete(table.referee.toLowerCase());
            keepReferees(known.set(table.referee.toLowerCase(), table.key));
            state.trust = "known";
            showAll();
        }));
    }
    return box;
}

function showTable() {
    const {table} = state;
    byId("open").hidden = !!table;
    byId("game").hidden = byId("around").hidden = !table;
    byId("game").replaceChildren();
    byId("around").replaceChildren();
    if (!table) return;
    const drawn = drawTable(table, state.choice, state.language, () => {
        drawn.showChoice();
        showAnswer();
    });
    const again = button("open-another", () => {
        Object.assign(state, {mail: null, table: null});
        clearFault();
        showAll();
    });
    byId("game").append(element("div", {class: "again"}, element("h1", {tabindex: "-1"}, drawn.title), again),
                        element("p", {class: "hint"}, fill("round", {n: table.round})), drawTrust(), ...drawn.own);
    byId("around").append(...drawn.around);
    drawn.showChoice();
    if (!mayAnswer()) for (const e of byId("game").querySelectorAll(".mine button")) e.disabled = true;
}

// ---- the answer --------------------------------------------------------------------------------

// What the choice is as a command; "" while there is none.
function chosenCommand() {
    const {choice, table} = state;
    if (table.discard)
        return choice.aside.size === table.rules.discard ? "discard " + asideOf(table, choice).join(" ") : "";
    if (!choice.move) return "";
    return parseMove(choice.move).kind === "play" ? "play " + choice.move : choice.move;
}

// The commands in their order: what is said takes all that follows it, so it comes last.
function commandsOf(form) {
    const own = form.more.value.split("\n").map(blanksFolded).filter(Boolean);
    const said = blanksFolded(form.words.value);
    return [chosenCommand(), ...own, said ? "say " + said : ""].filter(Boolean);
}

// Why these commands can't go out like this, by the name of a phrase; null: they can.
function wrongWith(commands, signs) {
    if (!commands.length) return "answer-nothing";
    if (signs && !commands.every(isFit)) return "answer-unfit";
    return signs && state.table && state.table.evidence && isMixed(commands) ? "answer-alone" : null;
}

async function writeAnswer(form, place) {
    const commands = form.commands();
    const signs = form.signs && form.signs.checked;
    try {
        const wrong = wrongWith(commands, signs);
        if (wrong) throw new Fault(wrong);
        const text = await answerText(form.about(), commands, signs ? state.key : null);
        showText(place, answerAddress(state.mail, state.table), text);
    } catch (error) {
        if (!(error instanceof Fault)) throw error;
        place.replaceChildren(element("p", {class: "wrong"}, fill(error.phrase, error.values)));
        return;
    }
    byId("answer").classList.add("ready");
    place.scrollIntoView({block: "nearest"});
}

// A text to send: as a link, to be copied, to be read.
function showText(place, to, text) {
    const subject = state.mail && state.mail.subject ? state.mail.subject : "23";
    const area = element("textarea", {class: "block", readonly: "", rows: String(Math.min(14, text.split("\n").length)),
                                      "aria-label": fill("answer-text"), dir: "ltr", spellcheck: "false"});
    area.value = text;
    const copied = element("span", {role: "status"}, "");
    const copy = button("answer-copy", async () => {
        try {
            await navigator.clipboard.writeText(text);
        } catch {
            area.select();
            document.execCommand("copy");
        }
        copied.textContent = fill("answer-copied");
    });
    const href = answerLink(to, subject, text);
    const link = href ? element("a", {class: "button strong", href}, fill("answer-open"))
                      : element("p", {class: "hint"}, fill("answer-long"));
    place.replaceChildren(element("div", {class: "row"}, link, copy, copied),
                          element("p", {class: "hint"}, fill("answer-to", {to})), area);
}

function sentenceOfChoice() {
    const {table, choice} = state;
    if (table.discard)
        return choice.aside.size ? fill("chosen-discard", {cards: asideOf(table, choice).join(" ")})
                                 : fill("chosen-nothing");
    if (!choice.move) return fill(table.legal.length ? "chosen-nothing" : "chosen-none-now");
    const found = table.legal.find(([text]) => text === choice.move);
    const move = parseMove(choice.move);
    const what = typedMove(move) + (move.bonus ? " " + fill("with-bonus") : "");
    return fill("chosen-move", {what, cost: costOf(found[1])});
}

// The form for a table. before: the one that was there, whose fields it takes over.
function tableForm(before) {
    const words = element("input", {type: "text", maxlength: "200", autocomplete: "off"});
    const more = element("textarea", {rows: "3", spellcheck: "false", autocomplete: "off"});
    words.value = before.words ? before.words.value : "";
    more.value = before.more ? before.more.value : "";
    const details = element("details", {}, element("summary", {}, fill("answer-more")),
                            element("label", {class: "field"}, fill("answer-more-hint"), more));
    details.open = !!more.value;
    const form = {words, more};
    form.parts = [element("p", {class: "label", role: "status"}, sentenceOfChoice()),
                  element("label", {class: "field"}, fill("answer-say"), words), details];
    form.commands = () => commandsOf(form);
    form.about = () => aboutTable(state.table);
    return form;
}

function drawSigns(form) {
    if (!state.key) return [element("p", {class: "hint"}, fill("answer-unsigned"))];
    form.signs = element("input", {type: "checkbox"});
    form.signs.checked = state.signs;
    form.signs.addEventListener("change", () => {
        state.signs = form.signs.checked;
        keep("signs", state.signs ? "yes" : "no");
        showAnswer();
    });
    const box = element("label", {class: "check"}, form.signs, fill("answer-sign"));
    const isPublished = state.signs && state.table && state.table.evidence;
    return isPublished ? [box, element("p", {class: "hint"}, fill("answer-alone"))] : [box];
}

// What was typed stays while the choice changes.
function showAnswer() {
    const place = byId("answer");
    const before = place.form || {};
    place.hidden = state.table ? !mayAnswer() : !state.mail;
    place.classList.remove("ready");
    if (place.hidden) return place.replaceChildren();
    const signs = !!state.key && state.signs;
    const form = state.table ? tableForm(before) : outsideForm(state.mail, before, signs);
    const result = element("div", {"aria-live": "polite"});
    place.form = form;
    const write = button(signs ? "answer-do-sign" : "answer-do", () => writeAnswer(form, result), "strong");
    place.replaceChildren(element("h2", {id: "answer-heading"}, fill("answer")), ...form.parts, ...drawSigns(form),
                          element("p", {}, write), result);
}

// ---- the key -----------------------------------------------------------------------------------

function useKey(key, signs) {
    Object.assign(state, {key, signs});
    const stays = keep("key", key ? formatKey(key) : null);
    keep("signs", signs ? "yes" : "no");
    showAnswer();
    showKey(stays ? "" : "key-not-kept");
}

function saveKey() {
    const address = URL.createObjectURL(new Blob([formatKey(state.key)], {type: "text/plain"}));
    const link = element("a", {href: address, download: "23.key"});
    link.click();
    setTimeout(() => URL.revokeObjectURL(address), 1000);
}

function loadKeyField() {
    const input = element("input", {type: "file", id: "key-file", class: "hush"});
    input.addEventListener("change", async () => {
        try {
            const file = fileOf(input);
            if (file.size > 4096) throw new Fault("key-none");
            useKey(await parseKey(await file.text()), true);
        } catch (error) {
            if (!(error instanceof Fault)) throw error;
            showKey(error.phrase);
        }
    });
    return [element("label", {class: "button", for: "key-file"}, fill("key-load")), input];
}

// How the referee comes to know the key: its line, as an answer to the mail that lies here.
function registration() {
    const place = element("div", {"aria-live": "polite"});
    const line = keyLine(state.key);
    const ticket = state.table ? state.table.ticket : state.mail && state.mail.ticket;
    const box = element("details", {}, element("summary", {}, fill("key-new-here")),
                        element("p", {}, fill("key-register")));
    box.open = !state.signs;
    if (ticket && (!state.table || mayAnswer()))
        box.append(button("key-register-do", () =>
            showText(place, answerAddress(state.mail, state.table), `${line}\n\nticket ${ticket}\n`)));
    box.append(place);
    return [element("code", {dir: "ltr", id: "key-line"}, line), box];
}

function keyParts() {
    if (!state.canSign) return [element("p", {}, fill("key-cannot"))];
    if (!state.key) {
        return [element("p", {}, fill("key-why")),
                element("p", {class: "row"}, button("key-make", async () => useKey(await newKey(), false)), ...loadKeyField())];
    }
    const forget = button("key-forget", () => {
        if (forget.dataset.sure) return useKey(null, false);
        forget.dataset.sure = "yes";
        forget.textContent = fill("key-forget-sure");
    });
    return [element("p", {}, fill("key-here")), ...registration(),
            element("p", {class: "hint"}, fill("key-safe")),
            element("p", {class: "row"}, button("key-save", saveKey), ...loadKeyField(), forget)];
}

function showKey(wrong = "") {
    const place = byId("own-key");
    place.hidden = false;
    place.replaceChildren(element("h2", {id: "key-heading"}, fill("key")),
                          ...(wrong ? [element("p", {class: "wrong", role: "alert"}, fill(wrong))] : []),
                          ...keyParts());
}

// ---- the whole ---------------------------------------------------------------------------------

function showAll() {
    showTable();
    showAnswer();
    showKey();
}

function listen() {
    const drop = byId("drop");
    byId("file").addEventListener("change", (event) => takeFile(fileOf(event.target)));
    byId("paste-do").addEventListener("click", () => takeBytes(asBytes(byId("paste").value)));
    for (const e of document.querySelectorAll("[data-language]")) {
        e.addEventListener("click", () => {
            keep("language", e.dataset.language);
            choose(e.dataset.language);
            clearFault();
            showAll();
        });
    }
    document.addEventListener("dragover", (event) => {
        event.preventDefault();
        drop.classList.add("over");
    });
    document.addEventListener("dragleave", () => drop.classList.remove("over"));
    document.addEventListener("drop", (event) => {
        event.preventDefault();
        drop.classList.remove("over");
        takeFile(event.dataTransfer.files[0]);
    });
}

async function begin() {
    choose(firstLanguage());
    state.canSign = await canSign();
    try {
        const text = state.canSign && kept("key");
        state.key = text ? await parseKey(text) : null;
        state.signs = kept("signs") === "yes";
    } catch (error) {
        if (!(error instanceof Fault)) throw error;
    }
    listen();
    showAll();
    document.documentElement.dataset.ready = "yes";
}

begin();
