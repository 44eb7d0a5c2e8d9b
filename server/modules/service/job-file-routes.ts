import type { Paper } from '#contract/modules/service/job-paper.ts'
import { maintenance, type Maintenance } from '#contract/modules/service/maintenance.ts'
import type { App, Services } from '#server/lib/http.ts'
import { paperRoute } from '#server/paper/file-route.ts'
import { openStorage } from '#server/storage/open.ts'
import { jobFile } from './job-file.ts'

const papers: Readonly<Record<Paper, string>> = { report: 'A service report as PDF', card: 'A job card as PDF' }

/** The papers of a job as files, for whoever may see its details. */
export function jobFileRoutes(api: App, services: Services): void {
  const storage = openStorage(services.env)
  for (const [paper, summary] of Object.entries(papers) as [Paper, string][])
    paperRoute(api, services, {
      module: maintenance,
      path: `${paper}-file`,
      summary,
      otherwise: `${paper}.pdf`,
      write: (run, { row, ...asked }) => jobFile(run, storage, { ...asked, paper, job: row as unknown as Maintenance }),
    })
}
