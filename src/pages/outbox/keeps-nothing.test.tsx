import { act, screen, waitFor } from '@testing-library/react'
import { Blob as NodeBlob } from 'node:buffer'
import { createMemoryRouter } from 'react-router-dom'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { useOutboxDeeds, type OutboxDeeds } from '#src/data/use-outbox.ts'
import { useUploads } from '#src/data/use-uploads.ts'
import { markConnection } from '#src/offline/connection.ts'
import { filesIn } from '#src/offline/outbox/export-format.ts'
import { readUnkept } from '#src/offline/unkept-files.ts'
import { begin, showAtWork, speakEnglish } from '../../../tests/support/at-work.tsx'
import { fileRow } from '../../../tests/support/file-row.ts'
import { syncDouble, type SyncDouble } from '../../../tests/support/sync-double.ts'
import { OutboxPage } from '../outbox-page.tsx'

let server: SyncDouble
let userId = 8_380
beforeAll(() => speakEnglish('ui', 'crud', 'outbox', 'dealerBranch', 'problems', 'keys', 'shell'))
beforeEach(async () => {
  // jsdom's own cannot be read by the platform's cryptography.
  vi.stubGlobal('Blob', NodeBlob)
  act(() => markConnection({ online: true }))
  server = syncDouble()
  userId += 1
  await begin({ userId, permissions: ['90-a', '90-b'] })
  vi.spyOn(indexedDB, 'open').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError')
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const row = fileRow(1, 'front.pdf', { kind: null, type: null, size: 5, received: 0 })

test('where the browser keeps nothing, a photo on its way stands on the page, and goes when its person says so', async () => {
  server.state.routes['POST /dealer-branch/77/files'] = () =>
    Response.json({ code: 'busy', message: 'No time', requestId: 'r' }, { status: 503 })
  let uploads!: ReturnType<typeof useUploads>['uploads']
  function Probe() {
    ;({ uploads } = useUploads())
    return <OutboxPage />
  }
  const hand = showAtWork(userId, createMemoryRouter([{ path: '*', element: <Probe /> }]))
  expect(await screen.findByText('This browser keeps nothing')).toBeTruthy()
  await waitFor(() => expect(uploads).not.toBeNull())
  const bytes = new Blob(['bytes'], { type: 'application/pdf' })
  const chosen = { module: 'dealerBranch', path: '/dealer-branch', record: 77, field: null, name: 'front.pdf', bytes }
  const { id, kept } = await act(() => uploads!.add(chosen))
  expect(kept).toBe(false)
  expect(await screen.findByText('front.pdf')).toBeTruthy()
  expect(screen.queryByText('This browser keeps nothing')).toBeNull()

  await hand.click(screen.getByRole('button', { name: 'Send now' }))
  expect(
    await screen.findByText(
      /^The server (answered|does not answer)\. 1 file does not fit on this device: keep this page open until it is sent\.$/,
      { selector: '[role=status]' },
    ),
  ).toBeTruthy()
  expect(screen.getByText('front.pdf')).toBeTruthy()
  server.state.routes['POST /dealer-branch/77/files'] = () => row
  server.state.routes[`PUT /file/${id}/upload`] = () => ({ received: 5, done: false })
  server.state.routes[`POST /file/${id}/finish`] = () => ({ ...row, kind: 'document', received: null })
  await hand.click(screen.getByRole('button', { name: 'Send now' }))
  await waitFor(() => expect(screen.queryByText('front.pdf')).toBeNull())
  expect(screen.getByText('This browser keeps nothing')).toBeTruthy()
})

test('and can be saved as a file, or deleted', async () => {
  server.state.routes['POST /dealer-branch/77/files'] = () =>
    Response.json({ code: 'busy', message: 'No time', requestId: 'r' }, { status: 503 })
  let uploads!: ReturnType<typeof useUploads>['uploads']
  let deeds!: OutboxDeeds
  function Probe() {
    ;({ uploads } = useUploads())
    deeds = useOutboxDeeds()
    return <OutboxPage />
  }
  showAtWork(userId, createMemoryRouter([{ path: '*', element: <Probe /> }]))
  await waitFor(() => expect(uploads).not.toBeNull())
  const bytes = new Blob(['bytes'], { type: 'application/pdf' })
  const chosen = { module: 'dealerBranch', path: '/dealer-branch', record: 77, field: null, name: 'front.pdf', bytes }
  await act(() => uploads!.add(chosen))
  await screen.findByText('front.pdf')
  expect(filesIn((await deeds.exportAll()).blobs)).toBe(1)
  expect(await act(() => deeds.discardAll())).toBe(true)
  await waitFor(() => expect(screen.queryByText('front.pdf')).toBeNull())
  expect(readUnkept()).toBe(0)
})
