import { paidFor, type Invoice } from '#contract/modules/money/billed.ts'
import { useItem } from '#src/data/use-list.ts'
import { useWords } from '#src/fields/words.ts'
import { formatPhone } from '#contract/format-phone.ts'
import { Card } from '#src/ui/card.tsx'
import { useSay } from './say.ts'

/** The address that an invoice goes to, line by line, and the state that it is taxed in. */
export function useInvoiceAddress(one: Invoice): { lines: string[]; below: string[]; place: string } {
  const city = useItem('city', one.city)?.label
  const state = useItem('state', one.state)?.label
  const country = useItem('country', one.country)?.label
  // An address of its own is whole: city and state are of where the goods go.
  const rest = one.shipTo === null ? [[city, one.pincode].filter(Boolean).join(' '), state, country] : []
  const said = (lines: readonly (string | null | undefined)[]) => lines.filter((line): line is string => Boolean(line))
  return {
    lines: said([one.name, one.address, ...rest]),
    below: said(rest),
    place: [state, country].filter(Boolean).join(', '),
  }
}

/** Who is asked to pay, and where the goods go, as it was when the invoice was made. */
export function InvoiceParties({ one }: { one: Invoice }) {
  const { invoices } = paidFor(one)
  const t = useSay(invoices)
  const words = useWords(invoices)
  const { lines, place } = useInvoiceAddress(one)
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Card title={words.field('name')}>
        <address className="text-30 wrap-anywhere whitespace-pre-line not-italic">{lines.join('\n')}</address>
        {one.phone && (
          <p className="mt-2 text-30">
            <a className="link ltr" href={`tel:${one.phone}`}>
              {formatPhone(one.phone)}
            </a>
          </p>
        )}
        {one.taxId && (
          <p className="mt-2 text-30">
            <span className="text-muted">{words.field('taxId')}</span> <span className="ltr">{one.taxId}</span>
          </p>
        )}
      </Card>
      <Card title={words.field('shipTo')}>
        <p className="text-30 wrap-anywhere whitespace-pre-line">{one.shipTo ?? t('screen.sameAddress')}</p>
        {place && (
          <p className="mt-2 text-30">
            <span className="text-muted">{t('screen.placeOfSupply')}</span> {place}
          </p>
        )}
        {(one.reason ?? one.note) && (
          <p className="mt-2 text-30 wrap-anywhere whitespace-pre-line">
            {[one.reason, one.note].filter(Boolean).join('\n')}
          </p>
        )}
      </Card>
    </div>
  )
}
