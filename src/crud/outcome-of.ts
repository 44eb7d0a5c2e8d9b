import type { Outcome } from '#src/data/outcome.ts'
import { failureOf } from '#src/data/words.ts'

/** How it ended. What could not even be tried, as where a part of the app does not come, is refused with the reason. */
export async function outcomeOf<R>(wish: () => Promise<Outcome<R>>): Promise<Outcome<R>> {
  try {
    return await wish()
  } catch (error) {
    return { state: 'refused', ...failureOf(error)! }
  }
}
