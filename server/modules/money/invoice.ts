import { fiscalYearOf } from '#contract/fiscal-year.ts'
import { isAsking, type Invoice } from '#contract/modules/money/billed.ts'
import { isOwed } from '#contract/modules/money/invoice-rules.ts'
import { tableOf } from '#contract/module.ts'
import { problem } from '#contract/problem.ts'
import { behaviour, type Occasion } from '#server/crud/behaviour.ts'
import { invalid } from '#server/crud/invalid.ts'
import { nextInSeries } from '#server/crud/numbers.ts'
import { invoicesOf, settleInvoices } from '#server/flows/invoicing.ts'
import { toChange } from '#server/flows/to-change.ts'
import { houseRules } from '#server/lib/house-rules.ts'
import { queueMail } from '#server/mailing/queue.ts'
import type { Billing, Of } from './billing.ts'
import { drafted, settled } from './invoice-lines.ts'
import { namesToKeep } from './invoice-names.ts'
import { ownersOf, snapshotOfInvoice, type Owned } from './invoice-snapshot.ts'
import { sourceOf } from './invoice-source.ts'

type Values = Record<string, unknown>

const drawn = ['lines', 'discount', 'fees'] as const

const mineOf = ({ row }: Occasion) => row as unknown as Invoice

/** An invoice takes its part of an order or a job, gets its number when it is issued, and from then on stays as it is. */
export function invoiceBehaviour(billing: Billing) {
  const { invoices, field, atOnce } = billing
  const fixed = [field, 'kind', 'against']
  const of = (occasion: Occasion) => found(occasion, billing)
  const settle = (occasion: Occasion) => settleInvoices(occasion, billing, Number(occasion.row[field]))
  return behaviour(invoices, {
    async check({ before, row, changes, trusted, tx, now }) {
      for (const field of fixed)
        if (before && row[field] !== before[field]) throw invalid({ [field]: 'This stays as it was made.' })
      const { date } = changes
      if (trusted || typeof date !== 'string') return
      if (date > (await houseRules(tx, now)).today) throw invalid({ date: 'This day has not come yet.' })
    },
    on: {
      async create(occasion) {
        const its = await of(occasion)
        return { ...(await snapshot(occasion, its)), ...(await drafted(occasion, its)), paid: 0, credited: 0 }
      },
      async change(occasion) {
        const { trusted, changes } = occasion
        if (trusted || !(atOnce || drawn.some(field => field in changes))) return {}
        return drafted(occasion, await of(occasion))
      },
      restore: async occasion => drafted(occasion, await of(occasion)),
      issue: async occasion => issue(occasion, await of(occasion)),
      mail: queueMail,
      async void(occasion) {
        const { tx, row, now } = occasion
        const [then, today] = [await houseRules(tx, row.issuedAt as string), await houseRules(tx, now)]
        if (then.today.slice(0, 7) !== today.today.slice(0, 7))
          throw problem('not-now', 'The month that it was issued in is over. Credit it instead.')
        const subject = (await toChange(tx, billing.of, Number(row[field])))!
        await refuseAskedAgain(occasion, { billing, subject, against: null })
      },
    },
    after: { issue: settle, void: settle },
  })
}

/** Without the credit note its pieces belong to the invoice that it credited: they must not be on another one by now. */
async function refuseAskedAgain(occasion: Occasion, of: Of): Promise<void> {
  const mine = mineOf(occasion)
  if (mine.kind !== 'creditNote') return
  const again = problem('not-now', 'What it gave back is invoiced again. Credit that first.')
  if (of.billing.atOnce) {
    const others = await invoicesOf(occasion.tx, of.billing, of.subject.id)
    if (others.some(one => one.id !== mine.against && isOwed(one) && isAsking(one))) throw again
    return
  }
  const asked = { mine: { ...mine, kind: 'invoice' as const }, onlyIssued: true }
  const { left } = await sourceOf(occasion.tx, of, asked)
  if (left.lines.some(({ qty }) => qty < 0)) throw again
}

/** What it is of, ours until the end, and the invoice that is credited; refused where nothing may be asked for. */
async function found({ tx, row }: Occasion, billing: Billing): Promise<Of> {
  const { kind, against: credits } = row as unknown as Invoice
  const subject = (await toChange(tx, billing.of, Number(row[billing.field])))!
  const [one] = credits === null ? [] : await tx.find(billing.invoices, [credits])
  const against = (one as unknown as Invoice | undefined) ?? null
  if (kind !== 'creditNote') {
    if (against) throw invalid({ against: 'Only a credit note takes something back.' })
    billing.refuse(subject, kind)
    return { billing, subject, against: null }
  }
  if (!against) throw invalid({ against: 'Say which invoice is credited.' })
  if (one?.[billing.field] !== subject.id || !isOwed(against))
    throw invalid({ against: `Choose an invoice of this ${billing.noun} that was issued.` })
  return { billing, subject, against }
}

const snapshot = async ({ tx }: Occasion, { billing, subject, against }: Of): Promise<Values> =>
  against ? { ...snapshotOfInvoice(against), ...ownersOf(subject as Owned) } : billing.snapshotOf(tx, subject)

/** Everything is asked before the number is: whoever wants the next one waits for us from then on. */
async function issue(occasion: Occasion, of: Of): Promise<Values> {
  const { tx, now, actor } = occasion
  const become = { ...(await snapshot(occasion, of)), ...(await settled(occasion, of)) }
  const { country, today } = await houseRules(tx, now)
  const mine = mineOf(occasion)
  const date = mine.date ?? today
  if (date > today) throw invalid({ date: 'This day has not come yet.' })
  if (of.against?.date && date < of.against.date) throw invalid({ date: 'It cannot be before the invoice.' })
  const kept = await namesToKeep(tx.also, { ...mine, ...become })
  return {
    ...become,
    ...kept,
    date,
    issuedAt: now,
    issuedBy: actor.id,
    number: await numberFor(occasion, of, date, country),
  }
}

/** At most 16 signs, as tax offices ask, and in the order of the days. */
async function numberFor(occasion: Occasion, { billing }: Of, date: string, country: string): Promise<string> {
  const { tx } = occasion
  const { kind } = mineOf(occasion)
  const { year, from, to, label } = fiscalYearOf(date, country)
  const series = billing.series[kind]
  const next = await nextInSeries({ tx }, series, year)
  const [last] = await tx.also<{ date: string }>(
    `select date::text as date from ${tableOf(billing.invoices)}
     where kind = $1 and number is not null and date between $2 and $3 order by date desc, id desc limit 1`,
    [kind, from, to],
  )
  if (last && date < last.date)
    throw invalid({ date: `The last one was issued for ${last.date}. It cannot be before.` })
  if (next > 999_999) throw problem('not-now', 'There are no numbers left in this year.')
  return `${series}/${label}/${String(next).padStart(5, '0')}`
}
