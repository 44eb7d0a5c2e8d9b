import { createContext, use } from 'react'
import type { Module, Register } from '#contract/module.ts'
import { hasThrownOff } from '#src/offline/bring-back.ts'
import type { Sender } from '#src/offline/push.ts'
import { heldGroups } from '#src/offline/may-hold.ts'
import { readCursor, type UserDb } from '#src/offline/user-db.ts'
import { useLive } from './shared-live.ts'

/** What the hooks work with. */
export type Data = {
  register: Register
  /** Is it known yet whether this browser keeps anything? */
  opened: boolean
  /** Null until opened, in a browser that keeps nothing, and where what it keeps does not open (`shut` of the connection). */
  db: UserDb | null
  /** How writes leave; waits for the database to be opened. */
  sender: () => Promise<Sender>
  /** Asks the server what is new, at once; done when the answer is stored. Answers what went wrong, if anything did. */
  pullNow: () => unknown
}

export const DataContext = createContext<Data | null>(null)

export function useData(): Data {
  const data = use(DataContext)
  if (!data) throw new Error('Data is read inside <DataProvider>')
  return data
}

export function useModule(name: string): Module {
  const module = useData().register[name]
  if (!module) throw new Error(`No module ${name}`)
  return module
}

/** The device has been asked, and this browser keeps nothing, or does not open it: all that is shown comes from the server. */
export function useKeepsNothing(): boolean {
  const { db, opened } = useData()
  return opened && db === null
}

/** The groups this device holds entirely; empty until the first load is through. Undefined: not known yet. */
export function useHeldGroups(): readonly string[] | undefined {
  const { db, register } = useData()
  const keepsNothing = useKeepsNothing()
  const names = useLive(db, 'groups', async db => heldGroups(register, await readCursor(db), await hasThrownOff(db)))
  return keepsNothing ? [] : names
}
