import { dealer } from '#contract/modules/people/dealer.ts'
import { problem } from '#contract/problem.ts'
import { can } from '#contract/rules.ts'
import { behaviour, type Occasion } from '#server/crud/behaviour.ts'
import { openCredit } from '#server/flows/open-credit.ts'
import { saidAmount } from '#server/lib/said-amount.ts'

/** Why it was suspended is over with the suspension. */
const lifted = { suspendReason: null }

/** A dealer who still owes for orders stays where somebody asks for it. */
export const dealerBehaviour = behaviour(dealer, {
  on: {
    resume: () => lifted,
    reopen: () => lifted,
    async close(occasion) {
      await refuseOpenCredit(occasion)
      return lifted
    },
  },
})

/** The dealer's row is ours already, so that no order is let pass meanwhile. */
async function refuseOpenCredit({ tx, row, actor }: Occasion): Promise<void> {
  const open = await openCredit(tx, row.id)
  if (open === 0) return
  const sum = can(actor, dealer, 'details') ? ` for ${saidAmount(open)}` : ''
  throw problem('not-now', `Orders on credit${sum} are still open.`)
}
