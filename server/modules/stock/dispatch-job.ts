import { dueFor, maySend, stillDue } from '#contract/modules/service/maintenance-parcel.ts'
import { maintenance, type Maintenance } from '#contract/modules/service/maintenance.ts'
import { inIt } from '#contract/modules/stock/dispatch-rules.ts'
import type { Dispatch, DispatchItem } from '#contract/modules/stock/dispatch.ts'
import type { Unit } from '#contract/modules/stock/unit.ts'
import type { Occasion } from '#server/crud/behaviour.ts'
import { invalid } from '#server/crud/invalid.ts'
import { doneAt } from '#server/crud/said-at.ts'
import { productsOf } from '#server/flows/allocation.ts'
import { dispatchHolding, dispatchIn, parcelOfJob } from '#server/flows/dispatching.ts'
import { toChange } from '#server/flows/to-change.ts'
import { addressFrom, ownersFrom } from './dispatch-address.ts'
import type { Purpose } from './dispatch-purpose.ts'
import { lockedUnits, sendUnits } from './dispatch-units.ts'

/** What goes back to the customer of a service job: its device, and what came with it. */
export const forJob: Purpose = {
  async begin(occasion) {
    const row = dispatchIn(occasion)
    const job = await jobOf(occasion)
    if (!job) return {}
    const other = await parcelOfJob(occasion.tx, job.id, row.id)
    if (other) throw invalid({ maintenance: `This job is in dispatch ${other.number} already.` })
    await settle(occasion, job)
    const codAmount = row.codAmount === null ? dueFor(job) : stillDue(row, job)
    return { ...addressFrom(row, job), ...ownersFrom(row, job), codAmount }
  },
  async settle(occasion) {
    const job = await jobOf(occasion)
    if (job) await settle(occasion, job)
  },
  complete,
  async collects(occasion, row) {
    const job = await jobOf(occasion)
    return job ? stillDue(row, job) : row.codAmount
  },
  async leave(occasion) {
    const job = await jobOf(occasion)
    await sendUnits(occasion, dispatchIn(occasion), () => ({ stage: 'shipped' }))
    if (job) await occasion.update(maintenance, job, { stage: 'dispatched' })
  },
  async arrive(occasion) {
    const job = await jobOf(occasion)
    const row = dispatchIn(occasion)
    const owner = (device: Unit) => device.customer ?? job?.customer ?? null
    await sendUnits(occasion, row, device => ({ stage: 'withCustomer', customer: owner(device) }))
    const handedOverAt = await doneAt(occasion)
    await become(occasion, job, { stage: 'handedOver', handedOverAt, signedBy: row.receivedBy ?? job?.name })
  },
  async turnBack(occasion) {
    await jobOf(occasion)
    await sendUnits(occasion, dispatchIn(occasion), () => ({ stage: 'inReturn' }))
  },
  async comeBack(occasion) {
    const job = await jobOf(occasion)
    await sendUnits(occasion, dispatchIn(occasion), () => ({ stage: 'inService' }))
    await become(occasion, job, { stage: 'ready' })
  },
  async lose(occasion) {
    const job = await jobOf(occasion)
    const row = dispatchIn(occasion)
    await sendUnits(occasion, row, () => ({ stage: 'lost' }))
    // What is done about it people decide; until then whoever opens the job reads why it goes no further.
    await become(occasion, job, { holdReason: row.lostReason })
  },
}

/** Its job, ours until the transaction ends. */
async function jobOf({ tx, row }: Occasion): Promise<Maintenance | null> {
  return (await toChange(tx, maintenance, row.maintenance as number)) as unknown as Maintenance | null
}

/** What became of its parcel is that of a job which is on its way, and of no other. */
async function become({ update }: Occasion, job: Maintenance | null, changes: object): Promise<void> {
  if (job?.stage === 'dispatched') await update(maintenance, job, { ...changes })
}

const isDevice = ({ product }: DispatchItem): boolean => product !== null

/** Only the job's own device is in it, once; beside it whatever has no number. */
async function settle({ tx, row: written }: Occasion, job: Maintenance): Promise<void> {
  const row = written as unknown as Dispatch
  if (!maySend(job))
    throw invalid({
      maintenance: job.serviceMode === 'onSite' ? 'This job is done on site.' : 'This job is not ready to be sent.',
    })
  const devices = row.items.filter(isDevice)
  if (devices.length !== 1 || devices[0]!.qty !== 1)
    throw invalid({ items: 'One device goes with a job: the one that was repaired.' })
  const [item] = devices
  const at = row.items.indexOf(item!)
  if (item!.product !== job.product) throw invalid({ [`items.${at}.product`]: 'This job is about another product.' })
  if (job.unit === null && item!.serial !== job.serial)
    throw invalid({ [`items.${at}.serial`]: 'The job says another serial number.' })
  const scanned = row.items.flatMap(one => one.units)
  const known = await lockedUnits(tx, scanned)
  for (const id of scanned) {
    const device = known.get(id)
    const reason =
      id !== job.unit || !item!.units.includes(id)
        ? 'is not the device of this job'
        : (elsewhere[device?.stage ?? ''] ??
          ((await dispatchHolding(tx, id, row.id)) && 'is in another dispatch already'))
    if (reason) throw invalid({ [`items.${at}.units`]: `${device?.serial ?? id} ${reason}.` })
  }
}

/** Where a device is by our books that cannot lie on the bench. */
const elsewhere: Record<string, string> = {
  allocated: 'is meant for an order',
  shipped: 'has left already',
  inReturn: 'is on its way to us',
  scrapped: 'was scrapped',
  lost: 'is lost',
}

/** The device was scanned where it is known, and all else ticked off. */
async function complete(occasion: Occasion): Promise<void> {
  const { items } = dispatchIn(occasion)
  const job = await jobOf(occasion)
  const products = await productsOf(occasion.tx, items)
  const wrong: Record<string, string> = {}
  for (const [at, item] of items.entries()) {
    const isScanned = isDevice(item) && job !== null && job.unit !== null
    const done = isScanned ? item.units.length : Math.min(inIt(item), item.qty)
    if (done >= item.qty) continue
    const name = products.get(item.product ?? 0)?.name ?? item.text
    wrong[`items.${at}.units`] = `${name}: ${done} of ${item.qty} are checked.`
  }
  if (Object.keys(wrong).length > 0) throw invalid(wrong)
}
