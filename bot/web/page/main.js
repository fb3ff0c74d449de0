// The page: what it shows, what is done in it, and how it follows the bot. It starts at the end of this file.

import { drawGrid } from "./board.js";
import * as host from "./host.js";
import { Keypad } from "./keys.js";
import { ask, enter, keep, kept, newKey, Refused } from "./line.js";
import { buttonRows, el, fill, plain, set, written } from "./text.js";

const PAUSES = [1, 2, 4, 8]; // seconds between tries
const [CROWDED, CROWD_LASTS] = [5, 12]; // while too many wait: seconds between questions, and how many of them
const root = document.documentElement;

let view = null;
let draft = []; // places that are tapped for the next guess
let sent = null; // {places, turns}: the guess on its way, and how many turns there were before it
const deeds = []; // {name, make, body, places}: done one after the other; `make`: the data, else `name`; `body` once tried

const title = el("h1", {});
const grid = el("div", { class: "grid", role: "grid", "aria-readonly": "true" });
const below = el("div", { class: "below" });
const rows = el("div", { class: "rows" });
const stage = el("div", { class: "stage" }, title, grid, below, rows);
const pad = el("div", { class: "pad", hidden: true });
const live = el("p", { class: "unseen", role: "status" });
const offline = el("p", { id: "offline", hidden: true });
const toasts = el("div", { id: "toasts" });
const keypad = new Keypad(pad, { type, erase, note, submit });

// What is shown.

function show(next) {
  const before = view;
  view = next;
  if (!before) takeUp();
  else if (before.game !== next.game) changeGame(before.game);
  const isNew = before?.board && before.game === next.game && next.board?.turns.length > before.board.turns.length;
  const landed = Boolean(sent && hasLanded());
  if (landed) {
    sent = null;
    saveDraft();
  }
  keep({ asked: next.game });
  draw(isNew || landed, landed);
  if (isNew || landed) {
    const { turns, over, below: all } = next.board;
    live.textContent = turns[turns.length - 1].said + (over ? `. ${plain(all)}` : "");
  }
  root.dataset.shows = "board";
}

/** Whether the guess on its way has become a turn. */
function hasLanded() {
  return view.board?.turns.slice(sent.turns).some(({ places }) => String(places) === String(sent.places));
}

/** With the first view: what the page knew before it was loaded anew. */
function takeUp() {
  root.lang = kept.words.lang ?? host.language;
  fill(document.getElementById("app"), stage, pad, offline, toasts, live);
  draft = kept.drafts[view.game] ?? [];
  if (!kept.deed) return;
  const { body, places, turns } = kept.deed;
  if (places && body.game === view.game) {
    sent = { places, turns };
    if (String(draft) === String(places)) draft = [];
  }
  deeds.push({ ...kept.deed, isOld: true });
  work();
}

/** Another game is in view, with a draft of its own; one that has just begun takes over what was tapped for it. */
function changeGame(from) {
  if (from !== "" || (!sent && kept.drafts[view.game]?.length)) {
    draft = kept.drafts[view.game] ?? [];
    sent = null;
  }
  saveDraft();
}

function draw(fresh = false, mine = false) {
  const { board, screen } = view;
  const words = kept.words;
  rewrite(title, board ? board.title : "");
  rewrite(below, board ? board.below : screen.html);
  set(stage, "class", board ? "stage" : "stage text");
  grid.hidden = !board;
  pad.hidden = !board || board.over;
  const way = !board || board.over ? [[{ text: words.back, leads: "chat" }]] : [];
  buttonRows(rows, [...screen.rows, ...way], press);
  for (const button of rows.querySelectorAll("[data-deed]")) set(button, "aria-busy", isAsked(button.dataset.deed));
  if (!board) return;
  if (board.over) draft = [];
  draft = draft.filter((place) => board.keys.some((key) => key.place === place)).slice(0, board.length);
  set(grid, "aria-label", plain(board.title));
  set(grid, "data-over", board.over);
  set(below, "class", board.over && mine ? "below late" : "below");
  drawGrid(grid, board, { draft, sent: sent?.places ?? null, fresh, words });
  if (pad.hidden) return;
  keypad.show(board, {
    used: (place) => draft.length >= board.length || (!board.repeats && draft.includes(place)),
    full: draft.length === board.length && !sent && Boolean(board.guess || view.begin),
    empty: draft.length === 0,
    busy: new Set(deeds.map((deed) => deed.marks)),
    words,
  });
}

