import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import type { Module } from '#contract/module.ts'
import { useData } from '#src/data/data.ts'
import { useDecided } from '#src/data/use-outbox.ts'
import type { OutboxOp } from '#src/offline/outbox/op.ts'
import { useDecidedWords } from '#src/pages/outbox/use-decided-words.ts'
import { useOpWords } from '#src/pages/outbox/use-op-words.ts'
import { toast } from '#src/ui/toast.ts'
import { useOnceAfter } from './use-once-after.ts'

/** Long enough to learn what the record is called, in ms. */
const GRACE = 1_000

/** Tells an author what somebody else has made of their stuck work, once, when this device learns it. */
export function DecidedNews() {
  const { register } = useData()
  // It may have come before this was drawn.
  const decided = useDecided(performance.timeOrigin)
  const [told, setTold] = useState<readonly string[]>([])
  const op = decided?.find(({ mid }) => !told.includes(mid))
  const module = op && register[op.lane.slice(0, op.lane.indexOf(':'))]
  if (!module) return null
  return <Told key={op.mid} module={module} op={op} onTold={() => setTold(now => [...now, op.mid])} />
}

function Told({ module, op, onTold }: { module: Module; op: OutboxOp; onTold: () => void }) {
  const { t } = useTranslation('outbox')
  const { title } = useOpWords(module, op)
  const said = useDecidedWords()(op)
  const navigate = useNavigate()
  useOnceAfter(GRACE, () => {
    toast(`${title}: ${said}`, {
      duration: 20_000,
      ...(location.pathname !== '/outbox' && {
        action: { label: t('news.open'), onSelect: () => void navigate('/outbox') },
      }),
    })
    onTold()
  })
  return null
}
