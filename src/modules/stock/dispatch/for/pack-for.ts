import type { InputOf } from '#contract/module.ts'
import type { Purpose } from '#contract/modules/stock/dispatch-for.ts'
import type { dispatch, Dispatch, DispatchItem } from '#contract/modules/stock/dispatch.ts'
import type { Unit } from '#contract/modules/stock/unit.ts'
import type { Judged, Scanned } from '../pack/scan.ts'

type Items = readonly DispatchItem[]

/** What can be packed now: pieces of a product, or something that is none. */
export type ToPack = Pick<DispatchItem, 'line' | 'product' | 'serial' | 'text' | 'qty'> & {
  /** Nothing goes without it. */
  fixed: boolean
}

export type Place = {
  items: Items
  now: string
  /** Devices in other parcels that this device knows of. */
  elsewhere: ReadonlySet<number>
}

/** What is packed for, as the pages that pack know it: an order, a service job. */
export type PackFor = {
  name: Purpose
  row: { id: number; version: number; number: string | null; name: string; city: number | null }
  /** The day that it was promised for. */
  promised: string | null
  /** What is in none of its parcels yet. */
  left: (parcels: readonly Dispatch[]) => ToPack[]
  /** Why there is nothing to pack. */
  nothing: string
  /** A new parcel: what is in it, and where it goes as the record says it now. */
  input: (items: readonly (ToPack & { id: number })[], parcels: readonly Dispatch[]) => InputOf<typeof dispatch>
  /** Does what was scanned belong into the parcel? Says where it goes, or why it does not. */
  judge: (scanned: Scanned, text: string, place: Place) => Judged
  /** Is it counted by hand, having no serial number to scan? */
  isCounted: (item: DispatchItem, isSerialised: boolean | undefined) => boolean
  /** Serial numbers of the devices that are meant for it, as far as this device knows. */
  meant: (item: DispatchItem, units: readonly Unit[]) => string[]
  colourOf: (line: number | null) => number | null
  /** Pieces of its lines that must not go with a parcel that holds these. */
  surplus: (items: Items, others: readonly Dispatch[]) => ReadonlyMap<number, number>
  /** Was a line of these cancelled? */
  isCancelled: (surplus: ReadonlyMap<number, number>) => boolean
  /** What is to be collected with it, as far as this device knows. */
  due: (row: Dispatch, others: readonly Dispatch[]) => number | null
}
