import { use, type ComponentType } from 'react'
import type { Row } from '#contract/module.ts'
import { whenReachable } from '#src/lib/piece.ts'
import type { Dpi, LabelSize } from '#src/paper/label-sizes.ts'

export type LabelProps = {
  row: Row
  size: LabelSize
  dpi: Dpi
  /** Which of its labels, where a record has several; the first is 1. */
  at: number
}

/** How the label of a module's records is drawn, and when. */
export type RecordLabel = {
  Label: ComponentType<LabelProps>
  /** How many a record has, each another one; one, where nothing is said. */
  count?: (row: Row) => number
  /** Why none is printed now: it is too early, or too late. */
  whyNot?: (row: Row) => 'early' | 'over' | null
  /** Moves that count a print, the first one that may be made; else the print is only told in the history. */
  moves?: readonly string[]
}
/** Brings it with the first label of its module. */
export type LabelLoader = () => Promise<RecordLabel>

const fetched = new WeakMap<LabelLoader, Promise<RecordLabel>>()

/** The same where something is drawn, which waits for it. */
export function readLabel(load: LabelLoader): RecordLabel {
  let label = fetched.get(load)
  if (!label) {
    label = whenReachable(load)
    fetched.set(load, label)
    // What could not be fetched is fetched anew.
    label.catch(() => fetched.delete(load))
  }
  return use(label)
}

/** All labels of a record, each another one. */
export const labelsOf = ({ count }: RecordLabel, row: Row): number[] =>
  Array.from({ length: count?.(row) ?? 1 }, (_, at) => at + 1)
