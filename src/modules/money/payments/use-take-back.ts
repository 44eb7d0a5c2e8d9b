import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { payment, type Payment } from '#contract/modules/money/payment.ts'
import { outcomeOf } from '#src/crud/outcome-of.ts'
import { useSayKept } from '#src/crud/say-waiting.ts'
import { whyNot } from '#src/crud/why-not.ts'
import { useConnection } from '#src/data/use-connection.ts'
import { useSave } from '#src/data/use-writes.ts'
import { formatMoney } from '#src/lib/format.ts'
import { confirm } from '#src/ui/confirm.tsx'

/** Takes a payment back by its counter-entry, after a question. */
export function useTakeBack() {
  const { t } = useTranslation(['payment', 'crud'])
  const save = useSave(payment)
  const sayKept = useSayKept()
  const { online } = useConnection()
  const [refused, setRefused] = useState('')
  const takeBack = async (one: Payment) => {
    const number = one.number ?? ''
    setRefused(online ? '' : t('crud:waiting.needsServer', { move: t('payment:screen.takeBack') }))
    if (!online) return
    const question = {
      title: t('payment:screen.takeBackTitle', { number }),
      text: t('payment:screen.takeBackText', { amount: formatMoney(one.amount) }),
      confirmLabel: t('payment:screen.takeBack'),
    }
    if (!(await confirm(question))) return
    const { order, maintenance, kind, amount, mode, bank, courier, isOver } = one
    const outcome = await outcomeOf(() =>
      save({ order, maintenance, kind, amount, mode, bank, courier, isOver, reverses: one.id }),
    )
    if (outcome.state === 'saved' || outcome.state === 'waiting')
      return sayKept(outcome, t('payment:screen.undone', { number }))
    setRefused(whyNot(outcome))
  }
  return { takeBack, refused, dismiss: () => setRefused('') }
}
