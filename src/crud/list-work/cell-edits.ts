import { useSyncExternalStore } from 'react'
import { same } from '#contract/merge.ts'
import type { Module, Row } from '#contract/module.ts'
import { useActor } from '#src/session/actor.ts'
import { holdOpen } from '#src/session/dirty.ts'
import { listeners } from '#src/lib/listeners.ts'

/** A value that is changed in its cell of a list, from the moment the cell is opened until the list shows what was saved. */
export type CellEdit = {
  row: Row
  field: string
  value: unknown
  state: 'typing' | 'saving' | 'saved'
  /** A person has just opened it; what comes back refused takes the focus from nobody. */
  focus: boolean
  /** Why it could not be saved; what was typed is kept. */
  trouble?: string | undefined
  /** The record as somebody else left it, where they changed the same field meanwhile. */
  theirs?: Row | undefined
}
type Edits = ReadonlyMap<string, CellEdit>

// Outside of React: an answer comes back although its row has been scrolled out of sight, and a refused value waits there.
const all = new Map<string, Edits>()
const none: Edits = new Map()
const { subscribe, tell } = listeners()

export const cellKey = (id: number, field: string) => `${id}.${field}`

/** What would be lost with the page, wherever in it its person is by now. */
const held = new Map<string, () => void>()
const isDirty = ({ state, value, row, field }: CellEdit) => state === 'typing' && !same(value, row[field] ?? null)

function hold(place: string, edit: CellEdit | null) {
  const isHeld = edit !== null && isDirty(edit)
  if (isHeld === held.has(place)) return
  if (isHeld) return void held.set(place, holdOpen('page'))
  held.get(place)!()
  held.delete(place)
}

function put(list: string, key: string, edit: CellEdit | null) {
  hold(`${list}/${key}`, edit)
  const next = new Map(all.get(list))
  if (edit) next.set(key, edit)
  else next.delete(key)
  all.set(list, next)
  tell()
}

/** The cells of a module's lists that are being changed by this person, by `cellKey`. */
export function useCellEdits(module: Module) {
  const list = `${useActor().id}/${module.name}`
  const edits = useSyncExternalStore(subscribe, () => all.get(list) ?? none)
  return {
    edits,
    /** Opens a cell; one that holds a refused value shows that again. */
    open: (row: Row, field: string) => {
      const key = cellKey(row.id, field)
      const known = all.get(list)?.get(key)
      if (known?.state === 'saving') return
      const kept = known?.trouble !== undefined || known?.theirs !== undefined
      put(
        list,
        key,
        kept ? { ...known, focus: true } : { row, field, value: row[field] ?? null, state: 'typing', focus: true },
      )
    },
    /** What is known of a cell now, also after the last drawing. */
    now: (id: number, field: string) => all.get(list)?.get(cellKey(id, field)),
    change: (id: number, field: string, part: Partial<CellEdit>) => {
      const known = all.get(list)?.get(cellKey(id, field))
      if (known) put(list, cellKey(id, field), { ...known, ...part })
    },
    close: (id: number, field: string) => put(list, cellKey(id, field), null),
  }
}
