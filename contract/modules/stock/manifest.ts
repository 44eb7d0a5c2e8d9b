import { groupBy } from '../../group-by.ts'
import type { Dispatch } from './dispatch.ts'

export type OnManifest = Pick<Dispatch, 'stage' | 'courier' | 'pieces' | 'codAmount' | 'awb'> & {
  parcels: readonly { weight: number | null }[]
}

/** Couriers take what has its label, or was taken already. */
const isTaken = ({ stage }: OnManifest): boolean => stage === 'labelled' || stage === 'handedOver'

/** What one courier signs for. */
export type Manifest<P> = {
  courier: number | null
  rows: P[]
  boxes: number
  pieces: number
  weight: number
  cod: number
}

export const boxesOf = ({ parcels }: OnManifest): number => Math.max(parcels.length, 1)
export const weightOf = ({ parcels }: OnManifest): number => parcels.reduce((all, { weight }) => all + (weight ?? 0), 0)

const sum = <P>(rows: readonly P[], of: (row: P) => number): number => rows.reduce((all, row) => all + of(row), 0)

/** One for each courier, with its parcels by the courier's number and what they come to. */
export const manifestsOf = <P extends OnManifest>(parcels: readonly P[]): Manifest<P>[] =>
  [...groupBy(parcels.filter(isTaken), one => one.courier)].map(([courier, rows]) => ({
    courier,
    rows: rows.toSorted((a, b) => (a.awb ?? '').localeCompare(b.awb ?? '', 'en')),
    boxes: sum(rows, boxesOf),
    pieces: sum(rows, one => one.pieces ?? 0),
    weight: sum(rows, weightOf),
    cod: sum(rows, one => one.codAmount ?? 0),
  }))
