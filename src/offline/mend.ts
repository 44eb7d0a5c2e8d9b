import type { Register } from '#contract/module.ts'
import { layMadeHere } from './apply.ts'
import { fetchRows } from './needed.ts'
import type { Kept, UserDb } from './user-db.ts'

/** Fetches anew what was found damaged on this device, and lays over it what waits here. */
export async function mend(db: UserDb, register: Register, bad: readonly Kept[]): Promise<void> {
  const named = bad.map(({ t, id }) => ({ t, id }))
  console.error('Damaged on this device, and fetched anew:', named.map(({ t, id }) => `${t} ${id}`).join(', '))
  await fetchRows(db, register, named)
  await layMadeHere(db, register)
}
