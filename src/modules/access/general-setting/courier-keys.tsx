import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { courierKeyCall, courierKeysCall } from '#contract/calls/couriers.ts'
import { courier } from '#contract/lists/stock.ts'
import type { GeneralSetting } from '#contract/modules/access/general-setting.ts'
import { useAsked, useCall } from '#src/data/use-call.ts'
import { useItem } from '#src/data/use-list.ts'
import { Banner } from '#src/ui/banner.tsx'
import { SecretRow } from './secret-row.tsx'

type Props = {
  /** As they are saved. */
  couriers: GeneralSetting['couriers']
  unsaved: boolean
}

/** The keys of the couriers that the server asks, which nobody can read. */
export function CourierKeys({ couriers, unsaved }: Props) {
  const { answer, error, refresh } = useAsked(courierKeysCall, {})
  const [failed, setFailed] = useState('')
  return (
    <>
      {couriers.map(one => (
        <CourierKey
          key={one.id}
          one={one}
          isSet={answer ? answer.lines.includes(one.id) : null}
          trouble={error?.message}
          unsaved={unsaved}
          onFailed={setFailed}
          onDone={refresh}
        />
      ))}
      {failed && (
        <Banner tone="danger" announce title={failed} onDismiss={() => setFailed('')} className="sm:col-span-2" />
      )}
    </>
  )
}

type OneProps = {
  one: GeneralSetting['couriers'][number]
  isSet: boolean | null
  trouble: string | undefined
  unsaved: boolean
  onFailed: (why: string) => void
  onDone: () => Promise<void>
}

function CourierKey({ one, isSet, trouble, unsaved, onFailed, onDone }: OneProps) {
  const { t } = useTranslation('generalSetting')
  const setKey = useCall(courierKeyCall)
  const name = useItem(courier.name, one.courier)?.label ?? '…'
  return (
    <SecretRow
      of="key"
      title={t('screen.key.title', { courier: name })}
      isSet={isSet}
      note={unsaved ? t('screen.key.saveFirst') : trouble}
      disabled={unsaved}
      write={key => setKey({ line: one.id, key })}
      onFailed={onFailed}
      onDone={onDone}
    />
  )
}
