import type { Table } from 'dexie'
import { leftSealed } from './left-sealed-rows.ts'
import type { LeftSealed } from './left-sealed.ts'
import { keyBytes } from './file-key.ts'
import { pack, unpack } from './pack.ts'

/** A row that only its owner can read again, on this device. Its key holds nothing of what it was. */
type SealedPart = { nonce: Uint8Array<ArrayBuffer>; data: ArrayBuffer }
export type SealedRow = { sealed: SealedPart }

const PREFIX = 'sealed-'

/**
 * The key that the server hands out at sign-in, in a form that can be used and never read. Null where it hands out none,
 * or where this browser has no cryptography (a page that is not secure).
 */
export async function sealKeyFrom(text: string): Promise<CryptoKey | null> {
  const bytes = keyBytes(text)
  if (!bytes) return null
  return crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt'])
}

/** Binds a row to its store, so that rows cannot change places. */
const place = (name: string) => new TextEncoder().encode(name)

export async function sealRow(key: CryptoKey, store: string, row: unknown): Promise<SealedPart> {
  const nonce = crypto.getRandomValues(new Uint8Array(12))
  const how = { name: 'AES-GCM', iv: nonce, additionalData: place(store) }
  return { nonce, data: await crypto.subtle.encrypt(how, key, pack(row)) }
}

/** Throws for a row that was sealed with another key, for another store, or changed since. */
export async function openRow(key: CryptoKey, store: string, { nonce, data }: SealedPart): Promise<unknown> {
  const how = { name: 'AES-GCM', iv: nonce, additionalData: place(store) }
  return unpack(new Uint8Array(await crypto.subtle.decrypt(how, key, data)))
}

export const isSealed = (row: unknown): row is SealedRow =>
  typeof row === 'object' && row !== null && Object.hasOwn(row, 'sealed')

/** The rows that anybody can read who comes to the device. */
export const unsealedOf = <T>(rows: readonly T[]): T[] => rows.filter(row => !isSealed(row))

/** Numbers count rows and say nothing; a key in words (of a draft, of a photo) might. */
export const sealedKey = (key: IDBValidKey): IDBValidKey =>
  typeof key === 'number' ? key : PREFIX + crypto.randomUUID()

/** Is it the key of something sealed? Of what has numbers it does not show. */
export const isSealedKey = (key: IDBValidKey): boolean => typeof key === 'string' && key.startsWith(PREFIX)

/** Where something sealed lies, without reading what can be known by its key: photos are large. */
const sealedKeys = (table: Table): Promise<IDBValidKey[]> =>
  (isNumbered(table) ? table.filter(isSealed) : table.where(':id').startsWith(PREFIX)).primaryKeys()
const isNumbered = (table: Table): boolean => table.schema.primKey.auto === true

/** As it was; null where it does not open, or is not sealed any more. */
async function openedAt(key: CryptoKey, table: Table, at: IDBValidKey): Promise<object | null> {
  const row: unknown = await table.get(at)
  return isSealed(row) ? ((await openRow(key, table.name, row.sealed).catch(() => null)) as object | null) : null
}

/** False: a row that was written meanwhile under the same key, or that says the same, is not replaced. */
const putBack = (table: Table, before: IDBValidKey, opened: object): PromiseLike<boolean> =>
  table.db
    .transaction('rw', table, async () => {
      const after = Reflect.get(opened, table.schema.primKey.keyPath as string) as IDBValidKey
      if (before !== after && (await table.get(after))) return false
      await table.delete(before)
      await table.put(opened)
      return true
    })
    .catch((error: Error) => {
      if (error.name === 'ConstraintError') return false
      throw error
    })

/** Does work that writes, and makes room for it on a full device. */
export type MakingRoom = <T>(work: () => PromiseLike<T>) => Promise<T>
type Unsealing = { readKey: () => Promise<CryptoKey | undefined>; makingRoom: MakingRoom }

/**
 * Gives several stores back what was sealed in them with this key, row by row; says how many rows, and which found no room.
 * These stay as they are, and so does what does not open. Whoever leaves meanwhile has no key any more, and their database is
 * closed in the middle of one.
 */
export async function unsealTables(
  tables: readonly Table[],
  { readKey, makingRoom }: Unsealing,
): Promise<{ count: number; left: LeftSealed[] }> {
  let count = 0
  const left: LeftSealed[] = []
  let isOver = false
  for (const table of tables) {
    const key = await readKey()
    if (!key) continue
    for (const at of await sealedKeys(table)) {
      const opened = await openedAt(key, table, at)
      if (!opened) continue
      const put = () => putBack(table, at, opened)
      try {
        // Where no room could be made once, there is none to be made for the next one.
        if (!isOver && (await (left.length > 0 ? put() : makingRoom(put)))) count += 1
      } catch (error) {
        // A store without room may end a try with an error of any name, and one row is not to keep the others from their person.
        if (!table.db.isOpen()) throw error
        // No change may go before an earlier one, nor a photo before the change that makes its record.
        isOver = isNumbered(table)
        left.push(leftSealed(table, at, opened))
        continue
      }
      if (isOver) left.push(leftSealed(table, at, opened))
    }
  }
  return { count, left }
}
