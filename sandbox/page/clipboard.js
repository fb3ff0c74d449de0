import { toast } from "./toasts.js";
import { w } from "./words.js";

/** Puts the text on the clipboard and says so. */
export async function copyText(text) {
  if (navigator.clipboard) await navigator.clipboard.writeText(text);
  else copyTheOldWay(text);
  toast(w("copied"));
}

// Browsers offer navigator.clipboard only to https and to this very machine.
function copyTheOldWay(text) {
  const field = document.createElement("textarea");
  field.value = text;
  document.body.append(field);
  field.select();
  document.execCommand("copy");
  field.remove();
}
