import type { Row } from '#contract/module.ts'
import type { Occasion } from '#server/crud/behaviour.ts'
import { raiseTask } from './following-task.ts'
import { inStock, levelsOf } from './stock-levels.ts'

/** Are there fewer than there should be? Whoever names no minimum never has too few. */
const isLow = ({ minimum, onHand }: Row) => typeof minimum === 'number' && ((onHand as number | null) ?? 0) < minimum

/** Of what is counted: a new one has none in stock; how many there are is said by stock moves alone. */
export const countedHooks = {
  create: ({ row }: Occasion) => ({ onHand: row.serialised === true ? null : (row.onHand ?? 0), low: isLow(row) }),
  async change({ tx, before, row }: Occasion) {
    if (before?.serialised === row.serialised) return { low: isLow(row) }
    // Devices are not counted here; without serial numbers there are as many as the ledger has.
    const onHand = row.serialised === true ? null : inStock(await levelsOf(tx, row.id))
    return { onHand, low: isLow({ ...row, onHand }) }
  },
}

/** Whose task it is to order: whoever the house says, or whoever made the record. */
export async function keeperOf({ tx, row }: Occasion): Promise<number> {
  const [house] = await tx.also<{ keeper: number | null }>('select stock_keeper as keeper from general_setting', [])
  return house?.keeper ?? row.createdBy
}

/** Somebody has to order what there is too little of. */
const askForMore = (occasion: Occasion): Promise<void> =>
  raiseTask(occasion, {
    field: 'low',
    make: async () => ({ title: `Order more: ${occasion.row.name as string}`, to: await keeperOf(occasion) }),
  })

export const afterCounted = { create: askForMore, change: askForMore, archive: askForMore, restore: askForMore }
