// The rail of people: a click is enough to be somebody else.

import * as api from "./api.js";
import { attempt } from "./acts.js";
import { avatar } from "./avatar.js";
import { field, form, lineField } from "./dialogs.js";
import { button, byId, el, reconcile } from "./dom.js";
import { icon } from "./icons.js";
import { become } from "./place.js";
import { state } from "./store.js";
import { unreadOf } from "./unread.js";
import { spoken, w } from "./words.js";

const LANGUAGES = { en: "English", uk: "Українська", ru: "Русский", de: "Deutsch" };

export function renderPeople({ me }) {
  const rail = byId("people");
  rail.ariaLabel = w("people");
  const items = [...state.people.values()].map((person) => {
    const unread = unreadOf(person.id);
    const current = person === me;
    const build = () => personButton(person, unread, current);
    return { key: `p${person.id}`, stamp: [person, unread, current, spoken()], build };
  });
  items.push({ key: "add", stamp: [spoken()], build: addButton });
  reconcile(rail, items, (item) => item.build());
}

function personButton(person, unread, current) {
  const badge = unread > 0 && el("span", { class: "badge" }, unread > 99 ? "99+" : String(unread));
  const label = `${person.name}, ${languageName(person.language)}${unread > 0 ? `, ${unread} ${w("unread")}` : ""}`;
  return button({ class: "person", "aria-current": current ? "true" : null, "aria-label": label, title: label,
      "data-focus": `p${person.id}`, onclick: () => become(person.id) },
    el("span", { class: "person-face" },
      avatar(person.name, person.id), badge, el("span", { class: "tongue" }, person.language)),
    el("span", { class: "person-name clip", dir: "auto" }, person.name),
  );
}

function addButton() {
  const label = w("addPerson");
  return button({ class: "person add", "data-focus": "add", "aria-label": label, title: label, onclick: addPerson },
    el("span", { class: "person-face" }, el("span", { class: "avatar hollow" }, icon("plus"))),
    el("span", { class: "person-name clip" }, w("add")),
  );
}

function languageName(code) {
  return LANGUAGES[code] ?? code;
}

export async function addPerson() {
  const option = ([code, name]) => el("option", { value: code, selected: code === spoken() }, name);
  const said = await form(w("addPerson"), w("add"),
    lineField(w("name"), "name", { autofocus: true }),
    field(w("language"), el("select", { name: "language" }, Object.entries(LANGUAGES).map(option))));
  if (!said || !said.get("name").trim()) return;
  const person = await attempt(api.addPerson(said.get("name").trim(), said.get("language")));
  if (person) become(person.id);
}
