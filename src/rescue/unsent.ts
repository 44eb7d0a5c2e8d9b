import type { DeviceSession, KnownUser } from '#src/offline/device.ts'
import { holdsIn } from '#src/offline/holds.ts'
import { wantedOf, type KeptBytes, type UnsentExport } from '#src/offline/outbox/export-format.ts'
import type { OutboxOp } from '#src/offline/outbox/op.ts'
import { changeRows, readStores, sealStores } from '#src/offline/raw-store.ts'
import { isSealed, unsealedOf } from '#src/offline/seal.ts'
import { isOver, storeUntil } from '#src/offline/unheard-days.ts'

const DEVICE = 'caredesk-device'
const PREFIX = 'caredesk-u-'
const CANARY = 'caredesk.canary'

/** What of one person was not sent, as it lies in their database. */
export type Unsent = {
  userId: number
  /** The first letter of their name: all that others may see. */
  initial: string
  /** They have left this device, or the server has said nothing for too long: what could not be sealed is nobody's to read. */
  leaving: boolean
  ops: OutboxOp[]
  /** What came to its end: a server that was restored may have forgotten it. */
  over: OutboxOp[]
  blobs: KeptBytes[]
  drafts: UnsentExport['drafts']
  /** Rows that only their owner can read, by signing in. */
  sealed: number
  /** Where the queue counts: its name, and the life of the server that it speaks to. */
  queue: { id: string; last: number; epoch: string | null }
  /** Stores that the browser could not read. */
  unreadable: string[]
}

/** Whose databases are on this device. Where the browser does not list them, the app's own note outside of them does. */
async function databases(): Promise<string[]> {
  const listed = await Promise.resolve(indexedDB.databases?.()).catch(() => undefined)
  const names = listed ? listed.map(({ name = '' }) => name) : noted()
  return names.filter(name => name.startsWith(PREFIX))
}

function noted(): string[] {
  try {
    return Object.keys(JSON.parse(localStorage.getItem(CANARY) ?? '{}') as object)
  } catch {
    return []
  }
}

const stores = ['outbox', 'blobs', 'drafts'] as const

type Meta = { key: string; value: unknown }

/** Everything on this device that was not sent, person by person. */
export async function findUnsent(): Promise<Unsent[]> {
  const device = await readStores(DEVICE, ['users', 'entries']).catch(() => null)
  const users = new Map(((device?.users ?? []) as KnownUser[]).map(user => [user.userId, user]))
  const session = ((device?.entries ?? []) as Meta[]).find(({ key }) => key === 'session')?.value
  const found: Unsent[] = []
  for (const name of await databases()) {
    const userId = Number(name.slice(PREFIX.length))
    const user = users.get(userId)
    const own = (session as DeviceSession | undefined)?.userId === userId ? (session as DeviceSession) : null
    let rows = await rowsOf(name)
    const isUnheard = rows !== null && isOver(untilOf(rows, own))
    if (isUnheard) {
      // As the app does where it opens: nobody reads it before its person has signed in again.
      const key = own?.sealKey ?? user?.sealKey
      if (key) await sealStores(name, stores, key).catch(() => undefined)
      rows = await rowsOf(name)
    }
    if (rows) found.push({ ...unsentIn(userId, user, rows), ...(isUnheard && { leaving: true }) })
  }
  return found
}

const rowsOf = (name: string) => readStores(name, [...stores, 'meta']).catch((): Record<string, unknown[]> => ({}))

/** Until when this may be read without a word from the server. */
function untilOf(rows: Record<string, unknown[]>, session: DeviceSession | null): number | null {
  const meta = new Map((unsealedOf(rows.meta ?? []) as Meta[]).map(({ key, value }) => [key, value]))
  return storeUntil(meta.get('cursor') as { syncedAt: string } | undefined, meta.has('load'), session)
}

/** What of this person is about to leave by the hand of this page, as it lies there now. Null: nothing does any more. */
export async function takeOut(userId: number): Promise<Unsent | null> {
  await letOut(userId)
  return (await findUnsent()).find(unsent => unsent.userId === userId) ?? null
}

/**
 * What leaves as a file, or by the hand of this page, counts as sent: taken back in the app later, it is told to the
 * server. Nothing else is written here, and where even that is not possible it leaves all the same.
 */
export const letOut = (userId: number): Promise<void> =>
  changeRows(`${PREFIX}${userId}`, 'outbox', row =>
    isSealed(row) || (row as OutboxOp).open !== 1 ? undefined : { ...(row as OutboxOp), sentOnce: true },
  ).catch(() => undefined)

function unsentIn(userId: number, user: KnownUser | undefined, rows: Record<string, unknown[]>): Unsent {
  const open = <T>(store: string) => unsealedOf(rows[store] ?? []) as T[]
  const meta = open<Meta>('meta')
  const all = open<OutboxOp>('outbox')
  const ops = all.filter(op => op.open === 1).sort((a, b) => a.ord - b.ord || a.seq - b.seq)
  const over = all.filter(op => op.open !== 1)
  const queue = meta.find(({ key }) => key === 'outbox')?.value as Unsent['queue'] | undefined
  return {
    userId,
    initial: user?.initial ?? '',
    leaving: user?.leaving ?? false,
    ops,
    over,
    blobs: wantedOf(open<KeptBytes>('blobs'), holdsIn({ open: ops, over, drafts: rows.drafts ?? [] })),
    drafts: open<UnsentExport['drafts'][number]>('drafts'),
    sealed: stores.reduce((sum, store) => sum + (rows[store] ?? []).filter(isSealed).length, 0),
    queue: queue ?? { id: '', last: 0, epoch: null },
    unreadable: stores.filter(store => !(store in rows)),
  }
}
