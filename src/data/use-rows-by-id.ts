import { useQuery } from '@tanstack/react-query'
import type { Module, Row } from '#contract/module.ts'
import { can } from '#contract/rules.ts'
import { codeOf } from '#src/offline/api.ts'
import { someAtOnce } from '#src/lib/some-at-once.ts'
import { useActor } from '#src/session/actor.ts'
import { useKeepsNothing } from './data.ts'
import { MOST_IDS, readAmong } from './list-pages.ts'
import { readRecord } from './read-record.ts'
import { useKeptRows } from './use-kept.ts'
import type { RowFor } from './use-records.ts'
import { failureOf, type Failure } from './words.ts'

/** A server that is asked for more at a time tells us to wait. */
const AT_ONCE = 3

export type RowsById<R> = { rows: R[]; loading: boolean; error: Failure | null; again: () => void }

/** These records in this order: those of the device as they stand here, the others from the server. */
export function useRowsById<M extends Module>(module: M, ids: readonly number[]): RowsById<RowFor<M>> {
  const keepsNothing = useKeepsNothing()
  const actor = useActor()
  const kept = useKeptRows(module, true)
  const here = new Map((kept ?? []).map(row => [row.id, row]))
  const isKnown = kept !== undefined || keepsNothing
  const missing = isKnown ? ids.filter(id => !here.has(id)) : []
  const asked = useQuery({
    queryKey: [module.name, 'by-id', missing],
    queryFn: () => (can(actor, module, 'list') ? together(module, missing) : eachAlone(module, missing)),
    enabled: missing.length > 0,
  })
  for (const row of asked.data ?? []) here.set(row.id, row)
  return {
    rows: ids.flatMap(id => here.get(id) ?? []) as RowFor<M>[],
    loading: !isKnown || (missing.length > 0 && asked.isPending),
    error: missing.length > 0 && asked.data === undefined ? failureOf(asked.error) : null,
    again: () => void asked.refetch(),
  }
}

async function together(module: Module, ids: readonly number[]): Promise<Row[]> {
  const rows = []
  for (let at = 0; at < ids.length; at += MOST_IDS)
    rows.push(...(await readAmong(module, {}, ids.slice(at, at + MOST_IDS))))
  return rows
}

/** Whoever may open records and not list them reads each by itself. What is not there is left out, as in a list. */
async function eachAlone(module: Module, ids: readonly number[]): Promise<Row[]> {
  const rows: Row[] = []
  await someAtOnce(ids, AT_ONCE, async id => {
    try {
      rows.push(await readRecord(null, module, id))
    } catch (error) {
      if (codeOf(error) !== 'not-found') throw error
    }
  })
  return rows
}
