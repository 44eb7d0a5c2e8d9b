import { useTranslation } from 'react-i18next'
import { attachLimits } from '#contract/calls/attached.ts'
import type { Module } from '#contract/module.ts'
import { whyNot } from '#src/data/use-deed.ts'
import { useOutboxDeeds } from '#src/data/use-outbox.ts'
import { useNewId } from '#src/data/use-writes.ts'
import type { OutboxOp } from '#src/offline/outbox/op.ts'
import { useCan } from '#src/session/actor.ts'
import { toast } from '#src/ui/toast.ts'

/**
 * What was wanted of a record that is with somebody else by now goes to them as a note. Null where it was not passed on, or
 * where its person may write no notes. `read`: all that the change says.
 */
export function useNoteInstead(module: Module, op: OutboxOp, read: () => Promise<string>) {
  const { t } = useTranslation('outbox')
  const newId = useNewId()
  const { noteInstead } = useOutboxDeeds()
  const mayWrite = useCan(module, 'edit') && !module.list
  const passed = op.state === 'rejected' ? op.problem?.passed : undefined
  if (!passed || !mayWrite) return null
  const send = async () => {
    const why = await whyNot(async () => {
      const text = await read()
      // Nothing of it is cut off without a word.
      if (Array.from(text).length > attachLimits.noteLength) return t('actions.noteTooLong')
      return (await noteInstead(op.mid, await newId(), text)) ? null : t('discard.onItsWay')
    })
    toast(why ?? t('actions.noted'))
  }
  const label = passed.byName ? t('actions.note', { name: passed.byName }) : t('actions.noteOn')
  return { label, send: () => void send() }
}
