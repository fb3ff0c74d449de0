// The stream of the server's events. It comes back by itself; every connection begins with a snapshot.

import { changed, state, take } from "./store.js";

const PAUSES = [300, 700, 1500, 3000];
// What arrives within this time is shown in one go: a new board and the end of the old one look like one change.
const TOGETHER = 40;

let pauses = 0;
let flush = null;
let greet = null;

/** Follows the events for good; `onFirst` is called once, when the first snapshot is there. */
export function listen(onFirst) {
  greet = onFirst;
  connect();
}

function connect() {
  const source = new EventSource("/events");
  source.onmessage = (message) => arrived(JSON.parse(message.data));
  source.onerror = () => {
    source.close();
    lost();
  };
}

function arrived(event) {
  take(event);
  if (event.type === "snapshot") {
    pauses = 0;
    state.online = true;
  }
  const fromBot = event.type === "message" && event.message.from?.bot;
  if (!fromBot) show();
  else flush ??= setTimeout(show, TOGETHER);
  if (event.type === "snapshot") {
    greet?.();
    greet = null;
  }
}

function show() {
  clearTimeout(flush);
  flush = null;
  changed();
}

function lost() {
  state.online = false;
  changed();
  setTimeout(connect, PAUSES[Math.min(pauses, PAUSES.length - 1)]);
  pauses += 1;
}
