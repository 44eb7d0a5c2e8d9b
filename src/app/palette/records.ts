import List from 'lucide-react/icons/list'
import { useEffect, useState } from 'react'
import type { Action } from '#contract/action.ts'
import type { Module, Register, Row } from '#contract/module.ts'
import { can, hiddenFields } from '#contract/rules.ts'
import { searchPlaces, searchText, textsAt, type SearchPlace } from '#contract/search-words.ts'
import type { Actor } from '#contract/actor.ts'
import { listPath } from '#src/crud/routes.tsx'
import { pathTo, pathToRecord, type Pages } from '#src/crud/screens.ts'
import { useConnection } from '#src/data/use-connection.ts'
import { useData } from '#src/data/data.ts'
import { useLive } from '#src/data/shared-live.ts'
import { titleOf } from '#src/data/use-titles.ts'
import { formatPhone } from '#contract/format-phone.ts'
import { fold, searchKey } from '#contract/fold.ts'
import { screens } from '#src/modules/index.ts'
import { isKeepable, storeName, type Kept, type UserDb } from '#src/offline/user-db.ts'
import { useActor } from '#src/session/actor.ts'
import type { Entry } from './entry.ts'

/** Modules whose records are people. */
const people = new Set(['user', 'customer', 'dealer'])
const all: Readonly<Record<string, Pages | null>> = screens

type Known = Omit<Entry, 'id' | 'label' | 'hint' | 'text' | 'to' | 'run'>
/** How records of a module stand in the palette, and where they open. */
type Place = { known: Known; to: (id: number, title: string) => string }

/** Null where this person may not open them. */
export function placeOf(module: Module, actor: Actor): Place | null {
  const own = module.list ? null : all[module.name]
  const may = (action: Action) => can(actor, module, action)
  const open = own && pathToRecord(own, undefined, may)
  const list = may('list')
    ? module.list
      ? listPath({ ...module, list: module.list })
      : own && pathTo(own, 'list')
    : null
  if (!open && !list) return null
  return {
    known: {
      module: module.name,
      group: people.has(module.name) ? 'people' : 'records',
      kind: module.list ? `lists:${module.name}.title` : `${module.name}:titles.list`,
      icon: own?.icon ?? List,
      colour: module.colour,
    },
    to: (id, title) => (own && open ? pathToRecord(own, id, may)! : `${list}?q=${encodeURIComponent(title)}`),
  }
}

/** What a module's rows become. */
function maker(module: Module, actor: Actor): ((row: Row) => Entry) | null {
  const place = placeOf(module, actor)
  if (!place) return null
  const hidden = hiddenFields(module, actor)
  const searched = searchPlaces(module).filter(({ field }) => !hidden.includes(field))
  return row => {
    const label = titleOf(module, row)
    return {
      ...place.known,
      id: `record ${row.id}`,
      label,
      hint: module.list ? undefined : hintOf(row, searched, label),
      why: answers => reasonIn(module, row, searched, answers),
      text: `${searchKey(label)}${searchText(module, row, hidden)}`,
      numbers: `${row.id} ${typeof row.number === 'string' ? fold(row.number) : ''}`,
      to: place.to(row.id, label),
    }
  }
}

/** A number as it is kept is hard to read; as people write it, it is not. */
export const asWritten = (text: string): string => (/^\+\d{7,15}$/.test(text) ? formatPhone(text) : text)

/** What the text of a field is called; of a list everything is its label or what stands beside it. */
export const wordOf = (module: Module, field: string): Entry['by'] =>
  module.list ? undefined : field.includes('.') ? `${module.name}:columns.${field}` : `${module.name}:fields.${field}`

/** The first text of the record that answers, and which it is. */
function reasonIn(module: Module, row: Row, places: readonly SearchPlace[], answers: (text: string) => boolean) {
  for (const place of places) {
    const { field, column } = place
    const found = textsAt(row, place).find(answers)
    if (found !== undefined)
      return { hint: asWritten(found), by: wordOf(module, column === null ? field : `${field}.${column}`) }
  }
  return answers(String(row.id)) ? { hint: `#${row.id}` } : undefined
}

/** What else it is known by: the first of what search looks at besides the title. */
function hintOf(row: Row, places: readonly SearchPlace[], label: string): string | undefined {
  for (const { field, column } of places) {
    const value = column === null ? row[field] : (row[field] as Record<string, unknown>[] | null)?.[0]?.[column]
    if (typeof value === 'string' && value !== '' && value !== label) return asWritten(value)
  }
  return undefined
}

async function readAll(db: UserDb, register: Register, actor: Actor): Promise<Entry[]> {
  const makers = new Map(
    Object.values(register).flatMap(module => {
      const make = isKeepable(module) ? maker(module, actor) : null
      return make ? [[module.name, make] as const] : []
    }),
  )
  const stores = new Set([...makers.keys()].map(name => storeName(register[name]!)))
  const tables = await Promise.all([...stores].map(store => db.table<Kept, number>(store).toArray()))
  return tables.flat().flatMap(({ t, on, row }) => {
    const make = makers.get(t)
    // What is switched off is still found where it is looked after.
    return make && row && !row.archivedAt && (on === 1 || row.archivedAt === null) ? [make(row)] : []
  })
}

/** The last reading stays until the next one is through: the palette opens with it. */
type Reading = { actor: Actor; at: string; entries: Entry[] }
const readings = new WeakMap<UserDb, Reading>()

/** What lies over the rows, by its numbers: another text wherever something is said or taken back. Undefined: not known yet. */
const useQueued = (db: UserDb | null): string | undefined =>
  useLive(db, 'queued', async db => (await db.outbox.where('open').equals(1).primaryKeys()).join(' '))

/** The records on this device that the person may open, read anew where something may have come, or been said here, since. */
export function useRecordEntries(): Entry[] {
  const { db, register } = useData()
  const actor = useActor()
  const { lastSyncAt } = useConnection()
  const queued = useQueued(db)
  const known = db ? readings.get(db) : undefined
  const [entries, setEntries] = useState(known?.actor === actor ? known.entries : none)
  useEffect(() => {
    let isOver = false
    const at = `${lastSyncAt} ${queued}`
    const read = async (db: UserDb) => {
      const known = readings.get(db)
      if (known?.actor === actor && known.at === at) return
      const entries = await readAll(db, register, actor)
      readings.set(db, { actor, at, entries })
      if (!isOver) setEntries(entries)
    }
    // A database that goes away under us leaves the pages and actions.
    if (db && queued !== undefined) read(db).catch(() => undefined)
    return () => {
      isOver = true
    }
  }, [db, register, actor, lastSyncAt, queued])
  return entries
}
const none: Entry[] = []
