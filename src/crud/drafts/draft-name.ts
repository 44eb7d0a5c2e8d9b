import { metaOf } from '#contract/fields.ts'
import type { Module } from '#contract/module.ts'
import type { Values } from '#src/form/check.ts'

const words: readonly string[] = ['text', 'longText', 'email', 'phone']
const LONGEST = 60

/** What a draft is called: the title of its record, else the first words that stand in it. */
export function draftName(module: Module, values: Values): string {
  for (const name of [module.title, ...Object.keys(values)]) {
    const field = module.fields[name]
    const value = values[name]
    if (field && typeof value === 'string' && words.includes(metaOf(field).kind)) {
      const [line = ''] = value.trim().split('\n')
      if (line) return Array.from(line).slice(0, LONGEST).join('')
    }
  }
  return ''
}
