import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Module, Row } from '#contract/module.ts'
import { useOutboxDeeds } from '#src/data/use-outbox.ts'
import { useNewId, useSave } from '#src/data/use-writes.ts'
import { copyOf } from '#src/crud/copy-of.ts'
import type { OutboxOp } from '#src/offline/outbox/op.ts'
import { useCan } from '#src/session/actor.ts'
import { Button } from '#src/ui/button.tsx'
import { toast } from '#src/ui/toast.ts'
import { Choice } from './choice.tsx'
import { useOpDeeds } from './use-deeds.ts'
import type { OpWords } from './use-op-words.ts'

type Props = { module: Module; op: OutboxOp; words: OpWords }

/** Somebody put the record away: what was wanted of it becomes a record of its own, or nothing. */
export function GoneChoice({ module, op, words }: Props) {
  const { t } = useTranslation('outbox')
  const save = useSave(module)
  const newId = useNewId()
  const mayCreate = useCan(module, 'create')
  const deeds = useOutboxDeeds()
  const { discard } = useOpDeeds(op, words)
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState('')
  const gone = op.problem?.gone
  const row = (gone?.row ?? op.problem?.row ?? words.server ?? words.row) as Row | null | undefined
  const copy = async () => {
    if (!row) return
    setBusy(true)
    setRefused('')
    try {
      const values = await copyOf(module, { ...row, ...op.args }, newId)
      const outcome = await save(values)
      if (outcome.state === 'refused') return setRefused(outcome.message)
      await deeds.discard(op.mid)
      toast(t('clash.copied'), { waiting: outcome.state === 'waiting' })
    } finally {
      setBusy(false)
    }
  }
  const why = gone
    ? gone.byName
      ? t('clash.gone', { who: gone.byName })
      : t('clash.goneUnknown')
    : t(row?.archivedAt ? 'clash.archived' : 'clash.goneUnknown')
  return (
    <Choice
      module={module}
      op={op}
      text={`${why} ${t('clash.goneText')}`}
      refused={refused}
      busy={busy}
      onDiscard={discard}
      action={
        mayCreate &&
        row && (
          <Button size="sm" variant="primary" loading={busy} onClick={() => void copy()}>
            {t('clash.copy')}
          </Button>
        )
      }
    />
  )
}
