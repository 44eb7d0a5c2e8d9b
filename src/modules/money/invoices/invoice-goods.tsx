import { amountInWords } from '#contract/amount-in-words.ts'
import { product } from '#contract/modules/catalogue/product.ts'
import { paidFor, type Invoice, type InvoiceLine } from '#contract/modules/money/billed.ts'
import { lineName } from '#contract/modules/money/invoice-paper.ts'
import { RecordName } from '#src/fields/reference.tsx'
import { useWords } from '#src/fields/words.ts'
import { formatMoney, formatNumber, formatPercent } from '#src/lib/format.ts'
import { Totals } from '#src/parts/totals.tsx'
import { useHouse } from '#src/session/house.ts'
import { Card } from '#src/ui/card.tsx'
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '#src/ui/table.tsx'
import { useInvoiceFigures } from './invoice-amounts.ts'
import { useSay, type SayInvoice } from './say.ts'

/** What is asked for, and what it comes to, in figures and in words. */
export function InvoiceGoods({ one }: { one: Invoice }) {
  const { invoices } = paidFor(one)
  const t = useSay(invoices)
  const words = useWords(invoices)
  const hasDiscount = 'discount' in invoices.fields
  const { currency } = useHouse()
  const { amounts, sums, told, less, end } = useInvoiceFigures(one)
  const column = (name: string) => words.field(`lines.${name}`)
  const total = { label: words.field('total'), amount: one.total ?? 0 }
  const estimate = told ? [{ ...told, kind: 'within' as const }] : []
  const rows = end
    ? [...sums, { ...total, kind: 'sum' as const }, ...estimate, ...less, { ...end, kind: 'end' as const }]
    : [...sums, { ...total, kind: 'end' as const }, ...estimate]
  return (
    <Card flush className="@container">
      <Table caption={words.field('lines')}>
        <TableHead isStatic>
          <HeadCell className="w-full">{t('screen.item')}</HeadCell>
          <HeadCell className="sm:@max-3xl:hidden">{column('hsn')}</HeadCell>
          <HeadCell numeric>{column('qty')}</HeadCell>
          <HeadCell numeric>{column('unitPrice')}</HeadCell>
          {hasDiscount && <HeadCell numeric>{column('discount')}</HeadCell>}
          <HeadCell numeric className="sm:@max-3xl:hidden">
            {column('taxRate')}
          </HeadCell>
          <HeadCell numeric>{t('screen.amount')}</HeadCell>
        </TableHead>
        <TableBody>
          {one.lines.map((line, at) => {
            const { net, tax, rate } = amounts.lines[at]!
            return (
              <Row key={line.id}>
                <Cell wrap className="py-2!">
                  <span className="font-medium">
                    <ItemName line={line} say={t} />
                  </span>
                  {line.covered && (
                    <span className="block text-20 text-subtle">{words.option('lines.covered', line.covered)}</span>
                  )}
                  {line.serials && <span className="ltr block text-20 wrap-anywhere text-subtle">{line.serials}</span>}
                </Cell>
                <Cell label={column('hsn')} className="sm:@max-3xl:hidden">
                  {line.hsn ?? '—'}
                </Cell>
                <Cell numeric label={column('qty')}>
                  {formatNumber(line.qty)}
                </Cell>
                <Cell numeric label={column('unitPrice')}>
                  {formatMoney(line.unitPrice ?? 0)}
                </Cell>
                {hasDiscount && (
                  <Cell numeric label={column('discount')}>
                    {line.discount ? formatMoney(-line.discount) : '—'}
                  </Cell>
                )}
                <Cell numeric label={column('taxRate')} className="text-subtle sm:@max-3xl:hidden">
                  {formatMoney(tax)}
                  <span className="block text-20">{formatPercent(rate)}</span>
                </Cell>
                <Cell numeric label={t('screen.amount')} className="font-medium">
                  {formatMoney(net)}
                </Cell>
              </Row>
            )
          })}
          {amounts.discount > 0 && (
            <Extra label={words.field('discount')} amount={-amounts.discount} of={t('screen.amount')} />
          )}
          {amounts.fees.net > 0 && <Extra label={t('screen.fees')} amount={amounts.fees.net} of={t('screen.amount')} />}
        </TableBody>
      </Table>
      <div className="flex flex-wrap gap-x-6 gap-y-4 border-t px-4 pt-3 pb-4">
        <div className="min-w-0 flex-1 basis-56">
          <p className="text-20 text-muted">{t('screen.inWords')}</p>
          <p className="text-30 font-medium">{amountInWords(one.total ?? 0, currency)}</p>
        </div>
        <Totals rows={rows} label={t('screen.amount')} className="ms-auto w-full max-w-80" />
      </div>
    </Card>
  )
}

/** A product as it is called now; work and parts as they stand on the line. */
function ItemName({ line, say }: { line: InvoiceLine; say: SayInvoice }) {
  if (line.product) return <RecordName module={product} id={line.product} />
  return lineName(line, say, { count: formatNumber }) ?? '—'
}

/** What is no line of goods: empty cells take no room on a card. */
function Extra({ label, amount, of }: { label: string; amount: number; of: string }) {
  return (
    <Row>
      <Cell wrap>{label}</Cell>
      <Cell className="max-sm:hidden sm:@max-3xl:hidden" />
      <Cell className="max-sm:hidden" colSpan={3} />
      <Cell className="max-sm:hidden sm:@max-3xl:hidden" />
      <Cell numeric label={of} className="font-medium">
        {formatMoney(amount)}
      </Cell>
    </Row>
  )
}

/** Its tax by the code of the goods and the rate, as the tax office asks for it. */
export function InvoiceTaxes({ one }: { one: Invoice }) {
  const { invoices } = paidFor(one)
  const t = useSay(invoices)
  const words = useWords(invoices)
  const { table, partsOf } = useInvoiceFigures(one)
  return (
    <Card flush title={t('screen.taxes')}>
      <Table caption={t('screen.taxes')}>
        <TableHead isStatic>
          <HeadCell className="w-full">{t('screen.hsn')}</HeadCell>
          <HeadCell numeric>{words.field('taxable')}</HeadCell>
          {partsOf(0).map(({ label }) => (
            <HeadCell key={label} numeric>
              {label}
            </HeadCell>
          ))}
        </TableHead>
        <TableBody>
          {table.map(row => (
            <Row key={`${row.hsn ?? ''} ${row.rate}`}>
              <Cell>{row.hsn ?? '—'}</Cell>
              <Cell numeric label={words.field('taxable')}>
                {formatMoney(row.taxable)}
              </Cell>
              {partsOf(row.tax, row.rate).map(({ label, rate, amount }) => (
                <Cell key={label} numeric label={label}>
                  {formatMoney(amount)} <span className="text-20 text-subtle">{formatPercent(rate)}</span>
                </Cell>
              ))}
            </Row>
          ))}
        </TableBody>
      </Table>
    </Card>
  )
}
