// The rows of a board: what was guessed and answered, what is on its way, what is being tapped, and what is still free.

import { drawn, el, set } from "./text.js";
import { cheer, thump } from "./host.js";

const BEAT = 130; // milliseconds from one bull or cow to the next; style.css has it as well

/** The signs of those places in the alphabet. */
const signsOf = (board, places) => places.map((place) => board.keys.find((key) => key.place === place)?.sign ?? "");

/**
 * Shows a board in `grid`. Rows that are as they were stay the same elements. `draft`: places that are tapped; `sent`:
 * those of a guess on its way, or null; `fresh`: the newest turn has just been answered, and is played out.
 */
export function drawGrid(grid, board, { draft, sent, fresh, words }) {
  const rows = rowsOf(board, draft, sent, words);
  set(grid, "--length", board.length);
  set(grid, "--rows", rows.length);
  set(grid, "--pips", board.length > 5 ? Math.ceil(board.length / 2) : board.length);
  while (grid.children.length > rows.length) grid.lastElementChild.remove();
  rows.forEach((row, at) => {
    const [old, stamp] = [grid.children[at], JSON.stringify(row)];
    if (old?.stamp === stamp) return;
    const node = drawRow(row, at, board, old?.filled ?? 0);
    Object.assign(node, { stamp, filled: row.is === "draft" ? row.signs.length : 0 });
    if (old) old.replaceWith(node);
    else grid.append(node);
    if (fresh && at === board.turns.length - 1) play(node, row, board.won);
  });
  const now = grid.children[Math.min(board.turns.length + Number(Boolean(sent)), rows.length - 1)];
  if (now && now !== grid.now) now.scrollIntoView({ block: "nearest" });
  grid.now = now;
}

function rowsOf(board, draft, sent, words) {
  const rows = board.turns.map(({ signs, bulls, cows, said }) => ({ is: "turn", signs, bulls, cows, said }));
  if (sent) rows.push({ is: "sent", signs: signsOf(board, sent), said: words.wait });
  if (board.over) return rows;
  const signs = signsOf(board, draft);
  rows.push({ is: "draft", signs, said: signs.join(" ") || words.empty });
  while (rows.length < board.rows) rows.push({ is: "empty", signs: [], said: words.empty });
  return rows;
}

function drawRow(row, at, board, filled) {
  const tiles = Array.from({ length: board.length }, (_, place) => {
    const [isDraft, last] = [row.is === "draft", row.signs.length - 1];
    const looks = ["tile", place <= last && "full", isDraft && place === last + 1 && "next"];
    if (isDraft && place === last && place >= filled) looks.push("new");
    return el("span", { role: "gridcell", class: looks.filter(Boolean).join(" ") }, drawn(row.signs[place] ?? ""));
  });
  const answer = row.is === "turn" ? pips(row, board.length) : board.stakes[at] ?? "";
  return el("div", { role: "row", class: `row ${row.is}`, "aria-label": row.said },
    el("i", { "aria-hidden": "true" }, String(at + 1)),
    tiles,
    el("span", { role: "gridcell", class: "answer", "aria-label": row.is === "turn" ? row.said : null }, answer));
}

/** Bulls from the left, cows after them, then what is missing. */
function pips({ bulls, cows }, length) {
  return Array.from({ length }, (_, at) => {
    const is = at < bulls ? "bull" : at < bulls + cows ? "cow" : "miss";
    return el("i", { class: `pip ${is}`, "aria-hidden": "true", "--at": at });
  });
}

function play(node, { bulls }, won) {
  node.classList.add("fresh");
  for (let at = 0; at < bulls; at++) setTimeout(thump, (at + 1) * BEAT);
  if (won) setTimeout(cheer, (bulls + 2) * BEAT);
}
