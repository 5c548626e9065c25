// SPDX-License-Identifier: MIT
// The table of one mail, drawn: whose turn, the pile, the seats, the own hand and the moves to tap,
// what happened since the last mail.
//
// Decides how a table looks, and which moves can be tapped: those that the table itself lists. What
// becomes of a choice is page.js's.
"use strict";

const LOG_SHOWN = 40;

const counted = (name, n) => fill(n === 1 ? name + "-one" : name + "-many", {n});

// "12 12 bonus" rather than "12x2 bonus".
function typedMove(move) {
    if (move.kind !== "play") return fill("move-" + move.kind.replace(" ", "-"));
    return new Array(move.count).fill(move.value).join(" ");
}

const costOf = (cost) => (cost === 0 ? fill("free") : counted("tokens", cost));

// ---- who, when ---------------------------------------------------------------------------------

function headline(table) {
    if (table.discard) return [fill("turn-discard"), true];
    if (table.legal.length) return [fill(table.forced ? "turn-forced" : "turn-mine"), true];
    if (table.phase === "over") return [fill("turn-over"), false];
    return [table.to_move ? fill("turn-other", {who: table.to_move}) : fill("turn-others"), false];
}

function deadlineOf(table, language) {
    if (!table.deadline) return "";
    const at = new Date(table.deadline);
    const here = at.toLocaleString(language, {dateStyle: "full", timeStyle: "short"});
    const utc = at.toLocaleString(language, {dateStyle: "medium", timeStyle: "short", timeZone: "UTC"});
    return at.getTimezoneOffset() ? fill("deadline", {here, utc}) : fill("deadline-utc", {here});
}

function noteOf(table, seat) {
    if (seat.nick === table.to_move) return fill(table.forced ? "seat-forced" : "seat-moves");
    if (table.phase === "discard") return fill(seat.discarded ? "seat-discarded" : "seat-chooses");
    return seat.in || table.phase === "over" ? "" : fill("seat-out");
}

function drawPlace(table, s) {
    const seat = table.seats[s];
    const moves = seat.nick === table.to_move;
    const box = element("section", {class: `place s${s}${moves ? " next" : ""}${seat.in ? "" : " out"}`,
                                    "aria-label": seat.nick});
    const more = s === table.you.seat ? ` (${fill("you")})` : seat.robot ? ` (${fill("robot")})` : "";
    box.append(element("header", {}, element("i", {class: `swatch s${s}`}),
                       element("b", {}, element("bdi", {}, seat.nick), more),
                       tokens("penalty", seat.penalty, fill("penalty")),
                       tokens("bonus", seat.bonus, fill("bonus"))),
               element("p", {class: "backs"}, element("span", {"aria-hidden": "true"}, "▮".repeat(seat.cards) + " "),
                       counted("cards", seat.cards)),
               element("p", {class: "note"}, noteOf(table, seat)));
    return box;
}

function drawPile(table) {
    const pile = element("section", {class: "pile", "aria-label": fill("pile")});
    const stack = element("div", {class: "stack", role: "img",
                                  "aria-label": table.top ? fill("pile-shows", {n: table.top}) : fill("pile-empty")});
    stack.append(table.top ? card(table.top, "large") : element("span", {class: "card large none"}, ""));
    pile.append(element("h2", {}, fill("pile")), stack);
    return pile;
}

// ---- what happened -----------------------------------------------------------------------------

const MARKS = {"by clock": "by-clock", "by robot": "by-robot"};

function sentenceOf(line) {
    const [word, who, , ...rest] = line.split(" ");
    const mark = Object.keys(MARKS).find((m) => rest.join(" ").endsWith(m));
    const said = rest.join(" ").slice(0, mark ? -mark.length : undefined).trim();
    const after = mark ? ` (${fill(MARKS[mark])})` : "";
    if (word === "round") return fill("log-round", {n: who});
    if (word === "score") return fill("log-score", {who, penalty: line.split(" ")[2], bonus: line.split(" ")[3]});
    if (word === "seat-change") return fill("log-change", {who: said, left: who});
    if (word === "cancelled") return fill("log-cancelled", {why: line.slice(word.length + 1)});
    if (word === "discard")
        return (/^\d/.test(said) ? fill("log-discard-open", {who, cards: said}) : fill("log-discard", {who})) + after;
    const move = word === "move" ? parseMove(said) : null;
    if (!move) return null;
    const name = move.kind === "play" && move.bonus ? "log-play-bonus" : "log-" + move.kind.replace(" ", "-");
    return fill(name, {who, cards: typedMove(move)}) + after;
}

function drawLog(table) {
    const told = table.log.slice(-LOG_SHOWN).map(sentenceOf).filter(Boolean);
    if (!told.length) return [];
    return [element("h2", {}, fill("log")),
            element("ul", {class: "log"}, ...told.map((text) => element("li", {}, text)))];
}

function drawEnd(table) {
    if (!table.scores || !table.scores.length) return [];
    const best = table.winner || [];
    const list = element("ol", {class: "log"});
    for (const score of table.scores.slice().sort((a, b) => a.result - b.result))
        list.append(element("li", {}, (best.includes(score.nick) ? "★ " : "") + score.nick + ": " + counted("tokens", score.result)));
    return [element("h2", {}, fill("results")), list];
}

// ---- the choice --------------------------------------------------------------------------------
// choice: {move: text or null, aside: the places in the hand of what is put aside}. change is told
// when it is another.

const noChoice = () => ({move: null, aside: new Set()});

const asideOf = (table, choice) => [...choice.aside].map((at) => table.you.hand[at]).sort((a, b) => a - b);

