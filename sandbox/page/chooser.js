// Choosing one of one's chats, or somebody to begin one with.

import * as api from "./api.js";
import { attempt } from "./acts.js";
import { avatar } from "./avatar.js";
import { pick } from "./dialogs.js";
import { faceOf, titleOf } from "./faces.js";
import { icon } from "./icons.js";
import { go } from "./place.js";
import { chatsOf, kindOf, otherIn, state } from "./store.js";
import { w } from "./words.js";

export const ANY = ["bot", "user", "group"];

/** Resolves with a chat of one of these kinds (see kindOf), or null. */
export async function chooseChat(me, kinds = ANY) {
  const chats = chatsOf(me.id).filter((chat) => kinds.includes(kindOf(chat)));
  const options = chats.map((chat) => ({ label: titleOf(chat, me), value: () => chat, face: faceOf(chat, me) }));
  const chosen = await pick(w("chooseChat"), kinds.includes("user") ? [...options, ...strangers(me)] : options);
  return chosen && chosen();
}

/** Resolves with {topic} of the chat, which is null where there are none and in General; or null if dismissed. */
export async function chooseTopic({ topics }) {
  if (!topics?.length) return { topic: null };
  const general = { label: w("general"), value: { topic: null }, face: icon("hash") };
  return pick(w("topics"), [general, ...topics.map(({ id, name }) => ({ label: name, value: { topic: id }, face: icon("topics") }))]);
}

/** Begins to talk with somebody. */
export async function newChat(me) {
  const people = [...state.people.values()].filter((person) => person !== me);
  const chosen = await pick(w("newChat"), people.map((person) => option(me, person)));
  const chat = chosen && (await chosen());
  if (chat) go(me.id, chat.id);
}

function strangers(me) {
  const met = chatsOf(me.id).map((chat) => otherIn(chat, me));
  const others = [...state.people.values()].filter((person) => person !== me && !met.includes(person));
  return others.map((person) => option(me, person));
}

function option(me, person) {
  const value = () => attempt(api.meet(me.id, person.id));
  return { label: person.name, value, face: avatar(person.name, person.id) };
}
