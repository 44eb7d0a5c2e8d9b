import type { Row } from '#contract/module.ts'
import type { Order } from '#contract/modules/sales/order.ts'
import { referralCode, type ReferralCode } from '#contract/modules/sales/referral-code.ts'
import { problem } from '#contract/problem.ts'
import type { Occasion } from '#server/crud/behaviour.ts'
import { invalid } from '#server/crud/invalid.ts'
import { doneAt } from '#server/crud/said-at.ts'
import type { Tx } from '#server/crud/store.ts'
import { houseRules } from '#server/lib/house-rules.ts'
import { toChange } from './to-change.ts'

/** Orders that have taken the code: cancelled ones and drafts that were put away give it back. `but` is one that is not counted. */
async function usesOf(tx: Pick<Tx, 'also'>, code: number, but = 0): Promise<number> {
  const [found] = await tx.also<{ uses: number }>(
    `select count(*)::int as uses from sales_order
     where referral = $1 and stage <> 'cancelled' and not (stage = 'draft' and archived_at is not null) and id <> $2`,
    [code, but],
  )
  return found!.uses
}

/** A code is taken from its first day to its last, and as often as it says. Who takes the same one at once takes turns. */
export async function refuseReferral(occasion: Occasion): Promise<void> {
  const { tx, row, before, trusted, action } = occasion
  if (action === 'restore' && taken(row) !== taken(before)) return refuseTakenAgain(occasion)
  if (trusted || row.referral === null || row.referral === before?.referral) return
  const code = (await toChange(tx, referralCode, row.referral as number)) as unknown as ReferralCode | null
  if (!code) return
  // A draft that waited on a device took it on the day on which it was written.
  const { today } = await houseRules(tx, await doneAt(occasion))
  const why = whyNotOn(code, today) ?? whyUsedUp(code, await usesOf(tx, code.id, row.id))
  if (why) throw invalid({ referral: why })
}

/** A draft that comes back takes its code again, if it is still there: its day was the one on which the draft was written. */
async function refuseTakenAgain({ tx, row }: Occasion): Promise<void> {
  const code = (await toChange(tx, referralCode, row.referral as number)) as unknown as ReferralCode | null
  const why = code && whyUsedUp(code, await usesOf(tx, code.id, row.id))
  if (why) throw problem('not-now', `${why} This draft takes it again once somebody lets it be used more often.`)
}

/** Why the code is not taken on that day of the house; null where it is. */
export function whyNotOn({ validFrom, validTo }: Pick<ReferralCode, 'validFrom' | 'validTo'>, day: string) {
  if (validFrom !== null && day < validFrom) return `This code begins on ${dayText(validFrom)}.`
  return validTo !== null && day > validTo ? `This code ended on ${dayText(validTo)}.` : null
}

const whyUsedUp = ({ mostUses }: Pick<ReferralCode, 'mostUses'>, uses: number): string | null =>
  mostUses !== null && uses >= mostUses ? `This code is used up: ${uses} of ${mostUses}.` : null

const dayText = (day: string): string =>
  new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  )

/** Each code that the order has taken or given back says how often it is taken now. */
export async function countReferrals({ tx, row, before, update }: Occasion): Promise<void> {
  if (taken(before) === taken(row)) return
  const codes = [taken(before), taken(row)].filter(code => code !== null)
  for (const id of codes.toSorted((a, b) => a - b)) {
    const code = await toChange(tx, referralCode, id)
    if (code) await update(referralCode, code, { uses: await usesOf(tx, id) })
  }
}

function taken(row: Row | null): number | null {
  const sale = row as unknown as Pick<Order, 'referral' | 'stage' | 'archivedAt'> | null
  const isGone = sale?.stage === 'cancelled' || (sale?.stage === 'draft' && sale.archivedAt !== null)
  return sale === null || isGone ? null : sale.referral
}
