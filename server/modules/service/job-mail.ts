import { titleOf, type Paper } from '#contract/modules/service/job-paper.ts'
import type { Maintenance } from '#contract/modules/service/maintenance.ts'
import type { Services } from '#server/lib/http.ts'
import type { WriteMail } from '#server/mailing/runner.ts'
import { mailWithFile } from '#server/mailing/with-file.ts'
import { openStorage } from '#server/storage/open.ts'
import { jobFile } from './job-file.ts'
import { houseOf, jobMeans } from './job-names.ts'

/** A paper of a job on its way to its customer. */
export function jobMail({ env }: Pick<Services, 'env'>): WriteMail {
  const storage = openStorage(env)
  return async (run, row, { message, about }) => {
    const job = row as unknown as Maintenance
    const paper = about.paper as Paper
    const house = await houseOf(run)
    // Without an address of ours no phone of a customer can open what a code says, so there is none.
    const asked = { paper, job, language: 'en', origin: env.publicUrl ?? null }
    return mailWithFile({
      name: job.name,
      what: titleOf(paper, jobMeans('en', house)),
      number: job.number,
      from: house.name,
      message,
      file: await jobFile(run, storage, asked),
    })
  }
}
