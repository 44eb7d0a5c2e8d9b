import { afterAll, beforeAll, expect, it } from 'vitest'
import { metaOf } from '#contract/fields.ts'
import { allFields, snake, tableOf } from '#contract/module.ts'
import { register } from '#contract/register.ts'
import { freshDatabase, type FreshDatabase } from '../support/database.ts'

let database: FreshDatabase
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.close())

/** Each field that names one record of a module that there is, as `table.column -> table`. */
const named = Object.values(register)
  .filter(module => !module.list)
  .flatMap(module =>
    Object.entries(allFields(module)).flatMap(([name, field]) => {
      const { kind, module: other, ofLine } = metaOf(field)
      const target = kind === 'reference' && !ofLine && other !== undefined ? register[other] : undefined
      return target ? [`${tableOf(module)}.${snake(name)} -> ${tableOf(target)}`] : []
    }),
  )

it('a module that comes brings a foreign key for each reference to it, also for those that were pending until then', async () => {
  const { rows } = await database.pool.query<{ key: string }>(`
    select conrelid::regclass || '.' || attname || ' -> ' || confrelid::regclass as key
    from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[1]
    where contype = 'f' and cardinality(conkey) = 1 and convalidated`)
  const held = new Set(rows.map(({ key }) => key))
  expect(named).toContain('task.customer -> customer')
  expect(named.filter(key => !held.has(key))).toEqual([])
})
