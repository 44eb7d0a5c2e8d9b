import { bills, isAsking, type Bill, type Invoice } from '#contract/modules/money/billed.ts'
import { isIssued, isOwed } from '#contract/modules/money/invoice-rules.ts'
import { deriveMaintenance } from '#contract/modules/service/maintenance-rules.ts'
import type { Row } from '#contract/module.ts'
import { problem } from '#contract/problem.ts'
import type { Occasion } from '#server/crud/behaviour.ts'
import type { Tx } from '#server/crud/store.ts'
import { paymentSums } from './payments.ts'
import { toChange } from './to-change.ts'

/** All invoices of an order or a job, also those that ask for nothing. */
export async function invoicesOf(tx: Pick<Tx, 'where'>, { invoices, field }: Bill, id: number) {
  return (await tx.where(invoices, field, id)) as unknown as (Row & Invoice)[]
}

/**
 * Spreads what an order or a job was paid over its invoices, the oldest first, less what was credited of each. Asked
 * wherever one of the three changes; what it is about is locked by whoever asks.
 */
export async function settleInvoices({ tx, update }: Pick<Occasion, 'tx' | 'update'>, bill: Bill, id: number) {
  const all = await invoicesOf(tx, bill, id)
  await keepCredited({ tx, update }, bill, id, all)
  const invoices = all.filter(isOwed)
  if (invoices.length === 0) return
  let left = Math.max((await paymentSums(tx, bill, id)).paid, 0)
  for (const one of invoices.toSorted(byAge)) {
    const credited = creditsOf(all, one)
    const due = Math.max((one.total ?? 0) - credited, 0)
    const paid = Math.min(due, left)
    left -= paid
    const stage = paid === due ? 'paid' : paid > 0 ? 'partPaid' : 'issued'
    if (one.credited !== credited || one.paid !== paid || one.stage !== stage)
      await update(bill.invoices, one, { credited, paid, stage })
  }
}

/** What its last invoice gave back: where that was all of it, nothing of what costs something else by now. */
function creditedOf(all: readonly Invoice[], cost: unknown): number {
  const last = all.filter(isOwed).toSorted(byAge).at(-1)
  if (!last) return 0
  const credited = creditsOf(all, last)
  return credited >= (last.total ?? 0) && last.total !== cost ? 0 : credited
}

/** The credit notes of an invoice, all together. */
const creditsOf = (all: readonly Invoice[], { id }: Invoice): number =>
  all
    .filter(one => one.kind === 'creditNote' && one.against === id && isIssued(one))
    .reduce((sum, { total }) => sum + (total ?? 0), 0)

/** What it is of says what was credited, where its balance goes by that. */
async function keepCredited(
  { tx, update }: Pick<Occasion, 'tx' | 'update'>,
  bill: Bill,
  id: number,
  all: readonly Invoice[],
) {
  if (!bill.isCredited) return
  const row = (await toChange(tx, bill.of, id))!
  const credited = creditedOf(all, row.total)
  if (row.credited !== credited) await update(bill.of, row, { credited })
}

/** What was credited of a job is judged anew when it costs something else. */
export async function creditedAnew({ tx, row, before }: Occasion): Promise<Record<string, unknown>> {
  const { total } = deriveMaintenance(row)
  if (!before || total === before.total) return {}
  return { credited: creditedOf(await invoicesOf(tx, bills.maintenance, row.id), total) }
}

/** What is asked for already costs what it says there. What was done without a connection is done all the same. */
export async function refuseOtherPrice({ tx, ask, row, before, trusted }: Occasion): Promise<void> {
  if (trusted || ask.offline || !before || deriveMaintenance(row).total === before.total) return
  const asking = (await invoicesOf(tx, bills.maintenance, row.id)).find(one => isOwed(one) && isAsking(one))
  if (asking)
    throw problem(
      'not-now',
      `${asking.number} asks for what this job costs. Credit it or make it void, then change it.`,
    )
}

const byAge = (a: Invoice, b: Invoice): number =>
  (a.date ?? '').localeCompare(b.date ?? '') || (a.issuedAt ?? '').localeCompare(b.issuedAt ?? '') || a.id - b.id
