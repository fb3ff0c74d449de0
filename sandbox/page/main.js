// The page: listens to the server and shows everything anew after every change.

import { renderChats } from "./chats.js";
import { byId } from "./dom.js";
import { listen } from "./events.js";
import { renderFoot } from "./foot.js";
import { renderHead } from "./head.js";
import { followAddress } from "./links.js";
import { renderMessages, startMessages } from "./messages.js";
import { renderPeople } from "./people.js";
import { renderPinned } from "./pinned.js";
import { address, go, here, isUnplaced, leave, onPlaceChange } from "./place.js";
import { state, watch, watchMigrations } from "./store.js";
import { renderTopics } from "./topics.js";
import { noteSeen, unreadOf } from "./unread.js";
import { speak } from "./words.js";

function render() {
  if (!state.ready) return;
  const place = here();
  speak(place.me?.language ?? navigator.language);
  const app = byId("app");
  app.hidden = false;
  app.classList.toggle("in-room", place.chat !== null);
  renderFoot(place);
  renderMessages(place);
  noteSeen(place);
  renderHead(place);
  renderTopics(place);
  renderPinned(place);
  renderPeople(place);
  renderChats(place);
  const unread = [...state.people.keys()].reduce((sum, person) => sum + unreadOf(person), 0);
  document.title = `${unread > 0 ? `(${unread}) ` : ""}${state.bot.name} · Sandbox`;
}

watch(render);
watchMigrations((old, fresh) => {
  const said = address();
  if (said.chat === old) go(said.person, fresh, { replace: true });
});
onPlaceChange(render);
document.addEventListener("visibilitychange", render);
startMessages();
listen(arrive);

/** Who opens the page by its bare address stands in the chat with the bot, on a phone too. */
async function arrive() {
  await followAddress();
  const { me } = here();
  if (me && isUnplaced()) go(me.id, me.id, { replace: true });
}

// Escape leaves the chat, unless something nearer has taken it: a menu, a list, a dialog, what was being written.
document.addEventListener("keydown", (event) => {
  const { me, chat } = here();
  if (event.key !== "Escape" || event.defaultPrevented || !chat || document.querySelector("dialog[open]")) return;
  leave(me.id);
});
