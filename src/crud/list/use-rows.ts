import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import type { Module, Row } from '#contract/module.ts'
import { readAmong, readPage } from '#src/data/list-pages.ts'
import { localRows, type RowSource } from '#src/data/rows/source.ts'
import { queryRows } from '#src/data/local-query.ts'
import { useChanges } from '#src/data/use-changes.ts'
import { asLeft, useUnsentRows } from '#src/data/use-unsent-rows.ts'
import { useIsAway } from '#src/data/use-when-back.ts'
import { useIsHeld, useIsSlow, useKeptRows } from '#src/data/use-kept.ts'
import { failureOf } from '#src/data/words.ts'
import { useActor } from '#src/session/actor.ts'
import { useIdle } from '#src/lib/use-idle.ts'
import type { Question } from './state.ts'
import { rowWindow, type Snapshot, type Source } from './row-window.ts'
import { totalOf, windowOn } from './windows.ts'

/** The rows of a question: those of the device where it holds all of the module, else a window on the server's. */
export function useRows(
  module: Module,
  question: Question,
  { wanted = true, snapshot }: { wanted?: boolean; snapshot?: Snapshot | undefined } = {},
): RowSource {
  const held = useIsHeld(module)
  const isAsked = wanted && held === false
  const server = useServerRows(module, question, isAsked, snapshot)
  const { failure, loading, again } = server
  // A module that is kept in part is shown in part, rather than not at all, while nobody can be asked or nobody answers.
  const isAway = useIsAway({ wanted: isAsked, error: failure, asking: loading, again })
  const isSlow = useIsSlow()
  const isCut = held === false && server.count === 0 && (isAway || (isSlow && loading))
  const device = useDeviceRows(module, question, wanted && (held !== false || isCut))
  if (held !== false) return device
  const isHere = isCut && module.offline.keep !== 'none' && device.count > 0
  return isHere ? { ...device, partial: true, again, failure: null } : server
}

// Apart, because a window outlives the screen that made it: it holds nothing else of that.
const sourceOf = (module: Module, question: Question): Source => ({
  page: (after, limit) => readPage(module, question, { after, limit }),
  among: ids => readAmong(module, question, ids),
})

function useServerRows(module: Module, question: Question, wanted: boolean, snapshot: Snapshot | undefined): RowSource {
  const queries = useQueryClient()
  const rows = windowOn(queries, module, question, () => rowWindow(sourceOf(module, question), snapshot))
  const state = useSyncExternalStore(rows.subscribe, rows.state)
  // Stands for the rows in the cache: an own write makes it old, and everything is read anew then.
  const asked = useQuery({
    queryKey: [module.name, 'list', question, 'window'],
    queryFn: async () => {
      await rows.reload()
      return true
    },
    enabled: wanted,
    // What others write is told row by row; coming back to the window must not put the rows into another order.
    staleTime: Infinity,
    refetchOnMount: 'always',
    refetchOnReconnect: false,
  })
  const marked = useMarked(module)
  // What this person changed and the server has not is shown as they left it.
  const own = useUnsentRows(module, wanted)
  useChanges(module, (changes, more) => {
    if (wanted)
      void rows.changed(
        changes.map(({ id }) => id),
        more,
      )
  })
  const idle = useIdle(!state.fresh)
  const total = useQuery({ ...totalOf(module, question), enabled: wanted && idle && state.hasMore })
  const error = state.error ?? (state.fresh ? asked.error : null)
  return {
    from: 'server',
    partial: false,
    count: state.count,
    more: state.hasMore && !state.fresh,
    total: state.fresh ? null : state.hasMore ? (total.data ?? null) : { count: state.count, more: false },
    loading: state.fresh && error === null,
    loadingMore: state.loadingMore,
    failure: failureOf(error),
    at: index => asLeft(own, rows.idAt(index) ?? 0, rows.at(index)),
    idAt: rows.idAt,
    indexOf: rows.indexOf,
    look: rows.look,
    refresh: () => {
      void rows.refresh().catch(() => undefined)
      void total.refetch()
    },
    again: () => void (state.fresh ? asked.refetch() : rows.again()),
    live: { arrived: state.arrived, stale: state.stale, changed: marked, gone: state.gone },
  }
}

type Shown = { key: string; ids: readonly number[]; from: readonly Row[] }
const nobody: ReadonlySet<number> = new Set()

/** Rows in memory, in an order that only an own change, another question or the person changes. */
function useDeviceRows(module: Module, question: Question, wanted: boolean): RowSource {
  const me = useActor().id
  const kept = useKeptRows(module, wanted)
  const ordered = kept ? queryRows(module, kept, question) : undefined
  const key = JSON.stringify(question)
  const [shown, setShown] = useState<Shown | null>(null)
  const marked = useMarked(module)
  if (ordered && kept && (shown?.key !== key || (shown.from !== kept && goesIn(ordered, shown, me))))
    setShown({ key, ids: ordered.map(row => row.id), from: kept })
  const ids = shown?.key === key ? shown.ids : []
  const byId = new Map(kept?.map(row => [row.id, row]))
  const matching = new Set(ordered?.map(row => row.id))
  const here = localRows(ids.map(id => ({ id })))
  return {
    ...here,
    from: 'device',
    total: kept ? here.total : null,
    loading: kept === undefined,
    at: index => byId.get(ids[index] ?? 0),
    refresh: () => {
      if (ordered && kept) setShown({ key, ids: ordered.map(row => row.id), from: kept })
    },
    live: {
      arrived: ordered?.filter(row => here.indexOf(row.id) < 0).length ?? 0,
      stale: false,
      changed: marked,
      gone: ids.every(id => matching.has(id)) ? nobody : new Set(ids.filter(id => !matching.has(id))),
    },
  }
}

/**
 * What this person did themselves goes to its place at once; what others did waits until it is asked for, unless nothing
 * is there yet that it could move.
 */
function goesIn(ordered: readonly Row[], shown: Shown, me: number): boolean {
  if (shown.ids.length === 0) return true
  const places = new Map(shown.ids.map((id, index) => [id, index]))
  let last = -1
  for (const row of ordered) {
    const place = places.get(row.id)
    if (place === undefined || place < last) {
      if (row.updatedBy !== me) return false
    } else last = place
  }
  return true
}

/** How long a row that somebody else changed is marked. */
const MARKED = 6_000

/** The records that somebody else changed a moment ago. */
function useMarked(module: Module): ReadonlySet<number> {
  const [marked, setMarked] = useState<ReadonlyMap<number, number>>(new Map())
  useChanges(module, changes => {
    const until = Date.now() + MARKED
    setMarked(now => new Map([...now, ...changes.map(({ id }): [number, number] => [id, until])]))
  })
  const fade = useEffectEvent(() => {
    setMarked(now => new Map([...now].filter(([, until]) => until > Date.now())))
  })
  useEffect(() => {
    if (marked.size === 0) return
    const timer = setTimeout(fade, Math.max(50, Math.min(...marked.values()) - Date.now()))
    return () => clearTimeout(timer)
  }, [marked])
  return new Set(marked.keys())
}
