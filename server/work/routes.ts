import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import {
  bulkAnswer,
  bulkInput,
  bulkPath,
  bulkStarted,
  isMergeable,
  mergePreview,
  undoMergePreview,
  worksCall,
  workState,
  type BulkInput,
} from '#contract/calls/work.ts'
import { recordId } from '#contract/fields.ts'
import { apiPath, type Module } from '#contract/module.ts'
import { problem } from '#contract/problem.ts'
import { actionsOf, permissions } from '#contract/rules.ts'
import type { Written } from '#server/crud/routes.ts'
import { answer } from '#server/lib/answer.ts'
import type { App, Services } from '#server/lib/http.ts'
import { exportRoutes } from './export.ts'
import { BOM, csvLine } from '#contract/csv.ts'
import { cancelJob, jobOf, reportOf, retryJob, startJob, statesOf, undoJob } from './jobs.ts'
import { mergePreviewOf } from './merge-preview.ts'
import { previewOf } from './preview.ts'
import { openRunner } from './runner.ts'
import { idsOf } from './targets.ts'
import { undoPreview } from './undo-merge.ts'
import { checkDeed, type Deed } from './wishes.ts'

const one = z.object({ id: z.uuid() })
const nothing = z.strictObject({}).nullish()

/** May many of its records be worked on at once? Lists of settings and single records have screens of their own. */
export const isWorkable = (module: Module): boolean => !module.list && !module.single

/** Work on many records of a module, and how it goes. */
export function workRoutes(api: App, services: Services, written: Written): void {
  const { database, register } = services
  const { pool } = database
  const runner = openRunner(pool, written, (error, message, details) =>
    api.log.warn({ err: error, ...details }, message),
  )
  api.addHook('onClose', () => runner.close())
  const started = (job: string) => {
    runner.wake()
    return { job }
  }
  const isConfirmed = (request: FastifyRequest) => request.confirmedUntil > Date.now()

  for (const module of Object.values(register).filter(isWorkable)) {
    if (module.appendOnly) continue
    const actions = new Set(['edit' as const, ...Object.values(module.moves ?? {}).flatMap(actionsOf)])
    const may = [...actions].flatMap(action => permissions(module, action))
    const schema = {
      tags: [module.name],
      summary: `Change many of ${module.name}`,
      body: bulkInput,
      response: { 200: bulkAnswer },
    }
    api.post(bulkPath(module), { config: { may }, schema }, async request => {
      const { actor, id: requestId } = request
      const { target, action, args, add, remove, try: isTrying } = request.body
      const deed: Deed = { action, args, ...pickSets({ add, remove }) }
      checkDeed(module, actor, deed)
      const ids = await idsOf(pool, module, actor, target)
      const confirmed = isConfirmed(request)
      if (isTrying) {
        const ask = { actor, device: null, request: requestId, offline: false, confirmed: true }
        return previewOf(written, module, ask, deed, ids)
      }
      if (module.confirm && !confirmed) throw problem('confirm-needed', 'Please confirm your password first.')
      if (ids.length === 0) throw problem('invalid', 'There is nothing to do: no record is meant.')
      return started(await startJob(pool, { author: actor.id, module: module.name, confirmed, requestId, deed }, ids))
    })
  }

  exportRoutes(api, services, Object.values(register).filter(isWorkable))

  for (const module of Object.values(register).filter(isMergeable)) {
    const may = permissions(module, 'edit')
    const row = z.object({ id: z.coerce.number().pipe(recordId()) })
    const into = z.strictObject({ into: z.coerce.number().pipe(recordId()) })
    const merge = { tags: [module.name], params: row, querystring: into, response: { 200: mergePreview } }
    api.get(`${apiPath(module)}/:id/merge-preview`, { config: { may }, schema: merge }, ({ actor, params, query }) =>
      written.store.transaction(tx => mergePreviewOf(pool, tx, register, module, actor, { ...params, ...query })),
    )
    const apart = { tags: [module.name], params: row, response: { 200: undoMergePreview } }
    api.get(`${apiPath(module)}/:id/undo-merge-preview`, { config: { may }, schema: apart }, ({ actor, params }) =>
      written.store.transaction(tx =>
        undoPreview(tx, register, module, actor, params.id, written.writer.now().toISOString()),
      ),
    )
  }

  answer(api, worksCall, async (_input, { actor }) => ({ rows: await statesOf(pool, actor.id, null) }), {
    background: true,
  })
  const mine = { config: { may: 'anyone' as const } }
  const state = { tags: ['work'], params: one, response: { 200: workState } }
  const read = async (request: FastifyRequest) => {
    const { id } = request.params as z.infer<typeof one>
    const [found] = await statesOf(pool, request.actor.id, id)
    if (!found) throw problem('not-found', 'This work does not exist.')
    return found
  }
  api.get('/work/:id', { config: { ...mine.config, background: true }, schema: state }, read)
  api.post('/work/:id/cancel', { ...mine, schema: { ...state, body: nothing } }, async request => {
    await cancelJob(pool, await jobOf(pool, request.actor.id, request.params.id))
    return read(request)
  })
  api.get('/work/:id/report', { ...mine, schema: { tags: ['work'], params: one } }, async (request, reply) => {
    const job = await jobOf(pool, request.actor.id, request.params.id)
    void reply.type('text/csv; charset=utf-8').header('content-disposition', 'attachment; filename="report.csv"')
    return reply.send(Readable.from(reportFile(pool, job.id), { objectMode: false }))
  })
  const begin = { tags: ['work'], params: one, body: nothing, response: { 200: bulkStarted } }
  for (const [path, start] of [
    ['undo', undoJob],
    ['retry', retryJob],
  ] as const)
    api.post(`/work/:id/${path}`, { ...mine, schema: begin }, async request => {
      const job = await jobOf(pool, request.actor.id, request.params.id)
      const confirmed = isConfirmed(request)
      if (register[job.module]?.confirm && !confirmed)
        throw problem('confirm-needed', 'Please confirm your password first.')
      return started(await start(pool, job, { confirmed, requestId: request.id }))
    })
}

async function* reportFile(pool: Services['database']['pool'], job: string): AsyncGenerator<string> {
  yield BOM + csvLine(['id', 'title', 'message'])
  for await (const rows of reportOf(pool, job))
    yield rows.map(({ id, title, message }) => csvLine([id, title, message])).join('')
}

const pickSets = ({ add, remove }: Pick<BulkInput, 'add' | 'remove'>): Pick<Deed, 'add' | 'remove'> => ({
  ...(add ? { add } : {}),
  ...(remove ? { remove } : {}),
})
