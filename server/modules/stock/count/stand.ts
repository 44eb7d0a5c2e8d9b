import {
  compareCount,
  scansOfDevices,
  type Device,
  type Difference,
  type Level,
} from '#contract/modules/stock/count-compare.ts'
import type { CountEntry } from '#contract/modules/stock/count-entry.ts'
import type { StockCount } from '#contract/modules/stock/stock-count.ts'
import type { Tx } from '#server/crud/store.ts'
import { dispatchHolding } from '#server/flows/dispatching.ts'
import { replacementOf } from '#server/flows/replacing.ts'
import { isAll, levelsSince } from './levels.ts'

type Db = Pick<Tx, 'also'>
type Asked = Pick<StockCount, 'products' | 'parts' | 'startedAt' | 'countedAt' | 'createdAt'>
type Entry = Pick<CountEntry, 'unit' | 'part' | 'product' | 'colour' | 'text' | 'qty' | 'at'>

/** How a count stands: what should be there now, and how what was counted differs. */
export type Stand = { devices: (Device & { serial: string })[]; levels: Level[]; differences: Difference[] }

export const entriesOf = (db: Db, count: number): Promise<Entry[]> =>
  db.also<Entry>(
    `select unit, part, product, colour, text, qty, at from count_entry
     where count = $1 and closing is not true order by at, id`,
    [count],
  )

/** Compares a count with the stock; the same for whoever looks and for whoever books. */
export async function standOf(db: Db, count: Asked & { id: number }, now: string): Promise<Stand> {
  const startedAt = count.startedAt ?? count.createdAt
  const entries = await entriesOf(db, count.id)
  const scanned = [...scansOfDevices(entries).keys()].map(Number)
  const devices = await devicesOf(db, scanned, isAll(count) ? 'all' : count.products)
  const levels = await levelsSince(db, count, startedAt)
  const kinds = await kindsAmong(
    db,
    entries.flatMap(({ product }) => product ?? []),
  )
  const { products, parts, countedAt } = count
  const asked = { products, parts, startedAt, endedAt: countedAt ?? now, entries, devices, levels, ...kinds }
  const differences: Difference[] = []
  for (const one of compareCount(asked))
    differences.push(one.reason === 'missing' && (await isSpokenFor(db, one.unit!)) ? spokenFor(one) : one)
  return { devices, levels, differences }
}

const spokenFor = (one: Difference): Difference => ({ ...one, reason: 'spokenFor' })

/** It waits in a parcel, or for a replacement: whoever looks for it changes these first. */
const isSpokenFor = async (db: Db, device: number): Promise<boolean> =>
  Boolean(
    (await dispatchHolding(db, device)) ??
    (await replacementOf(db, 'new_unit', device)) ??
    (await replacementOf(db, 'old_unit', device)),
  )

/** Those that were scanned, wherever they should be, and those of these products that should be in stock. */
export const devicesOf = (
  db: Db,
  scanned: readonly number[],
  products: readonly number[] | 'all',
): Promise<Stand['devices']> =>
  db.also<Stand['devices'][number]>(
    `select one.id, serial, product, colour, stage, holder, last.at as "movedAt", coalesce(last.cause = 'count', false) as "movedByCount"
     from unit as one left join lateral (
       select at, cause from stock_move where stock_move.unit = one.id order by at desc, stock_move.id desc limit 1
     ) as last on true
     where one.id = any($1) or (stage in ('inStock', 'allocated') and archived_at is null and ($2 or product = any($3)))
     order by one.id`,
    [scanned, products === 'all', products === 'all' ? [] : products],
  )

/** How the pieces of products are told apart. */
export type Kinds = { serialised: Set<number>; coloured: Set<number> }

export async function kindsAmong(db: Db, products: readonly number[]): Promise<Kinds> {
  const rows = await db.also<{ id: number; serialised: boolean }>(
    'select id, serialised from product where id = any($1) and (serialised or cardinality(colours) > 0)',
    [products],
  )
  const of = (isSerialised: boolean) =>
    new Set(rows.flatMap(({ id, serialised }) => (serialised === isSerialised ? [id] : [])))
  return { serialised: of(true), coloured: of(false) }
}
