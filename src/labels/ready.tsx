import type { ReactNode } from 'react'
import type { Module, Row } from '#contract/module.ts'
import type { Dpi, LabelSize } from '#src/paper/label-sizes.ts'
import { labelsOf, type RecordLabel } from './label-of.ts'
import type { Queued } from './queue.ts'
import type { Source } from './with-labels.tsx'

/** A queued record with what is known of it. */
export type Found = { entry: Queued; source: Source; row: Row | undefined; why: 'early' | 'over' | 'missing' | null }

/** What is queued, in its order, with its records; of a module that is not asked for, nothing. */
export const foundIn = (entries: readonly Queued[], sources: readonly Source[]): Found[] =>
  entries.flatMap(entry => {
    const source = sources.find(({ module }) => module.name === entry.module)
    if (!source) return []
    const row = source.rows.find(({ id }) => id === entry.id)
    return [{ entry, source, row, why: row ? (source.label.whyNot?.(row) ?? null) : 'missing' }]
  })

type Drawn = { key: string; label: ReactNode }

/** The labels of a record, each once. */
export const drawn = (
  { Label, ...label }: RecordLabel,
  module: Module,
  row: Row,
  look: { size: LabelSize; dpi: Dpi },
): Drawn[] =>
  labelsOf({ Label, ...label }, row).map(at => ({
    key: `${module.name} ${row.id} ${at}`,
    label: <Label row={row} at={at} {...look} />,
  }))

/** Each as often as it is wanted, one after the other. */
export const repeated = (labels: readonly Drawn[], copies: number): Drawn[] =>
  labels.flatMap(label => Array.from({ length: copies }, () => label))
