import { modules } from '#contract/modules/index.ts'
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
