import { Fragment, useEffect, type ReactNode } from 'react'
import type { RowSource } from '#src/data/rows/source.ts'
import type { DrawnRow } from './use-virtual-rows.ts'

type Props = {
  drawn: { rows: readonly DrawnRow[]; after: number }
  idAt: (index: number) => number | undefined
  children: (index: number) => ReactNode
}

/** Those rows of many that are drawn, between empty space that stands for the others. */
export function DrawnRows({ drawn, idAt, children }: Props) {
  const space = (height: number) => height > 0 && <div aria-hidden="true" style={{ height }} />
  return (
    <>
      {drawn.rows.map(({ index, gap }) => (
        <Fragment key={idAt(index) ?? -index}>
          {space(gap)}
          {children(index)}
        </Fragment>
      ))}
      {space(drawn.after)}
    </>
  )
}

/** Says to rows which of them are looked at. */
export function useLook({ look, count }: Pick<RowSource, 'look' | 'count'>, drawn: { from: number; to: number }): void {
  const { from, to } = drawn
  useEffect(() => {
    if (count > 0) look(from, to)
  }, [look, from, to, count])
}
