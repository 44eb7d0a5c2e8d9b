import type { ReactNode } from 'react'
import type { Module, Row } from '#contract/module.ts'
import { useRowsById } from '#src/data/use-rows-by-id.ts'
import type { Failure } from '#src/data/words.ts'
import { readLabel, type LabelLoader, type RecordLabel } from './label-of.ts'
import { useCountPrints } from './use-count-prints.ts'

/** Whose labels are wanted, and how they are drawn. */
export type Asked = { module: Module; label: LabelLoader; ids: readonly number[] }

/** The records of a module with all that their labels need. */
export type Source = {
  module: Module
  label: RecordLabel
  rows: readonly Row[]
  loading: boolean
  error: Failure | null
  again: () => void
  /** Says of each that it was printed; answers why not. */
  count: (printed: readonly { row: Row; copies: number }[]) => Promise<string>
}

type Props = { asked: readonly Asked[]; children: (sources: readonly Source[]) => ReactNode }

/** Brings the records of several modules, one module after the other: each asks by hooks of its own. */
export function WithLabels({ asked: [first, ...others], children }: Props) {
  if (!first) return children([])
  return (
    <WithOne key={first.module.name} asked={first}>
      {source => <WithLabels asked={others}>{more => children([source, ...more])}</WithLabels>}
    </WithOne>
  )
}

function WithOne({ asked, children }: { asked: Asked; children: (source: Source) => ReactNode }) {
  const label = readLabel(asked.label)
  const count = useCountPrints(asked.module, label.moves)
  const found = useRowsById(asked.module, asked.ids)
  return children({ module: asked.module, label, count, ...found })
}
