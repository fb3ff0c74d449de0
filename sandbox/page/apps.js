// The bot's Mini App in a frame, as Telegram Web shows one: its head, and what app and host tell each other. What it has
// asked for stands on its section, data-ready, -expanded, -swipes, -confirms, and each in turn: -haptics, -unknown.

import * as api from "./api.js";
import { attempt } from "./acts.js";
import { buttons, dialog, form } from "./dialogs.js";
import { button, el } from "./dom.js";
import { icon } from "./icons.js";
import { switchInline } from "./inline.js";
import { openAppsBy, openLink } from "./links.js";
import { menu } from "./menus.js";
import { here, isWide, onPlaceChange } from "./place.js";
import { state } from "./store.js";
import { w } from "./words.js";

const GRANTED = "allow-scripts allow-same-origin allow-popups allow-forms allow-modals";
const COLORS = {
  bg_color: "panel", secondary_bg_color: "panel-soft", section_bg_color: "panel", header_bg_color: "panel",
  bottom_bar_bg_color: "panel", text_color: "ink", hint_color: "soft", subtitle_text_color: "soft",
  section_header_text_color: "accent-strong", accent_text_color: "accent-strong", link_color: "accent-strong",
  button_color: "accent", button_text_color: "on-accent", destructive_text_color: "danger",
  section_separator_color: "line",
};
const calm = matchMedia("(prefers-reduced-motion: reduce)");
let open = null;

openAppsBy(openApp);
onPlaceChange(follow);
document.addEventListener("visibilitychange", follow);
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", tellTheme);

/** Opens it: {} by the menu button, {chat, message, url} by a button, {link, chat} by a link with ?startapp=. */
export async function openApp(how) {
  const { me } = here();
  const launch = await attempt(api.openApp(me.id, { ...how, theme: JSON.stringify(theme()) }));
  if (!launch) return;
  close();
  const back = button({ class: "round", onclick: () => (open.goesBack ? tell("back_button_pressed") : close()) });
  const more = button({ class: "round", "aria-label": w("more"), "aria-haspopup": "menu",
    onclick: (event) => menu(event.currentTarget, items()) }, icon("more"));
  const head = el("header", { class: "bar-line mini-head" }, back, el("h1", { class: "clip" }, state.bot.name), more);
  const frame = el("iframe", { src: launch.url, title: state.bot.name, sandbox: GRANTED, allow: "clipboard-write" });
  const node = el("section", { class: "mini", "aria-label": state.bot.name }, head, frame);
  open = { node, head, back, frame, person: me.id, origin: new URL(launch.url).origin, mayWrite: launch.may_write,
    visible: true, goesBack: false, reloads: false };
  showBack({ is_visible: false });
  document.body.append(node);
  new ResizeObserver(tellViewport).observe(frame);
  frame.focus();
}

function close() {
  open?.node.remove();
  open = null;
}

const items = () => [
  { icon: "reload", label: w("reload"), act: reload },
  { icon: "close", label: w("close"), act: close },
];

function reload() {
  if (open.reloads) tell("reload_iframe");
  else open.frame.src = open.frame.src; // nothing there that hears of it
}

/** It is in sight for the one who opened it; who comes back finds it as it was. */
function follow() {
  if (!open) return;
  open.node.hidden = here().me?.id !== open.person;
  const visible = !open.node.hidden && !document.hidden;
  if (visible !== open.visible) tell("visibility_changed", { is_visible: visible });
  open.visible = visible;
}

function tell(eventType, eventData = {}) {
  open?.frame.contentWindow.postMessage(JSON.stringify({ eventType, eventData }), open.origin);
}

function tellTheme() {
  tell("theme_changed", { theme_params: theme() });
}

function theme() {
  const style = getComputedStyle(document.documentElement);
  return Object.fromEntries(Object.entries(COLORS).map(([name, ours]) => [name, style.getPropertyValue(`--${ours}`).trim()]));
}

function tellViewport() {
  if (!open || open.node.hidden) return;
  const { clientWidth: width, clientHeight: height } = open.frame;
  tell("viewport_changed", { width, height, is_expanded: true, is_state_stable: true });
}

