import PackageX from 'lucide-react/icons/package-x'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams, useSearchParams } from 'react-router-dom'
import { leftOf, mayCancelOf } from '#contract/modules/sales/order-left.ts'
import { orderCancel } from '#contract/modules/sales/order-cancel.ts'
import { order, type Order } from '#contract/modules/sales/order.ts'
import { EditForm } from '#src/crud/edit-form.tsx'
import { RecordForm } from '#src/crud/form-screen.tsx'
import { NoRecord } from '#src/crud/no-record.tsx'
import { pathTo, type ScreenProps } from '#src/crud/screens.ts'
import { useRecord, useRecords } from '#src/data/use-records.ts'
import { useWords } from '#src/fields/words.ts'
import { ButtonLink } from '#src/ui/button-link.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { RecordNumber } from '#src/ui/record-number.tsx'
import { orderPages } from '../order.ts'

const pageOf = (sale: Pick<Order, 'id'>) => pathTo(orderPages, 'details', sale.id)!
const createPath = (sale: Pick<Order, 'id'>) => `/orders/orders-cancel-create/${sale.id}`

const mayStillCancel = (sale: Order) => mayCancelOf(sale) && sale.lines.some(line => leftOf(line) > 0)

/** Asks for lines of an order not to be sent. The address names the order. */
export function CancelCreate(props: ScreenProps) {
  const { t } = useTranslation('orderCancel')
  return (
    <OfOrder>
      {sale =>
        mayStillCancel(sale) ? (
          <RecordForm
            {...props}
            start={{ order: sale.id, lines: [] }}
            after={pageOf(sale)}
            about={<About sale={sale} />}
          />
        ) : (
          <EmptyState icon={PackageX} level={1} title={t('screen.nothingLeft')} action={<ToOrder sale={sale} />} />
        )
      }
    </OfOrder>
  )
}

/** Changes what was asked for and is not decided: the one that the address names (`?cancel=12`), or the newest. */
export function CancelEdit(props: ScreenProps) {
  const named = Number(useSearchParams()[0].get('cancel') ?? 0)
  return (
    <OfOrder>
      {sale =>
        named > 0 ? (
          <CancelForm {...props} sale={sale} id={named} />
        ) : (
          <NewestForm key={sale.id} {...props} sale={sale} />
        )
      }
    </OfOrder>
  )
}

function NewestForm({ sale, ...props }: ScreenProps & { sale: Order }) {
  const { t } = useTranslation('orderCancel')
  const { rows, loading, error } = useRecords(orderCancel, {
    filter: { order: [sale.id], stage: ['requested'] },
    sort: '-createdAt',
  })
  const [newest] = rows
  if (newest) return <CancelForm {...props} sale={sale} id={newest.id} />
  if (loading || error) return <NoRecord screens={props.screens} loading={loading} error={error} />
  return (
    <EmptyState
      icon={PackageX}
      level={1}
      title={t('screen.noneOpen')}
      action={
        <>
          {mayStillCancel(sale) && (
            <ButtonLink variant="primary" to={createPath(sale)}>
              {t('titles.create')}
            </ButtonLink>
          )}
          <ToOrder sale={sale} />
        </>
      }
    />
  )
}

function CancelForm({ sale, id, ...props }: ScreenProps & { sale: Order; id: number }) {
  return (
    <EditForm key={id} screens={props.screens} id={id}>
      {open => <RecordForm {...props} {...open} after={pageOf(sale)} about={<About sale={sale} />} />}
    </EditForm>
  )
}

/** The order that the address names; says so where there is none. */
function OfOrder({ children }: { children: (sale: Order) => ReactNode }) {
  const id = Number(useParams().id ?? 0)
  const { row, loading, error } = useRecord(order, id)
  return row ? children(row) : <NoRecord screens={orderPages} loading={loading} error={error} />
}

/** Which order it is, and whose. */
const About = ({ sale }: { sale: Order }) => (
  <span className="flex flex-wrap items-baseline gap-x-2 text-muted">
    {sale.number && <RecordNumber number={sale.number} />} {sale.name}
  </span>
)

function ToOrder({ sale }: { sale: Order }) {
  const words = useWords(order)
  return <ButtonLink to={pageOf(sale)}>{sale.number ?? words.noun}</ButtonLink>
}
