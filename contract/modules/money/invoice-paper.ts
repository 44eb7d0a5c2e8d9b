import { amountInWords } from '../../amount-in-words.ts'
import { formatPhone } from '../../format-phone.ts'
import type { PaperFormat } from '../../paper-format.ts'
import type { LineAmount } from '../../totals.ts'
import { paidFor, type Invoice, type InvoiceLine } from './billed.ts'
import { invoiceFigures, type Say } from './invoice-figures.ts'

/** What an invoice is written with. */
export type PaperMeans = { say: Say; format: PaperFormat; currency: string }

/** Names that an invoice refers to, as they are now. What is issued has kept its own of that day. */
export type PaperNames = {
  seller: { name: string; address: string | null; taxId: string | null; phone: string | null }
  /** Below the buyer's name and address, line by line. */
  place: string
  supplyTo: string
  /** The number of what it is of. */
  of: string | undefined
  against: string | undefined
}

export type Fact = { label: string; value: string }

/** Whose invoice it is, for whom, of what day and order. */
export type PaperHead = {
  title: string
  /** What kind of copy this is. */
  note: string
  number: string | null
  seller: { name: string; lines: string[] }
  billTo: { label: string; name: string; lines: string[]; phone: string | null; taxId: string | null }
  shipTo: { label: string; lines: string[] }
  facts: Fact[]
}

export type PaperColumn = { label: string; isAmount: boolean }

/** A line, each text as it stands in its column. Fees have no figures before the taxable value. */
export type PaperRow = {
  key: string
  isFees: boolean
  at: string
  name: string
  below: string | null
  hsn: string
  qty: string
  price: string
  off: string
  taxable: string
  tax: string
  rate: string
  amount: string
}

/** What it comes to, in figures and in words, its tax by code and rate, and who signs. */
export type PaperTail = {
  inWords: { label: string; words: string }
  note: string | null
  sums: Fact[]
  total: Fact
  told: Fact | null
  less: Fact[]
  end: Fact | null
  taxColumns: PaperColumn[]
  taxRows: { key: string; hsn: string; taxable: string; parts: { amount: string; rate: string }[] }[]
  signedFor: string
  signatory: string
}

const linesIn = (text: string | null) => (text ?? '').split('\n').filter(line => line !== '')

/** The names that an invoice was issued with, or those of now where it has none yet. */
const keptNames = (one: Invoice, now: PaperNames): PaperNames =>
  one.sellerName === null
    ? now
    : {
        ...now,
        seller: {
          name: one.sellerName,
          address: one.sellerAddress,
          taxId: one.sellerTaxId,
          phone: one.sellerPhone,
        },
        place: one.billPlace ?? '',
        supplyTo: one.supplyTo ?? '',
      }

/** What every page begins with, one way or the other. */
export function paperTitle(one: Invoice, { say }: PaperMeans): { title: string; note: string } {
  const title = say(`screen.onPaper.${one.kind}`)
  if (one.stage === 'draft') return { title, note: say('screen.onPaper.notIssued') }
  return { title, note: say(one.stage === 'void' ? 'screen.onPaper.void' : 'screen.onPaper.original') }
}

export const sellerName = (one: Invoice, now: string): string => one.sellerName ?? now

export function paperHead(one: Invoice, means: PaperMeans, now: PaperNames): PaperHead {
  const { say, format } = means
  const { seller, place, supplyTo, of, against } = keptNames(one, now)
  const taxId = (id: string | null) => id && `${say('screen.onPaper.taxId')} ${id}`
  const reach = [taxId(seller.taxId), seller.phone && formatPhone(seller.phone)].filter(Boolean).join(' · ')
  const facts = [
    ['fields.date', one.date && format.day(one.date)],
    ['fields.dueDate', one.dueDate && format.day(one.dueDate)],
    [`fields.${paidFor(one).field}`, of],
    ['fields.device', one.device],
    ['fields.serial', one.serial],
    ['screen.onPaper.againstInvoice', against],
    ['fields.reason', one.reason],
    ['screen.placeOfSupply', supplyTo],
  ] as const
  return {
    ...paperTitle(one, means),
    number: one.number,
    seller: { name: seller.name, lines: [...linesIn(seller.address), ...linesIn(reach)] },
    billTo: {
      label: say('fields.name'),
      name: one.name ?? '',
      lines: [
        ...linesIn(one.address),
        // An address of its own is whole: city and state are of where the goods go.
        ...(one.shipTo === null ? linesIn(place) : []),
      ],
      phone: one.phone && formatPhone(one.phone),
      taxId: taxId(one.taxId),
    },
    shipTo: { label: say('fields.shipTo'), lines: linesIn(one.shipTo ?? say('screen.sameAddress')) },
    facts: facts.flatMap(([label, value]) => (value ? [{ label: say(label), value }] : [])),
  }
}

