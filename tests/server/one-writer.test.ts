import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { register } from '#contract/register.ts'
import { tableOf } from '#contract/module.ts'

/** Everything that is a record: the tables of the register. */
const tables = [...new Set(Object.values(register).map(tableOf))]
const camel = (table: string) => table.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase())

/** The writer itself; what is frozen; and a restore, which fills a whole empty database from a backup. */
const allowed = [/^server\/crud\/records\.ts$/, /^server\/db\/migrations\//, /^server\/db\/load\.ts$/]
/** A computed table name could be a record's. Copying out only reads. */
const derived =
  /\b(?:insert\s+into|update|delete\s+from|truncate(?:\s+table)?|merge\s+into|copy(?![^;`]*\bto\b))\s+(?:only\s+)?(?:public\.)?"?\$\{/i

type Offence = { line: number; text: string }

/** The statements in a source text that write a record's table: by SQL of any case, by Kysely, or by a computed name. */
function writesIn(text: string): Offence[] {
  // A comment in SQL is no statement.
  const source = text.replaceAll(/-- .*$/gm, '')
  const names = tables.join('|')
  const sql = new RegExp(
    String.raw`\b(?:insert\s+into|update|delete\s+from|truncate(?:\s+table)?|merge\s+into|copy|alter\s+table|drop\s+table)\s+(?:only\s+|if\s+exists\s+)?(?:public\s*\.\s*)?"?(?:${names})\b`,
    'gi',
  )
  const kysely = new RegExp(
    String.raw`\.(?:insertInto|updateTable|deleteFrom|replaceInto|mergeInto)\(\s*['"\x60](?:public\.)?(?:${[...tables, ...tables.map(camel)].join('|')})\b`,
    'g',
  )
  const computedKysely = /\.(?:insertInto|updateTable|deleteFrom|replaceInto|mergeInto)\(\s*(?!['"])/g
  return [sql, kysely, computedKysely, new RegExp(derived, 'gi')].flatMap(pattern =>
    [...source.matchAll(pattern)].map(match => ({
      line: source.slice(0, match.index).split('\n').length,
      text: match[0],
    })),
  )
}

const sources = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap(entry => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return sources(path)
    return /\.(ts|tsx|js|sql)$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name) ? [path] : []
  })

describe('one writer', () => {
  it('is the only place in the programs that writes a record', () => {
    const files = ['server', 'scripts', 'contract', 'src', 'sw'].flatMap(sources)
    expect(files).toContain('server/crud/records.ts')
    const offences = files
      .filter(file => !allowed.some(pattern => pattern.test(file)))
      .flatMap(file => writesIn(readFileSync(file, 'utf8')).map(({ line, text }) => `${file}:${line} ${text}`))
    expect(offences).toEqual([])
  })

  it('knows every table of the register', () => {
    expect(tables).toEqual(
      expect.arrayContaining(['list_item', 'dealer_branch', 'app_user', 'role', 'general_setting']),
    )
    expect(writesIn(readFileSync('server/crud/records.ts', 'utf8')).length).toBeGreaterThan(0)
  })

  it.each([
    `await pool.query('update list_item set label = $1')`,
    `client.query(\`INSERT INTO\n  "dealer_branch" (id) values (1)\`)`,
    'sql`delete from public.dealer_branch where id = 1`',
    `db.updateTable('dealerBranch').set({ name })`,
    `db.insertInto("listItem").values(row)`,
    `trx.deleteFrom(table).execute()`,
    `pool.query('truncate list_item')`,
    'client.query(`update ${table} set x = 1`)',
    'pool.query(`merge into only list_item using x on true`)',
    `copyFrom('copy list_item from stdin')`,
    `pool.query('update app_user set stage = $1')`,
    `db.updateTable('appUser').set({ roles })`,
    `client.query('insert into role (id) values (1)')`,
    'sql`update general_setting set sign_up = false`',
  ])('would be noticed to have company: %s', planted => {
    expect(writesIn(planted)).toHaveLength(1)
  })

  it.each([
    `select * from list_item for update`,
    `db.selectFrom('dealerBranch')`,
    `update sync_clock set seq = seq + 1`,
    `insert into list_item_archive values (1)`,
    `update user_password set hash = $1`,
    '`-- update ${table} set … by hand`',
  ])('does not mind %s', harmless => {
    expect(writesIn(harmless)).toEqual([])
  })
})
