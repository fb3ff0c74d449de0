// One message as an element.

import { avatar, colourOf } from "./avatar.js";
import { replyTo } from "./composer.js";
import { button, el } from "./dom.js";
import { formatted } from "./entities.js";
import { gist, happening } from "./gist.js";
import { icon } from "./icons.js";
import { typeInline } from "./inline.js";
import { keyboardOf } from "./keyboard.js";
import { messageMenu } from "./messagemenu.js";
import { here } from "./place.js";
import { isMine, messageOf, state } from "./store.js";
import { clockTime, fullTime } from "./times.js";
import { enlarge } from "./viewer.js";
import { w } from "./words.js";

const ONLY_EMOJI = /^(\p{Extended_Pictographic}(\p{Emoji_Modifier}|\uFE0F|\u200D\p{Extended_Pictographic})*){1,3}$/u;
const INTERACTIVE = "a, button, [role=button], input, textarea";

/** `first` and `last` say where the message stands among its author's; `jump` goes to a quoted message. */
export function messageRow({ message, person, group, first, last, jump }) {
  if (message.happened) return serviceRow(happening(message.happened));
  const mine = isMine(message, person);
  const post = el("div", postOf(message), bubble(message, { mine, named: group && !mine && first, jump }));
  if (message.keyboard.length > 0) post.append(keyboardOf(message));
  const face = group && !mine ? el("span", { class: "face" }, last ? authorFace(message.from) : null) : null;
  const flags = ["row", mine ? "mine" : "theirs", first && "first", last && "last"].filter(Boolean).join(" ");
  const label = `${mine ? w("you") : message.from.name}, ${clockTime(message.date)}`;
  const more = button({ class: "row-more", "aria-label": w("messageActions"), "data-focus": "more",
    onclick: (event) => messageMenu(message, person, event.currentTarget) }, icon("more"));
  const row = el("article", { class: flags, "aria-label": label, "data-message": message.id }, face, post, more);
  row.addEventListener("contextmenu", (event) => openMenu(event, message, person));
  row.addEventListener("click", (event) => event.pointerType === "touch" && openMenu(event, message, person));
  row.addEventListener("dblclick", (event) => {
    if (event.target.closest(INTERACTIVE)) return;
    getSelection().empty();
    replyTo(message);
  });
  return row;
}

export function serviceRow(text) {
  return el("div", { class: "service" }, el("span", { dir: "auto" }, text));
}

function openMenu(event, message, person) {
  if (event.target.closest(INTERACTIVE) || String(getSelection())) return;
  event.preventDefault();
  messageMenu(message, person, { x: event.clientX, y: event.clientY });
}

function authorFace(from) {
  return avatar(from.name, from.id, from.id === state.bot.id ? "bot" : "person");
}

function bubble(message, { mine, named, jump }) {
  const meta = metaOf(message, mine);
  const name = named || message.via ? authorOf(message, named) : null;
  const origin = message.forwarded ? originOf(message.forwarded) : null;
  const quote = message.reply_to === null ? null : quoteOf(message, jump);
  if (message.sticker) {
    const sticker = el("div", { class: "sticker" }, message.sticker.emoji);
    return el("div", { class: "bubble bare" }, name, origin, quote, sticker, reactionOf(message), meta);
  }
  const text = message.text ?? "";
  const jumbo = ONLY_EMOJI.test(text) && !message.photo && !message.document;
  const kinds = [message.photo && "framed", message.photo && !text && "wordless", jumbo && "jumbo"];
  const words = text ? el("div", { class: "text", dir: "auto" }, formatted(text, message.entities)) : null;
  return el("div", { class: ["bubble", ...kinds].filter(Boolean).join(" ") },
    name, origin, quote, photoOf(message), documentOf(message), words, reactionOf(message), meta);
}

function reactionOf({ reaction }) {
  if (!reaction) return null;
  const face = avatar(state.bot.name, state.bot.id, "bot");
  return el("div", { class: "reactions" },
    el("span", { class: "reaction", title: state.bot.name }, el("span", {}, reaction), face));
}

function authorOf({ from, via }, named) {
  const type = () => typeInline(here().chat, "");
  return el("div", { class: `author ink-${colourOf(from.id)}`, dir: "auto" },
    named ? from.name : null, named && via ? " " : null,
    via ? el("span", { class: "via" }, w("via"), " ", button({ onclick: type }, `@${via}`)) : null);
}

function originOf({ name }) {
  return el("div", { class: "origin" }, w("forwardedFrom"), " ", el("bdi", {}, name));
}

function metaOf(message, mine) {
  return el("span", { class: "meta", title: fullTime(message.date) },
    message.edited === null ? null : el("span", { class: "edited" }, w("edited")),
    el("time", {}, clockTime(message.date)), mine ? icon("check") : null);
}

function quoteOf(message, jump) {
  const quoted = messageOf(message.chat, message.reply_to);
  const id = quoted?.from?.id ?? 0;
  return button({ class: `quote tint-${colourOf(id)}`, onclick: () => quoted && jump(quoted.id) },
    el("b", { class: "clip", dir: "auto" }, quoted?.from?.name ?? ""),
    el("span", { class: "clip", dir: "auto" }, quoted ? gist(quoted) : w("deleted")));
}

/** A photo says how wide its message is. */
function postOf({ photo }) {
  if (!photo) return { class: "post" };
  return { class: "post pictured", style: { "--width": photo.width, "--height": photo.height } };
}

function photoOf({ photo }) {
  if (!photo) return null;
  const onclick = (event) => enlarge(event, photo);
  return el("a", { class: "photo", href: photo.url, target: "_blank", rel: "noopener", onclick },
    el("img", { src: photo.url, alt: w("photo"), width: photo.width, height: photo.height }));
}

function documentOf({ document: file }) {
  if (!file) return null;
  return el("a", { class: "document", href: file.url, download: file.name },
    el("span", { class: "document-face" }, icon("file")),
    el("span", { class: "document-words" },
      el("bdi", { class: "clip" }, file.name),
      el("small", {}, sizeOf(file.size))));
}

function sizeOf(bytes) {
  if (bytes < 1024) return `${bytes} B`;
  return bytes < 1024 ** 2 ? `${(bytes / 1024).toFixed(1)} KB` : `${(bytes / 1024 ** 2).toFixed(1)} MB`;
}
