// npm run migration NAME: writes what the database lacks to be what the contract says into the next numbered file.
// The lines are for a person to read and finish.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { register } from '#contract/register.ts'
import { drift } from '#server/db/drift.ts'
import { migrate, migrationsFolder, readMigrations } from '#server/db/migrate.ts'
import { openDatabase } from '#server/db/open.ts'

const name = process.argv[2]
if (!name || !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name)) {
  console.error('Say what it does, in kebab-case: npm run migration add-order')
  process.exit(1)
}

const dataDir = await mkdtemp(path.join(tmpdir(), 'caredesk-migration-'))
const quiet = { debug: () => {}, info: () => {}, warn: console.warn, error: console.error }
const database = await openDatabase({ dataDir, log: quiet, binDir: process.env.PG_BIN, settings: { fsync: 'off' } })
try {
  await migrate(database.url)
  const missing = await drift(database.pool, register)
  const number = String((await readMigrations()).length + 1).padStart(4, '0')
  const file = path.join(migrationsFolder, `${number}-${name}.sql`)
  await writeFile(file, `-- ${name.replaceAll('-', ' ')}\n\n${missing.join('\n')}\n`, { flag: 'wx' })
  console.log(`${path.relative(process.cwd(), file)}: ${missing.length} statements. Read them before you commit them.`)
} finally {
  await database.stop()
  await rm(dataDir, { recursive: true, force: true })
}
