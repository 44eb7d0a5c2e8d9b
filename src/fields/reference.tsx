import { useRecord } from '#src/data/use-records.ts'
import { useModule } from '#src/data/data.ts'
import { titleOf } from './title.ts'
import { asNumber, type CellProps, type KindView } from './view.ts'

function Cell({ field, value }: CellProps) {
  const module = useModule(field.meta.module ?? '')
  const { row } = useRecord(module, asNumber(value) ?? 0)
  return <>{row ? titleOf(module, row) : '—'}</>
}

export const reference: KindView = { Cell }
