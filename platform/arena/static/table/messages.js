/**
 * Every text that the table shows. The page brings the messages in its own language as JSON (`arena.table.messages` makes
 * them): whole sentences with named placeholders. A message that counts has the forms `key.one`, `key.other` ... of
 * Intl.PluralRules, chosen by the value `count`.
 *
 * A value is a string, a number, or something that can show itself in two ways, as `node()` on the page and as `text()`
 * for a screen reader: a card, a suit, a player's name, a list of them.
 */

import { el } from "./dom.js";

const texts = new Map();
let language = "en";
let plurals = new Intl.PluralRules(language);
let numbers = new Intl.NumberFormat(language);

/** Take over the messages of a page: {key: text}. */
export function install(messages, lang = document.documentElement.lang || "en") {
  texts.clear();
  for (const [key, text] of Object.entries(messages)) texts.set(key, text);
  language = lang;
  plurals = new Intl.PluralRules(lang);
  numbers = new Intl.NumberFormat(lang, { maximumFractionDigits: 1 });
}

/** A number in the page's digits. */
export const number = (value) => numbers.format(value);

/** A number with its sign, "+2". */
export const signed = (value) => new Intl.NumberFormat(language, { signDisplay: "exceptZero" }).format(value);

export const has = (key) => texts.has(key) || texts.has(`${key}.other`);

function template(key, values) {
  const counted = values.count === undefined ? undefined : texts.get(`${key}.${plurals.select(values.count)}`) ?? texts.get(`${key}.other`);
  const found = counted ?? texts.get(key);
  if (found === undefined) throw new Error(`there is no message ${key}`);
  return found.split(/\{(\w+)\}/);
}

const plain = (value) => (typeof value === "number" ? number(value) : String(value));

/** A message as a string, cards and names as they are spoken. */
export function text(key, values = {}) {
  return template(key, values)
    .map((part, at) => (at % 2 ? values[part]?.text?.() ?? plain(values[part]) : part))
    .join("");
}

/** A message as nodes, cards and names as they are drawn. */
export function nodes(key, values = {}) {
  return template(key, values)
    .map((part, at) => (at % 2 ? values[part]?.node?.() ?? plain(values[part]) : part))
    .filter((node) => node !== "");
}

/** A message in an element. */
export const said = (tag, attributes, key, values) => el(tag, attributes, nodes(key, values));

/** A value made of values, joined as the language joins a list: "A♠, 10♠ and 2♦". */
export function list(values, type = "conjunction") {
  const join = (show, make) => {
    const parts = new Intl.ListFormat(language, { type }).formatToParts(values.map((_, at) => String(at)));
    return make(parts.map((part) => (part.type === "element" ? show(values[Number(part.value)]) : part.value)));
  };
  return {
    text: () => join((value) => value.text?.() ?? plain(value), (parts) => parts.join("")),
    node: () => join((value) => value.node?.() ?? plain(value), (parts) => el("span", {}, parts)),
  };
}
