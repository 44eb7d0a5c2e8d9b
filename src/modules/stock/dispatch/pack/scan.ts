import type { ShortCoded } from '#contract/short-code.ts'
import type { Product } from '#contract/modules/catalogue/product.ts'
import type { DispatchItem } from '#contract/modules/stock/dispatch.ts'
import type { Misfit } from '#contract/modules/stock/dispatch-fits.ts'
import { inIt } from '#contract/modules/stock/dispatch-rules.ts'
import type { Unit } from '#contract/modules/stock/unit.ts'

/** What a scanned text stands for. `unreachable`: this device does not know it, and nobody else can be asked. */
export type Scanned = { unit: Unit } | { product: Product } | { label: ShortCoded } | 'unknown' | 'unreachable'

export type Why =
  'unknown' | 'unreachable' | 'label' | Misfit | 'otherParcel' | 'enough' | 'needsSerial' | 'otherDevice' | 'noSerial'
export type Wrong = { is: 'wrong'; why: Why; text: string; unit: Unit | null; product: number | null }
export type Right = {
  is: 'right'
  item: number
  product: number | null
  /** What it is, or its number, where that is not a device of ours. */
  text: string | null
  unit: Pick<Unit, 'id' | 'serial'> | null
  at: string
}
export type Verdict = Right | Wrong | { is: 'twice'; serial: string }

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
