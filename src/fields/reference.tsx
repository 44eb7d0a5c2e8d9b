import type { Module } from '#contract/module.ts'
import { useRecord } from '#src/data/use-records.ts'
import { useModule } from '#src/data/data.ts'
import { titleOf } from './title.ts'
import { asNumber, type CellProps, type KindView } from './view.ts'

/** A record's title, or a dash where this person cannot see it. */
export function RecordName({ module, id }: { module: Module; id: number }) {
  const { row } = useRecord(module, id)
  return <>{row ? titleOf(module, row) : '—'}</>
}

function Cell({ field, value }: CellProps) {
  return <RecordName module={useModule(field.meta.module ?? '')} id={asNumber(value) ?? 0} />
}

export const reference: KindView = { Cell }
