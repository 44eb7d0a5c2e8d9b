import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import {
  scansOfDevices,
  sumsOfGoods,
  unknownCodes,
  type Counted,
  type Goods,
} from '#contract/modules/stock/count-compare.ts'
import { countEntry, type CountEntry } from '#contract/modules/stock/count-entry.ts'
import type { StockCount } from '#contract/modules/stock/stock-count.ts'
import { outcomeOf } from '#src/crud/outcome-of.ts'
import { whyNot } from '#src/crud/why-not.ts'
import { useData } from '#src/data/data.ts'
import { useNewId, useSave } from '#src/data/use-writes.ts'
import { failureOf } from '#src/data/words.ts'
import { serverNow } from '#src/lib/clock.ts'
import { playSound } from '#src/parts/sounds.ts'
import { useActor } from '#src/session/actor.ts'
import { useSayHow } from '#src/scan/use-say-how.ts'
import { findCounted } from './find-counted.ts'
import { isCounted, judgeScan, soundOf, type Verdict } from './judge-scan.ts'
import type { Shelf } from './shelf.ts'
import type { Here } from './use-shelf.ts'

export type Entry = Counted & Pick<CountEntry, 'id' | 'reason' | 'stood'>
type What = Omit<Counted, 'at'> & { at?: string | null }

/** What the last scan came to. */
export type Said = { verdict: Verdict; entry: Entry }

export type Counting = {
  entries: readonly Entry[]
  said: Said | null
  /** Why the device or the server did not take something. */
  refused: string
  dismiss: () => void
  scan: (code: string, byGun: boolean) => void
  /** There are so many of it, whatever was scanned before. */
  say: (goods: Goods, qty: number) => void
  undo: (entry: Entry) => void
  /** The piece that was scanned last is of this colour. */
  chooseColour: (entry: Entry, colour: number) => void
}

type Known = { kept: readonly Entry[]; shelf: Shelf; here: Here }

