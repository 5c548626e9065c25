// SPDX-License-Identifier: MIT
// A mail that brings no table: an invitation, a question, an answer of the referee's. What can be
// said to it here: whether one joins, with which luck, and whatever else one types.
//
// Decides which fields there are, and which commands come of them. Nothing shows that such a mail is
// the referee's; what is signed is good for the referee alone whose key it names.
"use strict";

const JOINABLE = ["invitation", "substitute"];

// The referee's address without a tag: by it its key is known.
function refereeOf(mail) {
    const address = answerAddress(mail, null).toLowerCase();
    const [local, domain] = [address.slice(0, address.lastIndexOf("@")), address.slice(address.lastIndexOf("@"))];
    return local.split("+")[0] + domain;
}

const textField = (phrase, before, attributes = {}) => {
    const input = element("input", {type: "text", autocomplete: "off", spellcheck: "false", ...attributes});
    input.value = before ? before.value : "";
    return {input, label: element("label", {class: "field"}, fill(phrase), input)};
};

// Join, or decline; the one that was tapped, or neither.
function drawJoin(form, before) {
    form.join = before.join || "";
    const buttons = ["join", "decline"].map((word) => {
        const made = element("button", {type: "button", "data-word": word}, fill("outside-" + word));
        made.addEventListener("click", () => {
            form.join = form.join === word ? "" : word;
            show();
        });
        return made;
    });
    const show = () => buttons.forEach((made) => made.setAttribute("aria-pressed", made.dataset.word === form.join));
    show();
    return element("p", {class: "row choice"}, ...buttons);
}

function outsideCommands(form, signs) {
    const own = form.more.value.split("\n").map(blanksFolded).filter(Boolean);
    const [nick, luck] = [blanksFolded(form.nick.value), form.luck ? blanksFolded(form.luck.value) : ""];
    if (!form.join) return own;
    const joined = form.join === "join" && nick && !signs ? "join nick=" + nick : form.join;
    return [joined, ...(form.join === "join" && luck ? ["luck: " + luck] : []), ...own];
}

// What the answer is about, once it can be signed. Throws a Fault.
function outsideAbout(mail, form, signs) {
    const nick = blanksFolded(form.nick.value);
    const typed = form.key ? form.key.value.replace(/\s+/g, "").toLowerCase() : "";
    const key = knownReferees().get(refereeOf(mail)) || typed;
    if (signs && !isNick(nick)) throw new Fault("outside-no-nick");
    if (signs && !isHex(64)(key)) throw new Fault("outside-no-key");
    if (isNick(nick)) keep("nick", nick);
    const [game, turn] = mail.ticket.split(".");
    return {game, turn, seat: nick, key, ticket: mail.ticket};
}

// The form for such a mail. before: the one that was there, whose fields it takes over.
function outsideForm(mail, before, signs) {
    const joins = JOINABLE.includes(mail.kind);
    const form = {more: element("textarea", {rows: joins ? "2" : "3", spellcheck: "false", autocomplete: "off"})};
    form.more.value = before.more ? before.more.value : "";
    const nick = textField(signs ? "outside-nick-signed" : "outside-nick", before.nick || {value: kept("nick") || ""},
                           {maxlength: "20"});
    const luck = textField("outside-luck", before.luck, {maxlength: "200"});
    const key = textField("outside-key", before.key, {maxlength: "100"});
    form.nick = nick.input;
    if (joins) form.luck = luck.input;
    const asksKey = signs && !knownReferees().has(refereeOf(mail));
    if (asksKey) form.key = key.input;
    const lead = fill(mail.age ? "outside-age" : "outside-lead", {subject: mail.subject || "23"});
    form.parts = [element("p", {class: "hint"}, lead),
                  ...(joins ? [drawJoin(form, before)] : []),
                  ...(joins || signs ? [nick.label] : []), ...(joins ? [luck.label] : []),
                  ...(asksKey ? [key.label] : []),
                  element("label", {class: "field"}, fill(joins ? "outside-else" : "outside-more"), form.more)];
    form.commands = () => outsideCommands(form, signs);
    form.about = () => outsideAbout(mail, form, signs);
    return form;
}