function inset(edge) {
  return parseFloat(getComputedStyle(open.node).getPropertyValue(`--inset-${edge}`)) || 0;
}

addEventListener("message", ({ source, data }) => {
  if (!open || source !== open.frame.contentWindow) return;
  const { eventType = "?", eventData } = understood(data);
  if (Object.hasOwn(ASKED, eventType)) ASKED[eventType](eventData || {});
  else note("unknown", eventType);
});

function understood(data) {
  try {
    return JSON.parse(data) ?? {};
  } catch {
    return {};
  }
}

/** Appends to what it has asked for so far. */
function note(name, what) {
  open.node.dataset[name] = [open.node.dataset[name], what].filter(Boolean).join(" ");
}

const ASKED = {
  iframe_ready({ reload_supported }) {
    open.reloads = reload_supported;
    showBack({ is_visible: false });
  },
  iframe_will_reload: () => (open.reloads = false),
  web_app_ready: () => (open.node.dataset.ready = true),
  web_app_expand: () => (open.node.dataset.expanded = true),
  web_app_close: close,
  web_app_request_theme: tellTheme,
  web_app_request_viewport: tellViewport,
  web_app_request_safe_area: () => tell("safe_area_changed", { top: inset("top"), bottom: inset("bottom"), left: 0, right: 0 }),
  web_app_request_content_safe_area: () => tell("content_safe_area_changed", { top: 0, bottom: 0, left: 0, right: 0 }),
  web_app_set_header_color({ color, color_key }) {
    open.head.style.setProperty("background", color ?? `var(--${COLORS[color_key]})`);
  },
  web_app_set_background_color: ({ color }) => open.frame.style.setProperty("background", color),
  web_app_setup_back_button: showBack,
  web_app_set_bottom_bar_color: () => {}, // there is no bar, and no button in it: the bot has none
  web_app_setup_main_button: () => {},
  web_app_setup_secondary_button: () => {},
  web_app_setup_swipe_behavior: ({ allow_vertical_swipe }) => (open.node.dataset.swipes = allow_vertical_swipe),
  web_app_setup_closing_behavior: ({ need_confirmation }) => (open.node.dataset.confirms = need_confirmation),
  web_app_trigger_haptic_feedback: thump,
  web_app_open_tg_link({ path_full }) {
    if (!isWide()) close(); // a phone would lay it aside: the chat that the link leads to must be seen
    openLink(`https://t.me/${path_full.replace(/^\/+/, "")}`);
  },
  web_app_open_link: ({ url }) => openLink(url),
  web_app_switch_inline_query({ query, chat_types }) {
    close();
    switchInline({ kind: chat_types.length > 0 ? "switch" : "switch_here", value: query,
      chats: chat_types.map((kind) => kind.slice(0, -1)) });
  },
  web_app_open_popup: showPopup,
  web_app_request_write_access: askToWrite,
};

function showBack({ is_visible }) {
  open.goesBack = is_visible;
  open.back.replaceChildren(icon(is_visible ? "back" : "close"));
  open.back.ariaLabel = w(is_visible ? "back" : "close");
}

/** Nothing here can be felt, so it is seen. */
function thump({ type, impact_style, notification_type }) {
  const kind = impact_style ?? notification_type;
  note("haptics", kind ? `${type}:${kind}` : type);
  if (!calm.matches) open.frame.animate({ transform: ["translateX(3px)", "translateX(-3px)", "none"] }, 90);
}

async function showPopup({ title, message, buttons: offered }) {
  const press = (done, { id, type, text }) =>
    button({ class: `text-button ${type}`, onclick: () => done({ button_id: id }) }, text || w(type));
  const pressed = await dialog(title || state.bot.name, (done) => [
    el("p", { class: "dialog-text", dir: "auto" }, message), buttons(...offered.map((one) => press(done, one)))]);
  tell("popup_closed", pressed ?? {});
}

async function askToWrite() {
  const { mayWrite, person } = open;
  const may = mayWrite || ((await form(w("mayWrite"), w("allow"))) && (await attempt(api.allow(person))));
  if (open) open.mayWrite = Boolean(may);
  tell("write_access_requested", { status: may ? "allowed" : "cancelled" });
}
