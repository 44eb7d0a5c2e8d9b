import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { customerTimelineCall } from '#contract/calls/timeline.ts'
import { customer } from '#contract/modules/people/customer.ts'
import { unit } from '#contract/modules/stock/unit.ts'
import { Life } from '#src/crud/life/life.tsx'
import type { PartProps } from '#src/crud/screens.ts'
import { useRecords } from '#src/data/use-records.ts'
import { useRecordPlaces } from '#src/fields/record-places.ts'
import { useCan } from '#src/session/actor.ts'
import { ButtonLink } from '#src/ui/button-link.tsx'
import { Select } from '#src/ui/select.tsx'

/** All that happened to a customer, their devices and whatever else has to do with them. */
export function TimelineTab({ record }: PartProps) {
  const { t } = useTranslation('customer')
  const places = useRecordPlaces()
  const [device, setDevice] = useState(0)
  const actionOf = ({ module, action, record: merged }: { module: string; action: string; record: number }) => {
    const to = module === 'customer' && action === 'merge' ? places?.pathTo('customer', merged) : undefined
    return to ? (
      <ButtonLink size="xs" to={to}>
        {t('screen.merge.look')}
      </ButtonLink>
    ) : undefined
  }
  return (
    <Life
      module={customer}
      id={record.id}
      call={customerTimelineCall}
      question={{ customer: record.id, unit: device || undefined }}
      narrow={<DeviceSelect customer={record.id} value={device} onChange={setDevice} />}
      actionOf={actionOf}
    />
  )
}

function DeviceSelect(props: { customer: number; value: number; onChange: (id: number) => void }) {
  const { t } = useTranslation('customer')
  const maySee = useCan(unit, 'list')
  const { rows } = useRecords(unit, { filter: { customer: [maySee ? props.customer : 0] } })
  if (!maySee || rows.length === 0) return null
  return (
    <Select
      aria-label={t('screen.timeline.device')}
      size="sm"
      value={props.value}
      onChange={props.onChange}
      className="min-w-40"
      options={[
        { value: 0, label: t('screen.timeline.allDevices') },
        ...rows.map(({ id, serial }) => ({ value: id, label: serial })),
      ]}
    />
  )
}
