import { describe, expect, it } from 'vitest'
import { wrongCodes } from '#contract/code-rules.ts'
import { metaOf } from '#contract/fields.ts'
import { allFields, type Module } from '#contract/module.ts'
import { register } from '#contract/register.ts'
import { readSheet } from '#contract/sheet.ts'
import { readValue, type Readers } from '#contract/value-text.ts'
import { typed, type Typed } from '../support/cases.ts'

const nobody: Readers = { find: () => [], day: () => undefined, moment: () => undefined, number: Number, money: Number }

/** What a form makes of it; null where it says something beside the field. */
function inForm({ module: name, field, in: said }: Typed): unknown {
  const module = register[name] as Module
  const parsed = module.change.safeParse({ [field]: said })
  if (!parsed.success) return null
  const values = parsed.data as Record<string, unknown>
  return field in wrongCodes(module, values, null, () => true) ? null : values[field]
}

/** What a cell of a sheet is, once it was copied and pasted. */
function inSheet(one: Typed): unknown {
  const schema = allFields(register[one.module] as Module)[one.field]!
  const cell = readSheet(`${one.in}\tbeside it`)[0]?.[0] ?? ''
  const words = { option: (_: string, option: string) => option, flag: () => '' }
  const read = readValue({ name: one.field, meta: metaOf(schema), words }, cell, nobody)
  // An empty cell leaves its field as it was: of a name it is said that it is needed.
  if (!('value' in read) || read.value === null) return null
  return inForm({ ...one, in: read.value as string })
}

// The same through the API: `real-input.test.ts` of the server.
describe('what people really type is made clean', () => {
  it.each(typed)('by a form: $module $field $in', one => {
    expect(inForm(one)).toBe(one.out)
  })

  it.each(typed)('by what is pasted: $module $field $in', one => {
    expect(inSheet(one)).toBe(one.out)
  })
})
