// Modal dialogs on the browser's own <dialog>: it keeps the focus inside and closes on Escape.

import { button, el } from "./dom.js";
import { icon } from "./icons.js";
import { w } from "./words.js";

/**
 * Shows a dialog; `body` is built with a `close(result)` function. Resolves with the result, or null if dismissed.
 * `more` are properties of one that differs from the others.
 */
export function dialog(title, body, more = {}) {
  return new Promise((resolve) => {
    let result = null;
    const close = (value) => {
      result = value;
      node.close();
    };
    const heading = title ? el("h2", { id: "dialog-title", dir: "auto" }, title) : null;
    const props = { class: "dialog", "aria-labelledby": title ? "dialog-title" : null, ...more };
    const node = el("dialog", props, heading, body(close));
    node.addEventListener("close", () => {
      node.remove();
      resolve(result);
    });
    node.addEventListener("click", (event) => event.target === node && node.close());
    document.body.append(node);
    node.showModal();
    node.querySelector("[autofocus]")?.focus();
  });
}

/** The answer to a press that asked for attention. */
export function alertBox(title, text) {
  return dialog(title, (close) => [
    el("p", { class: "dialog-text", dir: "auto" }, text),
    buttons(button({ class: "text-button strong", autofocus: true, onclick: () => close(true) }, w("ok"))),
  ]);
}

/** A form: `fields` are elements; resolves with its FormData, or null. */
export function form(title, submitLabel, ...fields) {
  return dialog(title, (close) => {
    const onsubmit = (event) => {
      event.preventDefault();
      close(new FormData(event.target));
    };
    const cancel = button({ class: "text-button", onclick: () => close(null) }, w("cancel"));
    const submit = el("button", { type: "submit", class: "text-button strong" }, submitLabel);
    return el("form", { class: "form", onsubmit }, ...fields, buttons(cancel, submit));
  });
}

/** A list to pick one thing from: `options` are {label, value, face}; one may be `current`. */
export function pick(title, options) {
  const row = (close, { label, value, face, current }) =>
    button({ class: "pick-row", "aria-current": current && "true", autofocus: current, onclick: () => close(value) },
      face, el("bdi", { class: "clip" }, label), current ? icon("check") : null);
  return dialog(title, (close) => [
    el("div", { class: "pick" }, options.map((option) => row(close, option))),
    buttons(button({ class: "text-button", onclick: () => close(null) }, w("cancel"))),
  ]);
}

/** A line of text that has to be filled in. */
export function lineField(label, name, props = {}) {
  const usual = { required: true, maxlength: "128", autocomplete: "off", dir: "auto" };
  return field(label, el("input", { name, ...usual, ...props }));
}

export function field(label, input) {
  return el("label", { class: "field" }, el("span", {}, label), input);
}

/** The row of buttons that a dialog ends with. */
export function buttons(...children) {
  return el("div", { class: "dialog-buttons" }, children);
}
