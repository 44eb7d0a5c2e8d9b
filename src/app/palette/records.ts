import List from 'lucide-react/icons/list'
import { useEffect, useState } from 'react'
import { allFields, type Module, type Register, type Row } from '#contract/module.ts'
import { can, reveals } from '#contract/rules.ts'
import type { Actor } from '#contract/actor.ts'
import { listPath } from '#src/crud/routes.tsx'
import { pathTo, type Screens } from '#src/crud/screens.ts'
import { useConnection } from '#src/data/use-connection.ts'
import { useData } from '#src/data/data.ts'
import { titleOf } from '#src/data/use-titles.ts'
import { fold } from '#src/lib/match.ts'
import { screens } from '#src/modules/index.ts'
import { isKeepable, storeName, type Kept, type UserDb } from '#src/offline/user-db.ts'
import { useActor } from '#src/session/actor.ts'
import type { Entry } from './entry.ts'

/** Modules whose records are people. */
const people = new Set(['user', 'customer', 'dealer'])
const all: Readonly<Record<string, Screens | null>> = screens

/** What a module's rows become, or null where this person may not open them. */
function maker(module: Module, actor: Actor): ((row: Row) => Entry) | null {
  const own = module.list ? null : all[module.name]
  const open = own && (['details', 'edit'] as const).find(action => can(actor, module, action) && pathTo(own, action))
  const list = can(actor, module, 'list')
    ? module.list
      ? listPath({ ...module, list: module.list })
      : own && pathTo(own, 'list')
    : null
  if (!open && !list) return null
  const searched = [module.title, ...module.search].filter(
    (field, i, every) => every.indexOf(field) === i && field in allFields(module) && reveals(module, field, actor),
  )
  const group = people.has(module.name) ? 'people' : 'records'
  return row => {
    const label = titleOf(module, row)
    const texts = searched.flatMap(field => (typeof row[field] === 'string' ? [row[field]] : []))
    return {
      id: `record ${row.id}`,
      group,
      label,
      hint: module.list ? undefined : texts.find(text => text !== label),
      kind: module.list ? `lists:${module.name}.title` : `${module.name}:titles.list`,
      text: fold(texts.join(' ')),
      numbers: `${row.id} ${typeof row.number === 'string' ? fold(row.number) : ''}`,
      icon: own?.icon ?? List,
      colour: module.colour,
      to: own && open ? pathTo(own, open, row.id)! : `${list}?q=${encodeURIComponent(label)}`,
    }
  }
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
type Reading = { actor: Actor; at: string | null; entries: Entry[] }
const readings = new WeakMap<UserDb, Reading>()

/** The records on this device that the person may open, read anew where something may have come since. */
export function useRecordEntries(): Entry[] {
  const { db, register } = useData()
  const actor = useActor()
  const { lastSyncAt: at } = useConnection()
  const known = db ? readings.get(db) : undefined
  const [entries, setEntries] = useState(known?.actor === actor ? known.entries : none)
  useEffect(() => {
    let isOver = false
    const read = async (db: UserDb) => {
      const known = readings.get(db)
      if (known?.actor === actor && known.at === at) return
      const entries = await readAll(db, register, actor)
      readings.set(db, { actor, at, entries })
      if (!isOver) setEntries(entries)
    }
    // A database that goes away under us leaves the pages and actions.
    if (db) read(db).catch(() => undefined)
    return () => {
      isOver = true
    }
  }, [db, register, actor, at])
  return entries
}
const none: Entry[] = []
