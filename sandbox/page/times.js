// Dates as people read them.

import { sandboxNow } from "./store.js";
import { spoken, w } from "./words.js";

const format = (unix, options) => new Intl.DateTimeFormat(spoken(), options).format(new Date(unix * 1000));

export const clockTime = (unix) => format(unix, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
export const fullTime = (unix) => format(unix, { dateStyle: "long", timeStyle: "medium" });
export const dayKey = (unix) => new Date(unix * 1000).toDateString();

export function dayName(unix) {
  if (dayKey(unix) === dayKey(sandboxNow())) return w("today");
  const thisYear = new Date(unix * 1000).getFullYear() === new Date(sandboxNow() * 1000).getFullYear();
  return format(unix, { day: "numeric", month: "long", ...(thisYear ? {} : { year: "numeric" }) });
}

/** For the chat list: the time today, else the day. */
export function shortTime(unix) {
  if (dayKey(unix) === dayKey(sandboxNow())) return clockTime(unix);
  return format(unix, { day: "2-digit", month: "2-digit" });
}

const UNITS = [["day", 86400], ["hour", 3600], ["minute", 60], ["second", 1]];

/** How long until then, or since, in the largest unit of which there are two; the present is “now”. */
function fromNow(unix) {
  const seconds = Math.round(unix - sandboxNow());
  const [unit, length] = UNITS.find(([, length]) => Math.abs(seconds) >= 2 * length) ?? UNITS.at(-1);
  const told = new Intl.RelativeTimeFormat(spoken(), { numeric: seconds === 0 ? "auto" : "always" });
  return told.format(Math.round(seconds / length), unit);
}

/** A time in Telegram's format for times: "r", or any of the letters w, d or D, t or T; "" gives nothing. */
export function inFormat(unix, letters) {
  if (letters === "r") return fromNow(unix);
  const options = {};
  if (letters.includes("w")) options.weekday = "long";
  if (letters.includes("d")) Object.assign(options, { day: "2-digit", month: "2-digit", year: "2-digit" });
  if (letters.includes("D")) Object.assign(options, { day: "numeric", month: "long", year: "numeric" });
  if (/t/i.test(letters)) Object.assign(options, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  if (letters.includes("T")) options.second = "2-digit";
  return letters ? format(unix, options) : "";
}
