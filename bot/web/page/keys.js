// The keys: tapped, held, clicked with the other button, or typed on a keyboard.

import { drawn, el, fill, set } from "./text.js";

const HOLD = 500;
const BADGES = { out: "✕", maybe: "?", in: "✓" };

/** Keys below a board, which call `on.type(place)`, `on.note(place)`, `on.erase(all)` and `on.submit()`. */
export class Keypad {
  constructor(root, on) {
    this.root = root;
    this.on = on;
    this.keys = el("div", { class: "keys" });
    this.eraser = this.makeKey({ class: "key", "data-tool": "erase" }, "⌫", () => on.erase(), () => on.erase(true));
    this.submit = this.makeKey({ class: "key main", "data-tool": "guess" }, "✓", on.submit);
    this.hint = el("p", { class: "hint", id: "hold" });
    root.append(this.hint, this.keys, el("div", { class: "tools" }, this.eraser, this.submit));
    root.addEventListener("mousedown", (event) => {
      event.preventDefault(); // else the key has the focus, and Enter would press it instead of ✓
      window.focus();
    });
    root.addEventListener("touchend", (event) => event.preventDefault(), { passive: false }); // two are no zoom
    root.addEventListener("contextmenu", (event) => event.preventDefault());
    document.addEventListener("keydown", (event) => this.typed(event));
  }

  /** `used(place)`: it may not be tapped now; `full`: ✓ may be pressed; `busy`: places whose mark is asked for. */
  show(board, { used, full, empty, busy, words }) {
    this.board = board;
    const shape = JSON.stringify(board.keys.map((key) => [key.place, key.sign]));
    if (this.shape !== shape) {
      this.shape = shape;
      fill(this.keys, board.keys.map(({ place, sign }) =>
        this.makeKey({ class: "key" }, drawn(sign), () => this.on.type(place), () => this.on.note(place))));
    }
    const lines = board.keys.length <= 6 ? 1 : board.keys.length <= 14 ? 2 : 3;
    set(this.keys, "--columns", Math.max(lines > 2 ? 10 : 1, Math.ceil(board.keys.length / lines)));
    set(this.keys, "class", lines > 2 ? "keys many" : "keys");
    board.keys.forEach((key, at) => {
      const node = this.keys.children[at];
      set(node, "aria-label", key.said);
      set(node, "aria-disabled", used(key.place));
      set(node, "data-mark", key.mark || null);
      set(node, "data-badge", BADGES[key.mark]);
      set(node, "aria-busy", busy.has(key.place));
      set(node, "aria-describedby", board.note ? "hold" : null);
    });
    const tools = [[this.eraser, words.erase, empty], [this.submit, words.guess, !full]];
    for (const [node, said, isOff] of tools) {
      set(node, "aria-label", said);
      set(node, "aria-disabled", isOff);
    }
    this.hint.textContent = board.note ? words.hold : "";
  }

  /** A key that acts as the finger leaves it, or once it was held. No click is awaited: a second finger makes none. */
  makeKey(props, sign, act, held = null) {
    let [timer, down, last] = [0, false, -Infinity];
    const end = () => {
      clearTimeout(timer);
      down = false;
      node.classList.remove("down");
    };
    const onpointerdown = (event) => {
      last = -Infinity;
      if (event.button !== 0) return;
      down = true;
      node.classList.add("down");
      if (held) timer = setTimeout(() => (end(), (last = performance.now()), held()), HOLD);
    };
    const onpointerup = (event) => {
      last = event.timeStamp;
      if (!down) return;
      end();
      const { left, right, top, bottom } = node.getBoundingClientRect(); // a finger is held by the key where it began
      if (event.clientX >= left && event.clientX <= right && event.clientY >= top && event.clientY <= bottom) act();
    };
    const onclick = (event) => event.timeStamp - last > 700 && act(); // from a keyboard or a screen reader
    const oncontextmenu = () => !down && performance.now() - last > 700 && held?.();
    const heard = { onpointerdown, onpointerup, onpointercancel: end, onpointerleave: end, onclick, oncontextmenu };
    const node = el("button", { type: "button", ...props, ...heard }, sign);
    return node;
  }

  typed(event) {
    if (!this.board || this.root.hidden || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    const inTheWay = document.activeElement?.closest("button, a, [role=alertdialog]");
    if (event.key === "Backspace") this.on.erase();
    else if (event.repeat || (event.key === "Enter" && inTheWay)) return;
    else if (event.key === "Enter") this.on.submit();
    else this.letter(event);
  }

  letter(event) {
    const code = /^(?:Digit|Numpad|Key)(.)$/.exec(event.code)?.[1] ?? ""; // with Shift, or another alphabet switched on
    const found = [event.key, code].map((typed) => this.board.keys.find((key) =>
      typed && (key.typed || key.sign).toLowerCase() === typed.toLowerCase())).find(Boolean);
    if (!found) return;
    event.preventDefault();
    if (event.shiftKey) this.on.note(found.place);
    else this.on.type(found.place);
  }
}
