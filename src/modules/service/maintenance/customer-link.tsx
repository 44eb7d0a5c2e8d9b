import Link from 'lucide-react/icons/link'
import MessageSquare from 'lucide-react/icons/message-square'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { endCustomerLinkCall, makeCustomerLinkCall } from '#contract/calls/customer-link.ts'
import { maintenance, type Maintenance } from '#contract/modules/service/maintenance.ts'
import { isEditable } from '#contract/record-rules.ts'
import { useData } from '#src/data/data.ts'
import { useCall } from '#src/data/use-call.ts'
import { useConnection } from '#src/data/use-connection.ts'
import { serverNow } from '#src/lib/clock.ts'
import { formatDateTime } from '#src/lib/format.ts'
import { LinkField } from '#src/crud/link-field.tsx'
import { useCan } from '#src/session/actor.ts'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { buttonLook } from '#src/ui/button-look.ts'
import { Card } from '#src/ui/card.tsx'
import { confirm } from '#src/ui/confirm.tsx'
import { Icon } from '#src/ui/icon.tsx'

/** The page that a job's customer has: its link is made here, handed over, and ended. */
export function CustomerLink({ job }: { job: Maintenance }) {
  const { t } = useTranslation('maintenance')
  const { online } = useConnection()
  const { pullNow } = useData()
  const mayEdit = useCan(maintenance, 'edit')
  const make = useCall(makeCustomerLinkCall)
  const end = useCall(endCustomerLinkCall)
  const [busy, setBusy] = useState<'make' | 'end' | null>(null)
  const [link, setLink] = useState<string | null>(null)
  const [refused, setRefused] = useState('')
  const isThere = job.linkUntil !== null && Date.parse(job.linkUntil) > serverNow()
  const isOver = !isEditable(maintenance, job)
  // Of a job that is over none is made; one that is there can be ended.
  if (!mayEdit || (isOver && !isThere)) return null

  const press = async (what: 'make' | 'end') => {
    // Whoever has the link by now cannot open it any more.
    const isSure =
      !isThere ||
      (await confirm({
        title: t(`screen.link.${what}Sure`),
        text: t('screen.link.sureText'),
        confirmLabel: t(`screen.link.${what}`),
        danger: true,
      }))
    if (!isSure) return
    setBusy(what)
    const called = await (what === 'make' ? make : end)({ maintenance: job.id })
    setBusy(null)
    setRefused('failure' in called ? called.failure.message : '')
    if ('failure' in called) return
    const made = called.answer as { link?: string }
    // Where the server knows no address of its own, it is the one that this page has come from.
    setLink(made.link === undefined ? null : new URL(made.link, location.origin).href)
    await pullNow()
  }
  return (
    <Card title={t('screen.link.title')}>
      <div className="grid gap-3">
        {refused && (
          <Banner tone="danger" announce onDismiss={() => setRefused('')}>
            {refused}
          </Banner>
        )}
        <p className="text-30 text-muted">
          {isThere ? t('screen.link.until', { at: formatDateTime(job.linkUntil!) }) : t('screen.link.what')}
        </p>
        {link && (
          <>
            <LinkField link={link} />
            <a
              className={buttonLook({})}
              href={`sms:${job.phone}?body=${encodeURIComponent(t('screen.link.message', { number: job.number, link }))}`}
            >
              <Icon of={MessageSquare} />
              {t('screen.link.sms')}
            </a>
            <p className="text-30 text-muted">{t('screen.link.once')}</p>
          </>
        )}
        <div className="flex flex-wrap gap-2">
          {!isOver && (
            <Button icon={Link} disabled={!online} loading={busy === 'make'} onClick={() => void press('make')}>
              {t(isThere ? 'screen.link.again' : 'screen.link.make')}
            </Button>
          )}
          {isThere && (
            <Button disabled={!online} loading={busy === 'end'} onClick={() => void press('end')}>
              {t('screen.link.end')}
            </Button>
          )}
        </div>
        {!online && <p className="text-30 text-muted">{t('screen.link.offline')}</p>}
      </div>
    </Card>
  )
}
