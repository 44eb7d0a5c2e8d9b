import type { ClientBase } from 'pg'
import { metaOf } from '#contract/fields.ts'
import { allFields, snake, tableOf, type Module, type Register } from '#contract/module.ts'

/** A column that names one record of another table. */
export type ForeignKey = { table: string; column: string; target: string }

/** The columns of all modules that name one record of a module that there is. Items of lists and lines of others are not held. */
export const foreignKeysOf = (register: Register): ForeignKey[] =>
  Object.values(register)
    .filter(module => !module.list)
    .flatMap(module => keysOf(module, register))

function keysOf(module: Module, register: Register): ForeignKey[] {
  return Object.entries(allFields(module)).flatMap(([name, field]) => {
    const { kind, module: other, ofLine } = metaOf(field)
    const target = kind === 'reference' && !ofLine && other !== undefined ? register[other] : undefined
    return target ? [{ table: tableOf(module), column: snake(name), target: tableOf(target) }] : []
  })
}

/** The foreign keys of the contract that the database does not hold. */
export async function missingForeignKeys(
  database: Pick<ClientBase, 'query'>,
  register: Register,
): Promise<ForeignKey[]> {
  const { rows } = await database.query<ForeignKey>(`
    select source.relname as table, attname as column, target.relname as target
    from pg_constraint
    join pg_attribute on attrelid = conrelid and attnum = conkey[1]
    join pg_class source on source.oid = conrelid
    join pg_class target on target.oid = confrelid
    where contype = 'f' and cardinality(conkey) = 1 and convalidated`)
  const name = ({ table, column, target }: ForeignKey) => `${table}.${column} -> ${target}`
  const held = new Set(rows.map(name))
  return foreignKeysOf(register).filter(key => !held.has(name(key)))
}
