import { fiscalYearOf } from '#contract/fiscal-year.ts'
import type { Invoice } from '#contract/modules/money/billed.ts'
import { deriveInvoice } from '#contract/modules/money/invoice-rules.ts'
import { mayInvoiceJob } from '#contract/modules/money/maintenance-invoice-rules.ts'
import { payment } from '#contract/modules/money/payment.ts'
import type { Row } from '#contract/module.ts'
import type { Maintenance } from '#contract/modules/service/maintenance.ts'
import { byServer, type Deeds } from '#server/crud/by-server.ts'
import type { Written } from '#server/crud/routes.ts'
import { houseRules } from '#server/lib/house-rules.ts'
import type { Billing } from '#server/modules/money/billing.ts'
import { maintenanceBilling } from '#server/modules/money/maintenance-billing.ts'
import { orderBilling } from '#server/modules/money/order-billing.ts'
import { chance, type Chance } from './chance.ts'
import { makerOf, type Ground, type Maker } from './maker.ts'

const DAY = 86_400_000
const left: readonly unknown[] = ['dispatched', 'delivered', 'closed']
type Fate = 'issued' | 'draft' | null

/** What has left was invoiced on the day after it was ordered; some that is being packed has a draft. */
export const demoInvoices = (written: Written, ground: Ground): Promise<void> =>
  byServer(written, { actor: ground.admin, request: null }, async deeds => {
    await invoiced(deeds, ground, orderBilling, (sale, luck) => {
      if (left.includes(sale.stage)) return 'issued'
      return sale.stage === 'packing' && luck.happens(40) ? 'draft' : null
    })
  })

/** Jobs that are over were invoiced a day after they came in; most are paid, of some a part is. */
export const demoJobInvoices = (written: Written, ground: Ground): Promise<void> =>
  byServer(written, { actor: ground.admin, request: null }, async deeds => {
    const made = await invoiced(deeds, ground, maintenanceBilling, (row, luck) => {
      const job = row as unknown as Maintenance
      if (!mayInvoiceJob(job) || job.parts.length === 0) return null
      return job.stage === 'closed' ? 'issued' : luck.happens(40) ? 'draft' : null
    })
    const luck = chance(20_261_204)
    for (const { maintenance, outstanding, date } of made as unknown as Invoice[]) {
      if (!outstanding || luck.happens(20)) continue
      const amount = luck.happens(80) ? outstanding : Math.round(outstanding / 200) * 100
      await deeds.create(payment, { maintenance, amount, mode: luck.one(['cash', 'upi', 'card']), paidOn: date })
    }
  })

/** Draws the invoices of all that there is to invoice, in the order of their days, and those that are issued with a number. */
async function invoiced(deeds: Deeds, ground: Ground, billing: Billing, fateOf: (row: Row, luck: Chance) => Fate) {
  const { tx } = deeds
  const luck = chance(20_261_203)
  const maker = makerOf(deeds, ground)
  const { country, today } = await houseRules(tx, ground.now.toISOString())
  const dayOf = ({ createdAt }: Row) => {
    const next = new Date(Date.parse(createdAt) + DAY).toISOString().slice(0, 10)
    return next < today ? next : today
  }
  const rows = await tx.where(billing.of, 'archivedAt', null)
  const last = new Map<number, number>()
  const made: Row[] = []
  for (const row of rows.toSorted((a, b) => dayOf(a).localeCompare(dayOf(b)) || a.id - b.id)) {
    const fate = fateOf(row, luck)
    if (!fate) continue
    const date = dayOf(row)
    const { year, label } = fiscalYearOf(date, country)
    const number = (last.get(year) ?? 0) + 1
    if (fate === 'issued') last.set(year, number)
    const at = new Date(Math.min(Date.parse(row.createdAt) + DAY, ground.now.getTime())).toISOString()
    const dueDate = new Date(Date.parse(date) + 15 * DAY).toISOString().slice(0, 10)
    const draft = await draftOf({ deeds, maker, billing }, row, at, fate === 'issued' ? { date, dueDate } : {})
    const { total } = deriveInvoice(draft) as { total: number }
    const paid = fate === 'issued' ? Math.min(Math.max(Number(row.paid ?? 0), 0), total) : 0
    const stage = fate === 'draft' ? 'draft' : paid === total ? 'paid' : paid > 0 ? 'partPaid' : 'issued'
    const issued = {
      number: `${billing.series.invoice}/${label}/${String(number).padStart(5, '0')}`,
      issuedAt: at,
      issuedBy: ground.admin,
    }
    const become: Row = { ...draft, stage, paid, ...(fate === 'issued' && issued) }
    made.push({ ...become, ...deriveInvoice(become) })
  }
  await maker.insert(billing.invoices, made, 'create')
  for (const [year, count] of last)
    await tx.also('insert into number_series (series, year, last) values ($1, $2, $3)', [
      billing.series.invoice,
      year,
      count,
    ])
  return made
}

type Means = { deeds: Deeds; maker: Maker; billing: Billing }

async function draftOf({ deeds: { tx }, maker, billing }: Means, row: Row, at: string, days: object): Promise<Row> {
  const { whole, feeRate } = billing.groundOf(row)
  const describe = await billing.describer(tx, row, [])
  const lines: Invoice['lines'] = []
  for (const piece of whole.lines) {
    const { line, qty, unitPrice } = piece
    if (qty > 0) lines.push({ id: await maker.nextId(), line, qty, unitPrice, ...(await describe(piece)) })
  }
  const isOrder = billing.field === 'order'
  return maker.row(
    billing.invoices,
    { [billing.field]: row.id, lines, ...(isOrder && { discount: whole.discount, fees: whole.fees }), ...days },
    at,
    { ...(await billing.snapshotOf(tx, row)), ...(isOrder && { feeRate }), evened: 0, credited: 0, paid: 0 },
  )
}
