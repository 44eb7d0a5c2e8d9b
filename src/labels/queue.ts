import { MOST_COPIES } from '#contract/label-print.ts'
import { changeKept, useKeptList } from '#src/data/kept-list.ts'
import type { UserDb } from '#src/offline/user-db.ts'

/** A record whose label is to be printed, and how often. */
export type Queued = { module: string; id: number; copies: number }
/** Those that were printed last stay until others are, in case the paper was stuck. */
type Kept = Queued & { printedAt?: string }
export type Queue = { waiting: readonly Queued[]; last: { at: string; of: readonly Queued[] } | null }

/** So many wait at most. */
export const MOST_QUEUED = 500

const KEY = 'labels'
const change = (db: UserDb | null, to: (all: readonly Kept[]) => readonly Kept[]) => changeKept<Kept>(db, KEY, to)
const isWaiting = ({ printedAt }: Kept) => printedAt === undefined

/** What waits for a printer on this device, and what was printed last. */
export function useQueue(): Queue {
  const all = useKeptList(KEY) as readonly Kept[]
  const of = all.filter(one => !isWaiting(one))
  const at = of[0]?.printedAt
  return { waiting: all.filter(isWaiting), last: at === undefined ? null : { at, of } }
}

const isSame = (one: Pick<Queued, 'module' | 'id'>, other: Pick<Queued, 'module' | 'id'>) =>
  one.module === other.module && one.id === other.id
const isAmong = (one: Queued, others: readonly Queued[]) => others.some(other => isSame(one, other))

/** Those that do not wait already, each once, as many as there is room for. */
export const freshOf = (waiting: readonly Queued[], more: readonly Queued[]): readonly Queued[] =>
  more
    .filter((one, at) => !isAmong(one, waiting) && more.findIndex(other => isSame(one, other)) === at)
    .slice(0, Math.max(0, MOST_QUEUED - waiting.length))

/** Queues labels; answers those that were not queued before, and whether there was no room for some. */
export async function addToQueue(
  db: UserDb | null,
  more: readonly Queued[],
): Promise<{ added: readonly Queued[]; isFull: boolean }> {
  let added: readonly Queued[] = []
  const all = await change(db, all => {
    added = freshOf(all.filter(isWaiting), more).map(({ module, id, copies }) => ({ module, id, copies }))
    return added.length > 0 ? [...all, ...added] : all
  })
  return { added, isFull: more.some(one => !isAmong(one, all.filter(isWaiting))) }
}

export const takeOff = (db: UserDb | null, gone: readonly Queued[]): Promise<unknown> =>
  change(db, all => all.filter(one => !isWaiting(one) || !isAmong(one, gone)))

/** How often each of these is printed. */
export const setCopies = (db: UserDb | null, of: readonly Queued[], copies: number): Promise<unknown> =>
  change(db, all => all.map(one => (isWaiting(one) && isAmong(one, of) ? { ...one, copies } : one)))

/** They are on paper, and can be printed once more until others are. */
export const markPrinted = (db: UserDb | null, of: readonly Queued[], printedAt: string): Promise<unknown> =>
  change(db, all => [
    ...all.filter(one => isWaiting(one) && !isAmong(one, of)),
    ...of.map(one => ({ ...one, printedAt })),
  ])

/** As many as somebody meant who typed this. */
export const copiesOf = (typed: number | string | null): number =>
  typeof typed === 'number' ? Math.min(Math.max(Math.round(typed), 1), MOST_COPIES) : 1
