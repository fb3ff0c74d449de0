// Dialogs about groups: making one, who is in it, what the bot hears there.

import * as api from "./api.js";
import { attempt } from "./acts.js";
import { avatar } from "./avatar.js";
import { dialog, form, lineField, pick } from "./dialogs.js";
import { button, el } from "./dom.js";
import { icon } from "./icons.js";
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

export async function privacy() {
  const face = (name) => el("span", { class: "avatar hollow" }, icon(name));
  const on = await pick(w("privacyHelp"), [
    { label: w("privacyOn"), value: "on", face: face("shield"), current: state.privacy },
    { label: w("privacyOff"), value: "off", face: face("group"), current: !state.privacy },
  ]);
  if (on) await attempt(api.setPrivacy(on === "on"));
}

function check(person, props) {
  return el("label", { class: "check" }, el("input", { type: "checkbox", ...props }),
    avatar(person.name, person.id), el("bdi", { class: "clip" }, person.name));
}
