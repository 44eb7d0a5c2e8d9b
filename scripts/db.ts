// npm run db -- export FILE | import FILE | backup [FILE] | restore FILE
// Works beside a running app, on the built-in database as on the server that DATABASE_URL names.
import path from 'node:path'
import { createInterface } from 'node:readline/promises'
import { backup, backupName } from '#server/db/backup.ts'
import { checkDump, type Rows } from '#server/db/dump-file.ts'
import { noticeMove } from '#server/db/home.ts'
import { importDump, restoreDump } from '#server/db/load.ts'
import { readMarks } from '#server/db/number-marks.ts'
import { openDatabase, type OpenDatabase } from '#server/db/open.ts'
import { readEnv } from '#server/env.ts'
import { loadFiles, saveFiles } from '#server/storage/copies.ts'
import { newAdminPassword } from '#server/seed/admin-password.ts'

const usage = `npm run db -- export FILE      write everything into a file, to move to another server
npm run db -- import FILE      load such a file into an empty database
npm run db -- backup [FILE]    write a backup (into the data folder, if no file is named)
npm run db -- restore FILE     replace everything by a backup; --yes asks no question
npm run db -- admin-password [USERNAME]   a new one-time password for somebody who manages access`

const [command = '', ...given] = process.argv.slice(2)
const yes = given.includes('--yes')
const file = given.find(word => !word.startsWith('--'))
const env = readEnv()
const quiet = () => {}
const log = { debug: quiet, info: quiet, warn: quiet, error: (_: object, message: string) => console.error(message) }

type Work = (database: OpenDatabase) => Promise<string>

const sum = (rows: Rows) =>
  `${Object.values(rows).reduce((total, count) => total + count, 0)} rows of ${Object.keys(rows).length} tables`

const writeTo = async (database: OpenDatabase, to: string) => {
  const rows = await backup(database.url, to, env.dataDir)
  if (!rows) return null
  return [`${to} has ${sum(rows)}.`, await saveFiles(database.pool, env, to)].filter(Boolean).join('\n')
}

const empty = 'There is nothing to write: the database is empty.'

const commands: Record<string, () => Work | null> = {
  export: () => (file ? async database => (await writeTo(database, file)) ?? refuse(empty) : null),
  backup: () => async database =>
    (await writeTo(database, file ?? backupName(env.dataDir, new Date()))) ?? refuse(empty),
  import: () =>
    file
      ? async database => {
          const { rows } = await importDump(database.url, file, { marks: await readMarks(env.dataDir) })
          await noticeMove(database)
          return [`Loaded ${sum(rows)}.`, await loadFiles(database.pool, env, file)].filter(Boolean).join('\n')
        }
      : null,
  restore: () =>
    file
      ? async database => {
          const { header, rows } = await checkDump(file)
          await confirm(`Everything in the database is replaced by what was there on ${header.made} (${sum(rows)}).`)
          const before = await writeTo(
            database,
            path.join(env.dataDir, 'backups', `before-restore-${Date.now()}.backup`),
          )
          if (before) console.log(`As it is now, it is kept: ${before}`)
          await restoreDump(database.url, file, { marks: await readMarks(env.dataDir) })
          await noticeMove(database)
          const said = `Restored ${sum(rows)}. Everybody signs in again.`
          return [said, await loadFiles(database.pool, env, file)].filter(Boolean).join('\n')
        }
      : null,
  'admin-password': () => async database => {
    const { username, password } = await newAdminPassword(database, file)
    return `Sign in as ${username} with the one-time password ${password} (shown only now)`
  },
}

function refuse(message: string): never {
  throw new Error(message)
}

async function confirm(what: string): Promise<void> {
  if (yes) return
  if (!process.stdin.isTTY) refuse('Say --yes where nobody can be asked.')
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await terminal.question(`${what}\nType "restore" to go on: `)
  terminal.close()
  if (answer.trim() !== 'restore') refuse('Nothing was changed.')
}

try {
  const work = commands[command]?.()
  if (!work) refuse(usage)
  const database = await openDatabase({
    dataDir: env.dataDir,
    databaseUrl: env.databaseUrl,
    binDir: env.pgBin,
    guest: true,
    log,
  })
  try {
    console.log(await work(database))
  } finally {
    await database.stop()
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
