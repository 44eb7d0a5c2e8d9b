import { signedJobCall } from '#contract/calls/signed-job.ts'
import type { Row } from '#contract/module.ts'
import { linesIn } from '#contract/modules/service/maintenance-rules.ts'
import { maintenance, type Maintenance } from '#contract/modules/service/maintenance.ts'
import { asSigned, signedFields } from '#contract/modules/service/signed.ts'
import { hiddenFields } from '#contract/seen.ts'
import { recordInReach } from '#server/attached/reach.ts'
import { fieldsThen, laterWrites, type LaterWrite } from '#server/crud/fields-then.ts'
import { answer } from '#server/lib/answer.ts'
import type { App, Services } from '#server/lib/http.ts'
import { runOn, type Run } from '#server/lib/transaction.ts'

/** What its customer put their name under, by history; null where nobody has signed. */
async function signedFieldsOf(run: Run, job: Row): Promise<Record<string, unknown> | null> {
  if (linesIn(job.signature).length === 0) return null
  const [signing] = await run<{ version: number }>(
    `select version from record_history where record_id = $1 and entity = $2 and after ? 'signature'
     order by version desc, id desc limit 1`,
    [job.id, maintenance.name],
  )
  if (!signing) return null
  const later = await run<LaterWrite>(laterWrites, [job.id, maintenance.name, signing.version])
  return fieldsThen(maintenance, job, signedFields, later)
}

/** A job as its papers say it: what was signed, also where the job says something else by now. */
export async function signedJob(run: Run, job: Maintenance): Promise<Maintenance> {
  const signed = job.signedChangedAt === null ? null : await signedFieldsOf(run, job)
  return signed ? asSigned(job, signed) : job
}

export function signedJobRoutes(api: App, { database: { pool } }: Services): void {
  const run = runOn(pool)
  answer(api, signedJobCall, async ({ maintenance: id }, { actor }) => {
    const signed = await signedFieldsOf(run, await recordInReach(run, maintenance, actor, id))
    if (!signed) return { signed }
    const hidden = hiddenFields(maintenance, actor)
    return { signed: Object.fromEntries(Object.entries(signed).filter(([field]) => !hidden.includes(field))) }
  })
}
