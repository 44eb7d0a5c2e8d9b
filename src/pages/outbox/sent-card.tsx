import Check from 'lucide-react/icons/check'
import Gavel from 'lucide-react/icons/gavel'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { Module } from '#contract/module.ts'
import { useData } from '#src/data/data.ts'
import { isDoneAnyway } from '#src/data/use-ended-otherwise.ts'
import { useSent } from '#src/data/use-outbox.ts'
import { clockOffset } from '#src/lib/clock.ts'
import { moduleOf, type OutboxOp } from '#src/offline/outbox/op.ts'
import { Card } from '#src/ui/card.tsx'
import { Count } from '#src/ui/count.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { whenOf } from './op-state.tsx'
import { useDecidedWords } from './use-decided-words.ts'
import { useOpWords } from './use-op-words.ts'

const HOURS = 12
const SHOWN = 8

/** What came through in the last hours, and what somebody else decided about. */
export function SentCard() {
  const { t } = useTranslation('outbox')
  const { register } = useData()
  const [since] = useState(() => Date.now() - HOURS * 3_600_000)
  const sent = useSent(since) ?? []
  return (
    <Card title={t('sent.title')} aside={sent.length > 0 && <Count of={sent.length} />}>
      {sent.length === 0 ? (
        <p className="text-30 text-muted">{t('sent.none')}</p>
      ) : (
        <ol className="grid gap-2 text-30">
          {sent.slice(0, SHOWN).map(op => {
            const module = register[moduleOf(op)]
            return module && <Sent key={op.mid} module={module} op={op} />
          })}
        </ol>
      )}
    </Card>
  )
}

function Sent({ module, op }: { module: Module; op: OutboxOp }) {
  const { t } = useTranslation('outbox')
  const { title, what, to } = useOpWords(module, op)
  const at = new Date((op.endedAt ?? op.at) + clockOffset())
  const words = `${what}, ${title}`
  const decided = useDecidedWords()(op)
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-start gap-x-2">
      {decided ? (
        <Icon of={Gavel} size="sm" className="mt-0.5 text-muted" />
      ) : (
        <Icon of={Check} size="sm" className="mt-0.5 text-success" />
      )}
      {to ? (
        <Link to={to} className="wrap-anywhere hover:underline">
          {words}
        </Link>
      ) : (
        <span className="wrap-anywhere">{words}</span>
      )}
      <time dateTime={at.toISOString()} className="text-subtle tabular-nums">
        {whenOf(at)}
      </time>
      {decided && <span className="col-span-2 col-start-2 text-20 wrap-anywhere text-muted">{decided}</span>}
      {isDoneAnyway(op) && <span className="col-start-2 text-20 text-warning-text">{t('sent.doneAnyway')}</span>}
    </li>
  )
}
