import { changeKept, useKeptList } from '#src/data/kept-list.ts'
import type { UserDb } from '#src/offline/user-db.ts'
import type { Verdict } from './find.ts'

/** What was scanned here, and what it came to. `id` says which scan it was. */
export type ScanDone = { id: string; at: string; code: string; byGun: boolean; verdict: Verdict }

const KEY = 'scans'
const MOST = 50

/** Notes a scan. */
export const keepScan = (db: UserDb | null, done: ScanDone): Promise<unknown> =>
  changeKept<ScanDone>(db, KEY, all => [done, ...all].slice(0, MOST))

export const dropScan = (db: UserDb | null, id: string): Promise<unknown> =>
  changeKept<ScanDone>(db, KEY, all => all.filter(one => one.id !== id))

/** What this person scanned last on this device, the newest first. */
export const useScansDone = (): readonly ScanDone[] => useKeptList(KEY) as readonly ScanDone[]
