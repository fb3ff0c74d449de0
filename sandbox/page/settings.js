// What its owner tells BotFather about the bot.

import * as api from "./api.js";
import { attempt } from "./acts.js";
import { pick } from "./dialogs.js";
import { el } from "./dom.js";
import { icon } from "./icons.js";
import { state } from "./store.js";
import { w } from "./words.js";

const face = (name) => el("span", { class: "avatar hollow" }, icon(name));

/** What the bot hears in groups. */
export async function privacy() {
  const on = await pick(w("privacyHelp"), [
    { label: w("privacyOn"), value: "on", face: face("shield"), current: state.privacy },
    { label: w("privacyOff"), value: "off", face: face("group"), current: !state.privacy },
  ]);
  if (on) await attempt(api.setPrivacy(on === "on"));
}

/** Whether people may type its name in any chat, and whether it hears which card they chose. */
export async function inlineMode() {
  const { on, feedback } = state.inline;
  const chosen = await pick(w("inlineHelp"), [
    { label: w("inlineOn"), value: [true, false], face: face("at"), current: on && !feedback },
    { label: w("inlineTold"), value: [true, true], face: face("check"), current: on && feedback },
    { label: w("inlineOff"), value: [false, false], face: face("ban"), current: !on },
  ]);
  if (chosen) await attempt(api.setInline(...chosen));
}

/** Whether its name may be sent where it is no member, for one answer. */
export async function guestMode() {
  const on = await pick(w("guestHelp"), [
    { label: w("inlineOn"), value: "on", face: face("check"), current: state.guests },
    { label: w("inlineOff"), value: "off", face: face("ban"), current: !state.guests },
  ]);
  if (on) await attempt(api.setGuests(on === "on"));
}
