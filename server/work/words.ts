import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Module } from '#contract/module.ts'

type Texts = { [key: string]: string | Texts }

const FOLDER = fileURLToPath(new URL('../../public/locales', import.meta.url))
const files = new Map<string, Texts>()

/** The languages that there are texts in. */
export const languages = (): string[] => (existsSync(FOLDER) ? readdirSync(FOLDER) : ['en'])

function textsOf(language: string, namespace: string): Texts {
  const path = `${FOLDER}/${language}/${namespace}.json`
  let texts = files.get(path)
  if (!texts) {
    texts = existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Texts) : {}
    files.set(path, texts)
  }
  return texts
}

const textAt = (texts: Texts, path: string): string | undefined => {
  let at: string | Texts | undefined = texts
  for (const key of path.split('.')) at = typeof at === 'object' ? at[key] : undefined
  return typeof at === 'string' ? at : undefined
}

/** What people call a module's fields and their options, for files and reports: the texts that the screens have. */
export type Words = {
  field(module: Module, name: string): string
  option(module: Module, field: string, option: string): string
  flag(module: Module, field: string, on: boolean): string
  module(module: Module): string
  /** Any text of a module's, with what is put in: `Page {{page}}`; where it has none, that of the other one. */
  text(module: Module, key: string, values?: Readonly<Record<string, string>>, orElse?: Module): string
}

export function wordsIn(wanted = 'en'): Words {
  const language = languages().includes(wanted) ? wanted : 'en'
  const say = (namespace: string, ...paths: string[]): string | undefined => {
    for (const of of [language, 'en'])
      for (const path of paths) {
        const found = textAt(textsOf(of, namespace), path)
        if (found !== undefined) return found
      }
    return undefined
  }
  const own = (module: Module, ...paths: string[]) =>
    module.list ? say('lists', ...paths.map(path => `${module.name}.${path}`), ...paths) : say(module.name, ...paths)
  return {
    field: (module, name) =>
      own(module, name.includes('.') ? `columns.${name}` : `fields.${name}`) ?? say('crud', `record.${name}`) ?? name,
    option: (module, field, option) =>
      own(module, field === 'stage' ? `stages.${option}` : `options.${field}.${option}`) ?? option,
    flag: (module, field, on) =>
      own(module, `flags.${field}.${on ? 'on' : 'off'}`) ?? say('crud', on ? 'yes' : 'no') ?? (on ? 'Yes' : 'No'),
    module: module => own(module, 'titles.list', 'nouns') ?? module.name,
    text: (module, key, values = {}, orElse = module) =>
      (own(module, key) ?? own(orElse, key) ?? key).replaceAll(
        /\{\{(\w+)\}\}/g,
        (put, name: string) => values[name] ?? put,
      ),
  }
}

export const labelOf = (module: Module, field: string): string => wordsIn().field(module, field)
