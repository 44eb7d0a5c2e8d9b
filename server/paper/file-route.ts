import { z } from 'zod'
import { recordId } from '#contract/fields.ts'
import { apiPath, type Module, type Row } from '#contract/module.ts'
import { permissions } from '#contract/rules.ts'
import { recordInReach } from '#server/attached/reach.ts'
import type { App, Services } from '#server/lib/http.ts'
import { runOn, type Run } from '#server/lib/transaction.ts'
import { languages } from '#server/work/words.ts'

/** A paper as it is saved. */
export type PaperFile = { name: string; bytes: Buffer }
type Asked = {
  row: Row
  language: string
  /** Where the app is for whoever gets it; null where nobody said so. What a request says of its host is no such word. */
  origin: string | null
}
export type WritePaper = (run: Run, asked: Asked) => Promise<PaperFile>

type PaperRoute = { module: Module; path: string; summary: string; otherwise: string; write: WritePaper }

const one = z.object({ id: z.coerce.number().pipe(recordId()) })
const asked = z.strictObject({ language: z.string().max(20).optional() })

/** The language of a paper: English where there are no texts in the wanted one, so that digits and words agree. */
export const writtenIn = (wanted = 'en'): string => (languages().includes(wanted) ? wanted : 'en')

/** A record's paper as a file, for whoever may see its details. */
export function paperRoute(
  api: App,
  { database: { pool }, env }: Services,
  { module, path, summary, otherwise, write }: PaperRoute,
): void {
  const config = { may: permissions(module, 'details') }
  const schema = { tags: [module.name], summary, params: one, querystring: asked }
  api.get(`${apiPath(module)}/:id/${path}`, { config, schema }, async (request, reply) => {
    const run = runOn(pool)
    const row = await recordInReach(run, module, request.actor, request.params.id)
    const language = writtenIn(request.query.language)
    const { name, bytes } = await write(run, { row, language, origin: env.publicUrl ?? null })
    return reply
      .type('application/pdf')
      .header(
        'content-disposition',
        `attachment; filename="${otherwise}"; filename*=UTF-8''${encodeURIComponent(name)}`,
      )
      .header('cache-control', 'no-store')
      .send(bytes)
  })
}
