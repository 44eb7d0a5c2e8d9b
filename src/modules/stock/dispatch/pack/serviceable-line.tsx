import { useTranslation } from 'react-i18next'
import { serviceableCall } from '#contract/calls/couriers.ts'
import { cleanPincode, isPincode } from '#contract/pincode.ts'
import { useAsked } from '#src/data/use-call.ts'
import { useConnection } from '#src/data/use-connection.ts'

type Props = { courier: number | null; pincode: string | null }

/** Whether the courier that is chosen goes there. Nothing where it cannot be asked: it is a hint, and holds nobody up. */
export function ServiceableLine({ courier, pincode }: Props) {
  const { t } = useTranslation('dispatch')
  const { online } = useConnection()
  const asked = { pincode: pincode ?? '', courier: courier ?? 0 }
  const enabled = online && courier !== null && isPincode(cleanPincode(asked.pincode))
  const said = useAsked(serviceableCall, asked, { enabled }).answer?.answers[0]
  if (!enabled || !said) return null
  if (said.is === 'yes') return <p className="text-30 text-muted">{t('screen.courier.goes', asked)}</p>
  if (said.is !== 'unserviceable') return null
  return (
    <p role="status" className="text-30 text-danger">
      {t('screen.courier.goesNot', asked)} {said.reason}
    </p>
  )
}
