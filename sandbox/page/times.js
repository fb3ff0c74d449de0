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
