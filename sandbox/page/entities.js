// Formatted text. Offsets count UTF-16 units, which is what JavaScript's strings count too.

import { el } from "./dom.js";
import { copyText } from "./clipboard.js";
import { icon } from "./icons.js";
import { openLink, safeUrl } from "./links.js";
import { runCommand } from "./acts.js";
import { state } from "./store.js";
import { fullTime, inFormat } from "./times.js";
import { w } from "./words.js";

const BLOCKS = new Set(["pre", "blockquote", "expandable_blockquote"]);
const PLAIN = { bold: "strong", italic: "em", underline: "u", strikethrough: "s" };

/** The text as a list of nodes. */
export function formatted(text, entities) {
  const ordered = [...entities].sort((one, other) => one.offset - other.offset || other.length - one.length);
  return slice(text, 0, text.length, ordered);
}

function slice(text, from, to, entities) {
  const nodes = [];
  let at = from;
  let afterBlock = false;
  const plain = (end, beforeBlock) => {
    // A block stands on lines of its own, so the line breaks around it are not shown twice.
    const start = afterBlock && text[at] === "\n" ? at + 1 : at;
    const stop = beforeBlock && text[end - 1] === "\n" ? end - 1 : end;
    if (stop > start) nodes.push(text.slice(start, stop));
    at = Math.max(at, end);
  };
  let rest = entities;
  while (rest.length > 0) {
    const [entity, ...others] = rest;
    const start = Math.max(entity.offset, at);
    const end = Math.min(entity.offset + entity.length, to);
    rest = others;
    if (start >= end) continue;
    const isBlock = BLOCKS.has(entity.type);
    plain(start, isBlock);
    const inside = others.filter((other) => other.offset < end);
    nodes.push(element(entity, text.slice(start, end), slice(text, start, end, inside)));
    at = end;
    afterBlock = isBlock;
    rest = others.filter((other) => other.offset + other.length > end);
  }
  plain(to, false);
  return nodes;
}

function element(entity, words, inside) {
  if (entity.type in PLAIN) return el(PLAIN[entity.type], {}, inside);
  return (ELEMENTS[entity.type] ?? ((_, __, nodes) => el("span", {}, nodes)))(entity, words, inside);
}

const ELEMENTS = {
  spoiler: (_, __, inside) => spoiler(inside),
  code: (_, words, inside) => el("code", { ...tappable(() => copyText(words)), title: w("copy") }, inside),
  pre: (entity, words, inside) => pre(entity.language, words, inside),
  blockquote: (_, __, inside) => el("blockquote", {}, inside),
  expandable_blockquote: (_, __, inside) => expandable(inside),
  bot_command: (_, words) => link(null, words, () => runCommand(words)),
  text_link: (entity, _, inside) => link(entity.url, inside),
  url: (_, words, inside) => link(/^[a-z][a-z0-9+.-]*:/i.test(words) ? words : `https://${words}`, inside),
  email: (_, words, inside) => link(`mailto:${words}`, inside),
  phone_number: (_, words, inside) => link(`tel:${words}`, inside),
  mention: (_, words, inside) => mention(words, inside),
  hashtag: (_, __, inside) => el("span", { class: "tag" }, inside),
  text_mention: (_, __, inside) => el("span", { class: "tag" }, inside),
  date_time: (entity, _, inside) => time(entity, inside),
};

/** A time as the reader's clock tells it; one that is told from now goes on counting. */
function time(entity, inside) {
  const told = () => inFormat(entity.unix_time, entity.date_time_format ?? "");
  const node = el("time", { title: fullTime(entity.unix_time) }, told() || inside);
  if (entity.date_time_format === "r") {
    const counting = setInterval(() => {
      if (node.isConnected) node.textContent = told();
      else clearInterval(counting);
    }, 1000);
  }
  return node;
}

function tappable(act) {
  const onkeydown = (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    act(event);
  };
  return { role: "button", tabindex: "0", onclick: act, onkeydown };
}

function link(url, inside, act = () => openLink(url)) {
  if (url !== null && !safeUrl(url)) return el("span", {}, inside);
  const onclick = (event) => {
    event.preventDefault();
    act();
  };
  return el("a", { href: url ?? "#", rel: "noopener noreferrer", class: url ? null : "command", onclick }, inside);
}

function mention(words, inside) {
  const isBot = words.slice(1).toLowerCase() === state.bot.username.toLowerCase();
  return isBot ? link(`https://t.me/${state.bot.username}`, inside) : el("span", { class: "tag" }, inside);
}

function spoiler(inside) {
  const show = (event) => {
    if (node.classList.contains("shown")) return;
    event.preventDefault();
    event.stopPropagation();
    node.classList.add("shown");
    for (const name of ["role", "tabindex", "aria-label"]) node.removeAttribute(name);
    content.removeAttribute("inert");
  };
  const content = el("span", { class: "veiled", inert: true }, inside);
  const node = el("span", { class: "spoiler", "aria-label": w("spoiler"), ...tappable(show) }, content);
  return node;
}

function expandable(inside) {
  const node = el("blockquote", { class: "folded", ...tappable(() => node.classList.toggle("folded")) }, inside);
  return node;
}

function pre(language, words, inside) {
  const props = { type: "button", class: "pre-copy", "aria-label": w("copy"), title: w("copy") };
  const copy = el("button", { ...props, onclick: () => copyText(words) }, icon("copy"));
  const head = language ? el("span", { class: "pre-head" }, language) : null;
  return el("div", { class: "pre" }, head, el("pre", {}, el("code", {}, inside)), copy);
}
