import Plus from 'lucide-react/icons/plus'
import Printer from 'lucide-react/icons/printer'
import Undo2 from 'lucide-react/icons/undo-2'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import type { Bill, Invoice } from '#contract/modules/money/billed.ts'
import { isOwed } from '#contract/modules/money/invoice-rules.ts'
import type { Module, Row as Record } from '#contract/module.ts'
import { useRowsOf } from '#src/data/rows/use-rows-of.ts'
import { MoreButton, MoreRows } from '#src/crud/more-rows.tsx'
import { Failed } from '#src/parts/not-loaded.tsx'
import { outcomeOf } from '#src/crud/outcome-of.ts'
import { RecordStage } from '#src/fields/record-stage.tsx'
import { useSayKept } from '#src/crud/say-waiting.ts'
import type { RecordTabProps } from '#src/crud/screens.ts'
import { whyNot } from '#src/crud/why-not.ts'
import { useSave } from '#src/data/use-writes.ts'
import { useWords } from '#src/fields/words.ts'
import { formatDate, formatMoney } from '#src/lib/format.ts'
import { useCan } from '#src/session/actor.ts'
import { Badge } from '#src/ui/badge.tsx'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { ButtonLink } from '#src/ui/button-link.tsx'
import { Card } from '#src/ui/card.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { RecordNumber } from '#src/ui/record-number.tsx'
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx'
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '#src/ui/table.tsx'
import { owedIn } from '../payments/signs.ts'
import { CreditDrawer, mayCredit } from './credit-drawer.tsx'
import { invoiceKinds } from './kinds.ts'
import { detailsOf, printOf } from './places.ts'
import { useSay } from './say.ts'

/** What was invoiced of an order or a job, how far it is paid, and the next one. */
export function InvoicesTab({ record, field }: RecordTabProps) {
  const { bill, screens, mayInvoice, mayPropose } = invoiceKinds[field as Bill['field']]
  const { invoices } = bill
  const t = useSay(invoices)
  const all = useRowsOf<Module>(invoices, { filter: { [field]: [record.id] }, sort: 'createdAt' }, record.version)
  const found = { ...all, rows: all.rows as unknown as Invoice[] }
  const mayAdd = useCan(invoices, 'create')
  const [crediting, setCrediting] = useState<Invoice | null>(null)
  const { make, busy, refused, dismiss } = useMake(bill, record)
  const isReady = mayInvoice(record, found.rows)
  const add = mayAdd && (
    <>
      {mayPropose(record) && (
        <Button size="sm" loading={busy === 'proforma'} onClick={() => make('proforma')}>
          {t('screen.proforma')}
        </Button>
      )}
      {isReady && (
        <Button size="sm" variant="primary" icon={Plus} loading={busy === 'invoice'} onClick={() => make('invoice')}>
          {t('screen.make')}
        </Button>
      )}
    </>
  )
  const issued = found.rows.filter(({ stage }) => stage !== 'draft')
  return (
    <Card
      flush
      title={t('titles.list')}
      aside={
        found.rows.length > 0 && (
          <>
            {issued.length > 1 && (
              <ButtonLink
                size="sm"
                icon={Printer}
                to={printOf(
                  bill,
                  issued.map(({ id }) => id),
                )}
              >
                {t('screen.print')}
              </ButtonLink>
            )}
            {add}
          </>
        )
      }
      footer={found.rows.length > 0 && <Sums bill={bill} rows={found.rows} />}
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
        <EmptyState level={3} className="min-h-0!" title={t(isReady ? 'screen.none' : 'screen.notYet')} action={add} />
      ) : (
        <Invoices bill={bill} rows={found.rows} onCredit={mayAdd ? setCrediting : undefined} />
      )}
      <MoreRows found={all}>
        <p className="border-t p-2 text-center">
          <MoreButton found={all} />
        </p>
      </MoreRows>
      {crediting && <CreditDrawer screens={screens} one={crediting} onClose={() => setCrediting(null)} />}
    </Card>
  )
}

