// Dialogs about groups: making one, and who is in it.

import * as api from "./api.js";
import { attempt } from "./acts.js";
import { avatar } from "./avatar.js";
import { dialog, form, lineField } from "./dialogs.js";
import { button, el } from "./dom.js";
import { go } from "./place.js";
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

/** Who is in the group; a tick adds or removes at once. */
export function members(chat) {
  const rows = [...state.people.values()].map((person) => {
    const onchange = (event) => attempt(api.setMember(chat.id, person.id, event.target.checked));
    return check(person, { checked: chat.members.includes(person.id), onchange });
  });
  return dialog(w("groupMembers"), (close) => [
    el("div", { class: "checks" }, rows),
    el("div", { class: "dialog-buttons" },
      button({ class: "text-button strong", onclick: () => close(null) }, w("close"))),
  ]);
}

function check(person, props) {
  return el("label", { class: "check" }, el("input", { type: "checkbox", ...props }),
    avatar(person.name, person.id), el("bdi", { class: "clip" }, person.name));
}
