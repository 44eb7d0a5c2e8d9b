import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { splitOp } from '#contract/intent.ts'
import type { Module, Row } from '#contract/module.ts'
import { useData } from '#src/data/data.ts'
import { isDoneAnyway, useEndedOtherwise } from '#src/data/use-outbox.ts'
import { useUndo } from '#src/data/use-writes.ts'
import type { OutboxOp } from '#src/offline/outbox/op.ts'
import { useDecidedWords } from '#src/pages/outbox/use-decided-words.ts'
import { useOpWords } from '#src/pages/outbox/use-op-words.ts'
import { toast } from '#src/ui/toast.ts'
import { useOnceAfter } from './use-once-after.ts'

/** Long enough to learn what the record is called, in ms. */
const GRACE = 1_000

/** Tells an author, once, when this device learns it: what somebody else made of their stuck work, and what was done anyway. */
export function DecidedNews() {
  const { register } = useData()
  // It may have come before this was drawn.
  const decided = useEndedOtherwise(performance.timeOrigin)
  const [told, setTold] = useState<readonly string[]>([])
  const op = decided?.find(({ mid }) => !told.includes(mid))
  const module = op && register[op.lane.slice(0, op.lane.indexOf(':'))]
  if (!module) return null
  const Told = isDoneAnyway(op) ? DoneAnyway : Decided
  return <Told key={op.mid} module={module} op={op} onTold={() => setTold(now => [...now, op.mid])} />
}

type ToldProps = { module: Module; op: OutboxOp; onTold: () => void }

function Decided({ module, op, onTold }: ToldProps) {
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

/** It had left before it was taken back. A change of fields can be taken back by another one; of anything else the record is shown. */
function DoneAnyway({ module, op, onTold }: ToldProps) {
  const { t } = useTranslation('outbox')
  const { title, what, to, server } = useOpWords(module, op)
  const undo = useUndo(module)
  const navigate = useNavigate()
  const takeBack = async (row: Row) => {
    const outcome = await undo(row, op)
    if (outcome.state === 'refused') toast(outcome.message)
    // Somebody wrote there since, and it is not written over.
    else if (outcome.state === 'conflict') void navigate(to ?? '/outbox')
    else toast(t('news.undone', { title, what }))
  }
  const canUndo = splitOp(op.op).action === 'change' && op.base !== null && server !== null
  useOnceAfter(GRACE, () => {
    toast(t('news.doneAnyway', { title, what }), {
      duration: 20_000,
      ...(canUndo
        ? { action: { label: t('news.undo'), onSelect: () => void takeBack(server) } }
        : to && { action: { label: t('news.open'), onSelect: () => void navigate(to) } }),
    })
    onTold()
  })
  return null
}
