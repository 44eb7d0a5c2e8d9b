import { useEffect, useMemo, useRef, useState } from 'react'
import { product, type Product } from '#contract/modules/catalogue/product.ts'
import { dispatch, type Dispatch, type DispatchItem } from '#contract/modules/stock/dispatch.ts'
import { devicesUnderWay } from '#contract/modules/stock/dispatch-fits.ts'
import { unit, type Unit } from '#contract/modules/stock/unit.ts'
import { same } from '#contract/merge.ts'
import type { ScanHit } from '#contract/scan/resolve.ts'
import { outcomeOf } from '#src/crud/outcome-of.ts'
import { whyNot } from '#src/crud/why-not.ts'
import { useKeptRows } from '#src/data/use-kept.ts'
import { useChange } from '#src/data/use-writes.ts'
import { failureOf } from '#src/data/words.ts'
import { serverNow } from '#src/lib/clock.ts'
import { playSound } from '#src/parts/sounds.ts'
import { useFindOf, type FoundOf } from '#src/scan/use-find-of.ts'
import type { PackFor } from '../for/pack-for.ts'
import { withoutPiece, withPiece, type Right, type Scanned, type Verdict } from './scan.ts'

type Items = readonly DispatchItem[]
export type Piece = { item: number; unit: number | null }

export type Packing = {
  items: Items
  /** What was said of the scan before; null where nobody has scanned yet. */
  verdict: Verdict | null
  /** What was put in here, the newest first: when, by the device. */
  done: readonly Right[]
  scan: (text: string, byGun: boolean) => void
  /** Of several it is this one. */
  choose: (hit: ScanHit) => void
  /** One of what has no serial number. */
  count: (item: DispatchItem) => void
  undo: (piece: Piece) => void
  /** Leaves only these in it, in one change. */
  keep: (items: Items) => void
  /** What was wrong has been put back. */
  acknowledge: () => void
  /** Why the server did not take a scan that looked right. */
  refused: string
  dismiss: () => void
}

/** Each scan is judged here and now, one after the other, and kept as a change of what is in the parcel. */
export function usePacking(what: PackFor, row: Dispatch, others: readonly Dispatch[]): Packing {
  const change = useChange(dispatch)
  const { find, read } = useFindOf(packed, 'pack')
  // As they stand here until the record says the same: several scans may be on their way.
  const [own, setOwn] = useState<Items | null>(null)
  const [sending, setSending] = useState(0)
  const [seen, setSeen] = useState(row)
  const [verdict, setVerdict] = useState<Verdict | null>(null)
  const [done, setDone] = useState<readonly Right[]>([])
  const [refused, setRefused] = useState('')
  if (row !== seen) {
    setSeen(row)
    if (own !== null && (sending === 0 || same(row.items, own))) setOwn(null)
  }
  const items = own ?? row.items
  // Also those of other orders: without a connection nobody else knows what was scanned into them.
  const kept = useKeptRows(dispatch, true) as unknown as Dispatch[] | undefined
  const parcels = useMemo(() => [...(kept ?? []), ...others], [kept, others])
  const now = useRef({ items, row, parcels, blocked: false })
  useEffect(() => {
    now.current = { items, row, parcels, blocked: verdict?.is === 'wrong' }
  }, [items, row, parcels, verdict])
  const queue = useRef(Promise.resolve())

  const show = (next: Verdict) => {
    now.current.blocked = next.is === 'wrong'
    setVerdict(next)
    playSound(next.is === 'which' ? 'twice' : next.is)
  }
  const put = async (next: Items) => {
    // What is changed is measured against what stood here, whether or not the server has it yet.
    const before = { ...now.current.row, items: [...now.current.items] }
    now.current.items = next
    setOwn(next)
    setSending(count => count + 1)
    const outcome = await outcomeOf(() => change(before, { items: [...next] }))
    setSending(count => count - 1)
    const why = whyNot(outcome)
    if (!why) return
    setOwn(null)
    setVerdict(null)
    setRefused(why)
    playSound('wrong')
  }
  const take = (right: Right) => {
    void put(withPiece(now.current.items, { item: right.item, unit: right.unit?.id ?? null }))
    setDone(done => [right, ...done])
    show(right)
  }
  const judge = (scanned: Scanned, text: string) => {
    const at = new Date(serverNow()).toISOString()
    const elsewhere = devicesUnderWay(now.current.parcels.filter(({ id }) => id !== row.id))
    return what.judge(scanned, text, { items: now.current.items, now: at, elsewhere })
  }
  const settle = (found: FoundOf, text: string) => {
    const next = judge(scannedOf(found), text)
    if (next.is === 'right') take(next)
    // What is packed for may name its one device itself.
    else show(found.is === 'which' && next.is === 'wrong' ? { ...found, code: text } : next)
  }
  /** One after the other, in the order in which it came. */
  const inTurn = (work: () => Promise<void>) =>
    void (queue.current = queue.current.then(work).catch((error: unknown) => {
      setRefused(failureOf(error)!.message)
      playSound('wrong')
    }))
  const attempt = async (text: string, look: () => Promise<FoundOf>) =>
    now.current.blocked ? playSound('wrong') : settle(await look(), text)
  return {
    items,
    verdict,
    done,
    refused,
    scan: (text, byGun) => inTurn(() => attempt(text, () => find(text, byGun))),
    choose: hit => {
      if (verdict?.is === 'which') inTurn(() => attempt(verdict.code, () => read(hit)))
    },
    count: ({ id, product, text }) =>
      take({ is: 'right', item: id, product, text, unit: null, at: new Date(serverNow()).toISOString() }),
    undo: piece => {
      void put(withoutPiece(now.current.items, piece))
      setDone(done => without(done, piece))
      setVerdict(null)
    },
    keep: items => {
      void put(items)
      setVerdict(null)
    },
    acknowledge: () => {
      now.current.blocked = false
      setVerdict(null)
    },
    dismiss: () => setRefused(''),
  }
}

const packed = [unit, product]

const scannedOf = (found: FoundOf): Scanned =>
  found.is !== 'one'
    ? { none: { isUnknown: false, ...found } }
    : found.hit.module === unit.name
      ? { unit: found.row as unknown as Unit }
      : { product: found.row as unknown as Product }

function without(done: readonly Right[], { item, unit }: Piece): Right[] {
  const at = done.findIndex(one => one.item === item && (one.unit?.id ?? null) === unit)
  return done.filter((_, place) => place !== at)
}
