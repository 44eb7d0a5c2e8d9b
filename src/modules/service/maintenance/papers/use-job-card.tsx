import { useTranslation } from 'react-i18next'
import { cardParts, cardRoom, footOf, headlineOf } from '#contract/modules/service/job-paper.ts'
import { maintenance, type Maintenance } from '#contract/modules/service/maintenance.ts'
import { shortCode } from '#contract/short-code.ts'
import type { A4Document } from '#src/paper/a4-sheet.tsx'
import { PaperLine, PaperTitle } from '#src/paper/a4-table.tsx'
import { CodeImage } from '#src/paper/code-image.tsx'
import { square } from '#src/paper/codes.ts'
import { moduleOf } from '#src/paper/label-sizes.ts'
import { JobHead } from './job-head.tsx'
import { rowsOf } from './rows.tsx'
import { useJobMeans, useJobNames } from './use-means.ts'
import { pageOf } from './use-report.tsx'

/** What a scan of the job's papers opens. */
export const codeOfJob = ({ id }: Pick<Maintenance, 'id'>) => `${location.origin}/s/${shortCode(maintenance, id)}`

/** What lies with the device on the bench: what came in and why, with room for what is found. */
export function useJobCard(job: Maintenance): A4Document {
  const { t } = useTranslation('maintenance')
  const means = useJobMeans()
  const names = useJobNames(job)
  const code = codeOfJob(job)
  return {
    key: `card-${job.id}`,
    head: (
      <JobHead
        job={job}
        paper="card"
        facts={() => <CodeImage of={square(code)} module={moduleOf('square', 300)} label={code} />}
      />
    ),
    again: <PaperTitle small house={names.house} title={headlineOf('card', job, means)} />,
    columns: <tr />,
    rows: rowsOf(cardParts(job, means, names)),
    tail: (
      <section className="mt-[8mm] grid gap-[10mm]">
        {cardRoom.map(field => (
          <p key={field} className="border-b border-paper-rule pb-[14mm] text-paper-muted">
            {means.field(field)}
          </p>
        ))}
        <p className="mt-[6mm] w-1/2 border-t border-paper-ink pt-[1.5mm] text-paper-muted">
          {t('screen.papers.handedIn')}
        </p>
      </section>
    ),
    foot: (page, of) => <PaperLine start={footOf('card', job, means)} end={pageOf(means, page, of)} />,
  }
}
