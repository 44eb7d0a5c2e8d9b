/**
 * A language for development and tests: English that is 40 % longer, with accents and in brackets. What is cut off, glued
 * together or not translated at all can then be seen.
 */
const plain = 'abcdefghijklnoprstuvwyzABCDEFGHIJKLNOPRSTUVWYZ'
const accented = Array.from('áƀçðéƒĝĥíĵķļñóþŕšţúṽŵýžÁƁÇÐÉƑĜĤÍĴĶĻÑÓÞŔŠŢÚṼŴÝŽ')
const accents = new Map(Array.from(plain, (letter, i) => [letter, accented[i]!]))
const filler = ' ẃóŕðš ţó ƒíļļ ţĥé þļáçé óƒ ļóñĝéŕ ļáñĝúáĝéš'

/** `{{name}}`, `$t(key)` and tags of the text are the program's, not the translator's. */
const program = /(\{\{[^}]*\}\}|\$t\([^)]*\)|<[^>]+>)/

export function pseudoText(text: string): string {
  if (text.trim() === '') return text
  const parts = text.split(program)
  const words = parts.map((part, i) =>
    i % 2 === 1 ? part : Array.from(part, letter => accents.get(letter) ?? letter).join(''),
  )
  const length = parts.reduce((sum, part, i) => (i % 2 === 1 ? sum + 4 : sum + part.length), 0)
  return `[${words.join('')}${filler.repeat(4).slice(0, Math.ceil(length * 0.4))}]`
}

/** All texts of a file; keys stay. */
export const pseudo = <T>(texts: T): T =>
  (typeof texts === 'string'
    ? pseudoText(texts)
    : Object.fromEntries(Object.entries(texts as object).map(([key, inner]) => [key, pseudo<unknown>(inner)]))) as T
