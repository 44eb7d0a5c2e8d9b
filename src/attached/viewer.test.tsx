import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Blob as NodeBlob } from 'node:buffer'
import { useEffect } from 'react'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { useUploads } from '#src/data/use-uploads.ts'
import { markConnection } from '#src/offline/connection.ts'
import type { Uploads } from '#src/offline/uploads.ts'
import { AtWork, begin, speakEnglish } from '../../tests/support/at-work.tsx'
import { haveNumbers } from '../../tests/support/have-numbers.ts'
import { syncDouble, type SyncDouble } from '../../tests/support/sync-double.ts'
import { Viewer } from './viewer.tsx'

let server: SyncDouble
let userId = 1_500
let saved: string[]
beforeAll(() => speakEnglish('crud', 'ui', 'problems'))
beforeEach(async () => {
  userId += 1
  // jsdom's own cannot be read by the platform's cryptography.
  vi.stubGlobal('Blob', NodeBlob)
  URL.createObjectURL = bytes => `blob:${(bytes as Blob).size}`
  URL.revokeObjectURL = () => undefined
  saved = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(`${this.download} ${this.href}`)
  })
  server = syncDouble()
  markConnection({ online: true })
  await begin({ userId, permissions: ['52-d', '52-c'] })
})

function Open({ id, onUploads }: { id: number; onUploads?: ((uploads: Uploads | null) => void) | undefined }) {
  const { uploads } = useUploads()
  useEffect(() => {
    onUploads?.(uploads)
  })
  const file = { id, name: 'manual.pdf', kind: 'document' as const, size: 3 }
  return id > 0 && <Viewer files={[file]} at={0} onAt={() => undefined} onClose={() => undefined} />
}
const page = (id: number, onUploads?: (uploads: Uploads | null) => void) => (
  <AtWork userId={userId}>
    <Open id={id} onUploads={onUploads} />
  </AtWork>
)
const download = async () => userEvent.click((await screen.findAllByRole('button', { name: 'Download' }))[0]!)
const refused = /^This file could not be fetched/

test('a file that cannot be fetched to be saved says so, and is saved once it can be', async () => {
  server.state.network = 'refuse'
  render(page(7))
  await download()
  expect(await screen.findByText(refused)).toBeTruthy()
  server.state.network = 'up'
  const headers = { 'content-disposition': "attachment; filename*=UTF-8''manual.pdf" }
  server.state.routes['GET /file/7/content'] = () => new Response('abc', { headers })
  await download()
  await waitFor(() => expect(saved).toEqual(['manual.pdf blob:3']))
  expect(screen.queryByText(refused)).toBeNull()
})

test('a file that waits on this device is saved as it was chosen, without a server', async () => {
  let uploads: Uploads | null = null
  const { rerender } = render(page(0, now => (uploads = now)))
  await haveNumbers(server)
  await waitFor(() => expect(uploads).not.toBeNull())
  server.state.network = 'refuse'
  act(() => markConnection({ online: false }))
  const bytes = new Blob(['abcd'], { type: 'application/pdf' })
  const place = { module: 'dealerBranch', path: '/dealer-branch', record: 5, field: null }
  const { id } = await act(() => (uploads as unknown as Uploads).add({ ...place, name: 'manual.pdf', bytes }))
  rerender(page(id))
  await download()
  await waitFor(() => expect(saved).toEqual(['manual.pdf blob:4']))
  expect(screen.queryByText(refused)).toBeNull()
})
