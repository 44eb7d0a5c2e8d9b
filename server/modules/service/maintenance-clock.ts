import { jobClock, promiseFrom } from '#contract/modules/service/job-clock.ts'
import type { Maintenance } from '#contract/modules/service/maintenance.ts'
import { signedAfter } from '#contract/modules/service/signed.ts'
import { clockAfter, type StageHours } from '#contract/promise-clock.ts'
import type { Occasion } from '#server/crud/behaviour.ts'
import { doneAt } from '#server/crud/said-at.ts'

type Values = Record<string, unknown>

/** What the house says now. What was due before it says otherwise stays due. */
async function stageHours({ tx }: Occasion): Promise<StageHours> {
  const [found] = await tx.also<{ hours: StageHours }>('select stage_hours as hours from general_setting limit 1', [])
  return found?.hours ?? []
}

/** What the clock of a job says after a step, or after another time was promised; and how it stands with its signature. */
export async function tickJob(occasion: Occasion, more: Values): Promise<Values> {
  const before = occasion.before as unknown as Maintenance | null
  const row = { ...occasion.row, ...more } as unknown as Maintenance
  const at = await doneAt(occasion)
  const signed = signedAfter(occasion.before, row, at)
  if (before && before.stage === row.stage && before.promisedAt === row.promisedAt) return signed
  const hours = await stageHours(occasion)
  const promisedAt = row.promisedAt ?? (before ? null : promiseFrom(at, row.serviceMode, hours))
  return { ...signed, promisedAt, ...clockAfter(jobClock, before, { ...row, promisedAt }, at, hours) }
}
