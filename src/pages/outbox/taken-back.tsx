import { useTranslation } from 'react-i18next'
import type { Module } from '#contract/module.ts'
import { useDeed } from '#src/data/use-deed.ts'
import type { OutboxOp } from '#src/offline/outbox/op.ts'
import { Choice } from './choice.tsx'
import { useGiveUp } from './use-deeds.ts'

type Props = { module: Module; op: OutboxOp; followers: readonly OutboxOp[] }

/** A change that met somebody else's after its person had put everything back: there is nothing to decide. */
export function TakenBack({ module, op, followers }: Props) {
  const { t } = useTranslation('outbox')
  const giveUp = useGiveUp(op, followers)
  const { busy, refused, run } = useDeed()
  return (
    <Choice
      module={module}
      op={op}
      text={t('clash.takenBack')}
      refused={refused}
      busy={busy}
      onDiscard={() => void run(giveUp)}
      action={null}
    />
  )
}
