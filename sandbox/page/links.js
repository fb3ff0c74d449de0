// Where a link leads. Links to the bot itself stay inside: they open its chat, with START ready for a deep link.

import * as api from "./api.js";
import { attempt } from "./acts.js";
import { avatar } from "./avatar.js";
import { chooseChat } from "./chooser.js";
import { pick } from "./dialogs.js";
import { draftAt } from "./drafts.js";
import { address, go, here } from "./place.js";
import { changed, state } from "./store.js";
import { w } from "./words.js";

const PAYLOAD = /^[\w-]{1,64}$/;
const SAFE = new Set(["http:", "https:", "mailto:", "tel:", "tg:"]);
const waitingStarts = new Map();
let openApp = null;

/** Says what opens the bot's Mini App by a link. */
export function openAppsBy(how) {
  openApp = how;
}

/** Whether the url may be followed at all (javascript: and the like may not). */
export function safeUrl(url) {
  return URL.canParse(url) && SAFE.has(new URL(url).protocol);
}

/** The payload of a deep link this person has opened and not yet started, or null. */
export const waitingStart = (person) => waitingStarts.get(person) ?? null;
export const forgetStart = (person) => waitingStarts.delete(person);

export function openLink(url) {
  if (!safeUrl(url)) return;
  const inside = insideLink(new URL(url));
  if (inside) inside();
  else if (!url.startsWith("tg:")) window.open(url, "_blank", "noopener");
}

function insideLink(url) {
  const query = url.searchParams;
  const web = /^(www\.)?(t|telegram)\.me$/.test(url.hostname);
  if (web && url.pathname === "/share/url") return () => share(query);
  const app = url.protocol === "tg:" && (url.hostname || url.pathname.replace(/^\/+/, "")) === "resolve";
  const name = web ? url.pathname.slice(1) : app ? query.get("domain") : null;
  if (name?.toLowerCase() !== state.bot.username.toLowerCase()) return null;
  if (query.has("startgroup")) return () => startInGroup(query.get("startgroup"));
  if (query.has("startapp")) return () => openApp({ link: url.href, chat: here().chat?.id });
  return () => openBot(here().me, query.get("start"));
}

function openBot(me, payload) {
  if (PAYLOAD.test(payload ?? "")) waitingStarts.set(me.id, payload);
  go(me.id, me.id);
  changed();
}

/** The page's own address may be a link somebody was given (…/?start=payload): who follows it stands before START. */
export async function followAddress() {
  const query = new URLSearchParams(location.search);
  if (!query.has("start")) return;
  history.replaceState(null, "", `/${location.hash}`);
  const me = address().person === null ? await chooseMe() : here().me;
  if (me) openBot(me, query.get("start"));
}

function chooseMe() {
  const people = [...state.people.values()];
  const option = (person) => ({ label: person.name, value: person, face: avatar(person.name, person.id) });
  return people.length > 1 ? pick(w("whoAreYou"), people.map(option)) : people[0];
}

async function startInGroup(payload) {
  const { me } = here();
  const group = await chooseChat(me, ["group"]);
  if (!group) return;
  if (!group.bot && !(await attempt(api.setBot(group.id, true, me.id)))) return;
  const command = `/start@${state.bot.username}`;
  await attempt(api.send(me.id, group.id, { text: payload ? `${command} ${payload}` : command }));
  go(me.id, group.id);
}

async function share(query) {
  const { me } = here();
  const chat = await chooseChat(me);
  if (!chat) return;
  draftAt(`${me.id}:${chat.id}`).text = [query.get("text"), query.get("url")].filter(Boolean).join("\n");
  go(me.id, chat.id);
  changed();
}
