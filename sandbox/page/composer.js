// Where one writes. The elements are built once; what they show follows the place's draft.

import * as api from "./api.js";
import { addressed, attempt, say } from "./acts.js";
import { openApp } from "./apps.js";
import { showCards } from "./cards.js";
import { commandsFor, matching, menuButtonFor } from "./commands.js";
import { button, el } from "./dom.js";
import { clearDraft, draftAt } from "./drafts.js";
import { gist } from "./gist.js";
import { icon } from "./icons.js";
import { askCards, awaitingCards, forgetCards, inlineQuery } from "./inline.js";
import { menu } from "./menus.js";
import { here, isWide } from "./place.js";
import { changed, isMine, messageOf, messagesIn } from "./store.js";
import { hideSuggestions, list, showSuggestions, suggesting, suggestionKey, suggestTo } from "./suggestions.js";
import { w } from "./words.js";

const round = (name, onclick) => button({ class: "round", onclick }, icon(name));
const field = el("textarea", {
  rows: "1", dir: "auto", enterkeyhint: "send", "aria-autocomplete": "list", "aria-controls": "suggestions",
});
const commandsButton = button({ class: "commands-button", onclick: toggleCommands }, icon("menu"));
const appButton = button({ class: "commands-button app-button", onclick: () => openApp({}) });
const attachButton = round("clip", attach);
const sendButton = el("button", { type: "submit", class: "send" }, icon("send"));
const note = el("div", { class: "note", hidden: true });
export const composer = el("form", { class: "composer" }, list,
  el("div", { class: "entry" }, note, el("div", { class: "entry-line" }, commandsButton, appButton, field, attachButton)),
  sendButton);

let shownKey = null;
let shownEditing = null;
suggestTo(field);

composer.addEventListener("submit", (event) => {
  event.preventDefault();
  submit();
});
field.addEventListener("input", () => {
  draftAt(shownKey).text = field.value;
  fit();
  suggest();
});
field.addEventListener("click", () => suggesting() || suggest());
field.addEventListener("keydown", (event) => {
  if (event.isComposing || (suggesting() && suggestionKey(event))) return;
  if (event.key === "Enter" && !event.shiftKey) submit();
  else if (event.key === "Escape" && cancel()) event.stopPropagation();
  else if (event.key === "ArrowUp" && field.value === "" && editLast()) event.stopPropagation();
  else return;
  event.preventDefault();
});
document.addEventListener("pointerdown", (event) => composer.contains(event.target) || hideSuggestions());

// Whoever begins to type writes a message, wherever the focus is.
document.addEventListener("keydown", (event) => {
  const typed = event.key.length === 1 && event.key !== " " && !event.ctrlKey && !event.metaKey && !event.altKey;
  const elsewhere = event.target.closest("input, textarea, select, dialog, [role=menu]");
  if (typed && !elsewhere && field.isConnected) field.focus();
});

export function renderComposer({ me, chat, key }) {
  const draft = draftAt(key);
  if (key !== shownKey) hideSuggestions();
  if (key !== shownKey || draft.editing !== shownEditing || field.value !== draft.text) {
    [shownKey, shownEditing] = [key, draft.editing];
    field.value = draft.text;
    fit();
    if (inlineQuery(draft.text) !== null) suggest();
  }
  if (draft.editing !== null && !messageOf(chat.id, draft.editing)) cancel();
  field.placeholder = draft.anonymous ? w("writeAs") : w("write");
  field.ariaLabel = field.placeholder;
  const app = draft.editing === null ? menuButtonFor(chat) : null;
  appButton.hidden = app === null;
  appButton.textContent = app?.text ?? "";
  commandsButton.hidden = app !== null || draft.editing !== null || commandsFor(me, chat).length === 0;
  label(commandsButton, w("commands"));
  label(attachButton, w("attach"));
  label(sendButton, draft.editing === null ? w("sendIt") : w("save"));
  sendButton.replaceChildren(icon(draft.editing === null ? "send" : "check"));
  renderNote(draft, chat);
}

function label(node, words) {
  node.ariaLabel = words;
  node.title = words;
}