function rewrite(node, html) {
  if (node.html === html) return;
  node.html = html;
  fill(node, written(html, host.open));
}

let toasted = 0;
/** A text over the board for a moment; `stays`: until it is put away. */
function toast(text, stays = false) {
  if (!text) return;
  clearTimeout(toasted);
  const away = () => fill(toasts);
  const ok = stays && el("button", { type: "button", onclick: away }, "OK");
  const props = stays ? { class: "toast", role: "alertdialog", "aria-label": text } : { class: "toast" };
  fill(toasts, el("div", props, text, ok));
  if (stays) ok.focus();
  else toasted = setTimeout(away, 1500 + 40 * text.length);
  if (!stays) live.textContent = text;
}

/** No board, but words and a way back to the chat; without a text those of the shell. */
function lose(text) {
  const said = { ...(text && { why: el("p", {}, text) }), back: kept.words?.back, reload: kept.words?.reload };
  for (const [id, words] of Object.entries(said)) if (words) fill(document.getElementById(id), words);
  root.dataset.shows = "words";
}

// What is tapped.

function type(place) {
  const { board } = view;
  if (draft.length >= board.length || (!board.repeats && draft.includes(place))) return;
  draftIs([...draft, place]);
}

/** Takes the last one away, or all. */
function erase(all = false) {
  draftIs(all ? [] : draft.slice(0, -1));
}

function draftIs(places) {
  draft = places;
  host.tick();
  saveDraft();
  draw();
}

/** A guess that is on its way counts as tapped until it is answered. */
function saveDraft() {
  keep({ drafts: { ...kept.drafts, [view.game]: sent && draft.length === 0 ? sent.places : draft } });
}

function submit() {
  const { board, begin } = view;
  if (sent || draft.length !== board.length || !(board.guess || begin)) return;
  sent = { places: draft, turns: board.turns.length };
  draft = [];
  saveDraft();
  if (begin) enqueue({ name: begin, begins: true, make: () => view.begin });
  const make = () => sent && view.board?.guess && `${view.board.guess}:${sent.places.join("-")}`;
  enqueue({ name: "guess", places: sent.places, make });
}

function note(place) {
  if (!view.board.note) return;
  host.tick();
  enqueue({ name: `note ${place}`, marks: place, make: () => view.board?.note && `${view.board.note}:${place}` });
}

function press(button) {
  if (button.leads) leave(button.leads);
  else if (button.url) host.open(button.url);
  else if (button.shares !== undefined) host.share(button.shares);
  else if (button.copies !== undefined) toast(`📋 ${button.copies}`, !host.copy(button.copies));
  else if (isAsked(button.data)) return;
  else if (view.writes === false && button.data.endsWith(":remind")) host.allow((writes) => enqueue({ name: button.data, writes }));
  else enqueue({ name: button.data });
}

function leave(to) {
  if (to !== "chat") host.open(to);
  else if (!host.close()) lose();
}

// What is done: one deed after the other, each under a key of its own, until there is an answer to it.

const isAsked = (name) => deeds.some((deed) => deed.name === name);

function enqueue(deed) {
  deeds.push(deed);
  draw();
  if (deeds.length === 1) work();
}