/** Makes a draft of all that is left, and opens it. */
function useMake(bill: Bill, record: Record) {
  const t = useSay(bill.invoices)
  const navigate = useNavigate()
  const sayKept = useSayKept()
  const save = useSave<Module>(bill.invoices)
  const [busy, setBusy] = useState<Invoice['kind'] | null>(null)
  const [refused, setRefused] = useState('')
  const make = async (kind: 'invoice' | 'proforma') => {
    if (busy) return
    setBusy(kind)
    setRefused('')
    const outcome = await outcomeOf(() => save({ [bill.field]: record.id, kind }))
    setBusy(null)
    if (outcome.state !== 'saved') return setRefused(whyNot(outcome))
    sayKept(outcome, t('screen.made'))
    void navigate(detailsOf(bill, outcome.row.id))
  }
  return { busy, refused, dismiss: () => setRefused(''), make: (kind: 'invoice' | 'proforma') => void make(kind) }
}

type Own = { bill: Bill; rows: readonly Invoice[] }
type InvoicesProps = Own & { onCredit: ((one: Invoice) => void) | undefined }

function Invoices({ bill, rows, onCredit }: InvoicesProps) {
  const { invoices } = bill
  const t = useSay(invoices)
  const words = useWords(invoices)
  const mayOpen = useCan(invoices, 'details')
  return (
    <div className="overflow-x-auto">
      <Table caption={t('titles.list')}>
        <TableHead isStatic>
          <HeadCell>{words.field('number')}</HeadCell>
          <HeadCell>{words.field('date')}</HeadCell>
          <HeadCell className="w-full">{words.field('stage')}</HeadCell>
          <HeadCell numeric>{words.field('total')}</HeadCell>
          <HeadCell numeric>{words.field('outstanding')}</HeadCell>
          {onCredit && (
            <HeadCell>
              <span className="sr-only">{t('screen.credit')}</span>
            </HeadCell>
          )}
        </TableHead>
        <TableBody>
          {rows.map(one => {
            const name = one.number ? <RecordNumber number={one.number} /> : t('screen.draft')
            return (
              <Row key={one.id} faded={one.stage === 'void'}>
                <Cell>
                  {mayOpen ? (
                    <Link className="link" to={detailsOf(bill, one.id)}>
                      {name}
                    </Link>
                  ) : (
                    name
                  )}
                </Cell>
                <Cell label={words.field('date')}>{one.date ? formatDate(one.date) : '—'}</Cell>
                <Cell>
                  <span className="inline-flex flex-wrap items-center gap-2">
                    <RecordStage module={invoices} stage={one.stage} words={words} />
                    {one.kind !== 'invoice' && <Badge>{words.option('kind', one.kind)}</Badge>}
                  </span>
                </Cell>
                <Cell numeric label={words.field('total')} className="font-medium">
                  {formatMoney(one.kind === 'creditNote' ? -(one.total ?? 0) : (one.total ?? 0))}
                </Cell>
                <Cell numeric label={words.field('outstanding')}>
                  {one.outstanding ? formatMoney(one.outstanding) : '—'}
                </Cell>
                {onCredit && (
                  <Cell actions>
                    {mayCredit(one) && (
                      <IconButton
                        size="sm"
                        icon={Undo2}
                        label={t('screen.creditOf', { number: one.number })}
                        onClick={() => onCredit(one)}
                      />
                    )}
                  </Cell>
                )}
              </Row>
            )
          })}
        </TableBody>
      </Table>
    </div>
  )
}

/** What is asked for by all of them together, and what of it is still to come. */
function Sums({ bill, rows }: Own) {
  const t = useSay(bill.invoices)
  const issued = rows.filter(isOwed)
  const sum = (of: (one: Invoice) => number | null) => issued.reduce((all, one) => all + (of(one) ?? 0), 0)
  const sums = [
    ['screen.invoiced', sum(owedIn)],
    ['screen.open', sum(one => one.outstanding)],
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
