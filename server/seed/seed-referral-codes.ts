import type { Row } from '#contract/module.ts'
import { modules } from '#contract/modules/index.ts'
import { pricedOf } from '#contract/modules/sales/order-rules.ts'
import type { ReferralCode } from '#contract/modules/sales/referral-code.ts'
import { goodsOrdered } from '#contract/totals.ts'
import { byServer } from '#server/crud/by-server.ts'
import type { Written } from '#server/crud/routes.ts'
import type { Ground } from './maker.ts'

const DAY = 86_400_000

/** Codes as a shop has them: one for everybody, one for a season, one that is over, one of a customer who sends others. */
export const demoReferralCodes = (written: Written, { admin, now }: Ground): Promise<void> =>
  byServer(written, { actor: admin, request: null }, async ({ create, also }) => {
    const day = (shift: number) => new Date(now.getTime() + shift * DAY).toISOString().slice(0, 10)
    const [friend] = await also<{ id: number }>(
      'select id from customer where archived_at is null order by created_at limit 1',
      [],
    )
    for (const code of [
      { code: 'CARE10', discount: 10_000 },
      { code: 'WINTER26', discount: 25_000, validFrom: day(-20), validTo: day(40), mostUses: 200 },
      { code: 'DIWALI', discount: 20_000, validFrom: day(-60), validTo: day(-15) },
      { code: 'FRIEND7', discount: 15_000, customer: friend?.id ?? null, mostUses: 5 },
    ])
      await create(modules.referralCode, code)
  })

const EVERY = 17

/** Of so many orders one takes each code, where it is in time and not used up. Answers how often each was taken. */
export function takeCodes(orders: Row[], codes: readonly Row[]) {
  const uses = new Map<number, number>()
  for (const [at, row] of orders.entries()) {
    const code = codes[at % EVERY] as unknown as ReferralCode | undefined
    if (!code || row.stage === 'cancelled') continue
    const { id, discount, validFrom, validTo, mostUses } = code
    const day = row.orderDate as string
    const isInTime = (validFrom === null || day >= validFrom) && (validTo === null || day <= validTo)
    const taken = uses.get(id) ?? 0
    if (!isInTime || taken >= (mostUses ?? Infinity) || goodsOrdered(pricedOf(row).lines) < (discount ?? 0)) continue
    uses.set(id, taken + 1)
    orders[at] = { ...row, referral: id, discount: discount ?? 0 }
  }
  return codes.map(row => ({ row, changes: { uses: uses.get(row.id) ?? 0 } }))
}
