import { setTimeout as turn } from 'node:timers/promises'

/** So many turns in a row without work of the stores: nothing is on its way any more. */
const QUIET = 5
const LONGEST = 1_000

/** Done when the stores of this device have had nothing to do for a while, and what waited for them has gone its way. */
export async function quiet(): Promise<void> {
  for (let turns = 0, still = 0; still < QUIET && turns < LONGEST; turns++) {
    await turn(0)
    still = process.getActiveResourcesInfo().includes('Immediate') ? 0 : still + 1
  }
}
