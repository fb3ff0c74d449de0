// Elements: what the bot wrote, and its buttons. Text goes in as text, and of markup only what is named here.

const TAGS = {
  b: "b", strong: "b", i: "i", em: "i", u: "u", ins: "u", s: "s", del: "s", strike: "s",
  code: "code", pre: "pre", blockquote: "blockquote",
};
const UNKNOWN = new RegExp(`<(?!/?(?:${[...Object.keys(TAGS), "a", "tg-time"].join("|")})[ >])`, "g");
const BLOCKS = new Set(["pre", "blockquote"]);

/** A new element: `el("button", {class: "key", onclick: act}, "text", child)`; what is null or false is left out. */
export function el(tag, props = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) set(node, name, value);
  return fill(node, ...children);
}

/** Makes these, and no others, the children of a node. */
export function fill(node, ...children) {
  node.textContent = "";
  node.append(...children.flat(4).filter((child) => child !== null && child !== false));
  return node;
}

/** Sets an attribute, takes it away (null, false), or listens (`on…`). */
export function set(node, name, value) {
  if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
  else if (name.startsWith("--")) node.style.setProperty(name, value);
  else if (value === null || value === undefined || value === false) node.removeAttribute(name);
  else node.setAttribute(name, value);
}

/** Telegram's HTML as a list of nodes; `open` is called with the address of a link that is pressed. */
export function written(html, open) {
  const known = html.replace(UNKNOWN, "&lt;");
  const parsed = new DOMParser().parseFromString(known, "text/html"); // no script runs and nothing is loaded there
  const built = (node) => {
    const isBelow = BLOCKS.has(node.previousSibling?.localName); // a block ends its line by itself
    if (node.nodeType === Node.TEXT_NODE) return isBelow ? node.data.replace(/^\n/, "") : node.data;
    if (node.nodeType !== Node.ELEMENT_NODE) return "";
    const inside = [...node.childNodes].map(built);
    if (node.localName === "a") return link(node.getAttribute("href"), inside, open);
    if (node.localName === "tg-time") return time(node, inside);
    return el(TAGS[node.localName] ?? "span", {}, inside);
  };
  return [...parsed.body.childNodes].map(built);
}

/** The words of that HTML, for screen readers. */
export const plain = (html) => el("p", {}, written(html)).textContent.trim();

function link(href, inside, open) {
  if (!/^https?:\/\//.test(href ?? "")) return inside;
  const onclick = (event) => {
    event.preventDefault();
    open(href);
  };
  const target = "_blank"; // else Telegram's script takes the press for itself
  return el("a", { href, target, rel: "noopener", onclick }, inside);
}

// Times, as the person's clock tells them; those that are told from now ("r") go on counting.

const UNITS = [["day", 86400], ["hour", 3600], ["minute", 60], ["second", 1]];

function time(node, inside) {
  const [unix, form] = [Number(node.getAttribute("unix")), node.getAttribute("format") ?? ""];
  const shown = el("time", {}, inside);
  const tell = () => {
    const told = form === "r" ? fromNow(unix - Date.now() / 1000) : onTheClock(unix, form);
    if (told) shown.textContent = told;
  };
  tell();
  if (form === "r") {
    const counting = setInterval(() => (shown.isConnected ? tell() : clearInterval(counting)), 1000);
  }
  return shown;
}

const spoken = () => document.documentElement.lang;

function fromNow(seconds) {
  if (!Intl.RelativeTimeFormat) return "";
  const [unit, length] = UNITS.find(([, length]) => Math.abs(seconds) >= 2 * length) ?? UNITS[3];
  return new Intl.RelativeTimeFormat(spoken()).format(Math.round(seconds / length), unit);
}

function onTheClock(unix, form) {
  const options = { dateStyle: form.includes("D") ? "long" : "short", timeStyle: "short", hourCycle: "h23" };
  return new Intl.DateTimeFormat(spoken(), options).format(new Date(1000 * unix));
}

/** A sign as a key and a tile show it: a picture in its colours, even where a font has it as a plain character. */
export const drawn = (sign) => sign.replace(/^\p{Emoji_Presentation}$/u, "$&\ufe0f");

/** Makes the bot's rows of buttons the children of `parent`; those that are as they were stay the same elements. */
export function buttonRows(parent, rows, press) {
  const stamp = JSON.stringify(rows);
  if (parent.stamp === stamp) return;
  const focused = parent.contains(document.activeElement) ? document.activeElement.textContent : null;
  parent.stamp = stamp;
  const built = (button) => {
    const props = { type: "button", class: button.style, "data-deed": button.data, onclick: () => press(button) };
    return el("button", props, button.text);
  };
  fill(parent, rows.map((row) => el("div", { class: "buttons" }, row.map(built))));
  [...parent.querySelectorAll("button")].find((one) => one.textContent === focused)?.focus();
}
