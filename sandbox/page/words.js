// The page's own words in the language of the person one is. A language without words of its own gets English.

import en from "./words/en.js";
import ru from "./words/ru.js";
import uk from "./words/uk.js";

const DICTIONARIES = { en, uk, ru };
let language = "en";

/** Chooses the language of all words from now on. */
export function speak(wished) {
  const base = (wished ?? "en").split("-")[0];
  language = base in DICTIONARIES ? base : "en";
  document.documentElement.lang = language;
}

export const w = (key) => DICTIONARIES[language][key];
export const spoken = () => language;

/** "3 members", in the grammar of the language. */
export function counted(key, n) {
  const forms = w(key);
  return (forms[new Intl.PluralRules(language).select(n)] ?? forms.other).replace("{n}", n);
}
