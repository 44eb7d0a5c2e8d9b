import { metaOf, type FieldKind, type FieldMeta, type Fields } from '#contract/fields.ts'
import type { Module } from '#contract/module.ts'

/** A value of every kind of field, such as a person would enter. References need a record to point at. */
export const sampleOf: Record<FieldKind, (meta: FieldMeta, made: Made) => unknown> = {
  text: ({ max = 200 }) => 'Zoë Sample'.slice(0, max),
  longText: () => 'First line\nsecond line — with “quotes”, ümlauts and हिन्दी',
  email: () => 'zoe@example.com',
  phone: () => '+91 98765 43210',
  url: () => 'https://example.com/track/{awb}',
  number: () => 12.5,
  money: () => 129_900,
  date: () => '2026-02-28',
  dateTime: () => '2026-02-28T10:15:30.000Z',
  flag: () => true,
  choice: ({ options = [] }) => options.at(-1),
  choices: ({ options = [] }) => options.slice(0, 2),
  listItem: ({ list = '' }, { item }) => item(list),
  listItems: ({ list = '' }, { item }) => [item(list)],
  reference: ({ module = '' }, { record }) => record(module),
  references: ({ module = '' }, { record }) => [record(module)],
  lines: ({ line = {} }, made) => [sampleFields(line, made)],
  files: () => [],
  address: (_meta, { item }) => ({ line: '7, Sample Lane', pincode: '411038', city: item('city'), area: item('area') }),
  colour: () => '#0d6673',
  tags: () => ['loyal', 'follow up'],
}

/** Ids of records that exist already, for fields that point somewhere. */
export type Made = { item(list: string): number | null; record(module: string): number | null }

export const sampleFields = (fields: Fields, made: Made): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, sampleOf[metaOf(field).kind](metaOf(field), made)]),
  )

/** What a person could enter to make a record of this module, every field filled in. */
export const sampleInput = (module: Module, made: Made) => sampleFields(module.fields, made)
