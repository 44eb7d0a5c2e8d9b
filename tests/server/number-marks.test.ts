import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { backup } from '#server/db/backup.ts'
import { restoreDump } from '#server/db/load.ts'
import { goOnCounting, keepMarks, numbersGiven, openMarks, openTurns, readMarks } from '#server/db/number-marks.ts'
import { seed } from '#server/seed/seed.ts'
import { freshDatabase, type FreshDatabase } from '../support/database.ts'

/** A number that was given out may stand on paper: it is given out once, whatever becomes of the database. */
let folder: string
let database: FreshDatabase
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'caredesk-marks-'))
  database = await freshDatabase()
  await seed(database, {})
})
afterAll(async () => {
  await database?.close()
  await rm(folder, { recursive: true })
})
beforeEach(async () => {
  await rm(path.join(folder, 'numbers-given.json'), { force: true })
  await database.pool.query('delete from number_series')
})

const count = (series: string, last: number, year = 2026) =>
  database.pool.query(
    `insert into number_series (series, year, last) values ($1, $2, $3)
     on conflict (series, year) do update set last = excluded.last`,
    [series, year, last],
  )
const given = async () =>
  Object.fromEntries((await numbersGiven(database.pool)).map(({ series, year, last }) => [`${series} ${year}`, last]))

it('each series of each year is written down beside the database, and never taken back', async () => {
  await keepMarks(database.pool, folder)
  expect(await readMarks(folder)).toEqual([])
  await count('INV', 12)
  await count('INV', 900, 2025)
  await count('ORD', 40)
  await keepMarks(database.pool, folder)
  // An older database in its place.
  await count('INV', 7)
  await count('RPL', 1)
  await keepMarks(database.pool, folder)
  expect((await readMarks(folder)).toSorted((a, b) => a.series.localeCompare(b.series) || a.year - b.year)).toEqual([
    { series: 'INV', year: 2025, last: 900 },
    { series: 'INV', year: 2026, last: 12 },
    { series: 'ORD', year: 2026, last: 40 },
    { series: 'RPL', year: 2026, last: 1 },
  ])
})

it('a database that was put back by any means goes on from there at the next start', async () => {
  await count('INV', 12)
  await count('ORD', 40)
  await keepMarks(database.pool, folder)
  await database.pool.query('delete from number_series')
  await count('INV', 7)
  await count('STM', 3)
  await goOnCounting(database.pool, await readMarks(folder))
  expect(await given()).toEqual({ 'INV 2026': 12, 'ORD 2026': 40, 'STM 2026': 3 })
})

it('a backup that is restored where the database was lost gives out no number again', async () => {
  await count('INV', 7)
  const file = path.join(folder, 'old.backup')
  await backup(database.url, file, folder)
  await count('INV', 12)
  await keepMarks(database.pool, folder)
  const lost = await freshDatabase()
  try {
    await restoreDump(lost.url, file, { marks: await readMarks(folder) })
    expect(await numbersGiven(lost.pool)).toEqual([{ series: 'INV', year: 2026, last: 12 }])
  } finally {
    await lost.close()
  }
})

it('what was given out last is written down when the server leaves', async () => {
  const marks = openMarks(database.pool, folder, () => undefined)
  await count('INV', 13)
  await marks.close()
  expect(await readMarks(folder)).toEqual([{ series: 'INV', year: 2026, last: 13 }])
})

it('is asked for after news, and ever more rarely without any', () => {
  const turns = openTurns()
  const due = (count: number) => Array.from({ length: count }, () => Number(turns.isDue())).join('')
  expect(due(15)).toBe('101000100000001')
  turns.hear()
  expect(due(4)).toBe('1010')
  expect(due(10_000).match(/10*/g)!.at(-2)).toHaveLength(150)
})

it('what is given out is written down soon, as the feed tells of it', async () => {
  const marks = openMarks(database.pool, folder, () => undefined)
  try {
    await count('INV', 14)
    await database.pool.query(`select pg_notify('caredesk_live', 'changes')`)
    await expect.poll(() => readMarks(folder)).toEqual([{ series: 'INV', year: 2026, last: 14 }])
  } finally {
    await marks.close()
  }
})

it('a file that cannot be read is said, and not taken for none', async () => {
  await writeFile(path.join(folder, 'numbers-given.json'), '[{"series":')
  await expect(readMarks(folder)).rejects.toThrow('numbers-given.json says which numbers were given out')
  await expect(keepMarks(database.pool, folder)).rejects.toThrow()
})
