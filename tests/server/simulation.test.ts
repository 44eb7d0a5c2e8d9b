import fc from 'fast-check'
import { expect, test } from 'vitest'
import { simulate } from '../support/simulation/run.ts'
import { schedule } from '../support/simulation/schedule.ts'

// Thousands of them, and one rule less each time, are the deep tier's: simulation.deep.test.ts.
test('every change is done once and in order in some hundred schedules of network, devices, people and restores', async () => {
  const result = await fc.check(
    fc.asyncProperty(schedule(), async steps => {
      const problems = await simulate(steps)
      if (problems.length > 0) throw new Error(problems.join('\n'))
    }),
    { numRuns: 400 },
  )
  // The seed and the shortest schedule that fails are all it takes to see it again.
  const message = (result.errorInstance as Error | null)?.message
  expect(result.failed ? `${fc.defaultReportMessage(result)}\n${message}` : '').toBe('')
})
