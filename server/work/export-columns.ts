import type { House } from '#contract/calls/session.ts'
import { metaOf, type FieldMeta } from '#contract/fields.ts'
import { allFields, recordFields, type Module, type Row } from '#contract/module.ts'
import { reveals } from '#contract/seen.ts'
import type { Actor } from '#contract/actor.ts'
import { invalid } from '#server/crud/invalid.ts'
import type { Cell } from '#contract/csv.ts'
import type { Titles } from './titles.ts'
import type { Words } from './words.ts'

type Values = Record<string, unknown>
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
  return names.map(name => {
    const meta = metaFor(module, name)!
    const type = typeOf(meta)
    const label = words.field(module, name)
    const header = type === 'money' ? `${label} (${house.currency})` : label
    return { name, header, type, cell: (row, titles) => cellOf(reader, name, meta, row[name], titles) }
  })
}

const typeOf = ({ kind }: FieldMeta): Column['type'] =>
  kind === 'number' || kind === 'money' || kind === 'date' || kind === 'dateTime' ? kind : 'text'

function cellOf(reader: Reader, name: string, meta: FieldMeta, value: unknown, titles: Titles): Cell {
  if (value === null || value === undefined) return null
  if (meta.kind === 'number') return value as number
  if (meta.kind === 'money') return (value as number) / 10 ** decimalsOf(reader.house.currency)
  return textOf(reader, name, meta, value, titles)
}

/** A value as one text. The columns of a line are named after their field: `phones.kind`. */
function textOf(reader: Reader, name: string, meta: FieldMeta, value: unknown, titles: Titles): string {
  const { words, module, house } = reader
  if (value === null || value === undefined) return ''
  switch (meta.kind) {
    case 'listItem':
    case 'reference':
      return titles(value)
    case 'listItems':
    case 'references':
      return (value as unknown[]).map(titles).filter(Boolean).join(', ')
    case 'choice':
      return words.option(module, name, value as string)
    case 'choices':
      return (value as string[]).map(option => words.option(module, name, option)).join(', ')
    case 'flag':
      return words.flag(module, name, value as boolean)
    case 'dateTime':
      return wallClock(value as string, house.timeZone)
    case 'money':
      return ((value as number) / 10 ** decimalsOf(house.currency)).toFixed(decimalsOf(house.currency))
    case 'tags':
      return (value as string[]).join(', ')
    case 'files':
      return String((value as unknown[]).length || '')
    case 'address': {
      const { line, area, city, pincode } = value as Values
      return [line, titles(area), titles(city), pincode].filter(Boolean).join(', ')
    }
    case 'lines':
      return (value as Values[])
        .map(line =>
          Object.entries(meta.line ?? {})
            .map(([column, field]) => textOf(reader, `${name}.${column}`, metaOf(field), line[column], titles))
            .filter(Boolean)
            .join(', '),
        )
        .join('\n')
    default:
      return typeof value === 'string' ? value : JSON.stringify(value)
  }
}

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

const clocks = new Map<string, Intl.DateTimeFormat>()
/** 2026-02-28 15:45:30, as the clock on the wall of the house says. */
function wallClock(instant: string, timeZone: string): string {
  let clock = clocks.get(timeZone)
  if (!clock) {
    clock = clockOf(timeZone)
    clocks.set(timeZone, clock)
  }
  return clock.format(new Date(instant))
}

function clockOf(timeZone: string): Intl.DateTimeFormat {
  // Swedish writes dates as ISO does.
  const options = { dateStyle: 'short', timeStyle: 'medium' } as const
  try {
    return new Intl.DateTimeFormat('sv', { ...options, timeZone })
  } catch {
    return new Intl.DateTimeFormat('sv', { ...options, timeZone: 'UTC' })
  }
}
