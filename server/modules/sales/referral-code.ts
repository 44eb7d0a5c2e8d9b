import { referralCode } from '#contract/modules/sales/referral-code.ts'
import { behaviour } from '#server/crud/behaviour.ts'

/** Nobody has taken a new code; from then on orders count it (`server/flows/referral-uses.ts`). */
export const referralCodeBehaviour = behaviour(referralCode, { on: { create: () => ({ uses: 0 }) } })
