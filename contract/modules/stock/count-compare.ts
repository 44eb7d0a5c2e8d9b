import type { CountEntry, CountReason } from './count-entry.ts'
import type { StockCount } from './stock-count.ts'
import type { Unit } from './unit.ts'

/** What was scanned or typed, as far as it counts. */
export type Counted = Pick<CountEntry, 'unit' | 'part' | 'product' | 'colour' | 'text' | 'qty' | 'at'>
/** Parts, or goods without serial numbers in one of their colours. */
export type Goods = Pick<CountEntry, 'part' | 'product' | 'colour'>
/** A device as it stands now. `movedAt`: when it came there, where that is known. */
export type Device = Pick<Unit, 'id' | 'product' | 'colour' | 'stage' | 'holder'> & {
  movedAt: string | null
  /** It came there because a count put the books right: nobody carried it. */
  movedByCount?: boolean
}
/** Pieces that came to the stock or left it, and when. */
export type Passing = { at: string; qty: number }
/** How many of one kind there are in stock now, and what has passed since the count began. */
export type Level = Goods & { qty: number; since: readonly Passing[] }

export type Difference = Goods &
  Pick<CountEntry, 'unit' | 'text'> & {
    reason: CountReason
    expected: number
    counted: number
    /** Where the device is by the books. */
    stood: string | null
  }

const lentTo: readonly unknown[] = ['technician', 'influencer', 'dealer']
type Standing = Pick<Unit, 'stage' | 'holder'>

const isLent = ({ stage, holder }: Standing) =>
  (stage === 'inStock' || stage === 'allocated') && lentTo.includes(holder)

/** Is a device one of those that stand on our own shelves? */
export const isOnShelf = (device: Standing): boolean =>
  (device.stage === 'inStock' || device.stage === 'allocated') && !isLent(device)

/** Where a device is: with whom it is lent to, else its stage. */
export const standingOf = (device: Standing): string => (isLent(device) ? device.holder! : device.stage)

type Asked = Pick<StockCount, 'products' | 'parts'>

/** Is it among what is counted? */
export function isAsked({ products, parts }: Asked, { part, product }: Pick<Goods, 'part' | 'product'>): boolean {
  if (products.length === 0 && parts.length === 0) return true
  return part === null ? product !== null && products.includes(product) : parts.includes(part)
}

/** What tells goods apart. */
export const keyOfGoods = ({ part, product, colour }: Goods): string =>
  part === null ? `product ${product} ${colour}` : `part ${part}`

/** What the entries of one kind come to. `from` and `at`: the first and the last moment that counts; null where all was taken back. */
export type Sum<E extends Counted> = { first: E; qty: number; from: string | null; at: string | null }

/** The entries of each. What was taken back at the moment of its scan leaves no moment, and nobody counts fewer than none. */
export function sumsOf<E extends Counted>(
  entries: readonly E[],
  keyOf: (entry: E) => string | null,
): Map<string, Sum<E>> {
  const kinds = new Map<string, { first: E; moments: Map<string, number> }>()
  for (const entry of entries) {
    const key = keyOf(entry)
    if (key === null) continue
    const kind = kinds.get(key) ?? { first: entry, moments: new Map<string, number>() }
    const at = entry.at ?? ''
    kind.moments.set(at, (kind.moments.get(at) ?? 0) + entry.qty)
    kinds.set(key, kind)
  }
  return new Map([...kinds].map(([key, { first, moments }]) => [key, { first, ...spanOf(moments) }]))
}

function spanOf(moments: ReadonlyMap<string, number>): Omit<Sum<Counted>, 'first'> {
  const left = [...moments].filter(([, qty]) => qty !== 0).toSorted(([a], [b]) => (a < b ? -1 : 1))
  const qty = left.reduce((sum, [, some]) => sum + some, 0)
  return { qty: Math.max(0, qty), from: left[0]?.[0] ?? null, at: left.at(-1)?.[0] ?? null }
}

/** How often each device was scanned; taken back as often, it was not. */
export const scansOfDevices = <E extends Counted>(entries: readonly E[]) =>
  sumsOf(entries, ({ unit }) => (unit === null ? null : String(unit)))
/** How many of each kind of goods were counted. */
export const sumsOfGoods = <E extends Counted>(entries: readonly E[]) =>
  sumsOf(entries, entry => (entry.unit === null && isGoods(entry) ? keyOfGoods(entry) : null))
/** The codes that nobody knows. */
export const unknownCodes = <E extends Counted>(entries: readonly E[]) =>
  sumsOf(entries, entry => (entry.unit === null && !isGoods(entry) ? (entry.text ?? '') : null))
const isGoods = ({ part, product }: Goods) => part !== null || product !== null

