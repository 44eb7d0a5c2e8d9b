import MapPin from 'lucide-react/icons/map-pin'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useParams } from 'react-router-dom'
import { serviceableCall } from '#contract/calls/couriers.ts'
import type { AnswerOf } from '#contract/call.ts'
import { codeFault } from '#contract/code-rules.ts'
import { cleanPincode } from '#contract/pincode.ts'
import { area } from '#contract/lists/places.ts'
import { Failed } from '#src/parts/not-loaded.tsx'
import { useAsked } from '#src/data/use-call.ts'
import { useItem } from '#src/data/use-list.ts'
import { Button } from '#src/ui/button.tsx'
import { Card } from '#src/ui/card.tsx'
import { Field } from '#src/ui/field.tsx'
import { PageHead } from '#src/ui/page-head.tsx'
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx'
import { TextInput } from '#src/ui/text-input.tsx'
import { useCourierName } from '../dispatch/use-for-whom.ts'

const faultOf = (pincode: string) => codeFault('pincode', cleanPincode(pincode), true)

type Said = AnswerOf<typeof serviceableCall>['answers'][number]

/** Whether couriers go to a PIN code, and what we know of it ourselves. */
export function ServiceablePage() {
  const { t } = useTranslation('dispatch')
  const { id = '' } = useParams()
  const pincode = cleanPincode(id)
  const navigate = useNavigate()
  const [typed, setTyped] = useState(pincode)
  /** What was typed or said by the address, and is none. */
  const [refused, setRefused] = useState(id)
  const [shown, setShown] = useState(id)
  // The way back leads to another code on the same page.
  if (shown !== id) {
    setShown(id)
    setTyped(pincode)
    setRefused(id)
  }
  const wrong = faultOf(refused)
  const { answer, error, loading, refresh } = useAsked(
    serviceableCall,
    { pincode },
    { enabled: faultOf(pincode) === null },
  )
  return (
    <>
      <PageHead title={t('titles.serviceability')} />
      <div className="grid max-w-form gap-4">
        <form
          className="flex items-end gap-3"
          onSubmit={event => {
            event.preventDefault()
            const next = cleanPincode(typed)
            setRefused(next)
            if (faultOf(next) === null) void navigate(`/static/maruti-service-status/${encodeURIComponent(next)}`)
          }}
        >
          <Field
            label={t('fields.pincode')}
            error={wrong && t(`screen.courier.wrong.${wrong}`, { said: cleanPincode(refused) })}
            className="min-w-0 flex-1"
          >
            <TextInput value={typed} onChange={setTyped} maxLength={20} inputMode="numeric" />
          </Field>
          <Button type="submit" icon={MapPin}>
            {t('screen.courier.ask')}
          </Button>
        </form>
        {loading && <SkeletonRows rows={3} />}
        {error && <Failed message={error.message} onAgain={() => void refresh()} />}
        {answer && (
          <>
            <Card title={t('screen.courier.couriers')}>
              {answer.answers.length === 0 ? (
                <p className="text-30 text-muted">{t('screen.courier.none')}</p>
              ) : (
                <ul className="grid gap-3">
                  {answer.answers.map(said => (
                    <CourierSaid key={said.courier} said={said} pincode={pincode} />
                  ))}
                </ul>
              )}
            </Card>
            <Card title={t('screen.courier.areas')}>
              {answer.areas.length === 0 ? (
                <p className="text-30 text-muted">{t('screen.courier.noAreas')}</p>
              ) : (
                <ul className="grid gap-1 text-30">
                  {answer.areas.map(id => (
                    <Area key={id} id={id} />
                  ))}
                </ul>
              )}
            </Card>
          </>
        )}
      </div>
    </>
  )
}

function CourierSaid({ said, pincode }: { said: Said; pincode: string }) {
  const { t } = useTranslation('dispatch')
  const name = useCourierName(said.courier)
  return (
    <li className="text-30">
      <b className="font-medium">{name ?? '…'}</b>
      <span className="block text-muted">
        {said.is === 'yes'
          ? [t('screen.courier.goes', { pincode }), said.services.join(', ')].filter(Boolean).join(' ')
          : said.reason}
      </span>
    </li>
  )
}

const Area = ({ id }: { id: number }) => <li>{useItem(area.name, id)?.label ?? '…'}</li>
