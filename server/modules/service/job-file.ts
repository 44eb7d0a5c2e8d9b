import type { Paper } from '#contract/modules/service/job-paper.ts'
import { maintenance, type Maintenance } from '#contract/modules/service/maintenance.ts'
import { shortCode } from '#contract/short-code.ts'
import { picturesForPaper } from '#server/attached/for-paper.ts'
import type { Run } from '#server/lib/transaction.ts'
import type { PaperFile } from '#server/paper/file-route.ts'
import { squareCode } from '#server/paper/square-code.ts'
import type { Storage } from '#server/storage/storage.ts'
import { houseOf, jobMeans, jobNames } from './job-names.ts'
import { jobPdf } from './job-pdf.ts'
import { signedJob } from './signed-job.ts'

type Asked = {
  paper: Paper
  job: Maintenance
  language: string
  /** Where the app is for whoever gets it; without, it has no code. */
  origin: string | null
}

/** A paper of a job as a file. */
export async function jobFile(
  run: Run,
  storage: Storage,
  { paper, job: now, language, origin }: Asked,
): Promise<PaperFile> {
  const job = paper === 'report' ? await signedJob(run, now) : now
  const house = await houseOf(run)
  const means = jobMeans(language, house)
  const pictures = (ids: readonly number[]) => picturesForPaper(run, storage, job.id, paper === 'report' ? ids : [])
  const [signature = null] = await pictures(job.signature.slice(0, 1))
  const bytes = await jobPdf({
    paper,
    job,
    means,
    names: await jobNames(run, job, house),
    language,
    photos: await pictures(job.photos),
    signature,
    code: origin === null ? null : squareCode(`${origin}/s/${shortCode(maintenance, job.id)}`),
  })
  return { name: `${means.say(`screen.papers.${paper}`)} ${job.number ?? job.id}.pdf`, bytes }
}
