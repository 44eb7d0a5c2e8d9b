import Plus from 'lucide-react/icons/plus'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { bills } from '#contract/modules/money/billed.ts'
import { payment } from '#contract/modules/money/payment.ts'
import { useSayKept } from '#src/crud/say-waiting.ts'
import type { RecordTabProps, Screens } from '#src/crud/screens.ts'
import { formatMoney } from '#src/lib/format.ts'
import { piece } from '#src/lib/piece.ts'
import { useCan } from '#src/session/actor.ts'
import { Button } from '#src/ui/button.tsx'
import { paymentContents } from '../payment-contents.ts'
import { PaymentsCard } from './payments-card.tsx'
import { owedIn } from './signs.ts'

const FormDrawer = piece(() => import('#src/crud/form-drawer.tsx').then(it => it.FormDrawer))
const screens: Screens<typeof payment> = { module: payment, routes: {}, ...paymentContents }

/** What an order or a job comes to, what of it was credited, and what is paid. */
type Due = { total: number | null; credited?: number | null; paid: number | null; balance: number | null }

/** What came in for an order or a job and went back, with what is still owed after each; of a bank what went through it. */
export function PaymentsTab({ module, record, field }: RecordTabProps) {
  const { t } = useTranslation('payment')
  const isBilled = Object.values(bills).some(({ of }) => of.name === module.name)
  const due = isBilled ? (record as unknown as Due) : null
  const mayAdd = useCan(payment, 'create')
  const [adding, setAdding] = useState(false)
  const sayKept = useSayKept()
  const add = due && mayAdd && (
    <Button size="sm" icon={Plus} onClick={() => setAdding(true)}>
      {t('screen.add')}
    </Button>
  )
  const balance = due?.balance ?? 0
  return (
    <PaymentsCard
      field={field}
      id={record.id}
      version={record.version}
      totalOf={due && (() => owedIn(due))}
      add={add}
      footer={due && <Sums due={due} />}
    >
      {adding && (
        <Suspense>
          <FormDrawer
            screens={screens}
            place={`${field}:${record.id}`}
            start={{ [field]: record.id, ...(balance > 0 && { amount: balance }) }}
            onClose={() => setAdding(false)}
            onSaved={outcome => {
              sayKept(outcome, t('screen.done'))
              setAdding(false)
            }}
          />
        </Suspense>
      )}
    </PaymentsCard>
  )
}

function Sums({ due }: { due: Due }) {
  const { t } = useTranslation('payment')
  const sums = [
    ['screen.paid', due.paid ?? 0],
    ['screen.balance', due.balance ?? 0],
  ] as const
  return (
    <span className="ms-auto flex flex-wrap justify-end gap-x-6">
      {sums.map(([label, amount]) => (
        <span key={label} className="whitespace-nowrap">
          {t(label)} <b className="text-40 text-ink tabular-nums">{formatMoney(amount)}</b>
        </span>
      ))}
    </span>
  )
}
