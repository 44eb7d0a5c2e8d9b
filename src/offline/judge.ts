import type { Register } from '#contract/module.ts'
import { keptTables } from './apply.ts'
import { readKept } from './fits.ts'
import { readKeptBy, type Kept, type UserDb } from './user-db.ts'

/** How long damaged records that could not be fetched wait for the next try, in ms. */
const NEXT_TRY = 60_000

/** From now on every record on this device is read by its declaration. */
export const judgeKept = (): void => readKeptBy(reader)

/** Looks through all records that are here, too: what is damaged is fetched anew, also where nobody opens it. */
export async function watchKept(db: UserDb, register: Register): Promise<void> {
  judgeKept()
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
      // Fetched only then: what judges records comes before the first page, and is small.
      import('./mend.ts').then(({ mend }) => mend(db, register, bad)).catch(again)
    })
  }
}
