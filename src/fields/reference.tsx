import type { Module } from '#contract/module.ts'
import { useModule } from '#src/data/data.ts'
import { useTitle } from '#src/data/use-titles.ts'
import { asNumber, type CellProps, type KindView } from './view.ts'

/** A record's title; a dash only where there is none to show. */
export function RecordName({ module, id }: { module: Module; id: number }) {
  return <>{useTitle(module, id) ?? '—'}</>
}

function Cell({ field, value }: CellProps) {
  return <RecordName module={useModule(field.meta.module ?? '')} id={asNumber(value) ?? 0} />
}

export const reference: KindView = { Cell }
