// The line to the bot: the session, questions, and what the page keeps for a reload of itself.

import { initData, opening, person } from "./host.js";

const STORE = "board";
const HASH = new URL(".", import.meta.url).pathname.split("/").slice(-2)[0];
const PATIENCE = 10000;
const LONGEST_WAIT = 35000; // the bot holds a question for a view back for 25 seconds

/** An answer that is no yes: its status (0: none came), the bot's code for it and its words, seconds to wait. */
export class Refused extends Error {
  constructor(status, { error = "", text = "" } = {}, wait = 0) {
    super(`${status} ${error}`);
    Object.assign(this, { status, code: error, text, wait });
  }
}

/** What outlives a reload; asked: the game in view; deed: sent, but not answered; versions: seen. */
export const kept = { person, opening, session: "", words: null, asked: null, drafts: {}, deed: null, versions: [] };
try {
  const before = JSON.parse(sessionStorage.getItem(STORE) ?? "null");
  if (before?.person === person) { // else somebody else was here: nothing of theirs is used
    Object.assign(kept, before, before.opening === opening ? {} : { opening, session: "", words: null, asked: null });
  }
} catch (refused) {
  console.info("Nothing is kept here", refused);
}

export function keep(changes) {
  Object.assign(kept, changes);
  try {
    sessionStorage.setItem(STORE, JSON.stringify(kept));
  } catch (refused) { /* then it lives as long as the page */ }
}

/** Begins a session, as Telegram says who this is; the view of the game. */
export async function enter(game) {
  const { session, words, view } = await post("session", { game }, `tma ${initData}`);
  keep({ session, words });
  return view;
}

/** Asks within the session, which is begun anew once if the bot does not know it any more; null: nothing new. */
export async function ask(path, body, signal) {
  try {
    return await post(path, body, `Bearer ${kept.session}`, signal);
  } catch (refused) {
    if (refused.status !== 401) throw refused;
  }
  await enter(body.game);
  return post(path, body, `Bearer ${kept.session}`, signal);
}

async function post(path, body, authorization, signal) {
  const giving = new AbortController();
  const giveUp = () => giving.abort();
  const timer = setTimeout(giveUp, path === "view" ? LONGEST_WAIT : PATIENCE);
  signal?.addEventListener("abort", giveUp);
  try {
    const answer = await fetch(new URL(`../${path}`, import.meta.url), {
      method: "POST",
      headers: { Authorization: authorization, "Content-Type": "application/json" },
      body: JSON.stringify(body),
      signal: giving.signal,
    });
    follow(answer.headers.get("X-Page"));
    if (answer.status === 204) return null;
    const told = await answer.json().catch(() => ({})); // a proxy in between speaks no JSON
    if (answer.ok) return told;
    throw new Refused(answer.status, told, Number(answer.headers.get("Retry-After")) || 0);
  } catch (failed) {
    throw failed instanceof Refused ? failed : new Refused(0);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", giveUp);
  }
}

/** The bot has other files than these: the page is loaded anew, once, however often two replicas take turns. */
function follow(hash) {
  if (!hash || hash === HASH || kept.versions.includes(hash)) return;
  keep({ versions: [...kept.versions, HASH, hash] });
  location.reload();
}

/** 22 letters for 128 random bits: by them the bot knows a deed again. */
export function newKey() {
  const bits = String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16)));
  return btoa(bits).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}
