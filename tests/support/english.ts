import { readFileSync } from 'node:fs'

export type Texts = { [key: string]: string | Texts }

/** The shipped English texts of a namespace. */
export const englishOf = (namespace: string): Texts =>
  JSON.parse(readFileSync(`public/locales/en/${namespace}.json`, 'utf8')) as Texts

/** Every key of a tree with its text: `fields.name`. */
export const leavesOf = (tree: Texts, before = ''): [key: string, text: string][] =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [[before + key, value] as [string, string]] : leavesOf(value, `${before}${key}.`),
  )

/** The same without their texts. */
export const keysOf = (tree: Texts): string[] => leavesOf(tree).map(([key]) => key)
