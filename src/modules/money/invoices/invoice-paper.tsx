import {
  paperColumns,
  paperHead,
  paperPage,
  paperTail,
  paperTitle,
  sellerName,
  type PaperMeans,
  type PaperNames,
  type PaperRow as Line,
} from '#contract/modules/money/invoice-paper.ts'
import type { Bill, Invoice } from '#contract/modules/money/billed.ts'
import { paperFormat } from '#contract/paper-format.ts'
import { useItem } from '#src/data/use-list.ts'
import { localeNow } from '#src/lib/format.ts'
import { paperCell, paperFigure, PaperHeadings, PaperLine } from '#src/paper/a4-table.tsx'
import { useHouse } from '#src/session/house.ts'
import { useInvoiceAddress } from './invoice-parties.tsx'
import { useSay } from './say.ts'

/** What invoices are written with, in the language of the screen. */
export function usePaperMeans({ invoices }: Pick<Bill, 'invoices'>): PaperMeans {
  const say = useSay(invoices)
  const { currency } = useHouse()
  return { say, format: paperFormat(localeNow(), currency), currency }
}

export type Titles = { of: string | undefined; against: string | undefined }

/** The names that an invoice refers to, as they are now. */
function useNamesNow(one: Invoice, titles: Titles): PaperNames {
  const house = useHouse()
  const { below, place } = useInvoiceAddress(one)
  const city = useItem('city', house.address?.city ?? null)?.label
  const state = useItem('state', house.state ?? null)?.label
  const from = [house.address?.line, city, [state, house.address?.pincode].filter(Boolean).join(' ')]
  return {
    seller: {
      name: house.companyName,
      address: from.filter(Boolean).join(', '),
      taxId: house.taxId ?? null,
      phone: house.phone ?? null,
    },
    place: below.join('\n'),
    supplyTo: place,
    ...titles,
  }
}

type Own = { one: Invoice; means: PaperMeans }

/** Whose invoice it is, for whom, of what day and order. */
export function PaperHead({ one, means, titles }: Own & { titles: Titles }) {
  const { title, note, number, seller, billTo, shipTo, facts } = paperHead(one, means, useNamesNow(one, titles))
  return (
    <header>
      <div className="flex items-start justify-between gap-[8mm] border-b border-paper-rule pb-[6mm]">
        <div className="min-w-0">
          <p className="text-[13pt] font-semibold wrap-anywhere">{seller.name}</p>
          {seller.lines.map(line => (
            <p key={line} className="wrap-anywhere text-paper-muted">
              {line}
            </p>
          ))}
        </div>
        <div className="text-end">
          <p className="text-[18pt] leading-tight font-semibold whitespace-nowrap">{title}</p>
          {number && <p className="ltr font-semibold">{number}</p>}
          <p className="text-paper-muted">{note}</p>
        </div>
      </div>
      <div className="mb-[5mm] grid grid-cols-3 gap-[6mm] border-b border-paper-rule py-[5mm]">
        <div className="min-w-0 wrap-anywhere whitespace-pre-line">
          <p className="text-[8pt] text-paper-muted">{billTo.label}</p>
          <p className="font-semibold">{billTo.name}</p>
          <p>{billTo.lines.join('\n')}</p>
          {billTo.phone && <p className="ltr">{billTo.phone}</p>}
          {billTo.taxId && <p>{billTo.taxId}</p>}
        </div>
        <div className="min-w-0 wrap-anywhere whitespace-pre-line">
          <p className="text-[8pt] text-paper-muted">{shipTo.label}</p>
          <p>{shipTo.lines.join('\n')}</p>
        </div>
        <dl className="min-w-0">
          {facts.map(({ label, value }) => (
            <Fact key={label} label={label} value={value} />
          ))}
        </dl>
      </div>
    </header>
  )
}

function Fact({ label, value }: { label: string; value: string }) {
  return (
    <>
      <dt className="text-[8pt] text-paper-muted">{label}</dt>
      <dd className="font-semibold wrap-anywhere">{value}</dd>
    </>
  )
}

/** What every further page begins with. */
export function PaperAgain({ one, means }: Own) {
  const { companyName } = useHouse()
  return (
    <p className="mb-[5mm] flex justify-between gap-[8mm] border-b border-paper-rule pb-[3mm]">
      <span className="font-semibold">{sellerName(one, companyName)}</span>
      <span>
        {paperTitle(one, means).title} <b className="ltr">{one.number}</b>
      </span>
    </p>
  )
}

