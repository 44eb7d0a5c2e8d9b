import { part } from '#contract/modules/catalogue/part.ts'
import { behaviour } from '#server/crud/behaviour.ts'
import { renameHeld } from '#server/flows/held-parts.ts'
import { afterCounted, countedHooks } from '#server/flows/on-hand.ts'

export const partBehaviour = behaviour(part, {
  on: countedHooks,
  after: {
    ...afterCounted,
    async change(occasion) {
      await afterCounted.change(occasion)
      await renameHeld(occasion)
    },
  },
})
