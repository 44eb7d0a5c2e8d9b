import type { ScanHit } from '#contract/scan/resolve.ts'
import type { Product } from '#contract/modules/catalogue/product.ts'
import type { DispatchItem } from '#contract/modules/stock/dispatch.ts'
import type { Misfit } from '#contract/modules/stock/dispatch-fits.ts'
import { inIt } from '#contract/modules/stock/dispatch-rules.ts'
import type { Unit } from '#contract/modules/stock/unit.ts'

type Said = { title: string; text: string }
/** What a scanned text stands for: goods, or nothing that is packed, and what is said of it. */
export type Scanned = { unit: Unit } | { product: Product } | { none: Said & { isUnknown: boolean } }

export type Why = 'none' | Misfit | 'otherParcel' | 'enough' | 'needsSerial' | 'otherDevice' | 'noSerial'
/** `said`: what was found in its place, where that is nothing that is packed. */
export type Wrong = { is: 'wrong'; why: Why; text: string; unit: Unit | null; product: number | null; said?: Said }
/** Several things carry the code, and somebody has to say which it is. */
export type Which = Said & { is: 'which'; code: string; hits: readonly ScanHit[] }
export type Right = {
  is: 'right'
  item: number
  product: number | null
  /** What it is, or its number, where that is not a device of ours. */
  text: string | null
  unit: Pick<Unit, 'id' | 'serial'> | null
  at: string
}
export type Judged = Right | Wrong | { is: 'twice'; serial: string }
export type Verdict = Judged | Which

export const toScan = (items: readonly DispatchItem[]): number =>
  items.reduce((sum, item) => sum + Math.max(item.qty - inIt(item), 0), 0)
export const piecesOf = (items: readonly DispatchItem[]): number => items.reduce((sum, { qty }) => sum + qty, 0)

/** Says why something does not belong in. */
export const wrongOf =
  (text: string) =>
  (why: Why, unit: Unit | null = null, product: number | null = unit?.product ?? null): Wrong => ({
    is: 'wrong',
    why,
    text,
    unit,
    product,
  })

/** The contents with one piece more. */
export const withPiece = (
  items: readonly DispatchItem[],
  { item, unit }: { item: number; unit: number | null },
): DispatchItem[] =>
  items.map(one =>
    one.id !== item
      ? one
      : unit === null
        ? { ...one, counted: Math.min((one.counted ?? 0) + 1, one.qty) }
        : { ...one, units: [...one.units, unit] },
  )

/** The same with one less: that device, or one of what is only counted. */
export const withoutPiece = (
  items: readonly DispatchItem[],
  { item, unit }: { item: number; unit: number | null },
): DispatchItem[] =>
  items.map(one =>
    one.id !== item
      ? one
      : unit === null
        ? { ...one, counted: Math.max((one.counted ?? 0) - 1, 0) }
        : { ...one, units: one.units.filter(id => id !== unit) },
  )
