import type { Dexie } from 'dexie'
import type { Trouble } from './connection.ts'
import { nativeVersion } from './raw-open.ts'

export type StorageError = Error & { code: 'clientTooOld' | 'blocked' | 'noStorage' }

export const isStorageError = (error: unknown): error is StorageError =>
  error instanceof Error &&
  ['clientTooOld', 'blocked', 'noStorage'].includes((error as Partial<StorageError>).code ?? '')

export const storageError = (code: StorageError['code'], cause?: unknown): StorageError =>
  Object.assign(new Error(`Storage on this device: ${code}`, { cause }), { code })

export type OpenOptions = {
  report: (trouble: Trouble) => void
  /** The database was closed for somebody else's sake, a newer build or a sign-out, and must not be opened again. */
  onDismissed?: () => void
  /** How long another tab may keep the old version open before we say so and give up. */
  patience?: number
  pause?: (ms: number) => Promise<void>
}

const wait = (ms: number) => new Promise<void>(resolve => setTimeout(resolve, ms))

/**
 * Opens a database of this build, and only of this build: Dexie by itself lets old code write into a newer database,
 * and re-creates stores that a newer build dropped while it opens. So the version is asked before and after.
 */
export async function openGuarded(db: Dexie, options: OpenOptions): Promise<void> {
  const { report, onDismissed, patience = 10_000, pause = wait } = options
  await refuseNewer(db)
  db.on('versionchange', event => {
    onDismissed?.()
    db.close({ disableAutoOpen: true })
    // No new version means that the database is being deleted: a sign-out, nothing to say.
    if (event.newVersion) report('newVersion')
    return false
  })
  db.on('blocked', () => report('blocked'))
  for (let attempt = 0; ; attempt += 1) {
    try {
      await within(
        patience,
        db.open().then(() => undefined),
      )
      break
    } catch (error) {
      db.close({ disableAutoOpen: true })
      if (isStorageError(error)) throw error
      // Safari loses its database server now and then; a moment later it is back.
      if (attempt === 2) throw storageError('noStorage', error)
      await pause(100 * 4 ** attempt)
      await refuseNewer(db)
    }
  }
  if (Math.floor(db.backendDB().version / 10) > db.verno) {
    db.close({ disableAutoOpen: true })
    throw storageError('clientTooOld')
  }
}

async function refuseNewer(db: Dexie): Promise<void> {
  if (typeof indexedDB === 'undefined') throw storageError('noStorage')
  // A store that cannot even be asked is met again, and reported, by the open itself.
  const at = await nativeVersion(db.name).catch(() => 0)
  if (Math.floor(at / 10) > db.verno) throw storageError('clientTooOld')
}

async function within(ms: number, work: Promise<void>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(storageError('blocked')), ms)
  })
  try {
    await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

/** Is the device full? Dexie hides the browser's quota error inside an AbortError, and some say it in words alone. */
export function isQuotaError(error: unknown): boolean {
  for (let at = error; at; at = (at as { inner?: unknown; cause?: unknown }).inner ?? (at as Error).cause)
    if ((at as Error).name === 'QuotaExceededError' || /full disk/i.test((at as Error).message)) return true
  return false
}

/** Safari drops its database server now and then, and a browser may clear the store under a living page. */
export const isLostStore = (error: unknown): boolean =>
  ['DatabaseClosedError', 'InvalidStateError', 'UnknownError', 'NotFoundError'].includes((error as Error).name)
