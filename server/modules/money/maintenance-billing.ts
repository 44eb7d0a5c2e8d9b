import { part, type Part } from '#contract/modules/catalogue/part.ts'
import { product } from '#contract/modules/catalogue/product.ts'
import { bills } from '#contract/modules/money/billed.ts'
import { coveredBy, mayInvoiceJob, mayProposeJob } from '#contract/modules/money/maintenance-invoice-rules.ts'
import { customer } from '#contract/modules/people/customer.ts'
import { pricedJob } from '#contract/modules/service/maintenance-rules.ts'
import type { Maintenance } from '#contract/modules/service/maintenance.ts'
import { problem } from '#contract/problem.ts'
import type { Asks, Billing, Described, Ground } from './billing.ts'
import { buyerOf } from './invoice-snapshot.ts'

const jobOf = (row: unknown) => row as Maintenance

/** Repair and maintenance, as the tax office numbers services. */
const SERVICE = '9987'

/** A service job is invoiced as a whole when its work is over: its parts, its hours and its charges. */
export const maintenanceBilling: Billing = {
  ...bills.maintenance,
  series: { invoice: 'SRV', creditNote: 'SCN', proforma: 'SPF' },
  atOnce: true,
  refuse(row, kind) {
    const job = jobOf(row)
    if (job.stage === 'cancelled') throw problem('not-now', 'This job is cancelled.')
    if (!(kind === 'proforma' ? mayProposeJob(job) : mayInvoiceJob(job)))
      throw problem('not-now', 'An invoice is made once the work is over, and there is something to ask for.')
    if (pricedJob({ ...job }).length === 0) throw problem('not-now', 'No part, no work and no charge is on this job.')
  },
  groundOf: row => wholeJob(jobOf(row)),
  async snapshotOf(tx, row) {
    const job = jobOf(row)
    const [buyer] = job.customer === null ? [] : await tx.find(customer, [job.customer])
    const [device] = job.product === null ? [] : await tx.find(product, [job.product])
    const taxId = (buyer?.taxId as string | null | undefined) ?? null
    return {
      ...(await buyerOf(tx, { ...job, taxId, billing: null, taxIncluded: true })),
      device: device?.name ?? null,
      serial: job.serial,
      estimate: job.estimate,
    }
  },
  async describer(tx, row) {
    const { cover, parts, labour, charges } = jobOf(row)
    const used = await partsOf(tx, parts)
    const shared = ({ taxRate, pays }: { taxRate: number | null; pays: string }) => ({
      taxRate,
      covered: coveredBy(cover, pays),
      part: null,
      name: null,
      hsn: SERVICE,
      minutes: null,
    })
    const lines = new Map<number, Described>()
    for (const one of parts) {
      const { name = null, hsn = null } = used.get(one.part) ?? {}
      lines.set(one.id, { ...shared(one), part: one.part, name, hsn })
    }
    for (const one of labour) lines.set(one.id, { ...shared(one), minutes: one.minutes })
    for (const one of charges) lines.set(one.id, { ...shared(one), name: one.label })
    return async ({ line }) => lines.get(line)!
  },
}

/** All that a job comes to, line by line as it stands on it. */
export function wholeJob(job: Maintenance): Ground {
  const ids = [...job.parts, ...job.labour, ...job.charges].map(({ id }) => id)
  const lines = pricedJob({ ...job }).map(({ qty, unitPrice }, at) => ({ line: ids[at]!, qty, unitPrice, discount: 0 }))
  return { whole: { lines, discount: 0, fees: 0, total: job.total ?? 0 }, feeRate: 0, taxIncluded: true }
}

async function partsOf(tx: Asks, lines: Maintenance['parts']): Promise<ReadonlyMap<number, Part>> {
  const found = await tx.find(part, [...new Set(lines.map(one => one.part))])
  return new Map((found as unknown as Part[]).map(one => [one.id, one]))
}
