import { Readable } from 'node:stream'
import type pg from 'pg'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Actor } from '#contract/actor.ts'
import { EXPORT_LIMIT, exportInput, exportPath, type ExportFormat } from '#contract/calls/work.ts'
import { tableOf, type Module, type Register } from '#contract/module.ts'
import { problem } from '#contract/problem.ts'
import { permissions } from '#contract/rules.ts'
import { questionFields, questionOf, whereOf, type Question } from '#server/crud/question.ts'
import { audit, whereFrom } from '#server/lib/audit.ts'
import type { App, Services } from '#server/lib/http.ts'
import { readHouse } from '#server/lib/people.ts'
import { BOM, csvLine, type Cell } from '#contract/csv.ts'
import { columnsFor, type Column } from './export-columns.ts'
import { questionIn, rowsOf } from './targets.ts'
import { titlesFor } from './titles.ts'
import { wordsIn } from './words.ts'
import { planOf, xlsxOf } from './xlsx.ts'

/** Files that one process writes at the same time. */
const AT_ONCE = 3
/** Rows in hand: enough for the database to be worth asking, few enough to weigh nothing. */
const PAGE = 500

const mimes: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

const queryOf = (module: Module) =>
  z.strictObject({
    ...questionFields(module),
    sort: z.string().max(200).optional(),
    format: exportInput.shape.format,
    columns: exportInput.shape.columns,
    language: exportInput.shape.language,
  })
type Query = Pick<z.infer<typeof exportInput>, 'format' | 'columns' | 'language'> & Record<string, unknown>

/** What a file is made of. */
type Wanted = {
  format: ExportFormat
  columns: string | undefined
  language: string | undefined
  question: Question
  /** Not all rows of the question: some, or all but some. */
  isSelection: boolean
  except: ReadonlySet<number>
}

/** A list as a file: the same rows in the same order, in the columns that are asked for; or some of them. */
export function exportRoutes(api: App, services: Services, modules: readonly Module[]): void {
  let running = 0
  const send = async (module: Module, wanted: Wanted, request: FastifyRequest, reply: FastifyReply) => {
    if (running >= AT_ONCE)
      throw problem('busy', 'Several files are being made. Try again in a moment.', { retryAfter: 5 })
    running += 1
    let isOver = false
    const over = () => {
      if (!isOver) running -= 1
      isOver = true
    }
    try {
      const file = await fileOf(services, module, wanted, request, reply)
      file.once('close', over)
      // Whoever goes away takes the work with them.
      reply.raw.once('close', () => file.destroy())
      return await reply.send(file)
    } catch (error) {
      over()
      throw error
    }
  }
  for (const module of modules) {
    const tags = [module.name]
    const config = { may: permissions(module, 'list') }
    const all = { tags, summary: `Export ${module.name}`, querystring: queryOf(module) }
    api.get(exportPath(module), { config, schema: all }, (request, reply) => {
      const { format, columns, language, ...query } = request.query as Query
      const wanted = {
        format,
        columns,
        language,
        question: questionOf(query),
        isSelection: false,
        except: new Set<number>(),
      }
      return send(module, wanted, request, reply)
    })
    const some = { tags, summary: `Export some of ${module.name}`, body: exportInput }
    api.post(exportPath(module), { config, schema: some }, (request, reply) => {
      const { format, columns, language, question, ids, except } = request.body
      const asked = { ...questionIn(module, question), ids }
      const wanted = { format, columns, language, question: asked, isSelection: true, except: new Set(except) }
      return send(module, wanted, request, reply)
    })
  }
}

async function fileOf(
  { database: { pool }, register }: Services,
  module: Module,
  { format, columns: names, language, question, isSelection, except }: Wanted,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Readable> {
  const { actor } = request
  const { q, sort, archived, filters } = question
  const words = wordsIn(language)
  const [house, count] = await Promise.all([readHouse(pool), countOf(pool, module, actor, question)])
  if (count > EXPORT_LIMIT)
    throw problem('invalid', `These are more than ${EXPORT_LIMIT.toLocaleString('en')} rows; narrow the list first.`)
  const columns = columnsFor({ words, module, house }, actor, names?.split(',') ?? null)
  const rows = cellsOf(pool, register, module, actor, { question, except }, columns)
  // The first rows are read before anything is answered, so that a question that makes no sense is refused as one.
  const first = await rows.next()
  await audit(pool, {
    kind: 'exported',
    actor: actor.id,
    subject: module.name,
    ...whereFrom(request),
    details: {
      format,
      count,
      columns: columns.map(({ name }) => name),
      question: { q, sort, archived, filters },
      isSelection,
    },
  })
  const title = words.module(module)
  const day = new Intl.DateTimeFormat('sv', { timeZone: house.timeZone }).format(new Date())
  const fileName = encodeURIComponent(`${title} ${day}.${format}`)
  void reply
    .type(mimes[format])
    .header('content-disposition', `attachment; filename="${module.name}.${format}"; filename*=UTF-8''${fileName}`)
    .header('cache-control', 'no-store')
  if (!isSelection) void reply.header('x-rows', count)
  const all = startingWith(first, rows)
  if (format === 'xlsx') return xlsxOf(planOf(title, columns, house.currency), all)
  return Readable.from(csvOf(columns, all), { objectMode: false, highWaterMark: 64 * 1024 })
}

async function countOf(pool: pg.Pool, module: Module, actor: Actor, question: Question): Promise<number> {
  const values: unknown[] = []
  const where = await whereOf(pool, module, actor, question, value => `$${values.push(value)}`)
  if (where === null) return 0
  const { rows } = await pool.query<{ n: number }>(
    `select count(*) as n from (select from ${tableOf(module)} where ${where} limit ${EXPORT_LIMIT + 1}) as counted`,
    values,
  )
  return rows[0]!.n
}

async function* cellsOf(
  pool: pg.Pool,
  register: Register,
  module: Module,
  actor: Actor,
  { question, except }: Pick<Wanted, 'question' | 'except'>,
  columns: readonly Column[],
): AsyncGenerator<Cell[][]> {
  const titlesOf = titlesFor(pool, register, module, actor, new Set(columns.map(({ name }) => name)))
  for await (const page of rowsOf(pool, module, actor, question, PAGE)) {
    const rows = page.filter(({ id }) => !except.has(id))
    const titles = await titlesOf(rows)
    yield rows.map(row => columns.map(({ cell }) => cell(row, titles)))
  }
}

async function* startingWith<T>(first: IteratorResult<T, unknown>, rest: AsyncGenerator<T>): AsyncGenerator<T> {
  if (first.done) return
  yield first.value
  yield* rest
}

async function* csvOf(columns: readonly Column[], rows: AsyncIterable<Cell[][]>): AsyncGenerator<string> {
  yield BOM + csvLine(columns.map(({ header }) => header))
  for await (const some of rows) yield some.map(csvLine).join('')
}
