// Dialogs about groups: making one, who is in it, and who administers it.

import * as api from "./api.js";
import { attempt } from "./acts.js";
import { avatar } from "./avatar.js";
import { dialog, form, lineField } from "./dialogs.js";
import { button, el } from "./dom.js";
import { go, here } from "./place.js";
import { state } from "./store.js";
import { w } from "./words.js";

export async function newGroup(me) {
  const people = [...state.people.values()].map((person) =>
    check(person, { name: "people", value: person.id, checked: true, disabled: person === me }));
  const said = await form(w("newGroup"), w("create"),
    lineField(w("title"), "title", { autofocus: true }),
    el("fieldset", { class: "checks" }, el("legend", {}, w("members")), people),
    el("label", { class: "check" },
      el("input", { type: "checkbox", name: "bot", checked: true }),
      el("span", {}, w("withBot"))));
  if (!said || !said.get("title").trim()) return;
  const ids = [...new Set([me.id, ...said.getAll("people").map(Number)])];
  const chat = await attempt(api.makeGroup(said.get("title").trim(), ids, said.has("bot")));
  if (chat) go(me.id, chat.id);
}

/** Who is in the group; a tick adds or removes at once. Whoever administers it names other administrators. */
export function members(chat) {
  return dialog(w("groupMembers"), (close) => [
    el("div", { class: "checks" }, [...state.people.values()].map((person) => member(chat, person))),
    el("div", { class: "dialog-buttons" },
      button({ class: "text-button strong", onclick: () => close(null) }, w("close"))),
  ]);
}

function member(chat, person) {
  const { id } = person;
  const is = { creator: chat.creator === id, admin: chat.admins.includes(id) };
  const act = async (request) => {
    const pressed = document.activeElement.localName;
    const fresh = member((await attempt(request)) ?? chat, person);
    row.replaceWith(fresh);
    (fresh.querySelector(pressed) ?? fresh.querySelector("input")).focus();
  };
  const onchange = (event) => act(api.setMember(chat.id, id, event.target.checked));
  const row = el("div", { class: "member" },
    check(person, { checked: chat.members.includes(id), onchange }),
    is.creator && el("small", {}, w("creator")),
    is.admin && el("small", {}, w("admin")),
    mayName(chat) && chat.members.includes(id) && !is.creator && naming(chat, person, is.admin, act));
  return row;
}

const mayName = (chat) => [chat.creator, ...chat.admins].includes(here().me.id);

function naming(chat, { id, name }, isAdmin, act) {
  const label = w(isAdmin ? "demote" : "promote");
  return button({ class: "text-button", "aria-label": `${label}: ${name}`,
    onclick: () => act(api.setAdmin(chat.id, id, !isAdmin, here().me.id)) }, label);
}

function check(person, props) {
  return el("label", { class: "check" }, el("input", { type: "checkbox", ...props }),
    avatar(person.name, person.id), el("bdi", { class: "clip" }, person.name));
}
