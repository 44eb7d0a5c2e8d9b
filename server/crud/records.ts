import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Module, Row } from '#contract/module.ts'
import type { Touch } from '#contract/problem.ts'
import { assignments, fromHistory, holding, layoutOf, rowFrom, rowFromHistory, valuesOf } from './columns.ts'
import { fieldsThen, laterWrites, type LaterWrite } from './fields-then.ts'
import { serverIds, type ServerIds } from './ids.ts'
import { columnOf, sameText } from './list-sql.ts'
import { refusalOf } from './refusal.ts'
import type { Mutation, Store, Tx } from './store.ts'
import { historyPlace, writersText, type Writer } from './writers.ts'

type Values = Record<string, unknown>

const namesOf = (module: Module) =>
  layoutOf(module)
    .columns.map(({ name }) => `"${name}"`)
    .join(', ')

const ATTEMPTS = 3
/** Holds the blocks that may have been leased after the backup that was restored: whose they are, nobody knows. */
const ANYBODY = '00000000-0000-0000-0000-000000000000'
/** Two transactions stood in each other's way; one of them just has to try again. */
const passing = new Set(['40001', '40P01'])

/**
 * The records in PostgreSQL. Besides migrations, this is the only place that writes a record's table; triggers keep
 * version, history and change feed.
 */
export function openRecords({ pool }: { pool: pg.Pool }, ids: ServerIds = serverIds(pool)): Store {
  return {
    async transaction(work) {
      for (let attempt = 1; ; attempt++) {
        await ids.stock()
        const isLate =
          attempt > 1 || pool.waitingCount > 0 || (pool.idleCount === 0 && pool.totalCount >= pool.options.max)
        const client = await pool.connect()
        const { tx, commit } = transactionOn(client, ids.next, isLate)
        try {
          const result = await work(tx)
          await commit()
          client.release()
          return result
        } catch (error) {
          await client.query('rollback').then(
            () => client.release(),
            (broken: Error) => client.release(broken),
          )
          if (attempt === ATTEMPTS || !passing.has((error as { code?: string }).code ?? '')) throw error
          await sleep(Math.random() * 25 * 2 ** attempt)
        }
      }
    },
  }
}

/**
 * Statements whose answer nobody waits for (begin, savepoint, context, the ledger's outcome) are kept and travel with
 * the next question, so that a plain create is three messages and the feed's clock is held for one of them.
 */
