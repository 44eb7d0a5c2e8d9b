import type { Actor } from '#contract/actor.ts'
import type { Row } from '#contract/module.ts'
import { dealerBranch } from '#contract/modules/people/dealer-branch.ts'
import { dealer, type Dealer } from '#contract/modules/people/dealer.ts'
import { checkOrder } from '#contract/modules/sales/order-form.ts'
import { deriveOrder, isOnDealerCredit } from '#contract/modules/sales/order-rules.ts'
import { order, type Order } from '#contract/modules/sales/order.ts'
import { problem } from '#contract/problem.ts'
import { can, inScope } from '#contract/rules.ts'
import type { Occasion } from '#server/crud/behaviour.ts'
import { invalid } from '#server/crud/invalid.ts'
import type { Tx } from '#server/crud/store.ts'
import { isOpenOrder, openCredit } from '#server/flows/open-credit.ts'
import { toChange } from '#server/flows/to-change.ts'
import { saidAmount } from '#server/lib/said-amount.ts'

type Values = Record<string, unknown>
type Approved = { creditApprovedBy?: number | null; creditApproved?: number | null }

/**
 * An order that opens is asked for what its dealer may owe: it fits, was approved up to its total, or is let pass by somebody who may
 * approve. Asked before stock is given out: everybody holds the dealer first, and goods after that.
 */
export async function grantedCredit(occasion: Occasion, sale: Values = occasion.row): Promise<Approved> {
  const { tx, actor, trusted } = occasion
  const of = trusted || !isOnDealerCredit(sale) ? null : await dealerOf(tx, sale.dealerBranch)
  // Who opens orders of one dealer at once takes turns: together they never pass the limit.
  const found = of === null ? null : await toChange(tx, dealer, of)
  if (!found) return {}
  refuseStopped(found, actor)
  const { total, balance } = amountsIn(sale)
  const { name, creditLimit } = found as unknown as Dealer
  if (creditLimit === null || balance <= 0 || total <= Number(sale.creditApproved ?? -1)) return {}
  const open = await openCredit(tx, found.id, occasion.row.id)
  const over = open + balance - creditLimit
  if (over <= 0) return {}
  if (actor.approves.has(order.name)) return { creditApprovedBy: actor.id, creditApproved: total }
  const sums = `${saidAmount(creditLimit)}, open ${saidAmount(open)}, this order ${saidAmount(balance)}: ${saidAmount(over)} over`
  const why = isSeen(found, actor) ? `Credit limit of ${name} ${sums}.` : 'This is over the dealer’s credit limit.'
  throw invalid({ paymentMode: `${why} Somebody who may approve has to say yes.` })
}

/** The same of an open order that becomes another dealer's, goes on credit or becomes dearer. `more` is what else is written of it. */
export async function creditOfChange(occasion: Occasion, more: Values): Promise<Approved> {
  const { tx, row, before, trusted, now } = occasion
  if (trusted || !before) return {}
  const sale: Values = { ...row, ...more }
  const isOpen = isOpenOrder(before as unknown as Order) && isOnDealerCredit(sale)
  const isMoved = sale.dealerBranch !== before.dealerBranch
  if (!isOpen && !isMoved) return {}
  const isOther = isMoved && (await dealerOf(tx, sale.dealerBranch)) !== (await dealerOf(tx, before.dealerBranch))
  // What was approved was another dealer's credit.
  const anew = isOther ? { creditApprovedBy: null, creditApproved: null } : {}
  const isMore = isOther || !isOnDealerCredit(before) || amountsIn(sale).balance > amountsIn(before).balance
  // Where the form refuses it anyway, no approval would help, and it says so itself.
  const isRefused = Object.keys(checkOrder(sale, before, Date.parse(now))).length > 0
  if (!isOpen || !isMore || isRefused) return anew
  return { ...anew, ...(await grantedCredit(occasion, { ...sale, ...anew })) }
}

/** Whoever approves lets the order pass up to what it comes to now. */
export async function approveCredit({ tx, row, actor }: Occasion): Promise<Approved> {
  const of = await dealerOf(tx, row.dealerBranch)
  const [found] = of === null ? [] : await tx.find(dealer, [of])
  if (!found) throw problem('not-now', 'The branch of this order has no dealer.')
  if (found.creditLimit === null) throw problem('not-now', 'This dealer has no credit limit.')
  return { creditApprovedBy: actor.id, creditApproved: amountsIn(row).total }
}

/** Whose the branch is; null where there is none, or it is the house's. */
async function dealerOf(tx: Pick<Tx, 'find'>, branch: unknown): Promise<number | null> {
  const [found] = typeof branch === 'number' ? await tx.find(dealerBranch, [branch]) : []
  return (found?.dealer as number | null | undefined) ?? null
}

/** Worked out anew: what is being written may not be on the row yet. */
const amountsIn = (sale: Values) => deriveOrder(sale) as { total: number; balance: number }

/** May this person know what stands on the dealer's page? Its name is everybody's. */
const isSeen = (found: Row, actor: Actor): boolean => can(actor, dealer, 'details') && inScope(dealer, found, actor)

/** Nobody's approval makes up for a dealer who is to get nothing more. */
function refuseStopped(found: Row, actor: Actor): void {
  const { name, stage, suspendReason } = found as unknown as Dealer
  if (stage === 'closed') throw invalid({ paymentMode: `${name} is closed.` })
  if (stage !== 'suspended') return
  const why = suspendReason !== null && isSeen(found, actor) ? `: ${suspendReason.replace(/[.\s]+$/u, '')}` : ''
  throw invalid({ paymentMode: `${name} is suspended${why}.` })
}
