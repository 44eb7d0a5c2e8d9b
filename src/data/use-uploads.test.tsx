import { act, render, waitFor } from '@testing-library/react'
import { forceCloseDatabase } from 'fake-indexeddb'
import { Blob as NodeBlob } from 'node:buffer'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { markConnection } from '#src/offline/connection.ts'
import { filesIn } from '#src/offline/outbox/export-format.ts'
import { AtWork, begin } from '../../tests/support/at-work.tsx'
import { failing } from '../../tests/support/faulty-stores.ts'
import { haveNumbers } from '../../tests/support/have-numbers.ts'
import { syncDouble, type SyncDouble } from '../../tests/support/sync-double.ts'
import { useData, type Data } from './data.ts'
import { useOutboxDeeds, useUnsentFiles, type OutboxDeeds } from './use-outbox.ts'
import { useUnsent } from './use-unsent.ts'
import { useUploads } from './use-uploads.ts'

let server: SyncDouble
beforeEach(() => {
  // jsdom's own cannot be read by the platform's cryptography.
  vi.stubGlobal('Blob', NodeBlob)
  server = syncDouble()
  markConnection({ online: true })
})

const chosen = (record: number, text: string) => ({
  module: 'dealerBranch',
  path: '/dealer-branch',
  record,
  field: null,
  name: 'a.pdf',
  bytes: new Blob([text], { type: 'application/pdf' }),
})

test('after the browser took the store away, files are kept and known in the one that was opened anew', async () => {
  const userId = 7_400
  await begin({ userId, permissions: [] })
  let seen!: ReturnType<typeof useUploads> & Pick<Data, 'db'>
  function Probe() {
    const { db } = useData()
    const found = useUploads()
    seen = { ...found, db }
    return null
  }
  render(
    <AtWork userId={userId}>
      <Probe />
    </AtWork>,
  )
  await haveNumbers(server)
  await waitFor(() => expect(seen.uploads).not.toBeNull())
  server.state.network = 'refuse'
  act(() => markConnection({ online: false }))
  const add = () => seen.uploads!.add(chosen(5, crypto.randomUUID()))
  const first = await act(add)
  const { db: lost, uploads } = seen
  act(() => forceCloseDatabase(lost!.backendDB() as never))
  await waitFor(() => expect(seen.db).not.toBe(lost))
  await waitFor(() => expect(seen.uploads).not.toBe(uploads))
  await waitFor(() => expect(seen.items.map(({ id }) => id)).toEqual([first.id]))
  const second = await act(add)
  expect(second.kept).toBe(true)
  expect(new Set(seen.items.map(({ id }) => id))).toEqual(new Set([first.id, second.id]))
})

test('all places count the same files, and the export has them: one for two records is two, and one that found no room is one too', async () => {
  const userId = 7_401
  await begin({ userId, permissions: [] })
  let seen!: { uploads: ReturnType<typeof useUploads>; deeds: OutboxDeeds; counts: number[] }
  function Probe() {
    const [uploads, deeds] = [useUploads(), useOutboxDeeds()]
    seen = { uploads, deeds, counts: [uploads.items.length, useUnsentFiles(), useUnsent().count] }
    return null
  }
  render(
    <AtWork userId={userId}>
      <Probe />
    </AtWork>,
  )
  await haveNumbers(server)
  await waitFor(() => expect(seen.uploads.uploads).not.toBeNull())
  server.state.network = 'refuse'
  act(() => markConnection({ online: false }))
  const { add, cancel } = seen.uploads.uploads!
  await act(() => add(chosen(5, 'the same')))
  await act(() => add(chosen(6, 'the same')))
  await waitFor(() => expect(seen.counts).toEqual([2, 2, 2]))
  failing('blobs', 'put', new DOMException('full', 'QuotaExceededError'))
  onTestFinished(() => void vi.restoreAllMocks())
  const unkept = await act(() => add(chosen(5, 'another')))
  vi.restoreAllMocks()
  expect(unkept.kept).toBe(false)
  await waitFor(() => expect(seen.counts).toEqual([3, 3, 3]))
  expect(filesIn((await seen.deeds.exportAll()).blobs)).toBe(3)
  await act(() => cancel(unkept.id))
  await waitFor(() => expect(seen.counts).toEqual([2, 2, 2]))
})
