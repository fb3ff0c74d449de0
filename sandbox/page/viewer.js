// A photo in its full size, over everything else.

import { dialog } from "./dialogs.js";
import { button, el } from "./dom.js";
import { icon } from "./icons.js";
import { w } from "./words.js";

/** Shows the photo large, instead of following its link; with a key held the browser follows it as ever. */
export function enlarge(event, photo) {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  dialog(null, (close) => [
    button({ class: "viewer-close", "aria-label": w("close"), autofocus: true, onclick: () => close(null) }, icon("close")),
    el("img", { src: photo.url, alt: w("photo"), width: photo.width, height: photo.height, onclick: () => close(null) }),
  ], { class: "dialog viewer", "aria-label": w("photo") });
}
