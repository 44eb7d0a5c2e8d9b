import fc from 'fast-check'
import { simulate } from '../tests/support/simulation/run.ts'
import { schedule } from '../tests/support/simulation/schedule.ts'

// Plays very many random schedules of people, devices, network and restores: `npm run soak [seed] [runs]`. The seed that it
// prints plays the same ones again.
const [seed = String(Date.now() % 2 ** 31), runs = '300000'] = process.argv.slice(2)
const PART = 5_000
const started = Date.now()
let played = 0
let steps = 0

while (played < Number(runs)) {
  const result = await fc.check(
    fc.asyncProperty(schedule(), async schedule => {
      steps += schedule.length
      const problems = await simulate(schedule)
      if (problems.length > 0) throw new Error(problems.join('\n'))
    }),
    { numRuns: Math.min(PART, Number(runs) - played), seed: Number(seed) + played },
  )
  played += result.numRuns
  if (result.failed) {
    console.log(`${fc.defaultReportMessage(result)}\n${(result.errorInstance as Error).message}`)
    break
  }
}
const isWhole = played >= Number(runs)
const seconds = Math.round((Date.now() - started) / 1000)
console.log(`seed ${seed}: ${played} schedules, ${steps} steps, ${seconds} s, ${isWhole ? 'nothing wrong' : 'BROKEN'}`)
process.exit(isWhole ? 0 : 1)
