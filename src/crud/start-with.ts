import { metaOf } from '#contract/fields.ts'
import type { Module } from '#contract/module.ts'
import type { Values } from '#src/form/check.ts'

/** A new record that begins with what was typed to find it: its name, where the name is people's to write. */
export function startWith(module: Module, typed: string): Values {
  const field = module.fields[module.title]
  return field && typed && metaOf(field).kind === 'text' ? { [module.title]: typed } : {}
}
