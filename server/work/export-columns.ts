import type { House } from '#contract/calls/session.ts'
import { metaOf, type FieldMeta } from '#contract/fields.ts'
import { allFields, recordFields, type Module, type Row } from '#contract/module.ts'
import { reveals } from '#contract/seen.ts'
import type { Actor } from '#contract/actor.ts'
import { columnsIn, offsetOf, writeColumn } from '#contract/value-text.ts'
import { invalid } from '#server/crud/invalid.ts'
import type { Cell } from '#contract/csv.ts'
import type { Titles } from './titles.ts'
import type { Words } from './words.ts'

type Reader = { words: Words; module: Module; house: House }

/** A column of a file: what stands above it, what kind of cells it has, and how a row fills it. */
export type Column = {
  name: string
  header: string
  type: 'text' | 'number' | 'money' | 'date' | 'dateTime'
  cell(row: Row, titles: Titles): Cell
}

const records: Record<string, FieldMeta> = {
  id: { kind: 'number' },
  createdAt: { kind: 'dateTime' },
  updatedAt: { kind: 'dateTime' },
  archivedAt: { kind: 'dateTime' },
  createdBy: { kind: 'reference' },
  updatedBy: { kind: 'reference' },
} satisfies Partial<Record<keyof typeof recordFields, FieldMeta>>

const metaFor = (module: Module, name: string): FieldMeta | null => {
  const fields = allFields(module)
  if (Object.hasOwn(fields, name)) return metaOf(fields[name]!)
  if (name === 'stage' && module.stages) return { kind: 'choice', options: module.stages }
  return Object.hasOwn(records, name) ? records[name]! : null
}

/** The columns that were asked for, as people read them; all that this person may see where none were. */
export function columnsFor(reader: Reader, actor: Actor, asked: readonly string[] | null): Column[] {
  const { module, words, house } = reader
  const isOpen = (name: string) => metaFor(module, name) !== null && reveals(module, name, actor)
  const names = asked ?? [...(module.stages ? ['stage'] : []), ...Object.keys(allFields(module)).filter(isOpen)]
  if (names.length === 0 || new Set(names).size < names.length || !names.every(isOpen))
    throw invalid({ columns: 'There is no such column to export.' })
  const offset = offsetOf(wallOf(house.timeZone))
  const said = { option: words.option.bind(words, module), flag: words.flag.bind(words, module) }
  return names.flatMap(name => {
    const field = { name, meta: metaFor(module, name)!, words: said }
    return columnsIn(name, field.meta).map((column, index): Column => {
      const label = words.field(module, name)
      const called = index === 0 ? label : `${label}: ${words.field(module, column.name)}`
      const type = column.part === null ? typeOf(column.meta) : 'text'
      return {
        name: column.name,
        header: column.meta.kind === 'money' ? `${called} (${house.currency})` : called,
        type,
        cell(row, titles) {
          const value = row[name]
          if (value === null || value === undefined) return null
          if (type === 'number') return field.meta.rate ? (value as number) / 100 : (value as number)
          if (type === 'money') return (value as number) / 10 ** decimalsOf(house.currency)
          const writers = {
            names: { item: titles, record: (_: string, id: number) => titles(id) },
            decimals: decimalsOf(house.currency),
            offset,
          }
          return writeColumn(field, column, value, writers)
        },
      }
    })
  })
}

const typeOf = ({ kind }: FieldMeta): Column['type'] =>
  kind === 'number' || kind === 'money' || kind === 'date' || kind === 'dateTime' ? kind : 'text'

const decimals = new Map<string, number>()
export function decimalsOf(currency: string): number {
  let known = decimals.get(currency)
  if (known === undefined) {
    try {
      const format = new Intl.NumberFormat('en', { style: 'currency', currency })
      known = format.resolvedOptions().maximumFractionDigits ?? 2
    } catch {
      known = 2
    }
    decimals.set(currency, known)
  }
  return known
}

/** The day and the minute that the clock on the wall of the house shows. */
function wallOf(timeZone: string): (at: Date) => { day: string; time: string } {
  const clock = clockOf(timeZone)
  return at => {
    const [day = '', time = ''] = clock.format(at).split(' ')
    return { day, time }
  }
}

function clockOf(timeZone: string): Intl.DateTimeFormat {
  // Swedish writes dates as ISO does.
  const options = { dateStyle: 'short', timeStyle: 'short' } as const
  try {
    return new Intl.DateTimeFormat('sv', { ...options, timeZone })
  } catch {
    return new Intl.DateTimeFormat('sv', { ...options, timeZone: 'UTC' })
  }
}