export function paperColumns(one: Invoice, { say }: PaperMeans): PaperColumn[] {
  const text = (label: string) => ({ label, isAmount: false })
  const amount = (label: string) => ({ label, isAmount: true })
  const column = (name: string) => say(`columns.lines.${name}`)
  return [
    text(say('screen.onPaper.number')),
    text(say('screen.onPaper.item')),
    text(column('hsn')),
    amount(column('qty')),
    amount(column('unitPrice')),
    amount(say('screen.onPaper.off')),
    amount(say('fields.taxable')),
    amount(one.interState ? say('screen.igst') : say('fields.tax')),
    amount(say('screen.amount')),
  ]
}

/** What a line is called, where it says so itself: time has no name, but a length. */
export const lineName = ({ name, minutes }: InvoiceLine, say: Say, format: Pick<PaperFormat, 'count'>): string | null =>
  minutes ? say('screen.labour', { minutes: format.count(minutes) }) : name

/** The goods, and below them the fees, where there are any. */
export function paperRows(
  one: Invoice,
  { say, format }: PaperMeans,
  nameOf: (product: number) => string | undefined,
): PaperRow[] {
  const { lines, fees } = invoiceFigures(one, say).amounts
  const taxed = ({ taxable, tax, rate }: LineAmount) => ({
    taxable: format.plain(taxable),
    tax: format.plain(tax),
    rate: format.percent(rate),
    amount: format.plain(taxable + tax),
  })
  const goods = one.lines.map((line, at) => {
    const amount = lines[at]!
    const off = (line.discount ?? 0) + amount.share
    return {
      key: String(line.id),
      isFees: false,
      at: format.count(at + 1),
      name: lineName(line, say, format) ?? (line.product ? nameOf(line.product) : undefined) ?? '—',
      below: line.covered ? say(`options.lines.covered.${line.covered}`) : (line.serials ?? null),
      hsn: line.hsn ?? '',
      qty: format.count(line.qty),
      price: format.plain(line.unitPrice ?? 0),
      off: off > 0 ? format.plain(-off) : '—',
      ...taxed(amount),
    }
  })
  if (fees.net === 0) return goods
  const empty = { at: '', below: null, hsn: '', qty: '', price: '', off: '' }
  return [...goods, { key: 'fees', isFees: true, ...empty, name: say('screen.fees'), ...taxed(fees) }]
}

export function paperTail(one: Invoice, { say, format, currency }: PaperMeans, companyName: string): PaperTail {
  const { table, partsOf, sums, told, less, end } = invoiceFigures(one, say)
  const plain = ({ label, amount }: { label: string; amount: number }) => ({ label, value: format.plain(amount) })
  const signed = ({ label, amount }: { label: string; amount: number }) => ({
    label,
    value: `${format.sign}${format.plain(amount)}`,
  })
  return {
    inWords: { label: say('screen.inWords'), words: amountInWords(one.total ?? 0, currency) },
    note: one.note,
    sums: sums.map(plain),
    total: signed({ label: say('fields.total'), amount: one.total ?? 0 }),
    told: told && plain(told),
    less: less.map(plain),
    end: end && signed(end),
    taxColumns: [
      { label: say('screen.hsn'), isAmount: false },
      { label: say('fields.taxable'), isAmount: true },
      ...partsOf(0).map(({ label }) => ({ label, isAmount: true })),
    ],
    taxRows: table.map(({ hsn, rate, taxable, tax }) => ({
      key: `${hsn ?? ''} ${rate}`,
      hsn: hsn ?? '—',
      taxable: format.plain(taxable),
      parts: partsOf(tax, rate).map(part => ({ amount: format.plain(part.amount), rate: format.percent(part.rate) })),
    })),
    signedFor: say('screen.onPaper.for', { company: sellerName(one, companyName) }),
    signatory: say('screen.onPaper.signatory'),
  }
}

export const paperPage = ({ say, format }: PaperMeans, page: number, of: number): string =>
  say('screen.onPaper.pageOf', { page: format.count(page), of: format.count(of) })
