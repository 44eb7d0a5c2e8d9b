import type { Row } from '#contract/module.ts'
import { orderInvoice } from '#contract/modules/money/order-invoice.ts'
import { payment } from '#contract/modules/money/payment.ts'
import { orderCancel } from '#contract/modules/sales/order-cancel.ts'
import { handOn } from '#server/flows/owners.ts'
import { order, type Order, type OrderLine } from '#contract/modules/sales/order.ts'
import type { Product } from '#contract/modules/catalogue/product.ts'
import { dispatch } from '#contract/modules/stock/dispatch.ts'
import { problem } from '#contract/problem.ts'
import { behaviour, type Occasion } from '#server/crud/behaviour.ts'
import { invalid } from '#server/crud/invalid.ts'
import { nextNumber } from '#server/crud/numbers.ts'
import { doneAt } from '#server/crud/said-at.ts'
import { houseRules } from '#server/lib/house-rules.ts'
import { keepCashOrder } from '#server/flows/cash-orders.ts'
import { allocate, productsOf, refuseMissing } from '#server/flows/allocation.ts'
import { stageBy } from '#server/flows/dispatching.ts'
import { actionsWith, tellLate, withClock } from '#server/flows/promise-clock.ts'
import { countReferrals, refuseReferral } from '#server/flows/referral-uses.ts'
import { approveCredit, creditOfChange, grantedCredit } from './dealer-credit.ts'
import { approvedPrices, isAnyBelow } from './floor-prices.ts'
import { customerFor, findCustomer } from '#server/flows/customer-by-phone.ts'
import { tickOrder } from './order-clock.ts'
import { convertInquiry, giveBackInquiry, refuseConverted } from './order-inquiry.ts'

type Values = Record<string, unknown>

const actions = actionsWith(order.moves)

/** An order's number, phones and customer; stock when it is confirmed; what its inquiry and its cash become. */
export const orderBehaviour = behaviour(order, {
  async check(occasion) {
    refuseOutOfSight(occasion)
    await refusePastPromise(occasion)
    await refuseConverted(occasion)
    await refuseReferral(occasion)
  },
  on: withClock(actions, tickOrder, {
    async create(occasion) {
      const { today } = await houseRules(occasion.tx, await doneAt(occasion))
      const row = occasion.row as unknown as Order
      const orderDate = row.orderDate ?? today
      return {
        ...(await tidy(occasion)),
        orderDate,
        customer: row.customer ?? (await findCustomer(occasion)),
        paid: 0,
        missing: 0,
        number: await nextNumber(occasion, 'ORD', orderDate),
      }
    },
    async change(occasion) {
      const more = await tidy(occasion)
      return { ...more, ...(await creditOfChange(occasion, more)) }
    },
    confirm: occasion => confirm(occasion, refuseMissing),
    confirmShort: occasion => confirm(occasion),
    allocate,
    approvePrices: ({ actor }) => ({ priceApprovedBy: actor.id }),
    approveCredit,
    hold: ({ before }) => ({ heldFrom: before?.stage }),
    async resume(occasion) {
      const { row, before } = occasion
      const stage = (before?.heldFrom ?? 'draft') as Order['stage']
      const credit = stage === 'draft' ? {} : await grantedCredit(occasion)
      return { ...credit, stage: stageBy({ ...(row as unknown as Order), stage }), heldFrom: null, holdReason: null }
    },
  }),
  after: Object.fromEntries(actions.map(action => [action, follow])),
})

/** `judge` looks at what was given and may refuse all of it. */
async function confirm(occasion: Occasion, judge?: (lines: readonly OrderLine[]) => void): Promise<Values> {
  const { today } = await houseRules(occasion.tx, occasion.now)
  const row = occasion.row as unknown as Order
  const approved = { ...(await approvedPrices(occasion)), ...(await grantedCredit(occasion)) }
  const given = await allocate(occasion)
  judge?.(given.lines)
  return { ...approved, customer: row.customer ?? (await customerFor(occasion)), confirmedOn: today, ...given }
}

async function follow(occasion: Occasion): Promise<void> {
  if (occasion.action === 'create') await convertInquiry(occasion)
  if (occasion.action === 'drop') await giveBackInquiry(occasion)
  await countReferrals(occasion)
  await tellLate(occasion)
  await handOn(occasion, 'order', [payment, orderCancel, dispatch, orderInvoice])
  await keepCashOrder(occasion, occasion.row)
}

/** The tax and the colour of each new line as its product has them, and a PIN code without what stands between its digits. */
async function tidy(occasion: Occasion): Promise<Values> {
  const { tx, row, before, changes, trusted } = occasion
  const become: Values = {}
  if ('lines' in changes) {
    const { lines } = row as unknown as Order
    const products = await productsOf(tx, lines)
    become.lines = lines.map(line => {
      const of = products.get(line.product)
      const only = of?.colours.length === 1 ? of.colours[0]! : null
      return { ...line, taxRate: line.taxRate ?? of?.taxRate ?? 0, colour: line.colour ?? only }
    })
    if (!trusted) refuseColours(become.lines as OrderLine[], products, before)
  }
  if (before && pricesOf(before) === pricesOf(row)) return become
  // What was approved were other prices.
  return { ...become, priceApprovedBy: null, belowFloor: await isAnyBelow(occasion) }
}

/** Of goods that come in colours one is said, and one that they come in. What was ordered before stays as it was. */
function refuseColours(lines: readonly OrderLine[], products: ReadonlyMap<number, Product>, before: Row | null): void {
  const known = (before as unknown as Order | null)?.lines ?? []
  const wrong: Record<string, string> = {}
  for (const [at, { id, product, colour }] of lines.entries()) {
    const colours = products.get(product)?.colours ?? []
    const isKnown = known.some(line => line.id === id && line.product === product && line.colour === colour)
    if (colours.length > 0 && !isKnown && (colour === null || !colours.includes(colour)))
      wrong[`lines.${at}.colour`] = 'Choose one of its colours.'
  }
  if (Object.keys(wrong).length > 0) throw invalid(wrong)
}

const pricesOf = (row: Row): string => {
  const { lines, discount, taxIncluded } = row as unknown as Order
  return JSON.stringify([
    discount,
    taxIncluded,
    lines.map(line => [line.product, line.unitPrice, line.discount, line.qty]),
  ])
}

/** Stock, money and an inquiry that hang on an order are not put away with it. */
function refuseOutOfSight({ action, row }: Occasion) {
  const { stage, paid, balance, inquiry } = row as unknown as Order
  if (action === 'drop' && paid) throw problem('not-now', 'This draft is paid already. Take the payment back first.')
  if (action !== 'archive') return
  const isOver = stage === 'closed' || (stage === 'cancelled' && (paid ?? 0) === 0)
  if (!isOver && !(stage === 'draft' && !paid && inquiry === null))
    throw problem('not-now', 'Only an order that is over can be archived.')
  if (stage === 'closed' && balance) throw problem('not-now', 'This order is not paid yet.')
}

async function refusePastPromise(occasion: Occasion) {
  const { tx, before, changes, trusted } = occasion
  const promised = changes.promisedDate
  if (trusted || typeof promised !== 'string' || promised === before?.promisedDate) return
  // A draft that waited on a device was promised on the day on which it was written.
  const { today } = await houseRules(tx, await doneAt(occasion))
  if (promised < today) throw invalid({ promisedDate: 'This day is over.' })
}
