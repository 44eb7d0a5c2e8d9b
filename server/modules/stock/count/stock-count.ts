import { stockCount } from '#contract/modules/stock/stock-count.ts'
import { behaviour } from '#server/crud/behaviour.ts'
import { nextNumber } from '#server/crud/numbers.ts'
import { doneAt } from '#server/crud/said-at.ts'
import { bookCount } from './book.ts'

/** When a count began and ended, and what is done about what differs. */
export const stockCountBehaviour = behaviour(stockCount, {
  on: {
    create: async occasion => ({
      startedAt: await doneAt(occasion),
      number: await nextNumber(occasion, 'CNT'),
    }),
    finish: async occasion => ({ countedAt: await doneAt(occasion), countedBy: occasion.actor.id }),
    goOn: () => ({ countedAt: null, countedBy: null }),
    book: bookCount,
  },
})
