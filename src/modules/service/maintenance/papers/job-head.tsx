import type { ReactNode } from 'react'
import { jobHead, titleOf, type Paper } from '#contract/modules/service/job-paper.ts'
import type { Maintenance } from '#contract/modules/service/maintenance.ts'
import { PaperTitle } from '#src/paper/a4-table.tsx'
import { useJobMeans, useJobNames } from './use-means.ts'

type Props = {
  job: Maintenance
  paper: Paper
  /** What stands at the end of the title; it is told when the job was worked on. */
  facts: (times: readonly string[]) => ReactNode
}

/** Whose job it is, which device it is about, and who works at it. */
export function JobHead({ job, paper, facts }: Props) {
  const means = useJobMeans()
  const names = useJobNames(job)
  const { columns, times } = jobHead(job, means, names)
  return (
    <>
      <PaperTitle
        house={names.house}
        title={titleOf(paper, means)}
        text={<span className="ltr font-semibold text-paper-ink">{job.number}</span>}
        facts={facts(times)}
      />
      <div className="grid grid-cols-3 gap-[6mm] wrap-anywhere">
        {columns.map(({ label, name, lines }) => (
          <div key={label} className="min-w-0">
            <p className="text-[8pt] text-paper-muted">{label}</p>
            <b>{name}</b>
            {lines.map(text => (
              <p key={text}>
                <bdi>{text}</bdi>
              </p>
            ))}
          </div>
        ))}
      </div>
    </>
  )
}
