import Plus from 'lucide-react/icons/plus'
import Printer from 'lucide-react/icons/printer'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { Bill, Invoice } from '#contract/modules/money/billed.ts'
import { isOwed } from '#contract/modules/money/invoice-rules.ts'
import type { Module, Row as Record } from '#contract/module.ts'
import { rowsOf, type RowSource } from '#src/data/rows/source.ts'
import { useChildRows } from '#src/data/rows/use-child-rows.ts'
import { outcomeOf } from '#src/crud/outcome-of.ts'
import { useSayKept } from '#src/crud/say-waiting.ts'
import type { RecordTabProps } from '#src/crud/screens.ts'
import { whyNot } from '#src/crud/why-not.ts'
import { useSave } from '#src/data/use-writes.ts'
import { useWords } from '#src/fields/words.ts'
import { formatMoney } from '#src/lib/format.ts'
import { ChildrenCard } from '#src/record/children-card.tsx'
import { useCan } from '#src/session/actor.ts'
import { Button } from '#src/ui/button.tsx'
import { ButtonLink } from '#src/ui/button-link.tsx'
import { owedIn } from '../payments/signs.ts'
import { CreditDrawer } from './credit-drawer.tsx'
import { invoiceColumns } from './invoice-columns.tsx'
import { invoiceKinds } from './kinds.ts'
import { detailsOf, printOf } from './places.ts'
import { useSay } from './say.ts'

/** What was invoiced of an order or a job, how far it is paid, and the next one. */
export function InvoicesTab({ record, field }: RecordTabProps) {
  const { bill, screens, mayInvoice, mayPropose } = invoiceKinds[field as Bill['field']]
  const t = useSay(bill.invoices)
  const words = useWords(bill.invoices)
  const question = { filter: { [field]: [record.id] }, sort: 'createdAt' }
  const rows = useChildRows<Module>(bill.invoices, question, record.version) as unknown as RowSource<Invoice>
  const invoices = rowsOf(rows)
  const mayOpen = useCan(bill.invoices, 'details')
  const mayAdd = useCan(bill.invoices, 'create')
  const [crediting, setCrediting] = useState<Invoice | null>(null)
  const { make, busy, refused, dismiss } = useMake(bill, record)
  const isReady = mayInvoice(record, invoices)
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
  const issued = invoices.filter(({ stage }) => stage !== 'draft')
  return (
    <ChildrenCard
      title={t('titles.list')}
      rows={rows}
      columns={invoiceColumns({ bill, t, words, onCredit: mayAdd ? setCrediting : undefined })}
      linkTo={mayOpen ? id => detailsOf(bill, id) : undefined}
      look={one => (one.stage === 'void' ? 'faded' : undefined)}
      none={t(isReady ? 'screen.none' : 'screen.notYet')}
      add={add}
      tools={
        issued.length > 1 && (
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
        )
      }
      refused={refused}
      onRead={dismiss}
      footer={<Sums bill={bill} rows={invoices} />}
    >
      {crediting && <CreditDrawer screens={screens} one={crediting} onClose={() => setCrediting(null)} />}
    </ChildrenCard>
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