function drawDiscards(table, choice, change) {
    const box = element("div", {class: "cards", role: "group", "aria-label": fill("hand")});
    const chosen = choice.aside;
    table.you.hand.forEach((value, i) => {
        const button = element("button", {type: "button", class: "card", "aria-pressed": chosen.has(i)}, String(value));
        button.disabled = value === 1;
        button.addEventListener("click", () => {
            if (chosen.has(i)) chosen.delete(i);
            else if (chosen.size < table.rules.discard) chosen.add(i);
            button.setAttribute("aria-pressed", chosen.has(i));
            change();
        });
        box.append(button);
    });
    return [element("p", {class: "label"}, fill("discard-which", {n: table.rules.discard})), box];
}

// The legal move of these cards: as it was, with a token or without; null when there is none.
function legalLike(table, value, count, bonus) {
    const legal = (b) => formatMove({kind: "play", value, count, bonus: b});
    return [legal(bonus), legal(!bonus)].find((text) => table.legal.some(([t]) => t === text)) || null;
}

function cardClass(table, value) {
    const of = table.legal.map(([text, cost]) => [parseMove(text), cost]).filter(([m]) => m.value === value);
    const plain = of.filter(([m]) => !m.bonus);
    return plain.some(([, cost]) => cost === 0) ? "free" : plain.length ? "" : of.length ? "token" : "no";
}

// The hand, whose cards choose among the moves below it.
function drawHand(table, choice, change) {
    const mine = table.legal.length > 0;
    const box = element("div", {class: "cards", role: "group", "aria-label": fill("hand")});
    if (!mine) {
        box.append(...table.you.hand.map((value) => card(value)));
        return box;
    }
    const buttons = table.you.hand.map((value) => {
        const kind = cardClass(table, value);
        const button = element("button", {type: "button", class: `card ${kind}`, "aria-pressed": "false"}, String(value));
        button.disabled = kind === "no";
        button.addEventListener("click", () => {
            const now = choice.move ? parseMove(choice.move) : null;
            const same = now && now.value === value;
            const pressed = button.getAttribute("aria-pressed") === "true";
            const count = (same ? now.count : 0) + (pressed ? -1 : 1);
            choice.move = count ? legalLike(table, value, count, same && now.bonus) : null;
            change();
        });
        return button;
    });
    box.append(...buttons);
    box.showChoice = () => {
        const now = choice.move ? parseMove(choice.move) : null;
        let left = now && now.kind === "play" ? now.count : 0;
        buttons.forEach((button, i) => {
            const on = left > 0 && table.you.hand[i] === now.value;
            left -= on;
            button.setAttribute("aria-pressed", on);
        });
    };
    return box;
}

function drawMoves(table, choice, change) {
    const groups = new Map([["moves-cards", []], ["moves-bonus", []], ["moves-others", []]]);
    for (const [text, cost] of table.legal) {
        const move = parseMove(text);
        const button = element("button", {type: "button", "aria-pressed": "false", "data-move": text},
                               element("b", {}, typedMove(move)), element("span", {}, costOf(cost)));
        button.addEventListener("click", () => {
            choice.move = choice.move === text ? null : text;
            change();
        });
        groups.get(move.kind !== "play" ? "moves-others" : move.bonus ? "moves-bonus" : "moves-cards").push(button);
    }
    const out = [];
    for (const [name, buttons] of groups)
        if (buttons.length)
            out.push(element("fieldset", {class: `moves ${name}`}, element("legend", {}, fill(name)), ...buttons));
    return out;
}

// ---- the whole ---------------------------------------------------------------------------------

// What the numbers at the seats are.
function drawLegend() {
    const sample = (kind) => element("span", {class: `pool ${kind}`, "aria-hidden": "true"}, "n");
    return element("p", {class: "hint legend", "aria-hidden": "true"},
                   sample("penalty"), ` ${fill("penalty")}  `, sample("bonus"), ` ${fill("bonus")}`);
}

// The elements of a table: what concerns the player, and what is around. showChoice draws the
// choice anew.
function drawTable(table, choice, language, change) {
    const [turn, mine] = headline(table);
    const box = element("div", {class: "mine"});
    const hand = table.discard || !table.you.hand.length ? null : drawHand(table, choice, change);
    if (table.discard) box.append(...drawDiscards(table, choice, change));
    if (hand) {
        const title = `${fill("hand")}, ${counted("cards", table.you.hand.length)}`;
        box.append(element("p", {class: "label"}, title), hand);
    }
    if (table.you.discarded && table.you.discarded.length)
        box.append(element("p", {class: "hint"}, fill("put-aside", {cards: table.you.discarded.join(" ")})));
    box.append(...drawMoves(table, choice, change));
    const seats = element("div", {class: "seats"}, ...table.seats.map((_, s) => drawPlace(table, s)));
    const deadline = deadlineOf(table, language);
    return {
        title: fill(table.name ? "game-named" : "game", {n: table.game, name: table.name}),
        own: [element("p", {class: `turn${mine ? " mine" : ""}`}, turn),
              ...(deadline ? [element("p", {class: "hint"}, deadline)] : []), drawPile(table), box],
        around: [element("h2", {}, fill("seats")), seats, drawLegend(), ...drawEnd(table), ...drawLog(table)],
        showChoice: () => {
            if (hand && hand.showChoice) hand.showChoice();
            for (const button of box.querySelectorAll("[data-move]"))
                button.setAttribute("aria-pressed", button.dataset.move === choice.move);
        },
    };
}
