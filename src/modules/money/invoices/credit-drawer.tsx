import { Suspense } from 'react'
import { useNavigate } from 'react-router-dom'
import { paidFor, type Invoice } from '#contract/modules/money/billed.ts'
import { isOwed } from '#contract/modules/money/invoice-rules.ts'
import { useSayKept } from '#src/crud/say-waiting.ts'
import type { Screens } from '#src/crud/screens.ts'
import { piece } from '#src/lib/piece.ts'
import { detailsOf } from './places.ts'
import { useSay } from './say.ts'

const FormDrawer = piece(() => import('#src/crud/form-drawer.tsx').then(it => it.FormDrawer))

export const mayCredit = (one: Invoice): boolean => isOwed(one) && (one.credited ?? 0) < (one.total ?? 0)

type Props = { screens: Screens; one: Invoice; onClose: () => void }

/** What of an invoice is taken back, and why: a draft of a credit note, which is looked at before it is issued. */
export function CreditDrawer({ screens, one, onClose }: Props) {
  const bill = paidFor(one)
  const t = useSay(bill.invoices)
  const navigate = useNavigate()
  const sayKept = useSayKept()
  const form: Screens['form'] = [['lines'], ['reason'], ['note']]
  return (
    <Suspense>
      <FormDrawer
        screens={{ ...screens, form }}
        title={t('screen.creditOf', { number: one.number })}
        place={`credit:${one.id}`}
        start={{ [bill.field]: one[bill.field], kind: 'creditNote', against: one.id, lines: [] }}
        onClose={onClose}
        onSaved={outcome => {
          sayKept(outcome, t('screen.credited'))
          onClose()
          if (outcome.row) void navigate(detailsOf(bill, outcome.row.id))
        }}
      />
    </Suspense>
  )
}
