import type { LabelKind } from '#contract/module.ts'

type Pair = readonly [number, number]
/** A page of labels: its own size and that of one label, in mm; on a sheet also where the first stands, and what parts them. */
export type LabelSize = { page: Pair; label: Pair; onPage: number; margin?: Pair; gap?: Pair }

const a4 = [210, 297] as const

/** For parcels: on a roll, a sheet for each, or four on one. */
export const labelSizes = {
  roll: { page: [100, 150], label: [100, 150], onPage: 1 },
  a6: { page: [105, 148], label: [105, 148], onPage: 1 },
  a4: { page: a4, label: [105, 148.5], onPage: 4 },
} as const satisfies Record<string, LabelSize>
export type LabelSizeName = keyof typeof labelSizes

/** What each kind of label is printed on; the first is taken until somebody chooses another. */
export const sizesOf: Record<LabelKind, Readonly<Record<string, LabelSize>>> = {
  small: {
    roll50: { page: [50, 25], label: [50, 25], onPage: 1 },
    roll62: { page: [62, 29], label: [62, 29], onPage: 1 },
    sheet24: { page: a4, label: [70, 37], onPage: 24, margin: [0, 0.5] },
    sheet65: { page: a4, label: [38.1, 21.2], onPage: 65, margin: [4.75, 10.7], gap: [2.5, 0] },
  },
  job: {
    roll100: { page: [100, 50], label: [100, 50], onPage: 1 },
    sheet10: { page: a4, label: [105, 57], onPage: 10, margin: [0, 6] },
  },
  parcel: labelSizes,
}

/** Printers draw whole dots: a module of any other width is read by nobody. */
export const resolutions = [203, 300] as const
export type Dpi = (typeof resolutions)[number]
const dots: Record<Dpi, { bar: number; square: number; least: number }> = {
  203: { bar: 2, square: 4, least: 3 },
  300: { bar: 3, square: 6, least: 4 },
}
const INCH = 25.4

/** How wide a module is, in mm. */
export const moduleOf = (kind: 'bar' | 'square', dpi: Dpi): number => (dots[dpi][kind] * INCH) / dpi

/** White that a square code has on each side, in modules. */
export const AROUND = 2

/** How wide a module of a square code is, in mm, where there is so little room for it. Smaller ones are not read. */
export function moduleWithin(room: number, modules: number, dpi: Dpi): number {
  const { square, least } = dots[dpi]
  const fitting = Math.floor((room / (modules + 2 * AROUND) / INCH) * dpi)
  return (Math.max(least, Math.min(square, fitting)) * INCH) / dpi
}

/** White that a row of bars needs on either side, in modules. */
export const QUIET = 10
/** Of the label's edge, in mm. */
export const MARGIN = 4

/** Is there room for so many modules across a label? */
export const fitsAcross = (modules: number, { label }: Pick<LabelSize, 'label'>, dpi: Dpi): boolean =>
  (modules + 2 * QUIET) * moduleOf('bar', dpi) <= label[0]

/** How many labels stand beside each other. */
export const columnsOf = ({ page, label, margin = [0, 0], gap = [0, 0] }: LabelSize): number =>
  Math.floor((page[0] - 2 * margin[0] + gap[0] + 0.01) / (label[0] + gap[0]))

/** Labels on their pages; the first so many places are used up already. */
export function pagesOf<T>(labels: readonly T[], { onPage }: Pick<LabelSize, 'onPage'>, used: number): (T | null)[][] {
  const places: (T | null)[] = [...Array.from({ length: onPage > 1 ? used : 0 }, () => null), ...labels]
  return Array.from({ length: Math.ceil(places.length / onPage) }, (_, at) =>
    places.slice(at * onPage, (at + 1) * onPage),
  )
}
