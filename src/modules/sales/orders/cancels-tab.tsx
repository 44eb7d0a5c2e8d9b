import Pencil from 'lucide-react/icons/pencil'
import PackageX from 'lucide-react/icons/package-x'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { product } from '#contract/modules/catalogue/product.ts'
import { leftOf, mayCancelOf } from '#contract/modules/sales/order-left.ts'
import { orderCancel, type OrderCancel } from '#contract/modules/sales/order-cancel.ts'
import { order, type Order } from '#contract/modules/sales/order.ts'
import type { Row } from '#contract/module.ts'
import { isEditable, movesOf } from '#contract/record-rules.ts'
import { useMoveDeeds } from '#src/crud/detail-moves.tsx'
import { useRowsOf } from '#src/data/rows/use-rows-of.ts'
import { MoreButton, MoreRows } from '#src/record/more-rows.tsx'
import { Failed } from '#src/parts/not-loaded.tsx'
import type { RecordTabProps, Screens } from '#src/crud/screens.ts'
import { RecordName } from '#src/fields/reference.tsx'
import { useWords } from '#src/fields/words.ts'
import { formatDateTime, formatMoney, formatNumber } from '#src/lib/format.ts'
import { useActor, useCan } from '#src/session/actor.ts'
import { Badge } from '#src/ui/badge.tsx'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { ButtonLink } from '#src/ui/button-link.tsx'
import { Card } from '#src/ui/card.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { RecordNumber } from '#src/ui/record-number.tsx'
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx'
import { orderCancelContents } from '../order-cancel-contents.ts'

const screens: Screens<typeof orderCancel> = { module: orderCancel, routes: {}, ...orderCancelContents }

/** What of an order does not leave: asked for, approved, paid back. */
export function CancelsTab({ record, field }: RecordTabProps) {
  const { t } = useTranslation('orderCancel')
  const sale = record as unknown as Order
  const found = useRowsOf(orderCancel, { filter: { [field]: [record.id] }, sort: '-createdAt' }, record.version)
  const mayEdit = useCan(order, 'edit')
  const more = mayEdit && mayCancelOf(sale) && sale.lines.some(line => leftOf(line) > 0) && (
    <ButtonLink size="sm" icon={PackageX} to={`/orders/orders-cancel-create/${sale.id}`}>
      {t(found.rows.length > 0 ? 'screen.another' : 'titles.create')}
    </ButtonLink>
  )
  if (found.loading) return <SkeletonRows rows={3} />
  if (found.error) return <Failed message={found.error.message} onAgain={found.again} />
  if (found.rows.length === 0)
    return (
      <Card>
        <EmptyState level={3} className="min-h-0!" title={t('screen.none')} action={more} />
      </Card>
    )
  return (
    <div className="grid max-w-form gap-4">
      {more && <p className="flex justify-end">{more}</p>}
      {found.rows.map(row => (
        <Cancellation key={row.id} sale={sale} row={row as unknown as Row} />
      ))}
      <MoreRows found={found}>
        <p className="text-center">
          <MoreButton found={found} />
        </p>
      </MoreRows>
    </div>
  )
}

function Cancellation({ sale, row }: { sale: Order; row: Row }) {
  const { t } = useTranslation(['orderCancel', 'crud'])
  const one = row as unknown as OrderCancel
  const words = useWords(orderCancel)
  const actor = useActor()
  const [refused, setRefused] = useState('')
  const number = one.number ?? words.noun
  const { busy, press, dialog } = useMoveDeeds(screens, row, number, setRefused)
  const moves = movesOf(orderCancel, row, actor)
  const mayEdit = useCan(order, 'edit') && isEditable(orderCancel, row)
  const hasDeeds = mayEdit || moves.length > 0
  return (
    <Card
      aria-label={number}
      title={one.number ? <RecordNumber number={one.number} /> : number}
      aside={
        <>
          <span className="text-20 text-subtle max-sm:hidden">{formatDateTime(one.createdAt)}</span>
          <Badge tone={tones[one.stage]}>{words.stage(one.stage)}</Badge>
        </>
      }
      footer={
        hasDeeds && (
          <span className="ms-auto flex flex-wrap justify-end gap-2">
            {mayEdit && (
              <ButtonLink size="sm" icon={Pencil} to={`/orders/orders-cancel-edit/${sale.id}?cancel=${one.id}`}>
                {t('crud:list.edit')}
              </ButtonLink>
            )}
            {moves.toReversed().map(move => (
              <Button
                key={move}
                size="sm"
                variant={move === moves[0] ? 'primary' : 'secondary'}
                loading={busy === move}
                onClick={() => press(move)}
              >
                {words.move(move)}
              </Button>
            ))}
          </span>
        )
      }
    >
      {refused && (
        <Banner tone="danger" announce onDismiss={() => setRefused('')} className="mb-3">
          {refused}
        </Banner>
      )}
      <ul className="mb-3 grid gap-1">
        {one.lines.map(({ id, line, qty }) => {
          const of = sale.lines.find(one => one.id === line)
          return (
            <li key={id} className="flex gap-2 font-medium">
              <span className="text-muted tabular-nums">{formatNumber(qty)} ×</span>
              <span className="min-w-0">{of ? <RecordName module={product} id={of.product} /> : '—'}</span>
            </li>
          )
        })}
      </ul>
      <dl className="flex flex-wrap gap-x-10 gap-y-3 text-30">
        <Fact name="reason">{one.reason}</Fact>
        <Fact name="requestedBy">{words.option('requestedBy', one.requestedBy)}</Fact>
        {(one.refundDue ?? 0) > 0 && <Fact name="refundDue">{formatMoney(one.refundDue ?? 0)}</Fact>}
        {(one.refunded ?? 0) > 0 && <Fact name="refunded">{formatMoney(one.refunded ?? 0)}</Fact>}
        {one.refundMode && <Fact name="refundMode">{words.option('refundMode', one.refundMode)}</Fact>}
        {one.reference && <Fact name="reference">{one.reference}</Fact>}
        {one.rejectReason && <Fact name="rejectReason">{one.rejectReason}</Fact>}
        {one.note && <Fact name="note">{one.note}</Fact>}
      </dl>
      {dialog}
    </Card>
  )
}

const tones = {
  requested: 'info',
  refundPending: 'warning',
  refunded: 'success',
  closed: 'neutral',
  rejected: 'neutral',
} as const

function Fact({ name, children }: { name: string; children: string }) {
  const words = useWords(orderCancel)
  return (
    <div className="min-w-0">
      <dt className="text-muted">{words.field(name)}</dt>
      <dd className="wrap-anywhere whitespace-pre-line">{children}</dd>
    </div>
  )
}
