import { metaOf } from '#contract/fields.ts'
import type { Module } from '#contract/module.ts'
import type { FieldView } from '#src/fields/view.ts'
import type { Words } from '#src/fields/words.ts'

/** What a move asks for, as a field; null for what this version does not know. */
export function argView(module: Module, action: string, name: string, words: Words): FieldView | null {
  const schema = module.moves?.[action]?.args?.[name]
  return schema ? { name, module: module.name, meta: metaOf(schema), required: false, words } : null
}
