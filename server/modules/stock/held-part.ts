import { user } from '#contract/modules/access/user.ts'
import { heldPart, type HeldPart } from '#contract/modules/stock/held-part.ts'
import { problem } from '#contract/problem.ts'
import { behaviour, type Occasion } from '#server/crud/behaviour.ts'
import { raiseTask } from '#server/flows/following-task.ts'
import { keeperOf } from '#server/flows/on-hand.ts'

const rowOf = ({ row }: Occasion): HeldPart => row as unknown as HeldPart

/** Fewer than they should leave with, or fewer than nothing: then the books and the van differ. */
const judge = (occasion: Occasion) => {
  const { qty, minimum } = rowOf(occasion)
  return { low: (qty ?? 0) < (minimum ?? 0) }
}

/** Somebody has to bring them more, or to count with them. */
const askForMore = (occasion: Occasion): Promise<void> =>
  raiseTask(occasion, {
    field: 'low',
    async make() {
      const { person, name } = rowOf(occasion)
      const [holder] = await occasion.tx.find(user, [person!])
      return { title: `Too few with ${String(holder?.name)}: ${name}`.slice(0, 200), to: await keeperOf(occasion) }
    },
  })

export const heldPartBehaviour = behaviour(heldPart, {
  check(occasion) {
    if (occasion.action === 'archive' && rowOf(occasion).qty !== 0)
      throw problem('not-now', 'They have some of it, or used more than they had: count first.')
  },
  on: { create: judge, change: judge },
  after: { create: askForMore, change: askForMore, archive: askForMore, restore: askForMore },
})
