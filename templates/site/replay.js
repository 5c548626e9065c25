// SPDX-License-Identifier: MIT
// The replay of a game: its record folded again in the page, one position after each discard and
// move, to be stepped through by buttons, keys and a slider. #17 in the address is position 17.
//
// Needs draw.js, record.js and check.js. What a position is called stands in the list of
// events below it.
"use strict";

// ---- positions ---------------------------------------------------------------------------------

// All positions of a record, the deal first: {state, aside, last}. The chain isn't looked at.
async function readPositions(bytes) {
    const {lines} = splitLines(bytes);
    const game = new Game(null, false);
    const positions = [];
    const keep = (line, last) => positions.push({
        state: stateOf(game, line),
        aside: game.table.seats.map((seat) => listCards(seat.aside)),
        last,
    });
    for (let i = 0; i < lines.length && game.stage !== "chain"; i++) {
        await game.apply(lines[i]);
        const word = new TextDecoder().decode(lines[i]).split(" ", 1)[0];
        if (word === "deal" && game.stage === "play" && game.table.round === 1) keep(i + 1, null);
        if (word === "discard") keep(i + 1, null);
        if (word === "move") keep(i + 1, game.last);
    }
    return positions;
}

// ---- drawing -----------------------------------------------------------------------------------

function drawSeat(position, s) {
    const seat = position.state.seats[s];
    const isNext = position.state.to_move === seat.name;
    const note = isNext ? fill(position.state.forced ? "forced" : "to-move")
                 : seat.in || position.state.phase === "discard" ? "" : fill("out");
    const hand = element("div", {class: "hand", role: "img",
                                 "aria-label": `${fill("hand")}: ${seat.hand.join(" ") || "–"}`});
    hand.append(...seat.hand.map((value) => card(value)));
    const box = element("section", {class: `place s${s}${isNext ? " next" : ""}${seat.in ? "" : " out"}`,
                                    "aria-label": seat.name});
    box.append(element("header", {}, element("i", {class: `swatch s${s}`}),
                       element("b", {}, seat.name),
                       tokens("penalty", seat.penalty, fill("penalty")),
                       tokens("bonus", seat.bonus, fill("bonus"))),
               hand);
    if (position.aside[s].length) {
        const aside = element("div", {class: "aside", role: "img",
                                      "aria-label": `${fill("put-aside")}: ${position.aside[s].join(" ")}`});
        aside.append(...position.aside[s].map((value) => card(value, "small")));
        box.append(aside);
    }
    box.append(element("p", {class: "note"}, note));
    return box;
}

function drawPile(position) {
    const top = position.state.top;
    const move = position.last && position.last.move;
    const played = move && move.kind === "play" ? move.count : 1;
    const pile = element("section", {class: "pile", "aria-label": fill("pile")});
    pile.append(element("h3", {}, fill("round", {round: position.state.round})));
    const stack = element("div", {class: "stack", role: "img",
                                  "aria-label": `${fill("pile")}: ${top || fill("empty")}`});
    for (let i = 0; i < (top ? played : 0); i++) stack.append(card(top, "large"));
    if (!top) stack.append(element("span", {class: "card large none"}, ""));
    pile.append(stack);
    return pile;
}

// What happened, from the list of events.
function captionOf(n) {
    const row = document.getElementById(String(n));
    if (n === 0 || !row) return fill("dealt");
    const [, who, what, cost, thought] = Array.from(row.cells, (cell) =>
        Array.from(cell.childNodes, (node) => node.textContent.trim()).filter(Boolean).join(" "));
    const after = thought && fill("after", {span: thought});
    return [`${who} ${what}`, cost, after].filter(Boolean).join(" · ");
}

// ---- stepping ----------------------------------------------------------------------------------

class Replay {
    constructor(positions) {
        this.positions = positions;
        this.at = 0;
        this.last = positions.length - 1;
    }

    show(n) {
        this.at = Math.min(Math.max(n, 0), this.last);
        const position = this.positions[this.at];
        const table = document.getElementById("table");
        table.className = `table seats-${position.state.seats.length}`;
        table.replaceChildren(drawPile(position),
                              ...position.state.seats.map((_, s) => drawSeat(position, s)));
        document.getElementById("caption").textContent = captionOf(this.at);
        document.getElementById("position").textContent = `${this.at} / ${this.last}`;
        document.getElementById("slider").value = this.at;
        for (const id of ["to-first", "to-previous"]) document.getElementById(id).disabled = this.at === 0;
        for (const id of ["to-next", "to-last"])
            document.getElementById(id).disabled = this.at === this.last;
        this.mark();
    }

    // The row below and the place in the chart.
    mark() {
        for (const row of document.querySelectorAll(".events tr.here")) row.classList.remove("here");
        const row = document.getElementById(String(this.at));
        if (row) row.classList.add("here");
        const chart = document.getElementById("chart");
        const {left, right} = chart.dataset;
        const x = Number(left) + ((right - left) * this.at) / Math.max(this.last, 1);
        const cursor = document.getElementById("cursor");
        cursor.setAttribute("transform", `translate(${x - left} 0)`);
        chart.classList.add("live");
    }

    // A step of the reader's: the address follows, the page doesn't jump.
    go(n) {
        this.show(n);
        history.replaceState(null, "", `#${this.at}`);
    }

    key(event) {
        const steps = {ArrowLeft: this.at - 1, ArrowRight: this.at + 1, Home: 0, End: this.last};
        const isTyping = event.target.closest("input:not([type=range]), textarea, select");
        const n = steps[event.key];
        if (n === undefined || isTyping || event.altKey || event.ctrlKey || event.metaKey) return;
        event.preventDefault();
        this.go(n);
    }
}

// Resolves when the browser is done with the page, and won't scroll to the row of that name any more.
function whenLoaded() {
    return new Promise((resolve) => {
        if (document.readyState === "complete") resolve();
        else window.addEventListener("load", () => setTimeout(resolve));
    });
}

// The position that the address names; null when it names none.
function positionInAddress() {
    return /^#\d{1,6}$/.test(location.hash) ? Number(location.hash.slice(1)) : null;
}

async function startReplay(section) {
    const replay = new Replay(await readPositions(recordInPage()));
    const follow = () => {
        const n = positionInAddress();
        if (n === null) return;
        replay.show(n);
        section.scrollIntoView({block: "start"});
    };
    const buttons = {
        "to-first": () => 0,
        "to-previous": () => replay.at - 1,
        "to-next": () => replay.at + 1,
        "to-last": () => replay.last,
    };
    for (const [id, where] of Object.entries(buttons))
        document.getElementById(id).addEventListener("click", () => replay.go(where()));
    document.getElementById("slider").addEventListener("input", (event) =>
        replay.go(Number(event.target.value)));
    document.addEventListener("keydown", (event) => replay.key(event));
    window.addEventListener("hashchange", follow);
    section.hidden = false;
    replay.show(0);
    await whenLoaded();
    follow();
    section.dataset.ready = replay.last;
}

const replaySection = document.getElementById("replay");
if (replaySection) startReplay(replaySection);
