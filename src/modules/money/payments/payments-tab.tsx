import Plus from 'lucide-react/icons/plus'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { bills } from '#contract/modules/money/billed.ts'
import { payment } from '#contract/modules/money/payment.ts'
import { useRowsOf } from '#src/data/rows/use-rows-of.ts'
import { MoreButton, MoreRows } from '#src/crud/more-rows.tsx'
import { Failed } from '#src/parts/not-loaded.tsx'
import { useSayKept } from '#src/crud/say-waiting.ts'
import type { RecordTabProps, Screens } from '#src/crud/screens.ts'
import { formatMoney } from '#src/lib/format.ts'
import { piece } from '#src/lib/piece.ts'
import { useActor, useCan } from '#src/session/actor.ts'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { Card } from '#src/ui/card.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx'
import { paymentContents } from '../payment-contents.ts'
import { PaymentTable } from './payment-table.tsx'
import { owedIn } from './signs.ts'
import { useTakeBack } from './use-take-back.ts'

const FormDrawer = piece(() => import('#src/crud/form-drawer.tsx').then(it => it.FormDrawer))
const screens: Screens<typeof payment> = { module: payment, routes: {}, ...paymentContents }

/** What an order or a job comes to, what of it was credited, and what is paid. */
type Due = { total: number | null; credited?: number | null; paid: number | null; balance: number | null }

/** What came in for an order or a job and went back, with what is still owed after each; of a bank what went through it. */
export function PaymentsTab({ module, record, field }: RecordTabProps) {
  const { t } = useTranslation('payment')
  const isBilled = Object.values(bills).some(({ of }) => of.name === module.name)
  const due = isBilled ? (record as unknown as Due) : null
  const found = useRowsOf(payment, { filter: { [field]: [record.id] }, sort: due ? 'at' : '-at' }, record.version)
  const mayAdd = useCan(payment, 'create')
  // Money that goes back takes an approval.
  const mayTakeBack = useActor().approves.has(payment.name) && mayAdd
  const [adding, setAdding] = useState(false)
  const sayKept = useSayKept()
  const { takeBack, refused, dismiss } = useTakeBack()
  const add = due && mayAdd && (
    <Button size="sm" icon={Plus} onClick={() => setAdding(true)}>
      {t('screen.add')}
    </Button>
  )
  const balance = due?.balance ?? 0
  return (
    <Card
      flush
      title={t('titles.list')}
      aside={found.rows.length > 0 && add}
      footer={due && found.rows.length > 0 && <Sums due={due} />}
    >
      {refused && (
        <div className="border-b p-3">
          <Banner tone="danger" announce onDismiss={dismiss}>
            {refused}
          </Banner>
        </div>
      )}
      {found.loading ? (
        <SkeletonRows rows={3} />
      ) : found.error ? (
        <div className="p-3">
          <Failed message={found.error.message} onAgain={found.again} />
        </div>
      ) : found.rows.length === 0 ? (
        <EmptyState level={3} className="min-h-0!" title={t('screen.none')} action={add} />
      ) : (
        <PaymentTable
          rows={found.rows}
          total={due && owedIn(due)}
          onTakeBack={due && mayTakeBack ? one => void takeBack(one) : undefined}
        />
      )}
      <MoreRows found={found}>
        <p className="border-t p-2 text-center">
          <MoreButton found={found} />
        </p>
      </MoreRows>
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
    </Card>
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
