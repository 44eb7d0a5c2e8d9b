import { maintenanceInvoice } from '#contract/modules/money/maintenance-invoice.ts'
import { payment } from '#contract/modules/money/payment.ts'
import { maintenance, type Maintenance } from '#contract/modules/service/maintenance.ts'
import { dispatch } from '#contract/modules/stock/dispatch.ts'
import { problem } from '#contract/problem.ts'
import { behaviour, type Occasion } from '#server/crud/behaviour.ts'
import { nextNumber } from '#server/crud/numbers.ts'
import { doneAt } from '#server/crud/said-at.ts'
import { findCustomer } from '#server/flows/customer-by-phone.ts'
import { leaveParcel } from '#server/flows/dispatching.ts'
import { queueMail } from '#server/mailing/queue.ts'
import { creditedAnew, refuseOtherPrice } from '#server/flows/invoicing.ts'
import { handOn } from '#server/flows/owners.ts'
import { actionsWith, tellLate, withClock } from '#server/flows/promise-clock.ts'
import { tickJob } from './maintenance-clock.ts'
import { giveDeviceBack, jobsBefore, knownOfDevice, refuseOtherProduct, takeDevice } from './maintenance-device.ts'
import { overTaken, refuseOthersStock, refuseWrongParts, useParts } from './maintenance-parts.ts'

type Values = Record<string, unknown>

const rowOf = ({ row }: Occasion): Maintenance => row as unknown as Maintenance
const actions = actionsWith(maintenance.moves)

/** A job's number, what is known of its device, the parts that it takes, and when its steps were made. */
export const maintenanceBehaviour = behaviour(maintenance, {
  async check(occasion) {
    const { stage, parts } = rowOf(occasion)
    // What was only logged, by mistake, takes nothing with it.
    if (occasion.action === 'archive' && stage === 'logged' && parts.length > 0)
      throw problem('not-now', 'This job has parts already. Take them off first, or cancel it.')
    await refuseOtherProduct(occasion)
    await refuseWrongParts(occasion)
    refuseOthersStock(occasion)
    await refuseOtherPrice(occasion)
  },
  on: withClock(actions, tickJob, {
    async create(occasion) {
      return {
        earlier: [],
        ...(await know(occasion)),
        credited: 0,
        paid: 0,
        number: await nextNumber(occasion, 'MNT'),
      }
    },
    change: async occasion => ({ ...(await know(occasion)), ...(await creditedAnew(occasion)) }),
    async receive(occasion) {
      await takeDevice(occasion)
      return { receivedAt: await doneAt(occasion) }
    },
    assign: jobsBefore,
    sendEstimate: occasion => ({ estimate: rowOf(occasion).total, decidedBy: null, declineReason: null }),
    approve({ row }) {
      const { estimate, total } = row as unknown as Maintenance
      if (estimate !== total) throw problem('not-now', 'The job costs something else by now. Send the estimate again.')
    },
    async repair(occasion) {
      return { startedAt: rowOf(occasion).startedAt ?? (await doneAt(occasion)), endedAt: null }
    },
    goOn: () => ({ holdReason: null }),
    giveUp: () => ({ holdReason: null }),
    async finish(occasion) {
      return { endedAt: rowOf(occasion).endedAt ?? (await doneAt(occasion)) }
    },
    passCheck: () => ({ holdReason: null }),
    failCheck: () => ({ endedAt: null }),
    async makeReady(occasion) {
      return { readyAt: await doneAt(occasion) }
    },
    send: leaveParcel,
    async cameBack(occasion) {
      await leaveParcel(occasion)
      return { holdReason: null }
    },
    async handOver(occasion) {
      await leaveParcel(occasion)
      await giveDeviceBack(occasion, true)
      return { handedOverAt: await doneAt(occasion) }
    },
    mail: queueMail,
    async cancel(occasion) {
      await giveDeviceBack(occasion, false)
      return { overTaken: false }
    },
  }),
  after: Object.fromEntries(actions.map(action => [action, follow])),
})

/** What other records follow from it. */
async function follow(occasion: Occasion): Promise<void> {
  await useParts(occasion)
  await tellLate(occasion)
  await handOn(occasion, 'maintenance', [payment, maintenanceInvoice, dispatch])
}

/** Whose job it is, and what our own books say of the device. */
async function know(occasion: Occasion): Promise<Values> {
  const { before } = occasion
  const row = rowOf(occasion)
  const isOther = !before || before.unit !== row.unit || before.phone !== row.phone
  const customer = row.customer ?? (isOther ? await findCustomer(occasion) : null)
  return { customer, ...(await knownOfDevice(occasion)), ...(await overTaken(occasion)) }
}