function renderNote(draft, chat) {
  const about = draft.editing ?? draft.replyTo;
  const message = about === null ? null : messageOf(chat.id, about);
  note.hidden = message === null;
  if (message === null) return note.replaceChildren();
  const title = draft.editing === null ? message.from.name : w("editing");
  const close = button({ class: "round", "aria-label": w("cancel"), onclick: cancel }, icon("close"));
  note.replaceChildren(icon(draft.editing === null ? "reply" : "edit"),
    el("div", { class: "note-words" }, el("b", { class: "clip", dir: "auto" }, title),
      el("span", { class: "clip", dir: "auto" }, gist(message))), close);
}

export function focusComposer() {
  field.focus();
  field.setSelectionRange(field.value.length, field.value.length);
}

/** Answers a message with the next one. */
export function replyTo(message) {
  if (message.happened) return;
  const draft = draftAt(here().key);
  if (draft.editing !== null) Object.assign(draft, { editing: null, text: "" });
  draft.replyTo = message.id;
  changed();
  focusComposer();
}

/** Takes one of my messages back into the field. */
export function startEditing(message) {
  Object.assign(draftAt(here().key), { editing: message.id, replyTo: null, text: message.text });
  changed();
  focusComposer();
}

async function submit() {
  const { me, chat, key } = here();
  const { text, replyTo, editing } = draftAt(key);
  if (!text.trim() || (inlineQuery(text) !== null && awaitingCards())) return;
  clearDraft(key);
  hideSuggestions();
  changed();
  const done = editing === null
    ? await say({ text, reply_to: replyTo })
    : messageOf(chat.id, editing)?.text === text || (await attempt(api.edit(me.id, chat.id, editing, text)));
  if (done || draftAt(key).text) return;
  Object.assign(draftAt(key), { text, replyTo, editing });
  changed();
}

/** Leaves reply or edit; whether there was one. */
function cancel() {
  const draft = draftAt(here().key);
  if (draft.replyTo === null && draft.editing === null) return false;
  if (draft.editing !== null) draft.text = "";
  Object.assign(draft, { replyTo: null, editing: null });
  changed();
  focusComposer();
  return true;
}

function editLast() {
  const place = here();
  const last = messagesIn(place).findLast((one) => isMine(one, place.me.id) && one.text && !one.via);
  if (last) startEditing(last);
  return Boolean(last);
}

function suggest() {
  const place = here();
  const query = inlineQuery(field.value);
  const writing = draftAt(place.key).editing === null;
  if (query !== null && writing) return askCards(place, query, showCards);
  forgetCards();
  if (!writing || !/^\/\w*$/.test(field.value)) return hideSuggestions();
  showCommands(matching(commandsFor(place.me, place.chat), field.value));
}

function showCommands(commands) {
  const item = ({ command, description }) => ({ title: `/${command}`, note: description, act: () => take(command), insert: () => insert(command) });
  showSuggestions(commands.map(item), w("commands"));
}

function toggleCommands() {
  const { me, chat } = here();
  if (suggesting()) return hideSuggestions();
  showCommands(commandsFor(me, chat));
  if (isWide()) field.focus(); // on a phone that would bring up the keyboard over the list
}

/** Sends a command in place of what was written; a reply stays one. */
function take(command) {
  draftAt(shownKey).text = addressed(`/${command}`);
  submit();
}

/** Puts a command into the field, for more to be written behind it. */
function insert(command) {
  draftAt(shownKey).text = `${addressed(`/${command}`)} `;
  hideSuggestions();
  changed();
  focusComposer();
}

/** Sends what is no text: a reply goes with it, and what is being written stays. */
function sendAlong(content) {
  const draft = draftAt(shownKey);
  const { replyTo } = draft;
  draft.replyTo = null;
  changed();
  return say({ ...content, reply_to: replyTo });
}

function attach() {
  menu(attachButton, [
    { icon: "photo", label: w("sendPhoto"), act: () => sendAlong({ photo: true }) },
    { icon: "smile", label: w("sendSticker"), act: () => sendAlong({ sticker: "👍" }) },
  ]);
}

function fit() {
  field.style.setProperty("height", "auto");
  field.style.setProperty("height", `${field.scrollHeight}px`);
}
