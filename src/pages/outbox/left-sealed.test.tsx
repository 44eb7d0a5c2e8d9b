import { act, screen, waitFor } from '@testing-library/react'
import { createMemoryRouter } from 'react-router-dom'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { register } from '#contract/register.ts'
import { useOutboxDeeds, type OutboxDeeds } from '#src/data/use-outbox.ts'
import { useUnsent } from '#src/data/use-unsent.ts'
import { markConnection, readConnection } from '#src/offline/connection.ts'
import { readSession, writeSession } from '#src/offline/device.ts'
import { sealKeyFrom, sealRow } from '#src/offline/seal.ts'
import { openUserDb } from '#src/offline/user-db.ts'
import { begin, showAtWork, speakEnglish } from '../../../tests/support/at-work.tsx'
import { waitingOp } from '../../../tests/support/outbox.ts'
import { syncDouble, type SyncDouble } from '../../../tests/support/sync-double.ts'
import { OutboxPage } from '../outbox-page.tsx'

let server: SyncDouble
let userId = 8_360
beforeAll(() => speakEnglish('ui', 'crud', 'outbox', 'dealerBranch', 'problems', 'keys', 'shell'))
beforeEach(async () => {
  act(() => markConnection({ online: true, trouble: null }))
  server = syncDouble()
  userId += 1
  await begin({ userId, permissions: ['90-a', '90-b'] })
})
afterEach(() => vi.restoreAllMocks())

const changeOf = (id: number, args: object) =>
  waitingOp({ op: 'dealerBranch.change', id, lane: `dealerBranch:${id}`, userId, at: Date.now(), args: { ...args } })
const photo = {
  hash: 'a',
  mime: 'image/jpeg',
  bytes: new Uint8Array(9).buffer,
  files: [901],
  uploads: [
    {
      id: 901,
      mid: crypto.randomUUID(),
      module: 'dealerBranch',
      path: '/dealer-branch',
      record: null,
      field: 'image',
      name: 'front.jpg',
      size: 9,
      hash: 'a',
      at: Date.now(),
    },
  ],
}

/** Their work lies sealed on a device that has no room for some of it. */
async function comeBackTo(isTooMuch: (store: string, row: Record<string, unknown>) => boolean) {
  const key = (await sealKeyFrom(Buffer.from(new Uint8Array(32).fill(1)).toString('base64url')))!
  await writeSession({ ...(await readSession())!, sealKey: key })
  const db = await openUserDb(userId, register)
  const ops = [changeOf(77, { note: 'Mine' }), changeOf(78, { image: [901] })]
  for (const op of ops) await db.table('outbox').put({ seq: op.seq, sealed: await sealRow(key, 'outbox', op) })
  await db.table('blobs').put({ hash: 'sealed-1', sealed: await sealRow(key, 'blobs', photo) })
  // Of somebody who had another key.
  await db.table('blobs').put({ hash: 'sealed-2', sealed: { nonce: new Uint8Array(12), data: new ArrayBuffer(32) } })
  db.close()
  const { put } = IDBObjectStore.prototype
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function full(this: IDBObjectStore, ...row) {
    if (isTooMuch(this.name, row[0] as never)) throw new DOMException('full', 'QuotaExceededError')
    return put.apply(this, row)
  })
  let deeds!: OutboxDeeds
  let count = 0
  function Probe() {
    deeds = useOutboxDeeds()
    ;({ count } = useUnsent())
    return <OutboxPage />
  }
  showAtWork(userId, createMemoryRouter([{ path: '*', element: <Probe /> }]))
  await waitFor(() => expect(readConnection().lastSyncAt).not.toBeNull())
  const keys = async () => {
    const again = await openUserDb(userId, register)
    const found = await again.blobs.toCollection().primaryKeys()
    again.close()
    return found
  }
  return { deeds: () => deeds, count: () => count, keys }
}

test('where nothing finds room, nobody is told that everything is sent, and nothing can be deleted unseen', async () => {
  const { deeds, count, keys } = await comeBackTo((store, row) => store === 'outbox' && 'lane' in row)
  expect(await screen.findByText('3 more do not fit on this device.')).toBeTruthy()
  expect(screen.queryByText('Everything is sent')).toBeNull()
  await waitFor(() => expect(count()).toBe(3))
  expect(readConnection().trouble).toBe('storageFull')
  await expect(deeds().discardAll()).rejects.toThrow(/^Some of it does not fit on this device/)
  expect(await keys()).toEqual(['sealed-1', 'sealed-2'])
})

test('a change whose photo finds no room says what it waits for', async () => {
  const { count } = await comeBackTo((_, { hash }) => hash === 'a')
  expect(await screen.findByText('Waiting until this device has room for what goes with it')).toBeTruthy()
  expect(screen.getByText('1 more does not fit on this device.')).toBeTruthy()
  await waitFor(() => expect(count()).toBe(2))
  expect(server.state.pushes.flatMap(({ ops }) => ops.map(op => 'id' in op && op.id))).toEqual([77])
})

test('what opens with another key alone is not deleted with what waits here', async () => {
  const { deeds, count, keys } = await comeBackTo(() => false)
  await waitFor(() => expect(count()).toBeGreaterThan(0))
  await act(() => vi.waitFor(async () => expect(await deeds().discardAll()).toBe(true)))
  expect(await keys()).toEqual(['sealed-2'])
})
