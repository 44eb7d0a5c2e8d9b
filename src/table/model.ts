import type { ReactNode } from 'react'
import type { Row } from '#contract/module.ts'
import type { RowSource } from '#src/data/rows/source.ts'
import type { ShownNames } from '#src/fields/texts.ts'
import type { FieldView } from '#src/fields/view.ts'

/** A column says a string; an element only where there is a picture. */
export type Column<R = Row> = {
  key: string
  label: string
  /** What stands in the head beside being called `label`: a control. */
  head?: ReactNode
  /** A field of the row by the name of `key`: its kind knows how it is said and how wide it is. */
  field?: FieldView
  /** Other fields of the row whose names its cell says. */
  says?: readonly FieldView[]
  /** Numbers stand at the end side, so that digits stand below each other. */
  atEnd?: boolean
  /** At least so wide, in pixels. */
  width?: number
  /** Its words are known without its label: where rows have two lines, it stands there without it. */
  plain?: boolean
  /** It holds a button, which stands beside a row of two lines. */
  tool?: boolean
  text?: (row: R, names: ShownNames) => string
  cell?: (row: R, names: ShownNames) => ReactNode
  /** What it says below all rows; asked only where all of them are here. */
  total?: (rows: readonly R[]) => string
}

export type TableProps<R> = {
  /** What the rows are; read out, not shown. */
  title: string
  rows: RowSource<R>
  columns: readonly Column<R>[]
  /** The page of a row. Rows that lead somewhere are equally high: what does not fit stands there. */
  linkTo?: ((id: number) => string | undefined) | undefined
  /** A row that steps back, or in which something is wrong. */
  look?: (row: R) => RowLook
  /** Columns beside each other also where there is no room for them: their heads hold controls. */
  wide?: boolean
}

export type RowLook = 'faded' | 'wrong' | 'strong' | undefined
