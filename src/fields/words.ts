import { useTranslation } from 'react-i18next'
import type { Module } from '#contract/module.ts'

/** Where a module's texts are: its own file, or for a list its part of the lists' file. */
export const namespaceOf = (module: Module) => (module.list ? 'lists' : module.name)
const under = (module: Module) => (module.list ? `lists:${module.name}.` : `${module.name}:`)

/** What people call a module, its fields, stages and moves. */
export type Words = {
  noun: string
  nouns: string
  field: (name: string) => string
  hint: (name: string) => string | undefined
  option: (field: string, option: string) => string
  /** The same where there is little room: 'COD' instead of 'Cash on delivery'. */
  short: (field: string, option: string) => string
  /** What a yes or no means here: 'Pauses' instead of 'Yes'. */
  flag: (field: string, on: boolean) => string
  stage: (stage: string) => string
  move: (move: string) => string
  /** That a move was made, in the past tense: 'Task done'. */
  moved: (move: string, title: string) => string
  /** What a move asks for. */
  arg: (move: string, name: string) => string
}

/** So many of them: 1 customer, 2 customers. `isMore`: at least so many. */
export const nounFor = ({ noun, nouns }: Words, count: number, isMore = false): string =>
  count === 1 && !isMore ? noun : nouns

export function useWords(module: Module): Words {
  const { t, i18n } = useTranslation([namespaceOf(module), 'crud', 'lists'])
  const own = under(module)
  // Lists make the same moves, each in the same words.
  const of = module.list ? 'lists:' : own
  return {
    noun: t(`${own}noun`),
    nouns: t(`${own}nouns`),
    field: name => t([...fieldKeys(module, name), `crud:record.${name}`]),
    hint: name => (i18n.exists(`${own}hints.${name}`) ? t(`${own}hints.${name}`) : undefined),
    option: (field, option) => t(`${own}${field === 'stage' ? 'stages' : `options.${field}`}.${option}`),
    short: (field, option) => t([`${own}short.${field}.${option}`, `${own}options.${field}.${option}`]),
    flag: (field, on) => t([`${own}flags.${field}.${on ? 'on' : 'off'}`, on ? 'crud:yes' : 'crud:no']),
    stage: stage => t(`${own}stages.${stage}`),
    arg: (move, name) => t(`${own}args.${move}.${name}`),
    move: move => t(`${of}moves.${move}`),
    moved: (move, title) => t([`${of}moved.${move}`, 'crud:detail.moved'], { title }),
  }
}

/** The keys of a field's label, the most particular first. */
export function fieldKeys(module: Module, name: string): string[] {
  const own = under(module)
  // The column of a line: `phones.number`.
  if (name.includes('.')) return [`${own}columns.${name}`]
  if (!module.list) return [`${own}fields.${name}`]
  if (name === 'parent' && module.list.parent) return [`${own}parent`]
  return [module.list.extra.includes(name) ? `${own}fields.${name}` : `lists:fields.${name}`]
}
