// Building and updating elements. Text always goes in as text, never as markup.

/** A new element: `el("button", {class: "round", onclick: open}, "text", child)`; empty children are left out. */
export function el(tag, props = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name === "style") for (const [key, to] of Object.entries(value)) node.style.setProperty(key, to);
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

/** A button that does nothing but what its `onclick` says. */
export function button(props, ...children) {
  return el("button", { type: "button", ...props }, ...children);
}

export const byId = (id) => document.getElementById(id);

/**
 * Makes the children of `parent` show `items` ({key, stamp}) in order. A child whose stamp is unchanged stays the very
 * same element, so focus, selection and animations survive; a changed one is built anew and takes over the focus.
 */
export function reconcile(parent, items, build) {
  const wanted = new Set(items.map((item) => item.key));
  const present = new Map();
  for (const node of [...parent.children]) {
    if (wanted.has(node.dataset.key)) present.set(node.dataset.key, node);
    else node.remove();
  }
  let cursor = parent.firstElementChild;
  for (const item of items) {
    let node = present.get(item.key);
    if (node && sameStamp(node.stamp, item.stamp)) {
      if (node === cursor) cursor = cursor.nextElementSibling;
      else parent.insertBefore(node, cursor);
      continue;
    }
    const fresh = build(item);
    fresh.dataset.key = item.key;
    fresh.stamp = item.stamp;
    if (node === cursor && node) cursor = cursor.nextElementSibling;
    parent.insertBefore(fresh, cursor);
    if (node) handOver(node, fresh);
  }
}

function sameStamp(one, other) {
  return one.length === other.length && one.every((value, at) => Object.is(value, other[at]));
}

function handOver(old, fresh) {
  const focused = old.contains(document.activeElement) ? document.activeElement.dataset.focus : null;
  old.remove();
  if (focused) fresh.querySelector(`[data-focus="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
}
