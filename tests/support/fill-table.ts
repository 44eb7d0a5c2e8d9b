import { Client } from 'pg'

/** Whole numbers below `of`, each row its own, drawn anew for each salt: no two columns know of each other. */
export const draw = (salt: number, of: number) => `(hashint8extended(n, ${salt}) & 2147483647) % ${of}`
export const oneOf = (salt: number, words: readonly string[]) =>
  `(array[${words.map(word => `'${word}'`).join(', ')}])[1 + ${draw(salt, words.length)}]`

/**
 * Rows straight into a table, with a hash where chance would be: filling it is not what is looked at. Nothing of it refers to anything
 * any more, and indexes are made when the rows are there.
 */
export async function fillTable(url: string, table: string, fill: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  const all = async (select: string) => (await client.query<{ sql: string }>(select)).rows.map(({ sql }) => sql)
  try {
    await client.query(`set maintenance_work_mem = '256MB'; set synchronous_commit = off; set statement_timeout = 0`)
    const references = await all(`select format('alter table ${table} drop constraint %I', conname) as sql
      from pg_constraint where conrelid = '${table}'::regclass and contype = 'f'`)
    const indexes = await all(
      `select indexdef as sql from pg_indexes where tablename = '${table}' and indexname <> '${table}_pkey'`,
    )
    const drops = await all(`select format('drop index %I', indexname) as sql
      from pg_indexes where tablename = '${table}' and indexname <> '${table}_pkey'`)
    await client.query([...references, ...drops, `alter table ${table} disable trigger user`, fill].join(';\n'))
    for (const index of indexes) await client.query(index)
    await client.query(`vacuum (analyze) ${table}`)
    await client.query(`alter table ${table} enable trigger user`)
  } finally {
    await client.end()
  }
}
