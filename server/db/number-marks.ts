import { mkdir, open, readFile, rename } from 'node:fs/promises'
import path from 'node:path'
import type { ClientBase, Pool } from 'pg'
import { isPassing } from '#server/lib/outage.ts'
import { openRounds } from '#server/lib/rounds.ts'
import { listen } from '#server/live/listener.ts'

const EVERY = 2_000

/** How far a series of numbers has counted in a year. */
export type Mark = { series: string; year: number; last: number }
type Client = Pick<ClientBase, 'query'>

const fileIn = (dataDir: string) => path.join(dataDir, 'numbers-given.json')
const keyOf = ({ series, year }: Mark) => `${series} ${year}`

/** How far each series of numbers has counted in this database. */
export async function numbersGiven(client: Client): Promise<Mark[]> {
  const { rows } = await client.query<{ there: boolean }>(
    `select to_regclass('public.number_series') is not null as there`,
  )
  if (!rows[0]?.there) return []
  return (await client.query<Mark>('select series, year, last::int from number_series')).rows
}

/** What was given out may have left the house on paper: no number is given out a second time. */
export async function goOnCounting(client: Client, given: readonly Mark[]): Promise<void> {
  if (given.length === 0) return
  await client.query(
    `insert into number_series (series, year, last)
     select series, year, max(last) from jsonb_to_recordset($1) as given (series text, year int, last bigint)
     group by series, year
     on conflict (series, year) do update set last = greatest(number_series.last, excluded.last)`,
    [JSON.stringify(given)],
  )
}

/**
 * The same as it stands beside the database: one that is lost, or put back to an old backup by other means than ours, does
 * not know what it gave out since. Nothing where there is no such file yet.
 */
export async function readMarks(dataDir: string): Promise<Mark[]> {
  try {
    return JSON.parse(await readFile(fileIn(dataDir), 'utf8')) as Mark[]
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw new Error(`${fileIn(dataDir)} says which numbers were given out, and cannot be read.`, { cause: error })
  }
}

/** Writes down how far the database has counted. A mark is never taken back; the file is whole at every moment. */
export async function keepMarks(pool: Client, dataDir: string): Promise<void> {
  const kept = new Map((await readMarks(dataDir)).map(mark => [keyOf(mark), mark]))
  const given = await numbersGiven(pool)
  const ahead = given.filter(mark => mark.last > (kept.get(keyOf(mark))?.last ?? 0))
  if (ahead.length === 0) return
  for (const mark of ahead) kept.set(keyOf(mark), mark)
  await mkdir(dataDir, { recursive: true })
  const whole = `${fileIn(dataDir)}.${process.pid}.new`
  const file = await open(whole, 'w')
  try {
    await file.writeFile(JSON.stringify([...kept.values()]))
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(whole, fileIn(dataDir))
}

/** In turns without news the next question comes after twice as many, up to five minutes. */
const MOST_TURNS = 150

/** In which turns to ask: at once where there was news since, and otherwise ever more rarely. */
export function openTurns() {
  let isNews = true
  let [pause, waited] = [1, 0]
  return {
    hear() {
      isNews = true
    },
    isDue(): boolean {
      waited += 1
      if (!isNews && waited < pause) return false
      pause = isNews ? 2 : Math.min(pause * 2, MOST_TURNS)
      isNews = false
      waited = 0
      return true
    },
  }
}

/**
 * Keeps the marks while the server runs, and once more when it leaves. A number is given out with a record, of which the feed
 * tells; the questions in between are for what it did not hear.
 */
export function openMarks(pool: Pool, dataDir: string, tell: (error: unknown) => void) {
  const turns = openTurns()
  const feed = listen(
    pool,
    () => turns.hear(),
    error => {
      if (!isPassing(error)) tell(error)
    },
  )
  const work = async () => {
    if (!turns.isDue()) return
    try {
      await keepMarks(pool, dataDir)
    } catch (error) {
      turns.hear()
      throw error
    }
  }
  const rounds = openRounds(work, EVERY, tell)
  return {
    async close() {
      feed.stop()
      await rounds.close()
      // Where the database has gone already, the last round has said all that can be said.
      await keepMarks(pool, dataDir).catch(() => undefined)
    },
  }
}