export const PaperColumns = ({ one, means }: Own) => <PaperHeadings columns={paperColumns(one, means)} wide={1} />

export function PaperRow({ line }: { line: Line }) {
  if (line.isFees)
    return (
      <tr>
        <td className={paperCell} colSpan={6}>
          {line.name}
        </td>
        <Money line={line} />
      </tr>
    )
  return (
    <tr>
      <td className={paperCell}>{line.at}</td>
      <td className={`${paperCell} wrap-anywhere`}>
        <span className="font-semibold">{line.name}</span>
        {line.below && <span className="ltr block text-[8pt] text-paper-muted">{line.below}</span>}
      </td>
      <td className={paperCell}>{line.hsn}</td>
      <td className={`${paperCell} ${paperFigure}`}>{line.qty}</td>
      <td className={`${paperCell} ${paperFigure}`}>{line.price}</td>
      <td className={`${paperCell} ${paperFigure}`}>{line.off}</td>
      <Money line={line} />
    </tr>
  )
}

function Money({ line: { taxable, tax, rate, amount } }: { line: Line }) {
  return (
    <>
      <td className={`${paperCell} ${paperFigure}`}>{taxable}</td>
      <td className={`${paperCell} ${paperFigure}`}>
        {tax}
        <span className="block text-[7.5pt] text-paper-muted">{rate}</span>
      </td>
      <td className={`${paperCell} ${paperFigure}`}>{amount}</td>
    </>
  )
}

/** What it comes to, in figures and in words, its tax by code and rate, and who signs. */
export function PaperTail({ one, means }: Own) {
  const { companyName } = useHouse()
  const tail = paperTail(one, means, companyName)
  return (
    <section className="mt-[5mm]">
      <div className="grid grid-cols-[1fr_72mm] gap-[8mm]">
        <div className="min-w-0">
          <p className="text-[8pt] text-paper-muted">{tail.inWords.label}</p>
          <p className="font-semibold">{tail.inWords.words}</p>
          {tail.note && <p className="mt-[3mm] wrap-anywhere whitespace-pre-line">{tail.note}</p>}
        </div>
        <dl className="grid grid-cols-[1fr_auto] content-start gap-y-[1mm] tabular-nums">
          {tail.sums.map(({ label, value }) => (
            <Sum key={label} label={label} amount={value} />
          ))}
          <dt className="border-y border-paper-ink py-[1.5mm] text-[12pt] font-semibold">{tail.total.label}</dt>
          <dd className="border-y border-paper-ink py-[1.5mm] text-end text-[12pt] font-semibold">
            {tail.total.value}
          </dd>
          {tail.told && <Sum label={tail.told.label} amount={tail.told.value} />}
          {tail.less.map(({ label, value }) => (
            <Sum key={label} label={label} amount={value} />
          ))}
          {tail.end && <Sum label={tail.end.label} amount={tail.end.value} strong />}
        </dl>
      </div>
      <table className="mt-[5mm] w-full border-collapse text-[8pt] tabular-nums">
        <thead>
          <PaperHeadings columns={tail.taxColumns} />
        </thead>
        <tbody>
          {tail.taxRows.map(({ key, hsn, taxable, parts }) => (
            <tr key={key}>
              <td className={paperCell}>{hsn}</td>
              <td className={`${paperCell} ${paperFigure}`}>{taxable}</td>
              {parts.map(({ amount, rate }, at) => (
                <td key={tail.taxColumns[at + 2]!.label} className={`${paperCell} ${paperFigure}`}>
                  {amount} <span className="text-paper-muted">({rate})</span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <div className="mt-[8mm] flex flex-col items-end">
        <p className="text-paper-muted">{tail.signedFor}</p>
        <p className="mt-[10mm] font-semibold">{tail.signatory}</p>
      </div>
    </section>
  )
}

function Sum({ label, amount, strong }: { label: string; amount: string; strong?: boolean }) {
  const look = strong ? 'font-semibold' : ''
  return (
    <>
      <dt className={look}>{label}</dt>
      <dd className={`text-end ${look}`}>{amount}</dd>
    </>
  )
}

export function PaperFoot({ one, means, page, of }: Own & { page: number; of: number }) {
  return <PaperLine start={<span className="ltr">{one.number}</span>} end={paperPage(means, page, of)} />
}
