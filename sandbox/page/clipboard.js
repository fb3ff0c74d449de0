import { toast } from "./toasts.js";
import { w } from "./words.js";

/** Puts the text on the clipboard and says so. */
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    copyTheOldWay(text);
  }
  toast(w("copied"));
}

// Browsers offer navigator.clipboard only to https and to this very machine, and may ask for leave.
function copyTheOldWay(text) {
  const field = document.createElement("textarea");
  field.value = text;
  document.body.append(field);
  field.select();
  document.execCommand("copy");
  field.remove();
}
