// Telegram around the page: who opened it, and what it does for the page. No answer of it is ever waited for.

const app = window.Telegram?.WebApp;
const launch = window.Telegram?.WebView?.initParams ?? {};
const knows = (version) => Boolean(app?.isVersionAtLeast(version));

/** What Telegram says of who opened the page, signed; empty outside of Telegram. */
export const initData = app?.initData ?? "";
/** Who that is, as far as the page must tell one person from another; the server believes `initData` alone. */
export const person = String(app?.initDataUnsafe?.user?.id ?? "");
/** Differs between any two times that the page was opened, and stays the same when it is only reloaded. */
export const opening = String(app?.initDataUnsafe?.hash ?? "");
export const language = app?.initDataUnsafe?.user?.language_code ?? "en";

const asked = new URLSearchParams(location.search);
const named = asked.get("game") ?? app?.initDataUnsafe?.start_param ?? asked.get("tgWebAppStartParam") ?? "";
/** The game that the page was opened for; empty: whichever is the one to play. */
export const opened = /^[0-9a-f]{16}$/.test(named) ? named : "";

/** Makes the page at home; `back` is called whenever the person comes back to it. */
export function settle(back) {
  history.replaceState(history.state, "", location.pathname + location.search); // without what Telegram has signed
  document.addEventListener("visibilitychange", () => document.hidden || returned());
  addEventListener("online", back);
  window.focus(); // a frame hears no keyboard without it
  const returned = () => {
    tell(() => window.Telegram.WebView.postEvent("web_app_request_theme")); // it may be another one by now
    back();
  };
  tell(() => {
    app.ready();
    app.expand();
    if (knows("7.7")) app.disableVerticalSwipes();
    app.onEvent("activated", returned);
    const scheme = () => (document.documentElement.style.colorScheme = app.colorScheme);
    app.onEvent("themeChanged", scheme);
    if (launch.tgWebAppThemeParams) scheme();
  });
}

/** What Telegram is told: an old app, or none, may refuse it. */
function tell(act) {
  try {
    if (app) act();
  } catch (refused) {
    console.info("Telegram does not know that", refused);
  }
}

/** Closes the page; false where there is nobody to do it. */
export function close() {
  tell(() => app.close());
  return Boolean(initData);
}

export function open(url) {
  if (!initData) window.open(url, "_blank", "noopener");
  else if (url.startsWith("https://t.me/")) tell(() => app.openTelegramLink(url));
  else tell(() => app.openLink(url));
}

/** Lets the person choose a chat, in which the bot is then asked that. */
export function share(query) {
  const kinds = ["users", "groups", "channels"];
  if (knows("6.7") && launch.tgWebAppBotInline) tell(() => app.switchInlineQuery(query, kinds));
  else open(`https://t.me/share/url?url=https://t.me/${document.body.dataset.username}`);
}

/** Asks for the right to write to the person, and goes on with their answer; where it cannot be asked, without it. */
export function allow(then) {
  try {
    app.requestWriteAccess(then);
  } catch (refused) {
    then(false);
  }
}

/** Puts a text on the clipboard; whether it stands there. In the old way: a frame often has no right to the new one. */
export function copy(text) {
  const field = document.createElement("textarea");
  field.value = text;
  document.body.append(field);
  field.select();
  const isCopied = document.execCommand("copy");
  field.remove();
  return isCopied;
}

const felt = (how, ...kind) => () => knows("6.1") && tell(() => app.HapticFeedback[how](...kind));
export const thump = felt("impactOccurred", "medium");
export const tick = felt("selectionChanged");
export const cheer = felt("notificationOccurred", "success");
