import type { Maintenance } from '#contract/modules/service/maintenance.ts'

/** What a job's device has, with what was noted of each: entries of a list. */
export const Problems = ({ job }: { job: Maintenance }) =>
  job.problems.map(({ id, text, note }) => (
    <li key={id}>
      {text}
      {note && <span className="text-muted"> · {note}</span>}
    </li>
  ))
