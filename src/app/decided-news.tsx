import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { metaOf } from '#contract/fields.ts'
import { splitOp } from '#contract/intent.ts'
import { allFields, type Module, type Row } from '#contract/module.ts'
import { useData } from '#src/data/data.ts'
import { isDoneAnyway, mayTell, useEndedOtherwise } from '#src/data/use-ended-otherwise.ts'
import { useUndo } from '#src/data/use-take-back.ts'
import { moduleOf, type OutboxOp } from '#src/offline/outbox/op.ts'
import { useDecidedWords } from '#src/pages/outbox/use-decided-words.ts'
import { useOpWords } from '#src/pages/outbox/use-op-words.ts'
import { LONG, toast } from '#src/ui/toast.ts'
import { useOnceAfter } from './use-once-after.ts'

/** Long enough to learn what the record is called, in ms. */
const GRACE = 1_000

/** Tells an author, once, when this device learns it: what somebody else made of their stuck work, and what was done anyway. */
export function DecidedNews() {
  const { db, register } = useData()
  const ended = useEndedOtherwise()
  const [told, setTold] = useState<readonly string[]>([])
  const op = ended.find(({ mid }) => !told.includes(mid))
  const module = op && register[moduleOf(op)]
  if (!db || !module) return null
  const Told = isDoneAnyway(op) ? DoneAnyway : Decided
  const tell = (words: () => void) => {
    setTold(now => [...now, op.mid])
    // Without an answer it is told twice rather than not at all.
    void mayTell(db, op.mid).then(isOurs => void (isOurs && words()), words)
  }
  return <Told key={op.mid} module={module} op={op} tell={tell} />
}

type ToldProps = { module: Module; op: OutboxOp; tell: (words: () => void) => void }

function Decided({ module, op, tell }: ToldProps) {
  const { t } = useTranslation('outbox')
  const { title } = useOpWords(module, op)
  const said = useDecidedWords()(op)
  const navigate = useNavigate()
  useOnceAfter(GRACE, () =>
    tell(() =>
      toast(`${title}: ${said}`, {
        duration: LONG,
        ...(location.pathname !== '/outbox' && {
          action: { label: t('news.open'), onSelect: () => void navigate('/outbox') },
        }),
      }),
    ),
  )
  return null
}

/** Fields as they were can be said anew; lines that are gone, or may only be added to, cannot. */
const canBeUndone = (module: Module, { op, base, args }: OutboxOp): boolean => {
  const fields = allFields(module)
  const isLines = (name: string) => fields[name] === undefined || metaOf(fields[name]).kind === 'lines'
  return splitOp(op).action === 'change' && base !== null && !Object.keys(args).some(isLines)
}

/** It had left before it was taken back. A change of fields can be taken back by another one; of anything else the record is shown. */
function DoneAnyway({ module, op, tell }: ToldProps) {
  const { t } = useTranslation('outbox')
  const { title, what, to, server } = useOpWords(module, op)
  const undo = useUndo(module)
  const navigate = useNavigate()
  const open = to === undefined ? undefined : { label: t('news.open'), onSelect: () => void navigate(to) }
  const takeBack = async (row: Row) => {
    const outcome = await undo(row, op)
    if (outcome.state === 'refused') return toast(outcome.message, { action: open })
    // Somebody wrote there since, and it is not written over.
    if (outcome.state === 'conflict')
      return toast(t('news.notUndone', { title, what }), { duration: LONG, action: open })
    const isDone = outcome.state === 'saved'
    return toast(t(isDone ? 'news.undone' : 'news.undoWaits', { title, what }))
  }
  useOnceAfter(GRACE, () =>
    tell(() => {
      const undoIt = server !== null &&
        canBeUndone(module, op) && { label: t('news.undo'), onSelect: () => void takeBack(server) }
      toast(t('news.doneAnyway', { title, what }), { duration: LONG, action: undoIt || open })
    }),
  )
  return null
}
