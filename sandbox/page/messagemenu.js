// What one can do with a message: reply, copy, and with one's own: edit, delete.

import * as api from "./api.js";
import { attempt } from "./acts.js";
import { copyText } from "./clipboard.js";
import { replyTo, startEditing } from "./composer.js";
import { menu } from "./menus.js";
import { here } from "./place.js";
import { isMine } from "./store.js";
import { w } from "./words.js";

export function messageMenu(message, person, at) {
  const mine = isMine(message, person);
  const mayDelete = mine || !here().group;
  const remove = () => attempt(api.remove(person, message.chat, message.id));
  menu(at, [
    { icon: "reply", label: w("reply"), act: () => replyTo(message) },
    message.text && { icon: "copy", label: w("copy"), act: () => copyText(message.text) },
    mine && message.text && !message.via && { icon: "edit", label: w("edit"), act: () => startEditing(message) },
    mayDelete && { icon: "trash", label: w("remove"), danger: true, act: remove },
  ]);
}
