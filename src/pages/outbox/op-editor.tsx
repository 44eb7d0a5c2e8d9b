import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { Module } from '#contract/module.ts'
import type { Values } from '#src/form/check.ts'
import { useOutbox, useOutboxDeeds } from '#src/data/use-outbox.ts'
import { piece } from '#src/lib/piece.ts'
import type { OutboxOp } from '#src/offline/outbox/op.ts'
import { useActor } from '#src/session/actor.ts'
import { canEdit } from './can-edit.ts'
import { useOpWords } from './use-op-words.ts'

const EditOp = piece(() => import('./edit-op.tsx').then(({ EditOp }) => EditOp))

/** A change as it was when its person began to say it otherwise. */
export type Edited = { module: Module; op: OutboxOp }

type Props = Edited & { onClose: () => void }

/**
 * Says a change otherwise. Stands beside the lists: an attempt to send the change takes its row from one to the other, and
 * what is typed must not go with it.
 */
export function OpEditor({ module, op, onClose }: Props) {
  const { t } = useTranslation('outbox')
  const words = useOpWords(module, op)
  const actor = useActor()
  const { correct } = useOutboxDeeds()
  const ops = useOutbox()
  const now = ops ? ops.find(({ mid }) => mid === op.mid) : op
  const send = async (args: Values) => {
    // A note that has left meanwhile may have arrived, until the answer says otherwise.
    const mayBeSaid = !now || canEdit(module, now, actor)
    if (mayBeSaid && (await correct(op.mid, { args, base: op.base }))) return null
    return t(now ? 'edit.onItsWay' : 'edit.over')
  }
  return (
    <Suspense>
      <EditOp module={module} op={op} words={words} send={send} onClose={onClose} />
    </Suspense>
  )
}
