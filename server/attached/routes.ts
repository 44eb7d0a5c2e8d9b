import { Readable } from 'node:stream'
import { z } from 'zod'
import type { Actor } from '#contract/actor.ts'
import {
  fileChange,
  fileInput,
  fileRow,
  filesAnswer,
  noteChange,
  noteInput,
  noteRow,
  notesAnswer,
  pictureSizes,
  tagsCall,
  uploadState,
} from '#contract/calls/attached.ts'
import { recordId } from '#contract/fields.ts'
import { apiPath, type Module } from '#contract/module.ts'
import { permissions } from '#contract/rules.ts'
import type { Written } from '#server/crud/routes.ts'
import type { Tx } from '#server/crud/store.ts'
import { answer } from '#server/lib/answer.ts'
import type { App, Services } from '#server/lib/http.ts'
import { refuseIfChanged } from '#server/lib/people.ts'
import { runOn } from '#server/lib/transaction.ts'
import { openStorage } from '#server/storage/open.ts'
import { sendContent } from './content.ts'
import { addFile, changeFile, fileOf, filesOf } from './files.ts'
import { addNote, changeNote, notesOf } from './notes.ts'
import { fileInReach, recordInReach } from './reach.ts'
import { tieStrays } from './strays.ts'
import { sweep } from './sweep.ts'
import { tagsInUse } from './tags.ts'
import { LONGEST_PIECE, uploads } from './uploads.ts'

const one = z.object({ id: z.coerce.number().pipe(recordId()) })
const HOUR = 3_600_000

/** Notes and files of every module's records. Reading takes the right to their details, writing the right to edit them. */
export function attachedRoutes(api: App, services: Services, written: Written) {
  for (const module of Object.values(services.register)) if (!module.list) recordRoutes(api, services, written, module)
  noteRoutes(api, services, written)
  fileRoutes(api, services, written)
  answer(api, tagsCall, async (input, { actor }) => ({
    tags: await tagsInUse(services.database.pool, services.register, actor, input),
  }))
}

/** Does the work by the rights that its author still has once it is done: it may have waited for somebody. */
const asOfNow = <T>({ store, writer }: Written, actor: Actor, work: (tx: Tx) => Promise<T>): Promise<T> =>
  store.transaction(async tx => {
    const done = await work(tx)
    await refuseIfChanged(tx, writer.register, actor)
    return done
  })

function recordRoutes(api: App, { database }: Services, written: Written, module: Module) {
  const run = runOn(database.pool)
  const path = apiPath(module)
  const tags = [module.name]
  const may = (...actions: Parameters<typeof permissions>[1][]) => ({
    config: { may: actions.flatMap(action => permissions(module, action)) },
  })
  const querystring = z.strictObject({ after: z.coerce.number().pipe(recordId()).optional() })
  const notes = { tags, params: one, querystring, response: { 200: notesAnswer } }
  api.get(`${path}/:id/notes`, { ...may('details'), schema: notes }, async ({ actor, params, query }) => {
    await recordInReach(run, module, actor, params.id)
    return notesOf(run, params.id, query.after)
  })
  const note = { tags, params: one, body: noteInput, response: { 201: noteRow } }
  api.post(`${path}/:id/notes`, { ...may('edit'), schema: note }, async ({ actor, params, body }, reply) => {
    void reply.code(201)
    return asOfNow(written, actor, tx => addNote(tx, module, actor, params.id, body))
  })
  const files = { tags, params: one, response: { 200: filesAnswer } }
  api.get(`${path}/:id/files`, { ...may('details'), schema: files }, async ({ actor, params }) => {
    await recordInReach(run, module, actor, params.id)
    return { files: await filesOf(run, params.id) }
  })
  const file = { tags, body: fileInput, response: { 201: fileRow } }
  api.post(
    `${path}/:id/files`,
    { ...may('edit'), schema: { ...file, params: one } },
    async ({ actor, params, body }, reply) => {
      void reply.code(201)
      return asOfNow(written, actor, tx => addFile(tx, module, actor, params.id, body))
    },
  )
  const summary = 'A file for a field of a record that is not saved yet'
  api.post(
    `${path}/files`,
    { ...may('create', 'edit'), schema: { ...file, summary } },
    async ({ actor, body }, reply) => {
      void reply.code(201)
      return asOfNow(written, actor, tx => addFile(tx, module, actor, null, body))
    },
  )
}

const anyone = { config: { may: 'anyone' } } as const

function noteRoutes(api: App, { register }: Services, written: Written) {
  const change = { tags: ['attached'], params: one, body: noteChange, response: { 200: noteRow } }
  api.patch('/note/:id', { ...anyone, schema: change }, ({ actor, params, body }) =>
    asOfNow(written, actor, tx => changeNote(tx, register, actor, params.id, body)),
  )
}

function fileRoutes(api: App, { database, register, env }: Services, written: Written) {
  const { pool } = database
  const run = runOn(pool)
  const storage = openStorage(env)
  const sending = uploads(pool, storage)
  const tags = ['attached']

  const row = { tags, params: one, response: { 200: fileRow } }
  api.get('/file/:id', { ...anyone, schema: row }, async ({ actor, params }) => {
    await fileInReach({ run, register }, actor, params.id, 'read')
    return fileOf(run, params.id)
  })
  api.patch('/file/:id', { ...anyone, schema: { ...row, body: fileChange } }, ({ actor, params, body }) =>
    asOfNow(written, actor, tx => changeFile(tx, register, actor, params.id, body)),
  )
  const querystring = z.strictObject({ size: z.enum([...pictureSizes, 'full']).default('full') })
  const content = { tags, summary: 'The bytes, or a smaller picture', params: one, querystring }
  api.get('/file/:id/content', { ...anyone, compress: false, schema: content }, async (request, reply) => {
    const file = await fileInReach({ run, register }, request.actor, request.params.id, 'read')
    return sendContent({ run, storage }, request, reply, file, request.query.size)
  })

  const state = { tags, params: one, response: { 200: uploadState } }
  api.get('/file/:id/upload', { ...anyone, schema: state }, ({ actor, params }) => sending.state(actor, params.id))
  const offset = z.strictObject({ offset: z.coerce.number().int().nonnegative() })
  const bytes = z.custom<Readable>(body => body instanceof Readable, 'Send bytes.')
  const piece = { ...state, summary: 'Bytes from there on', querystring: offset, body: bytes }
  // Bytes are understood here and nowhere else.
  void api.register(async (scope: App) => {
    scope.addContentTypeParser('application/octet-stream', (_request, bytes, done) => done(null, bytes))
    scope.put(
      '/file/:id/upload',
      { ...anyone, bodyLimit: LONGEST_PIECE, schema: piece },
      ({ actor, params, query, body }) => sending.take(actor, params.id, query.offset, body),
    )
  })
  const finish = { ...row, summary: 'All has arrived', body: z.strictObject({}) }
  api.post('/file/:id/finish', { ...anyone, schema: finish }, ({ actor, params }) => sending.finish(actor, params.id))

  const keepClean = () =>
    tieStrays(pool, register, written.writer.now())
      .then(() => sweep(pool, storage, written.writer.now()))
      .catch((error: unknown) => api.log.warn({ err: error }, 'files not swept'))
  const timer = setInterval(() => void keepClean(), HOUR)
  timer.unref()
  api.addHook('onClose', async () => clearInterval(timer))
}