export type Comparing = Asked & {
  startedAt: string
  /** When the count was finished, or now: what nobody counted was not there then. */
  endedAt: string
  entries: readonly Counted[]
  /** Those that were scanned, and those on our shelves. */
  devices: readonly Device[]
  levels: readonly Level[]
  /** Products whose pieces have serial numbers. */
  serialised: ReadonlySet<number>
  /** Goods whose pieces come in colours. */
  coloured: ReadonlySet<number>
}

/**
 * How what was counted differs from what should be there. Everything is compared with the stock at the moment of its scan:
 * what was sold since was there then, and what came since was not.
 */
export function compareCount(asked: Comparing): Difference[] {
  const { entries, levels, devices, endedAt } = asked
  const scans = scansOfDevices(entries)
  const sums = sumsOfGoods(entries)
  const counted = new Set<string>()
  // Of which colour some are nobody has said: any of its colours may be short by these.
  const unsaid = new Set(
    [...sums.values()].flatMap(({ first, qty }) => (qty > 0 && lacksColour(asked, first) ? [first.product!] : [])),
  )
  const reasonFor = ({ product }: Goods): CountReason =>
    product !== null && unsaid.has(product) ? 'needsColour' : 'goods'
  const found: Difference[] = devices.flatMap(device => {
    const scan = scans.get(String(device.id))
    return judge(asked, device, scan && scan.qty > 0 ? scan.at : null)
  })
  for (const level of levels) {
    const key = keyOfGoods(level)
    const sum = sums.get(key)
    counted.add(key)
    const there = stockAt(level, sum?.at ?? endedAt)
    const qty = sum?.qty ?? 0
    if (!isAsked(asked, level)) continue
    // Whether what passed was counted before it did nobody knows.
    if (sum && hasPassed(level, sum)) found.push(ofGoods(level, 'movedMeanwhile', there, qty))
    else if (qty !== there) found.push(ofGoods(level, reasonFor(level), there, qty))
  }
  for (const [key, { first, qty }] of sums) {
    if (qty === 0) continue
    if (!isAsked(asked, first)) found.push(ofGoods(first, 'notCounted', 0, qty))
    else if (first.part === null && asked.serialised.has(first.product!))
      found.push(ofGoods(first, 'needsSerial', 0, qty))
    else if (!counted.has(key)) found.push(ofGoods(first, reasonFor(first), 0, qty))
  }
  for (const [text, { qty }] of unknownCodes(entries))
    if (qty > 0) found.push({ ...nothing, text, reason: 'unknown', expected: 0, counted: qty })
  return found
}

const nothing = { unit: null, part: null, product: null, colour: null, text: null, stood: null }

const ofGoods = ({ part, product, colour }: Goods, reason: CountReason, expected: number, counted: number) => ({
  ...nothing,
  part,
  product,
  colour,
  reason,
  expected,
  counted,
})

/** How many there were at that time. */
const stockAt = ({ qty, since }: Level, at: string): number =>
  since.reduce((there, passed) => (passed.at > at ? there - passed.qty : there), qty)

/** Did any come or go between its first and its last scan? */
const hasPassed = ({ since }: Level, { from, at }: Pick<Sum<Counted>, 'from' | 'at'>): boolean =>
  from !== null && at !== null && since.some(passed => passed.at > from && passed.at <= at)

const lacksColour = ({ coloured }: Pick<Comparing, 'coloured'>, { part, product, colour }: Goods): boolean =>
  part === null && product !== null && colour === null && coloured.has(product)

/** What a device that was scanned then, or was not, says. */
function judge(asked: Comparing, device: Device, scannedAt: string | null): Difference[] {
  const { movedAt, movedByCount = false, stage, product, colour } = device
  const stood = standingOf(device)
  const is = (reason: CountReason, expected: 0 | 1): Difference[] => [
    { ...nothing, unit: device.id, product, colour, reason, expected, counted: 1 - expected, stood },
  ]
  const isHere = isOnShelf(device)
  if (scannedAt === null) {
    const wasThere = movedAt === null || movedAt <= asked.startedAt
    return isHere && wasThere && isAsked(asked, { part: null, product }) ? is('missing', 1) : []
  }
  if (isHere) return isAsked(asked, { part: null, product }) ? [] : is('notCounted', 0)
  // It went where it is after somebody had seen it here.
  // Only a count that missed it does not prove that it left.
  const wasMissed = stage === 'lost' && movedByCount
  if (movedAt !== null && movedAt > scannedAt && !wasMissed) return []
  return stage === 'lost' ? is('found', 0) : is('elsewhere', 0)
}

/** Is it put right by a move when the count is booked? All others are left to people. */
export const isBooked = ({ reason }: Pick<Difference, 'reason'>): boolean =>
  reason === 'missing' || reason === 'found' || reason === 'goods'