async function work() {
  for (; deeds.length > 0; deeds.shift()) {
    const deed = deeds[0];
    const data = deed.body?.data ?? (deed.make ? deed.make() : deed.name);
    let answer = null;
    if (data) {
      deed.body = deed.body ?? { key: newKey(), game: view.game, data, writes: deed.writes === true };
      keep({ deed: { body: deed.body, name: deed.name, places: deed.places, turns: sent?.turns } });
      answer = await answerTo(deed);
      keep({ deed: null });
    }
    if (answer) receive(answer, deed);
    if (sent && (deed.places || (deed.begins && !answer))) giveBack();
    wake(); // a view that was asked for before may be older than this one
  }
  draw();
}

function receive({ view: next, toast: text, alert, leads }, { isOld, places }) {
  if (!isOld || next.game === view.game) show(next);
  if (!places || sent) toast(text, alert); // a row says itself what has come of it
  if (leads) setTimeout(leave, text ? 1500 : 0, leads);
}

/** The guess was none: what was tapped is there again. */
function giveBack() {
  draft = sent.places;
  sent = null;
  saveDraft();
}

async function answerTo(deed) {
  for (let tries = 0; ; tries++) {
    try {
      const answer = await ask("deed", deed.body);
      offline.hidden = true;
      return answer;
    } catch (failed) {
      const { status, code, text } = understood(failed);
      const isOver = code === "off" || (code === "broken" && tries > 0);
      if (status !== 0 && (status < 500 || isOver)) {
        if (status === 401 || status === 403) end(text);
        else toast(text);
        return null;
      }
      await pause(failed.wait || PAUSES[Math.min(tries, PAUSES.length - 1)]);
    }
  }
}

// How it follows the bot: a question that waits until there is something new, and after it the next one.

let asking = new AbortController();
let since = null; // null: the version in view
let isEnded = false;

async function follow() {
  for (let tries = 0, crowd = 0; !isEnded; ) {
    if (document.hidden && view) await pause(Infinity);
    asking = new AbortController();
    try {
      const known = crowd > 0 ? "" : since ?? view?.version ?? "";
      const answer = view ? await ask("view", { game: view.game, since: known }, asking.signal) : await arrive();
      if (view && asking.signal.aborted) continue;
      [since, tries, offline.hidden] = [null, 0, true];
      if (answer) show(answer.view);
      if (crowd-- > 0) await pause(CROWDED);
    } catch (failed) {
      if (asking.signal.aborted) continue;
      if (failed.code === "busy") crowd = CROWD_LASTS;
      await waitAfter(failed, tries++);
    }
  }
}

/** The first view: within the session, if the page was only loaded anew. */
async function arrive() {
  const game = kept.asked ?? host.opened;
  return kept.session ? ask("view", { game, since: "" }) : { view: await enter(game) };
}

async function waitAfter(failed, tries) {
  const { status, code, text } = understood(failed);
  if (status === 401 || status === 403) return end(text);
  if (status === 404 && view) view.game = "";
  else if (status === 404) keep({ asked: "" });
  else if (code === "off" || !view) lose(text);
  since = code === "busy" ? null : "";
  return pause(failed.wait || PAUSES[Math.min(tries, PAUSES.length - 1)]);
}

/** What failed, and whether that is the network, which is then said. */
function understood(failed) {
  if (!(failed instanceof Refused)) throw failed;
  offline.hidden = failed.status !== 0;
  offline.textContent = kept.words?.offline ?? "";
  return failed;
}

function end(text) {
  isEnded = true;
  lose(text || kept.words?.closed);
}

const naps = new Set();
/** Waits so many seconds, or until something wakes it. */
function pause(seconds) {
  return new Promise((resolve) => {
    naps.add(resolve);
    if (seconds < Infinity) setTimeout(resolve, 1000 * seconds);
  });
}

function wake() {
  asking.abort();
  for (const rouse of naps) rouse();
  naps.clear();
}

host.settle(() => {
  since = ""; // what friends did is in no version
  wake();
});
const toTheChat = (event) => host.close() && event.preventDefault(); // once: if nobody closes it, the link leads there
document.getElementById("back").addEventListener("click", toTheChat, { once: true });
if (host.initData) follow();
else lose(); // in a browser, or Telegram's script is missing
