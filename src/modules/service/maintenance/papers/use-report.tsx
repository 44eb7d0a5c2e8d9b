import { reportParts, signedOf, footOf, headlineOf } from '#contract/modules/service/job-paper.ts'
import type { Maintenance } from '#contract/modules/service/maintenance.ts'
import { FilePicture } from '#src/attached/file-picture.tsx'
import type { A4Document } from '#src/paper/a4-sheet.tsx'
import { PaperLine, PaperTitle } from '#src/paper/a4-table.tsx'
import { JobHead } from './job-head.tsx'
import { across, part, rowsOf } from './rows.tsx'
import { useJobMeans, useJobNames } from './use-means.ts'

/** So many photos stand beside each other. */
const BESIDE = 3

/** What was found, done and used, with photos, what it comes to, and who signed for it. */
export function useReport(job: Maintenance): A4Document {
  const means = useJobMeans()
  const names = useJobNames(job)
  const photos = Array.from({ length: Math.ceil(job.photos.length / BESIDE) }, (_, at) =>
    job.photos.slice(at * BESIDE, (at + 1) * BESIDE),
  )
  return {
    key: `report-${job.id}`,
    head: <JobHead job={job} paper="report" facts={times => times.map(text => <p key={text}>{text}</p>)} />,
    again: <PaperTitle small house={names.house} title={headlineOf('report', job, means)} />,
    columns: <tr />,
    rows: [
      ...rowsOf(reportParts(job, means, names)),
      ...part(
        'photos',
        means.field('photos'),
        photos.map(ids =>
          across(
            `photos ${ids[0]}`,
            <div className="grid grid-cols-3 gap-[4mm]">
              {ids.map(id => (
                <FilePicture key={id} id={id} size="medium" className="h-[44mm] w-full bg-paper!" />
              ))}
            </div>,
          ),
        ),
      ),
    ],
    tail: <Signed job={job} />,
    foot: (page, of) => <PaperLine start={footOf('report', job, means)} end={pageOf(means, page, of)} />,
  }
}

/** Which of the pages it is. */
export const pageOf = ({ say }: ReturnType<typeof useJobMeans>, page: number, of: number): string =>
  say('screen.papers.page', { page, of })

function Signed({ job }: { job: Maintenance }) {
  const means = useJobMeans()
  const { who, changed, rating, total } = signedOf(job, means)
  const [signature] = job.signature
  return (
    <section className="mt-[6mm] flex items-end justify-between gap-[10mm]">
      <div className="w-[70mm]">
        {signature !== undefined && (
          <FilePicture
            id={signature}
            size="medium"
            alt={means.field('signature')}
            className="h-[26mm] w-full bg-paper! *:object-contain!"
          />
        )}
        <p className="border-t border-paper-ink pt-[1.5mm] text-paper-muted">{who}</p>
        {changed !== null && <p>{changed}</p>}
        {rating !== null && <p>{rating}</p>}
      </div>
      <p className="text-[13pt] font-semibold tabular-nums">{total}</p>
    </section>
  )
}
