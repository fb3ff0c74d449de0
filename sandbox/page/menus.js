// A small menu at a point or under a button. Arrow keys walk, Escape leaves, focus returns where it was.

import { button, el } from "./dom.js";
import { icon } from "./icons.js";

let open = null;

/** Shows `items` ({icon or face, label, act, danger}); falsy items are left out. `at` is an element or {x, y}. */
export function menu(at, items) {
  closeMenu();
  const back = document.activeElement;
  const node = el("div", { class: "menu", role: "menu", tabindex: "-1" }, items.filter(Boolean).map(row));
  document.body.append(node);
  place(node, at instanceof Element ? under(at) : at);
  const anchor = at instanceof Element ? at : null;
  anchor?.setAttribute("aria-expanded", "true");
  open = { node, back, anchor };
  // Enter pressed once more must do no harm: where every row would, the menu itself has the focus.
  (node.querySelector("button:not(.danger)") ?? node).focus({ preventScroll: true });
}

export function closeMenu() {
  if (!open) return;
  const { node, back, anchor } = open;
  open = null;
  node.remove();
  anchor?.setAttribute("aria-expanded", "false");
  if (back?.isConnected) back.focus({ preventScroll: true });
}

function row(item) {
  const act = () => {
    closeMenu();
    item.act();
  };
  return button({ role: "menuitem", class: item.danger ? "danger" : null, onclick: act },
    item.face ?? icon(item.icon), el("bdi", { class: "clip" }, item.label));
}

function under(anchor) {
  const box = anchor.getBoundingClientRect();
  return { x: box.left, y: box.bottom + 4, above: box.top - 4, right: box.right };
}

function place(node, { x, y, above = y, right = x }) {
  const { width, height } = node.getBoundingClientRect();
  const left = x + width > innerWidth - 8 ? right - width : x;
  const top = y + height > innerHeight - 8 ? above - height : y;
  node.style.setProperty("left", `${Math.max(8, left)}px`);
  node.style.setProperty("top", `${Math.max(8, top)}px`);
}

document.addEventListener("pointerdown", (event) => {
  if (open && !open.node.contains(event.target)) closeMenu();
}, true);

document.addEventListener("keydown", (event) => {
  if (!open) return;
  const rows = [...open.node.children];
  const at = rows.indexOf(document.activeElement);
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step) rows[(Math.max(at, step < 0 ? 0 : -1) + step + rows.length) % rows.length].focus();
  else if (event.key === "Escape" || event.key === "Tab") closeMenu();
  else return;
  event.preventDefault();
}, true);
