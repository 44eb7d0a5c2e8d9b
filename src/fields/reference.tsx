import { Link } from 'react-router-dom'
import type { Module } from '#contract/module.ts'
import { useModule } from '#src/data/data.ts'
import { useTitle } from '#src/data/use-titles.ts'
import { useRecordPlaces } from './record-places.ts'
import { asNumber, type CellProps, type KindView } from './view.ts'

/** A record's title; a dash only where there is none to show. */
export function RecordName({ module, id }: { module: Module; id: number }) {
  return <>{useTitle(module, id) ?? '—'}</>
}

function Cell({ field, value }: CellProps) {
  return <RecordName module={useModule(field.meta.module ?? '')} id={asNumber(value) ?? 0} />
}

/** The same as a way to its page. */
export function RecordLink({ module, id }: { module: Module; id: number }) {
  const to = useRecordPlaces()?.pathTo(module.name, id)
  if (!to) return <RecordName module={module} id={id} />
  return (
    <Link to={to} className="link">
      <RecordName module={module} id={id} />
    </Link>
  )
}

function Page({ field, value }: CellProps) {
  return <RecordLink module={useModule(field.meta.module ?? '')} id={asNumber(value) ?? 0} />
}

export const reference: KindView = { Cell, Page }
