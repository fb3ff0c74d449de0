// Messages glide to their new places instead of jumping there.

const GLIDE = { duration: 180, easing: "cubic-bezier(.2, .8, .3, 1)" };
const calm = matchMedia("(prefers-reduced-motion: reduce)");

/** Carries out `change`, then lets what is in view glide from where it was. */
export function gliding(scroller, log, change) {
  if (calm.matches || document.hidden) return change();
  const before = new Map();
  const view = scroller.getBoundingClientRect();
  for (const node of log.children) {
    const box = node.getBoundingClientRect();
    if (box.bottom > view.top - 200 && box.top < view.bottom + 200) before.set(node.dataset.key, box.top);
  }
  change();
  // A message that comes as another goes (a board moved to the bottom) takes its place at once, as an edit would.
  const replacing = [...before.keys()].some((key) => !log.querySelector(`:scope > [data-key="${CSS.escape(key)}"]`));
  const moves = [];
  for (const node of log.querySelectorAll(":scope > :not(.day)")) {
    const box = node.getBoundingClientRect();
    if (box.bottom < view.top || box.top > view.bottom + 200) continue;
    moves.push([node, before.has(node.dataset.key) ? before.get(node.dataset.key) - box.top : null]);
  }
  for (const [node, shift] of moves) glide(node, shift, replacing);
}

function glide(node, shift, replacing) {
  if (shift === null) {
    if (replacing) return;
    node.animate([{ opacity: 0, transform: "translateY(10px)" }, { opacity: 1, transform: "none" }], GLIDE);
  } else if (Math.abs(shift) > 1) {
    for (const old of node.getAnimations()) old.cancel();
    node.animate([{ transform: `translateY(${shift}px)` }, { transform: "none" }], GLIDE);
  }
}
