import { useQuery } from '@tanstack/react-query'
import { pickAnswer } from '#contract/calls/records.ts'
import { apiPath, type Module } from '#contract/module.ts'
import { callApi } from '#src/offline/api.ts'
import { namesKey, readNames, rememberNames, type Named } from '#src/offline/known-names.ts'
import type { UserDb } from '#src/offline/user-db.ts'
import { useData } from './data.ts'
import { useLive } from './shared-live.ts'
import { useKept } from './use-kept.ts'

/** What a record is called: a name, or the number that the server gave it. */
export function titleOf(module: Module, row: Record<string, unknown>): string {
  const title = row[module.title]
  return typeof title === 'string' || typeof title === 'number' ? String(title) : ''
}

export async function pick(db: UserDb | null, module: Module, search: Record<string, string>, signal?: AbortSignal) {
  const { rows } = await callApi('GET', `${apiPath(module)}/pick`, {
    search,
    as: pickAnswer,
    ...(signal ? { signal } : {}),
  })
  // Comfort, nothing more: a store that is full does without.
  if (db) void rememberNames(db, module, rows).catch(() => undefined)
  return rows
}

const none: readonly Named[] = []
/** What this device was told before. */
export const useKnownNames = (module: Module, wanted: boolean): readonly Named[] =>
  useLive(useData().db, wanted ? namesKey(module) : null, db => readNames(db, module)) ?? none

/** What a record is called, also for somebody who may refer to it and not open its list. Undefined: not known yet. */
export function useTitle(module: Module, id: number): string | null | undefined {
  const { db } = useData()
  const kept = useKept(module, id)
  const isHere = Boolean(kept?.row)
  const asked = useQuery({
    queryKey: [module.name, 'title', id],
    queryFn: () => askTitle(db, module, id),
    enabled: kept !== undefined && !isHere && id > 0,
  })
  const known = useKnownNames(module, asked.isError).find(one => one.id === id)
  if (kept?.row) return titleOf(module, kept.row)
  return id <= 0 || asked.isError ? (known?.title ?? null) : asked.data
}

/** As many as one question may name. */
const MOST = 100
/** Rows learn within a few milliseconds that the device does not have what they name. */
const GATHERING = 10
type Waiting = { ids: Set<number>; answer: Promise<ReadonlyMap<number, string>> }
const waiting = new Map<string, Waiting>()

/** A table asks for every row at once; all that is asked for in one moment is one question. */
export async function askTitle(db: UserDb | null, module: Module, id: number): Promise<string | null> {
  let batch = waiting.get(module.name)
  if (!batch || batch.ids.size >= MOST) {
    const ids = new Set<number>()
    const answer = new Promise(resolve => setTimeout(resolve, GATHERING)).then(async () => {
      if (waiting.get(module.name)?.ids === ids) waiting.delete(module.name)
      const rows = await pick(db, module, { ids: [...ids].join(',') })
      return new Map(rows.map(row => [row.id, row.title]))
    })
    batch = { ids, answer }
    waiting.set(module.name, batch)
  }
  batch.ids.add(id)
  return (await batch.answer).get(id) ?? null
}
