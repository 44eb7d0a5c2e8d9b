import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import type { Module } from '#contract/module.ts'
import { useData } from '#src/data/data.ts'
import { useOutbox } from '#src/data/use-outbox.ts'
import { moduleOf, needsDecision, type OutboxOp } from '#src/offline/outbox/op.ts'
import { useOpWords } from '#src/pages/outbox/use-op-words.ts'
import { arrivedAt, forgetArrival } from '#src/session/session.ts'
import { LONG, toast } from '#src/ui/toast.ts'
import { FileNews } from './file-news.tsx'
import { useOnceAfter } from './use-once-after.ts'

/** A screen that still waits for its answer says itself what it was. */
const GRACE = 1_500

/** Tells of what was kept for somebody who signs in, and of what came back refused after the screen where it was done had gone. */
export function UnsentNews() {
  const { t } = useTranslation('outbox')
  const { register } = useData()
  const ops = useOutbox()
  const [began] = useState(Date.now)
  const arrival = arrivedAt()
  const navigate = useNavigate()
  const kept = (arrival !== null && ops?.filter(({ at }) => at < arrival)) || []
  const needed = kept.filter(needsDecision).length
  const greet = useEffectEvent(() => {
    const sent = kept.length - needed
    const words = [sent > 0 && t('news.kept', { count: sent }), needed > 0 && t('news.decide', { count: needed })]
    toast(words.filter(Boolean).join(' '), {
      waiting: true,
      ...(needed > 0 && { action: { label: t('news.open'), onSelect: () => void navigate('/outbox') } }),
    })
    forgetArrival()
  })
  const isGreeted = kept.length === 0
  useEffect(() => {
    if (!isGreeted) greet()
  }, [isGreeted])
  const [told, setTold] = useState<readonly string[]>([])
  const news = ops?.find(op => needsDecision(op) && (op.problem?.at ?? 0) >= began && !told.includes(op.mid))
  const module = news && register[moduleOf(news)]
  return (
    <>
      {news && module && (
        <Told key={news.mid} module={module} op={news} onTold={() => setTold(now => [...now, news.mid])} />
      )}
      <FileNews />
    </>
  )
}

function Told({ module, op, onTold }: { module: Module; op: OutboxOp; onTold: () => void }) {
  const { t } = useTranslation('outbox')
  const { title, what } = useOpWords(module, op)
  const navigate = useNavigate()
  useOnceAfter(GRACE, () => {
    const kind = op.state === 'conflict' ? 'conflict' : 'rejected'
    if (location.pathname !== '/outbox')
      toast(t(`news.${kind}`, { title, what }), {
        waiting: true,
        duration: LONG,
        action: { label: t('news.open'), onSelect: () => void navigate('/outbox') },
      })
    onTold()
  })
  return null
}
