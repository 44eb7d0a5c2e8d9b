import type { Table } from 'dexie'
import { pack, unpack } from './pack.ts'

/** A row that only its owner can read again, on this device. Its key holds nothing of what it was. */
type SealedPart = { nonce: Uint8Array<ArrayBuffer>; data: ArrayBuffer }
export type SealedRow = { sealed: SealedPart }

const PREFIX = 'sealed-'
const KEY_BYTES = 32

/**
 * The key that the server hands out at sign-in, in a form that can be used and never read. Null where it hands out none,
 * or where this browser has no cryptography (a page that is not secure).
 */
export async function sealKeyFrom(text: string): Promise<CryptoKey | null> {
  const bytes = bytesOf(text)
  if (bytes?.length !== KEY_BYTES || !globalThis.crypto?.subtle) return null
  return crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt'])
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> | null {
  try {
    const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'))
    return Uint8Array.from(text, letter => letter.charCodeAt(0))
  } catch {
    return null
  }
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

/** Gives a store back what was sealed in it with this key, and says how many rows. What does not open stays as it is. */
async function unsealTable(key: CryptoKey, table: Table): Promise<number> {
  const { name, db } = table
  const keyPath = table.schema.primKey.keyPath as string
  const sealed: unknown[] = table.schema.primKey.auto
    ? await table.filter(isSealed).toArray()
    : await table.where(':id').startsWith(PREFIX).filter(isSealed).toArray()
  let count = 0
  for (const row of sealed as SealedRow[]) {
    const opened = await openRow(key, name, row.sealed).catch(() => null)
    if (opened === null) continue
    const before = Reflect.get(row, keyPath) as IDBValidKey
    const after = Reflect.get(opened as object, keyPath) as IDBValidKey
    await db.transaction('rw', table, async () => {
      // A row that was written meanwhile under the same key is not replaced.
      if (before !== after && (await table.get(after))) return
      await table.delete(before)
      await table.put(opened)
      count += 1
    })
  }
  return count
}

/** The same for several stores. Whoever leaves meanwhile has no key any more, and their database is closed in the middle of one. */
export async function unsealTables(
  tables: readonly Table[],
  readKey: () => Promise<CryptoKey | undefined>,
): Promise<number> {
  let opened = 0
  for (const table of tables) {
    const key = await readKey()
    if (key) opened += await unsealTable(key, table)
  }
  return opened
}
