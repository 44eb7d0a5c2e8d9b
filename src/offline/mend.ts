import type { Register } from '#contract/module.ts'
import { keptTables, layMadeHere } from './apply.ts'
import { readKept } from './fits.ts'
import { fetchRows } from './needed.ts'
import { readKeptBy, type Kept, type UserDb } from './user-db.ts'

/** How long damaged records that could not be fetched wait for the next try, in ms. */
const NEXT_TRY = 60_000

/**
 * Reads every record by its declaration from now on, and looks through those that are here: what is damaged is fetched anew,
 * also where nobody opens it.
 */
export async function watchKept(db: UserDb, register: Register): Promise<void> {
  readKeptBy(reader)
  for (const table of keptTables(db, register)) await table.each(() => undefined)
}

const noticed = new WeakMap<UserDb, (register: Register, kept: Kept) => void>()

function reader(db: UserDb, register: Register, kept: Kept): Kept {
  return readKept(register, kept, bad => {
    const notice = noticed.get(db) ?? noticing(db)
    noticed.set(db, notice)
    notice(register, bad)
  })
}

/** Hears of damaged records as they are read, and has them fetched: each once, until that did not work. */
function noticing(db: UserDb): (register: Register, kept: Kept) => void {
  const known = new Set<string>()
  let found: Kept[] = []
  return (register, kept) => {
    const key = `${kept.t}:${kept.id}:${kept.v}`
    if (known.has(key)) return
    known.add(key)
    if (found.push(kept) > 1) return
    setTimeout(() => {
      const bad = found
      found = []
      const again = () => setTimeout(() => bad.forEach(({ t, id, v }) => known.delete(`${t}:${id}:${v}`)), NEXT_TRY)
      mend(db, register, bad).catch(again)
    })
  }
}

/** Fetches anew what was found damaged on this device, and lays over it what waits here. */
async function mend(db: UserDb, register: Register, bad: readonly Kept[]): Promise<void> {
  const named = bad.map(({ t, id }) => ({ t, id }))
  console.error('Damaged on this device, and fetched anew:', named.map(({ t, id }) => `${t} ${id}`).join(', '))
  await fetchRows(db, register, named)
  await layMadeHere(db, register)
}
