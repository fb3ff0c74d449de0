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

/** Brings `node` to the middle; the bottom is left, unless that is where it stands. */
export function reveal(node) {
  const scroller = byId("scroller");
  const [view, box] = [scroller.getBoundingClientRect(), node.getBoundingClientRect()];
  const top = scroller.scrollTop + box.top - view.top - (view.height - box.height) / 2;
  pinned = scroller.scrollHeight - scroller.clientHeight - top < NEAR;
  scroller.scrollTo({ top, behavior: "smooth" });
}

export function watchScroll() {
  const scroller = byId("scroller");
  let last = sizesOf(scroller);
  scroller.addEventListener("scroll", () => {
    const [before, now] = [pinned, sizesOf(scroller)];
    // What changes its height scrolls too; only a scroll of the reader's own, with all heights unchanged, moves the pin,
    // and only on the way down does it come back.
    if (now.view === last.view && now.content === last.content) {
      const near = now.content - now.top - now.view < NEAR;
      pinned = near && (pinned || now.top >= last.top);
    }
    last = now;
    watchers.forEach((watcher) => watcher(before !== pinned));
  });
  const observer = new ResizeObserver(() => {
    settle();
    last = sizesOf(scroller);
  });
  observer.observe(scroller);
  observer.observe(byId("log"));
}

const sizesOf = (scroller) => (
  { top: scroller.scrollTop, content: scroller.scrollHeight, view: scroller.clientHeight });