function transactionOn(
  client: pg.PoolClient,
  nextId: () => Promise<number>,
  isLate: boolean,
): { tx: Tx; commit(): Promise<void> } {
  let waited = isLate
  let waiting = ['begin']
  let savepoints = 0
  /** Right behind the claim lies a savepoint that nobody has used or passed yet. */
  let claimed = false
  /** Blocks of numbers that were leased; they never become another's. */
  const leased: { device: string | null; person: number | null; first: number; last: number; at: string }[] = []
  const quote = (value: unknown) =>
    value === null || value === undefined
      ? 'null'
      : client.escapeLiteral(typeof value === 'string' ? value : JSON.stringify(value))

  const takeWaiting = () => {
    const statements = waiting
    waiting = []
    return statements
  }
  const ask = async (question: pg.QueryConfig): Promise<Values[]> => {
    claimed = false
    const before = takeWaiting()
    if (before.length === 0) return (await client.query<Values>(question)).rows
    const [, answer] = await Promise.all([client.query(before.join('; ')), client.query<Values>(question)])
    return answer.rows
  }
  const blockOf = async (id: number) => {
    const isIn = (block: (typeof leased)[number]) => block.first <= id && id <= block.last
    let block = leased.find(isIn)
    if (!block) {
      // No two blocks share a number, so only the last one that begins before it can hold it.
      const text = `select device_id as device, user_id as person, first, last, leased_at as at from sync_lease
        where first <= $1 order by first desc limit 1`
      block = (await ask({ name: 'lease', text, values: [id] }))[0] as typeof block
      if (block) leased.push(block)
    }
    return block && isIn(block) ? block : null
  }
  /** One message: what waits, and these. Answers the rows of the first of these. */
  const say = async (...statements: string[]): Promise<Values[]> => {
    claimed = false
    const all = [...takeWaiting(), ...statements]
    const answers = (await client.query(all.join('; '))) as unknown as pg.QueryResult<Values> | pg.QueryResult<Values>[]
    return (Array.isArray(answers) ? answers.at(-statements.length)! : answers).rows
  }
  /** What history is told travels in the statement that writes. */
  const telling = (place: number) => `(select set_config('caredesk.context', $${place}, true) as told) as telling`
  const read = async (module: Module, rest: string, values: unknown[], name?: string): Promise<Row[]> => {
    const { table, select } = layoutOf(module)
    const own = module.list ? ` and list = ${quote(module.name)}` : ''
    const text = `select ${select} from ${table} where ${rest.replace('{own}', own)}`
    return (await ask({ ...(name ? { name: `${name} ${module.name}` } : {}), text, values })).map(raw =>
      rowFrom(module, raw),
    )
  }

  /** Rows with a lock. What somebody else holds is found to be missing first, and waited for then. */
  const held = async (module: Module, rest: string, count: number, values: unknown[], name: string): Promise<Row[]> => {
    const free = await read(module, `${rest} skip locked`, values, `${name} free`)
    if (free.length === count) return free
    waited = true
    return read(module, rest, values, name)
  }

  const tx: Tx = {
    async claim(mutation) {
      const { mid, userId, queueId, queueSeq, lane, op, opV, reqHash, status, supersededBy } = mutation
      const values = [mid, userId, queueId, queueSeq, lane, op, opV, `\\x${reqHash}`, status, supersededBy]
      const mine = await say(
        `insert into sync_mutation (mid, user_id, queue_id, queue_seq, lane, op, op_v, req_hash, status, superseded_by)
         values (${values.map(quote).join(', ')})
         on conflict (mid) do nothing returning mid`,
        'savepoint claimed',
      )
      if (mine.length === 0) return tx.mutation(mid)
      claimed = true
      return null
    },
    async mutation(mid) {
      const [row] = await ask({
        name: 'mutation',
        text: `select mid, user_id as "userId", queue_id as "queueId", queue_seq as "queueSeq", lane, op, op_v as "opV",
               encode(req_hash, 'hex') as "reqHash", status, superseded_by as "supersededBy", result, intent, decided
               from sync_mutation where mid = $1 for update`,
        values: [mid],
      })
      return (row as Mutation | undefined) ?? null
    },
    async settle(mid, { status, result, supersededBy, intent, decided }) {
      const json = (value: unknown) => (value ? quote(JSON.stringify(value)) : 'null')
      waiting.push(
        `update sync_mutation set status = ${quote(status)}, result = ${json(result)},
         superseded_by = ${quote(supersededBy)}, intent = ${json(intent)},
         decided = ${json(decided)}, untold = ${decided ? 'true' : 'false'} where mid = ${quote(mid)}`,
      )
    },
    async savepoint(work) {
      const isThere = claimed && waiting.length === 0
      const name = isThere ? 'claimed' : `s${++savepoints}`
      if (!isThere) waiting.push(`savepoint ${name}`)
      claimed = false
      try {
        const result = await work()
        waiting.push(`release savepoint ${name}`)
        return result
      } catch (error) {
        waiting.push(`rollback to savepoint ${name}`, `release savepoint ${name}`)
        throw error
      }
    },
    async load(module, id) {
      return (await held(module, 'id = $1{own} for update', 1, [id], 'load'))[0] ?? null
    },
    find: (module, ids) => held(module, 'id = any($1){own} for key share', new Set(ids).size, [ids], 'find'),
    where(module, path, value) {
      const held = holding(module, path, value)
      return read(module, `${held.sql}{own}`, [held.value])
    },
    async count(module, path, value) {
      const held = holding(module, path, value)
      const own = module.list ? ` and list = ${quote(module.name)}` : ''
      const text = `select count(*) as n from ${layoutOf(module).table} where ${held.sql}${own}`
      return (await ask({ text, values: [held.value] }))[0]!.n as number
    },
    inOrder(module, field, { from, to, last, limit }) {
      const column = layoutOf(module).columns.find(column => column.field === field)
      if (!column) throw new Error(`${module.name} has no field ${field}`)
      const way = last ? ' desc' : ''
      const name = `"${column.name}"`
      return read(
        module,
        `($1::float8 is null or ${name} >= $1) and ($2::float8 is null or ${name} <= $2){own}
         order by ${name}${way}, id${way} limit $3`,
        [from ?? null, to ?? null, limit ?? null],
      )
    },
    alike: (module, field, text) => read(module, `${sameText(columnOf(field), '$1')}{own}`, [text]),
    async lock(name) {
      // Nothing is asked for by itself here, so nobody hears how long it took.
      waited = true
      waiting.push(`select pg_advisory_xact_lock(hashtextextended(${quote(name)}, 0))`)
    },
    async insert(module, row, written) {
      const { table, columns, select } = layoutOf(module)
      const values = columns.map(({ type }, at) => `$${at + 1}::${type}`)
      const text = `insert into ${table} (${namesOf(module)}) select ${values.join(', ')} from ${telling(columns.length + 1)}
        where told is not null returning ${select}`
      const question = {
        name: `insert ${module.name}`,
        text,
        values: [...valuesOf(module, row), JSON.stringify(written)],
      }
      const [raw] = await refusalOf(module, ask(question))
      return rowFrom(module, raw!)
    },
    async insertMany(module, rows, written) {
      const { table, columns } = layoutOf(module)
      waiting.push(`select set_config('caredesk.context', ${quote(JSON.stringify(written))}, true)`)
      for (let start = 0; start < rows.length; start += 500) {
        const some = rows.slice(start, start + 500)
        const places = some.map(
          (_, row) => `(${columns.map((_, at) => `$${row * columns.length + at + 1}`).join(', ')})`,
        )
        const text = `insert into ${table} (${namesOf(module)}) values ${places.join(', ')}`
        await refusalOf(module, ask({ text, values: some.flatMap(row => valuesOf(module, row)) }))
      }
    },
    async updateMany(module, changed, written) {
      const fields = Object.keys(changed[0]?.changes ?? {})
      if (fields.length === 0) return changed.map(({ row }) => row)
      const { table, columns } = layoutOf(module)
      const set = fields.map(field => columns.find(column => column.field === field)!)
      waiting.push(`select set_config('caredesk.context', ${quote(JSON.stringify(written))}, true)`)
      const width = set.length + 1
      const places = changed.map(
        (_, at) =>
          `($${at * width + 1}::int8, ${set.map(({ type }, of) => `$${at * width + of + 2}::${type}`).join(', ')})`,
      )
      const text = `update ${table} as of set version = of.version + 1, ${set.map(({ name }) => `"${name}" = become."${name}"`).join(', ')}
        from (values ${places.join(', ')}) as become (row_id, ${set.map(({ name }) => `"${name}"`).join(', ')})
        where of.id = become.row_id`
      const values = changed.flatMap(({ row, changes }) => [row.id, ...fields.map(field => changes[field] ?? null)])
      await refusalOf(module, ask({ text, values }))
      return changed.map(({ row, changes }) => ({ ...row, ...changes, version: row.version + 1 }))
    },
    async update(module, row, changes, written) {
      const set = assignments(module, changes).map(({ column, value, cast }, at) => ({
        sql: `, "${column}" = ${cast}$${at + 4}`,
        value,
      }))
      const text = `update ${layoutOf(module).table} set version = version + 1${set.map(({ sql }) => sql).join('')}
        from ${telling(1)} where told is not null and id = $2 and version = $3 returning ${layoutOf(module).select}`
      const values = [JSON.stringify(written), row.id, row.version, ...set.map(({ value }) => value)]
      const [raw] = await refusalOf(module, ask({ text, values }))
      // The row was read without a lock and somebody was faster: the whole transaction reads again.
      if (!raw) throw Object.assign(new Error(`${module.name} ${row.id} changed meanwhile`), { code: '40001' })
      return rowFrom(module, raw)
    },
    async fieldsAt(module, id, version, fields) {
      const [row] = await tx.find(module, [id])
      if (!row || version < 1 || version > row.version) return null
      const later = await ask({ text: laterWrites, values: [id, module.name, version] })
      return fieldsThen(module, row, fields, later as LaterWrite[])
    },
    async writersOf(module, id, fields) {
      const wanted = fields.map(field => ({ record: id, entity: module.name, field, ...historyPlace(module, field) }))
      const found = await ask({ name: 'writers', text: writersText, values: [JSON.stringify(wanted)] })
      return Object.fromEntries((found as Writer[]).map(({ field, by, at }) => [field, { by, at }]))
    },
    async lastMade(module, id, move) {
      const [last] = await ask({
        name: 'last-made',
        text: `select actor as by, at from record_history
          where record_id = $1 and entity = $2 and action = $3 order by id desc limit 1`,
        values: [id, module.name, move],
      })
      return (last as Touch | undefined) ?? null
    },
    async writesTo(module, id, field) {
      const { column, key } = historyPlace(module, field)
      const found = await ask({
        name: 'writes',
        text: `select mid, version, at, before -> $3::text as before from record_history
          where record_id = $1 and entity = $2 and after ? $3::text order by version desc, id desc`,
        values: [id, module.name, column],
      })
      return (found as Awaited<ReturnType<Tx['writesTo']>>).map(({ before, ...write }) => {
        const value = key === null ? before : (before as Values | null)?.[key]
        return { ...write, before: fromHistory(module, field, value ?? null) }
      })
    },
    async deleted(module, id) {
      const [last] = await ask({
        text: `select version, actor as by, at, before from record_history
          where record_id = $1 and entity = $2 and action = 'delete' order by id desc limit 1`,
        values: [id, module.name],
      })
      if (!last) return null
      const { version, by, at, before } = last as { version: number; by: number | null; at: string; before: Values }
      return { row: rowFromHistory(module, before, { version, by, at }), touch: { by, at } }
    },
    async isLeased(id, { device, people }) {
      const block = await blockOf(id)
      if (!block) return false
      return block.device === device || block.device === ANYBODY || people.includes(block.person ?? NaN)
    },
    async leasedAt(id) {
      const block = await blockOf(id)
      return block && block.device !== ANYBODY ? new Date(block.at).toISOString() : null
    },
    async isTaken(id) {
      const text = 'select 1 from record_history where record_id = $1 limit 1'
      return (await ask({ name: 'taken', text, values: [id] })).length > 0
    },
    nextId,
    hasWaited: () => waited,
    async also<R>(text: string, values: readonly unknown[]) {
      return (await ask({ text, values: [...values] })) as R[]
    },
  }
  return { tx, commit: async () => void (await say('set constraints all immediate', 'commit')) }
}
