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

type Props = { screens: Screens; id?: number; children?: ReactNode }

/** The record of the address, unless another is given; its parts are those of any record, unless the module says them. */
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
