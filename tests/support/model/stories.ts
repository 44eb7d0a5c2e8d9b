import fc from 'fast-check'
import type { Shop } from '../shop.ts'
import { happenings, runModel, type Happening, type Step } from './run.ts'

const step = fc.record<Step>({
  what: fc.oneof(
    ...Object.entries(happenings).map(([what, weight]) => ({ weight, arbitrary: fc.constant(what as Happening) })),
  ),
  a: fc.nat(3),
  b: fc.nat(11),
})

const stories = fc.array(step, { minLength: 3, maxLength: 30, size: 'max' })

/** Plays stories that are drawn, on devices with Web Locks and without; how many, and what is wrong, if anything is. */
export async function playStories(
  shop: Shop,
  options: { numRuns: number; interruptAfterTimeLimit: number },
): Promise<{ numRuns: number; wrong: string }> {
  let running: Promise<string[]> = Promise.resolve([])
  const result = await fc.check(
    fc.asyncProperty(stories, fc.boolean(), async (steps, hasLocks) => {
      running = runModel(shop, steps, hasLocks)
      const wrong = await running
      if (wrong.length > 0) throw new Error(wrong.join('\n'))
    }),
    options,
  )
  // When time is up, the last story goes on: it must not restore the server of the next one.
  await running.catch(() => undefined)
  // The seed and the shortest story that fails are all it takes to see it again.
  const message = (result.errorInstance as Error | null)?.message
  return { numRuns: result.numRuns, wrong: result.failed ? `${fc.defaultReportMessage(result)}\n${message}` : '' }
}

/** What happens, with what is picked, and on which device where it is not the first. */
export const told = (story: string): Step[] =>
  story.split(' ').map(one => {
    const [what, picked = '0', device = '0'] = one.split(':')
    return { what: what as Happening, a: Number(device), b: Number(picked) }
  })
