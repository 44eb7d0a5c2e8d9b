import type { StockMove } from '#contract/modules/stock/stock-move.ts'
import { dispatchIn } from '#server/flows/dispatching.ts'
import type { Occasion } from '#server/crud/behaviour.ts'
import { addressFrom, ownersFrom } from './dispatch-address.ts'
import { saleOf } from './dispatch-order.ts'
import { passPieces, sendPieces } from './dispatch-pieces.ts'
import type { Purpose } from './dispatch-purpose.ts'
import { refuseFetched, sendUnits } from './dispatch-units.ts'
import type { Place } from './places.ts'

/** What is fetched from a customer; the order that it was sold with counts nothing by it. */
export const forPickup: Purpose = {
  async begin(occasion) {
    const row = dispatchIn(occasion)
    const sale = await saleOf(occasion)
    await refuseFetched(occasion, row, sale?.lines ?? [])
    return { ...(sale && addressFrom(row, sale)), ...ownersFrom(row, sale) }
  },
  async settle(occasion) {
    await refuseFetched(occasion, dispatchIn(occasion), (await saleOf(occasion))?.lines ?? [])
  },
  complete: async () => {},
  collects: async (_, row) => row.codAmount,
  async leave(occasion) {
    const sale = await saleOf(occasion)
    await sendUnits(occasion, dispatchIn(occasion), () => ({ stage: 'inReturn' }))
    await sendPieces(occasion, dispatchIn(occasion), sale?.lines ?? [])
  },
  arrive: pass('quarantine', 'quarantine', 'return'),
  turnBack: async () => {},
  // What was to be fetched and was not stays with its customer.
  comeBack: pass('withCustomer', 'customer', 'return'),
  lose: pass('lost', 'lost', 'loss'),
}

/** Where its devices and its pieces go on to from the courier. */
function pass(stage: string, ...pieces: [Place, StockMove['cause']]) {
  return async (occasion: Occasion): Promise<void> => {
    await saleOf(occasion)
    await sendUnits(occasion, dispatchIn(occasion), () => ({ stage }))
    await passPieces(occasion, ...pieces)
  }
}
