import { maintenance } from '#contract/modules/service/maintenance.ts'
import { replacement, type Replacement } from '#contract/modules/service/replacement.ts'
import { unit, type Unit } from '#contract/modules/stock/unit.ts'
import { problem } from '#contract/problem.ts'
import { behaviour, type Occasion } from '#server/crud/behaviour.ts'
import { invalid } from '#server/crud/invalid.ts'
import { nextNumber } from '#server/crud/numbers.ts'
import { doneAt } from '#server/crud/said-at.ts'
import { customerFor, findCustomer } from '#server/flows/customer-by-phone.ts'
import { replacementOf, underWay } from '#server/flows/replacing.ts'
import { toChange } from '#server/flows/to-change.ts'
import { isHere, putBack, setAside, takeOldBack, theirOld, writeOffOld } from './replacement-devices.ts'
import { deliver } from './replacement-delivery.ts'

type Values = Record<string, unknown>

const rowOf = ({ row }: Occasion): Replacement => row as unknown as Replacement

/** Which device goes for which, who has each of them then, and what becomes of the warranty. */
export const replacementBehaviour = behaviour(replacement, {
  async check(occasion) {
    const { action, row, before } = occasion
    refuseUnapproved(occasion)
    const isOther = ['oldUnit', 'maintenance', 'order'].some(field => before?.[field] !== row[field])
    if (action === 'create' || (action === 'change' && isOther)) {
      const against = await againstOld(occasion)
      if (against) throw invalid({ oldUnit: against })
    }
    // While it was put away, its device went on without it.
    const against = action === 'restore' && underWay.includes(String(row.stage)) ? await againstOld(occasion) : null
    if (against) throw problem('not-now', against)
  },
  on: {
    async create(occasion) {
      const { maintenance: job, assignedTo, dealerBranch } = rowOf(occasion)
      const [of] = job === null ? [] : await occasion.tx.find(maintenance, [job])
      return {
        ...(await know(occasion)),
        assignedTo: assignedTo ?? of?.assignedTo ?? null,
        dealerBranch: dealerBranch ?? of?.dealerBranch ?? null,
        number: await nextNumber(occasion, 'RPL'),
      }
    },
    async change(occasion) {
      return { ...(await know(occasion)), ...(await whereNow(occasion)) }
    },
    async approve(occasion) {
      const { customer } = rowOf(occasion)
      return { customer: customer ?? (await customerFor(occasion)), stage: await onceApproved(occasion) }
    },
    async allocate(occasion) {
      await setAside(occasion)
      return {}
    },
    async release(occasion) {
      await putBack(occasion)
      return { newUnit: null }
    },
    async cancel(occasion) {
      await putBack(occasion)
      return { newUnit: null }
    },
    async receiveOld(occasion) {
      await takeOldBack(occasion)
      return {
        oldBackAt: await doneAt(occasion),
        ...(occasion.row.stage === 'awaitingOldUnit' && { stage: 'approved' }),
      }
    },
    async writeOff(occasion) {
      await writeOffOld(occasion, await theirOld(occasion))
      return { writtenOffAt: await doneAt(occasion) }
    },
    swap: deliver,
    handOver: deliver,
  },
})

/** What somebody says yes to by approving it. */
const approved = ['oldUnit', 'product', 'colour', 'mode', 'warranty', 'differenceDue'] as const

function refuseUnapproved({ action, row, before, actor, trusted }: Occasion): void {
  if (trusted || action !== 'change' || before?.stage === 'requested' || actor.approves.has(replacement.name)) return
  const others = approved.filter(field => before?.[field] !== row[field])
  if (others.length > 0)
    throw invalid(
      Object.fromEntries(others.map(field => [field, 'This was approved: somebody who may approve has to change it.'])),
    )
}

/** Does it wait for the old device, now that it is approved? */
async function onceApproved({ tx, row }: Occasion): Promise<Replacement['stage']> {
  const { mode, oldUnit, oldBackAt } = row as unknown as Replacement
  const [old] = await tx.find(unit, [oldUnit])
  return mode === 'afterReceipt' && oldBackAt === null && !isHere(old) ? 'awaitingOldUnit' : 'approved'
}

/** Approved is approved: replaced in another way, it waits for the old device or does not. */
async function whereNow(occasion: Occasion): Promise<Values> {
  const { row, before } = occasion
  const isOther = before?.mode !== row.mode || before?.oldUnit !== row.oldUnit
  return isOther && row.stage !== 'requested' ? { stage: await onceApproved(occasion) } : {}
}

/** Only what somebody has from us, and what nobody replaces already. */
async function againstOld({ tx, row }: Occasion): Promise<string | null> {
  const { id, oldUnit, maintenance: job, order } = row as unknown as Replacement
  const old = (await toChange(tx, unit, oldUnit)) as unknown as Unit | null
  if (!old) return null
  if (old.replacedBy !== null) return 'Another device has taken its place already.'
  if (old.stage !== 'withCustomer' && !(isHere(old) && old.customer !== null) && old.stage !== 'inReturn')
    return 'No customer has this device.'
  const other = await replacementOf(tx, 'old_unit', oldUnit, id)
  if (other) return `It is being replaced already: ${other.number}.`
  const [of] = job === null ? [] : await tx.find(maintenance, [job])
  if (of && of.unit !== oldUnit) return 'The job is about another device.'
  if (order !== null && old.order !== null && old.order !== order) return 'This device was sold with another order.'
  return null
}

/** Whose it is, and what is left of the warranty that may go on. */
async function know(occasion: Occasion): Promise<Values> {
  const { tx, before } = occasion
  const row = rowOf(occasion)
  const isOther = before?.oldUnit !== row.oldUnit
  const [old] = isOther ? await tx.find(unit, [row.oldUnit]) : []
  const customer = row.customer ?? old?.customer ?? (before ? null : await findCustomer(occasion))
  return {
    customer,
    ...(old && { oldWarrantyStart: old.warrantyStart, oldWarrantyEnd: old.warrantyEnd }),
  }
}
