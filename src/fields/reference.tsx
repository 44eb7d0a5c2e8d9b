import { Link } from 'react-router-dom'
import type { Module } from '#contract/module.ts'
import { useData } from '#src/data/data.ts'
import { useTitle } from '#src/data/use-titles.ts'
import { useRecordPlaces } from './record-places.ts'
import { asNumber, type CellProps, type FieldView, type KindView } from './view.ts'

/** A record's title; a dash only where there is none to show. */
export function RecordName({ module, id }: { module: Module; id: number }) {
  return <>{useTitle(module, id) ?? '—'}</>
}

/** Undefined for a module that is planned and not there yet: what refers to it has a number and no name. */
export const useTarget = ({ meta }: FieldView): Module | undefined => useData().register[meta.module ?? '']

export const pendingName = (id: number) => `#${id}`
export const PendingName = ({ id }: { id: number }) => <span className="tabular-nums">{pendingName(id)}</span>

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

const named = (Name: typeof RecordName) =>
  function Named({ field, value }: CellProps) {
    const module = useTarget(field)
    const id = asNumber(value) ?? 0
    return module ? <Name module={module} id={id} /> : <PendingName id={id} />
  }

export const reference: KindView = { Cell: named(RecordName), Page: named(RecordLink) }
