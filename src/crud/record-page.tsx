import type { ReactNode } from 'react'
import { useParams } from 'react-router-dom'
import { useRecord } from '#src/data/use-records.ts'
import { Facts } from './detail-facts.tsx'
import { DetailHead } from './detail-head.tsx'
import { DetailTabs } from './detail-tabs.tsx'
import { FormDrawerHost } from './form-drawer-host.tsx'
import { NoRecord } from './no-record.tsx'
import type { Screens } from './screens.ts'
import { ThisRecord } from './this-record.tsx'

type Props = {
  screens: Screens
  /** That of the address, unless given. */
  id?: number
  /** The parts of the page; left out, they are those of any record. */
  children?: ReactNode
}

/** One record: what it is, what can be done with it now, and what was done. */
export function RecordPage({ screens, id: given, children }: Props) {
  const { id: asked = 0 } = useParams()
  const id = given ?? Number(asked)
  const { row, loading, error } = useRecord(screens.module, id)
  if (!row) return <NoRecord screens={screens} loading={loading} error={error} />
  return (
    <ThisRecord key={id} screens={screens} row={row}>
      {children ?? (
        <>
          <DetailHead />
          <DetailTabs overview={<Facts />} />
        </>
      )}
      <FormDrawerHost screens={screens} />
    </ThisRecord>
  )
}
