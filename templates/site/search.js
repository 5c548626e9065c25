// SPDX-License-Identifier: MIT
// Finds games by player and date, in the page itself: games.js holds all of them and is read when
// somebody begins to search.
"use strict";

const SHOWN = 100;
const form = document.getElementById("search");
const results = document.getElementById("results");
const latest = results && results.firstElementChild;

function fillIn(name, values) {
    return (WORDS[name] || name).replace(/\{(\w+)\}/g, (place, key) => values[key] ?? place);
}

let loading = null;

// Resolves once GAMES is there.
function loadGames() {
    loading = loading || new Promise((resolve, reject) => {
        const script = document.createElement("script");
        script.src = "../games.js";
        script.onload = resolve;
        script.onerror = reject;
        document.head.append(script);
    });
    return loading;
}

const isMatch = ([, date, , , seats], wish) =>
    (!wish.from || date >= wish.from) && (!wish.to || date <= wish.to) &&
    (!wish.player || seats.some(([nick, , , later = []]) =>
        [nick, ...later].some((name) => name.toLowerCase().includes(wish.player))));

function link(href, text) {
    const made = document.createElement("a");
    made.href = href;
    made.textContent = text;
    return made;
}

// Whoever is called so under another referee has no page here.
function person(nick, key) {
    if (!nick) return form.dataset.somebody;
    if (key || nick.startsWith("robot-")) return nick;
    return link(`players/@${encodeURIComponent(nick.toLowerCase())}.html`, nick);
}

function seatOf([nick, result, won, later], cancelled, key) {
    const made = document.createElement("span");
    made.className = won ? "seat won" : "seat";
    made.append(person(nick, key));
    if (!cancelled) {
        const tokens = document.createElement("b");
        tokens.className = "tokens";
        tokens.textContent = result;
        made.append(" ", tokens);
    }
    if (later) {
        const note = document.createElement("small");
        note.append(`(${form.dataset.began}`);
        for (const name of later) note.append(" → ", person(name, key));
        note.append(")");
        made.append(" ", note);
    }
    return made;
}

function rowOf([id, date, title, cancelled, seats, key]) {
    const row = document.createElement("tr");
    const name = document.createElement("bdi");
    const path = key ? `games/${key}-${id}.html` : `games/${id}.html`;
    name.append(link(path, title || form.dataset.game.replace("{id}", id)));
    const cell = row.insertCell();
    cell.append(name);
    if (key) {
        const whose = document.createElement("small");
        const shown = form.dataset.referee.replace("{key}", `${key.slice(0, 8)}…`);
        whose.append(link(`referees/${key}.html`, shown));
        cell.append(" ", whose);
    }
    const day = row.insertCell();
    day.className = "date";
    day.textContent = date;
    const who = row.insertCell();
    if (cancelled) who.append(form.dataset.cancelled, " ");
    for (const seat of seats) who.append(seatOf(seat, cancelled, key), " ");
    return row;
}

async function search() {
    const data = new FormData(form);
    const wish = {player: data.get("player").trim().toLowerCase(), from: data.get("from"),
                  to: data.get("to")};
    const found = document.getElementById("found");
    if (!wish.player && !wish.from && !wish.to) {
        found.textContent = "";
        results.replaceChildren(latest);
        return;
    }
    await loadGames();
    const games = GAMES.filter((game) => isMatch(game, wish));
    const table = latest.cloneNode(true);
    table.querySelector("tbody").replaceChildren(...games.slice(0, SHOWN).map(rowOf));
    results.replaceChildren(...(games.length ? [table] : []));
    found.textContent = fillIn(games.length > SHOWN ? "found-many" : "found",
                               {n: games.length, shown: SHOWN});
}

if (form) {
    form.hidden = false;
    form.addEventListener("input", search);
    form.addEventListener("change", search);
    form.addEventListener("submit", (event) => {
        event.preventDefault();
        search();
    });
}
