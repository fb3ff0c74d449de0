// The scroll of the chat: it stays at the bottom as long as one is there.

import { byId } from "./dom.js";

const NEAR = 60;
let pinned = true;
const watchers = new Set();

export const atBottom = () => pinned;

/** Calls `watcher(turned)` on every scroll; `turned`: the reader has just left the bottom or come back to it. */
export const onScroll = (watcher) => watchers.add(watcher);

/** Goes to the newest message and stays there. */
export function stickToBottom() {
  pinned = true;
  settle();
}

/** Keeps the promise to stay at the bottom, after anything has changed its height. */
export function settle() {
  const scroller = byId("scroller");
  if (pinned) scroller.scrollTop = scroller.scrollHeight;
}

export function letGo() {
  pinned = false;
}

export function watchScroll() {
  const scroller = byId("scroller");
  let height = scroller.clientHeight;
  scroller.addEventListener("scroll", () => {
    const before = pinned;
    // A change of the window's height scrolls too; only a scroll of the reader's own moves the pin.
    if (scroller.clientHeight === height) {
      pinned = scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < NEAR;
    }
    watchers.forEach((watcher) => watcher(before !== pinned));
  });
  const observer = new ResizeObserver(() => {
    settle();
    height = scroller.clientHeight;
  });
  observer.observe(scroller);
  observer.observe(byId("log"));
}