/** Takes one scan after the other: each is an entry of its own, kept on this device and sent when that can be. */
export function useCounting(count: StockCount, kept: readonly CountEntry[], shelf: Shelf, here: Here): Counting {
  const { db } = useData()
  const actor = useActor()
  const newId = useNewId()
  const sayHow = useSayHow()
  const save = useSave(countEntry, 'anywhere')
  const [own, setOwn] = useState<readonly Entry[]>([])
  const [said, setSaid] = useState<Said | null>(null)
  const [refused, setRefused] = useState('')
  const entries = useMemo(() => together(kept, own), [kept, own])
  const known = useRef<Known>({ kept, shelf, here })
  // The next scan is judged before this one is drawn.
  const ownNow = useRef(own)
  const queue = useRef(Promise.resolve())
  const saidNow = useRef(said)
  const takenBack = useRef(new Set<number>())
  const tell = (next: Said | null) => {
    saidNow.current = next
    setSaid(next)
  }

  const change = (to: (all: readonly Entry[]) => readonly Entry[]) => {
    ownNow.current = to(ownNow.current)
    setOwn(ownNow.current)
  }
  const followKept = useEffectEvent(() => {
    const there = new Set(kept.map(({ id }) => id))
    // From now on the device says what becomes of them.
    if (ownNow.current.some(({ id }) => there.has(id))) change(all => all.filter(({ id }) => !there.has(id)))
  })
  useEffect(() => {
    known.current = { kept, shelf, here }
    followKept()
  }, [kept, shelf, here])
  const keep = async ({ id, unit, part, product, colour, text, qty, at }: Entry) => {
    const input = { count: count.id, unit, part, product, colour, text, qty, at }
    const outcome = await outcomeOf(() => save(input, id))
    const why = whyNot(outcome)
    if (why) {
      change(all => all.filter(one => one.id !== id))
      if (saidNow.current?.entry.id === id) tell(null)
      setRefused(why)
      return playSound('wrong')
    }
    if (outcome.state !== 'saved') return
    const { row } = outcome
    change(all => all.map(one => (one.id === id ? row : one)))
    // Only the server knew what it was: it is said now, unless something else was scanned since.
    const knew = part !== null || product !== null || (unit !== null && row.reason === null)
    if (qty < 0 || knew) return
    const verdict = row.reason === 'needsColour' ? 'whichColour' : (row.reason ?? 'right')
    if (verdict !== 'right') playSound('wrong')
    if (saidNow.current?.entry.id === id) tell({ verdict, entry: row })
  }
  const put = async (what: What): Promise<Entry> => {
    const at = what.at ?? new Date(serverNow()).toISOString()
    const entry = { ...what, id: await newId(), at, reason: null, stood: null }
    change(all => [...all, entry])
    void keep(entry)
    return entry
  }
  const handle = async (code: string, byGun: boolean) => {
    // The question would be gone: it is answered, or taken back, before anything else is scanned.
    if (saidNow.current?.verdict === 'whichColour') return playSound('wrong')
    const read = await findCounted(code, db, actor)
    if (!read) return
    sayHow(code, read.how, byGun)
    const found = read.what
    const { kept, shelf, here } = known.current
    const entries = together(kept, ownNow.current)
    const unit = here.units.get(found.unit ?? 0)
    const product = here.products.get(found.product ?? 0)
    const [colour = null, ...others] = product?.serialised === false ? product.colours : []
    const what = { ...found, colour: others.length > 0 ? null : colour, qty: 1 }
    if (isCounted(what, entries)) {
      const before = entries.findLast(one => one.qty > 0 && isSame(one, what))!
      tell({ verdict: 'twice', entry: before })
      return playSound('twice')
    }
    const verdict = judgeScan(what, { count, shelf: new Set(shelf.devices.map(({ id }) => id)), unit, product })
    const entry = await put(what)
    tell({ verdict, entry: { ...entry, stood: unit?.stage ?? null } })
    playSound(soundOf(verdict))
  }
  const inTurn = (work: () => Promise<unknown>) =>
    void (queue.current = queue.current.then(work).then(
      () => undefined,
      (error: unknown) => {
        setRefused(failureOf(error)!.message)
        playSound('wrong')
      },
    ))
  /** Takes back what of it still stands, as of its scan, and answers what that was. Pressed twice, it was taken back once. */
  const takeBack = async ({ id }: Entry): Promise<What | null> => {
    const all = together(known.current.kept, ownNow.current)
    // The server may have found out meanwhile which device or part a code means.
    const entry = all.find(one => one.id === id)
    if (!entry || takenBack.current.has(id)) return null
    const qty = Math.min(entry.qty, sumOf(entry, all))
    if (qty <= 0) return null
    takenBack.current.add(id)
    await put({ ...whatOf(entry), qty: -qty })
    return whatOf(entry)
  }
  return {
    entries,
    said,
    refused,
    dismiss: () => setRefused(''),
    scan: (code, byGun) => inTurn(() => handle(code, byGun)),
    say: ({ part, product, colour }, qty) =>
      inTurn(async () => {
        const what = { unit: null, part, product, colour, text: null }
        const there = sumOf(what, together(known.current.kept, ownNow.current))
        if (qty !== there) await put({ ...what, qty: qty - there })
      }),
    undo: entry => {
      if (saidNow.current?.entry.id === entry.id) tell(null)
      inTurn(() => takeBack(entry))
    },
    chooseColour: (entry, colour) => {
      inTurn(async () => {
        const what = await takeBack(entry)
        if (!what) return
        const other = await put({ ...what, colour })
        tell({ verdict: 'right', entry: other })
        playSound('right')
      })
    },
  }
}

const whatOf = ({ unit, part, product, colour, text, qty, at }: Entry) => ({
  unit,
  part,
  product,
  colour,
  text,
  qty,
  at,
})
const isSame = (one: Counted, other: What) =>
  other.unit === null ? one.unit === null && one.text === other.text : one.unit === other.unit

/** How much of what was scanned still stands. */
function sumOf(of: Omit<Counted, 'at' | 'qty'>, entries: readonly Entry[]): number {
  const [key] = [...allSums([{ ...of, qty: 1, at: null }]).keys()]
  return allSums(entries).get(key!)?.qty ?? 0
}
const allSums = (entries: readonly Counted[]) =>
  new Map(
    [scansOfDevices(entries), sumsOfGoods(entries), unknownCodes(entries)].flatMap((sums, kind) =>
      [...sums].map(([key, sum]) => [`${kind} ${key}`, sum] as const),
    ),
  )

/** Those that this page made, where the device has not read them back yet, after those that it has. */
function together(kept: readonly Entry[], own: readonly Entry[]): Entry[] {
  const there = new Set(kept.map(({ id }) => id))
  return [...kept, ...own.filter(({ id }) => !there.has(id))].toSorted((a, b) => ((a.at ?? '') < (b.at ?? '') ? -1 : 1))
}
