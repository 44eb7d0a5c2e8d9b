import type { Paper } from '#contract/modules/service/job-paper.ts'
import type { Maintenance } from '#contract/modules/service/maintenance.ts'

/** Which of a job's papers is wanted now: until its work has begun, there is nothing to report. */
export const firstPaper = ({ startedAt }: Pick<Maintenance, 'startedAt'>): Paper =>
  startedAt === null ? 'card' : 'report'
