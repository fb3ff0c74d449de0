// What is being written at each place: text, what it replies to or edits, and in whose name.

const drafts = new Map();

/** The draft of a place, {text, replyTo, editing, anonymous}; made on first use. */
export function draftAt(key) {
  if (!drafts.has(key)) drafts.set(key, { text: "", replyTo: null, editing: null, anonymous: false });
  return drafts.get(key);
}

/** Forgets text, reply and edit; the name one writes in stays. */
export function clearDraft(key) {
  Object.assign(draftAt(key), { text: "", replyTo: null, editing: null });
}

/** The text to be sent that stands in a place other than the open one, for the chat list. */
export function draftText(key) {
  const draft = drafts.get(key);
  return draft && draft.editing === null ? draft.text.trim() : "";
}
