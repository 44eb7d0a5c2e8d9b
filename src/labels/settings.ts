import type { LabelKind } from '#contract/module.ts'
import { pageStorage } from '#src/lib/page-storage.ts'
import { resolutions, sizesOf, type Dpi } from '#src/paper/label-sizes.ts'

export type PrintSettings = { size: string; dpi: Dpi }

/** Parcels had the only labels for a while. */
const keyOf = (kind: LabelKind) => (kind === 'parcel' ? 'label-print' : `label-print ${kind}`)

/** The paper and the printer of this device, as they were when somebody printed such a label here last. */
export function readSettings(kind: LabelKind): PrintSettings {
  const [size = '', dpi] = (pageStorage()?.getItem(keyOf(kind)) ?? '').split(' ')
  const sizes = sizesOf[kind]
  return {
    size: size in sizes ? size : Object.keys(sizes)[0]!,
    dpi: resolutions.find(one => String(one) === dpi) ?? 203,
  }
}

const placeKey = (kind: LabelKind) => `label-place ${kind}`

/** How many places of the sheet that lies in the printer are used up. */
export const readUsed = (kind: LabelKind): number => {
  const [size, used] = (pageStorage()?.getItem(placeKey(kind)) ?? '').split(' ')
  return size === readSettings(kind).size ? Number(used) || 0 : 0
}

/** Keeps from which place the next print goes on; answers it. */
export function keepUsed(kind: LabelKind, size: string, used: number, printed: number): number {
  const next = (used + printed) % sizesOf[kind][size]!.onPage
  pageStorage()?.setItem(placeKey(kind), `${size} ${next}`)
  return next
}

export const keepSettings = (kind: LabelKind, { size, dpi }: PrintSettings): void =>
  pageStorage()?.setItem(keyOf(kind), `${size} ${dpi}`)
