import { Readable } from 'node:stream'
import type pg from 'pg'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Actor } from '#contract/actor.ts'
import { EXPORT_LIMIT, exportFormats, exportPath, type ExportFormat } from '#contract/calls/work.ts'
import { tableOf, type Module, type Register, type Row } from '#contract/module.ts'
import { problem } from '#contract/problem.ts'
import { permissions } from '#contract/rules.ts'
import { questionFields, questionOf, whereOf, type Question } from '#server/crud/question.ts'
import { audit, whereFrom } from '#server/lib/audit.ts'
import type { App, Services } from '#server/lib/http.ts'
import { readHouse } from '#server/lib/people.ts'
import { BOM, csvLine, type Cell } from './csv.ts'
import { columnsFor, type Column } from './export-columns.ts'
import { rowsOf } from './targets.ts'
import { titlesFor } from './titles.ts'
import { wordsIn } from './words.ts'
import { planOf, xlsxOf } from './xlsx.ts'

/** Files that one process writes at the same time. */
const AT_ONCE = 3
/** Rows in hand: enough for the database to be worth asking, few enough to weigh nothing. */
const PAGE = 2_000

const mimes: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

const queryOf = (module: Module) =>
  z.strictObject({
    ...questionFields(module),
    sort: z.string().max(200).optional(),
    format: z.enum(exportFormats),
    columns: z.string().max(4_000).optional(),
    language: z
      .string()
      .regex(/^[a-z]{2}(-[A-Za-z]{2,8})?$/)
      .optional(),
  })

/** A list as a file: the same rows in the same order, in the columns that are asked for. */
export function exportRoutes(api: App, services: Services, modules: readonly Module[]): void {
  let running = 0
  for (const module of modules) {
    const schema = { tags: [module.name], summary: `Export ${module.name}`, querystring: queryOf(module) }
    api.get(exportPath(module), { config: { may: permissions(module, 'list') }, schema }, async (request, reply) => {
      if (running >= AT_ONCE)
        throw problem('busy', 'Several files are being made. Try again in a moment.', { retryAfter: 5 })
      running += 1
      let isOver = false
      const over = () => {
        if (!isOver) running -= 1
        isOver = true
      }
      try {
        const file = await fileOf(services, module, request, reply)
        file.once('close', over)
        // Whoever goes away takes the work with them.
        reply.raw.once('close', () => file.destroy())
        return await reply.send(file)
      } catch (error) {
        over()
        throw error
      }
    })
  }
}

async function fileOf(
  { database: { pool }, register }: Services,
  module: Module,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Readable> {
  const { actor } = request
  const {
    format,
    columns: names,
    language,
    ...query
  } = request.query as z.infer<ReturnType<typeof queryOf>> & Record<string, unknown>
  const words = wordsIn(language)
  const [house, count] = await Promise.all([readHouse(pool), countOf(pool, module, actor, questionOf(query))])
  if (count > EXPORT_LIMIT)
    throw problem('invalid', `These are more than ${EXPORT_LIMIT.toLocaleString('en')} rows; narrow the list first.`)
  const columns = columnsFor({ words, module, house }, actor, names?.split(',') ?? null)
  const rows = cellsOf(pool, register, module, actor, questionOf(query), columns)
  // The first rows are read before anything is answered, so that a question that makes no sense is refused as one.
  const first = await rows.next()
  await audit(pool, {
    kind: 'exported',
    actor: actor.id,
    subject: module.name,
    ...whereFrom(request),
    details: { format, count, columns: columns.map(({ name }) => name), question: query },
  })
  const title = words.module(module)
  const day = new Intl.DateTimeFormat('sv', { timeZone: house.timeZone }).format(new Date())
  const fileName = `${title} ${day}.${format}`
  void reply
    .type(mimes[format])
    .header(
      'content-disposition',
      `attachment; filename="${module.name}.${format}"; filename*=UTF-8''${encodeURIComponent(fileName)}`,
    )
    .header('cache-control', 'no-store')
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
  question: Question,
  columns: readonly Column[],
): AsyncGenerator<Cell[][]> {
  const titlesOf = titlesFor(pool, register, module, actor, new Set(columns.map(({ name }) => name)))
  for await (const rows of rowsOf(pool, module, actor, question, PAGE)) {
    const titles = await titlesOf(rows)
    yield rows.map((row: Row) => columns.map(({ cell }) => cell(row, titles)))
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
