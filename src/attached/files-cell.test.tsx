import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Blob as NodeBlob, File as NodeFile } from 'node:buffer'
import { useState } from 'react'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { register } from '#contract/register.ts'
import { useFilesById } from '#src/data/use-attached.ts'
import { markConnection } from '#src/offline/connection.ts'
import { keptRow } from '#src/offline/kept-files.ts'
import { openUserDb } from '#src/offline/user-db.ts'
import { AtWork, begin, speakEnglish } from '../../tests/support/at-work.tsx'
import { haveNumbers } from '../../tests/support/have-numbers.ts'
import { syncDouble, type SyncDouble } from '../../tests/support/sync-double.ts'
import { fileRow } from '../../tests/support/file-row.ts'
import { FilesCell } from './files-cell.tsx'
import { FilesInput } from './files-input.tsx'

let server: SyncDouble
let userId = 1_400
beforeAll(() => speakEnglish('crud', 'ui', 'problems', 'product'))
beforeEach(async () => {
  userId += 1
  // jsdom's own cannot be read by the platform's fetch and cryptography.
  vi.stubGlobal('Blob', NodeBlob)
  // Whose bytes are shown is told by how many they are.
  URL.createObjectURL = bytes => `blob:${(bytes as Blob).size}`
  URL.revokeObjectURL = () => undefined
  server = syncDouble()
  markConnection({ online: true })
  await begin({ userId, permissions: ['103-b'] })
})

/** What a server says that these files are called. */
const Named = ({ ids }: { ids: readonly number[] }) => <p>{useFilesById(ids).map(({ name }) => name)}</p>

/** A field that is filled in, and beside it a record that has the same. */
function Both() {
  const [ids, setIds] = useState<readonly number[]>([])
  return (
    <>
      <FilesInput module="product" field="image" value={ids} onChange={setIds} />
      <dl aria-label="The record">
        <FilesCell ids={ids} />
      </dl>
      <Named ids={ids} />
    </>
  )
}
async function choose() {
  render(
    <AtWork userId={userId}>
      <Both />
    </AtWork>,
  )
  await haveNumbers(server)
  const image = new NodeFile([new Uint8Array(10).fill(7)], 'photo.png', { type: 'image/png' }) as unknown as File
  return () =>
    fireEvent.drop(screen.getByRole('group', { name: 'Files' }), {
      dataTransfer: { types: ['Files'], files: [image] },
    })
}
const picture = () =>
  new Response(new NodeBlob(['x'.repeat(99)]) as Blob, { headers: { 'content-disposition': 'attachment' } })
const shown = () => screen.queryByRole('button', { name: 'Picture 1' })?.querySelector('img')?.getAttribute('src')
const row = (id: number) => fileRow(id, 'photo.png', { kind: 'picture', type: 'image/png', size: 10 })

test('a photo that waits on this device is seen in its record, small and large, where nobody can be asked', async () => {
  const drop = await choose()
  server.state.network = 'refuse'
  act(() => markConnection({ online: false }))
  drop()
  await waitFor(() => expect(shown()).toBe('blob:10'))
  await userEvent.click(screen.getByRole('button', { name: 'Picture 1' }))
  await screen.findByRole('heading', { name: 'photo.png' })
  expect(screen.getByRole('img', { name: 'photo.png' }).getAttribute('src')).toBe('blob:10')
})

test('a photo is seen as it was chosen until the server has it, and then as the server has it', async () => {
  const drop = await choose()
  let arrive = () => {}
  const arrived = new Promise<void>(resolve => {
    arrive = resolve
  })
  server.state.routes['POST /product/files'] = async request => {
    const { id } = (await request.json()) as { id: number }
    server.state.routes[`GET /file/${id}`] = () => ({ ...row(id), name: 'announced.png', received: 0 })
    await arrived
    server.state.routes[`GET /file/${id}`] = () => ({ ...row(id), name: 'arrived.png' })
    server.state.routes[`GET /file/${id}/content`] = () => picture()
    return row(id)
  }
  drop()
  await waitFor(() => expect(shown()).toBe('blob:10'))
  await act(async () => arrive())
  await waitFor(() => expect(shown()).toBe('blob:99'))
  expect(await screen.findByText('arrived.png')).toBeTruthy()
})

describe('pictures of a record, without a connection', () => {
  const record = (...ids: number[]) =>
    render(
      <AtWork userId={userId}>
        <dl>
          <FilesCell ids={ids} />
        </dl>
      </AtWork>,
    )
  const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
  const title = (name: string) => screen.findByRole('heading', { name })
  beforeEach(() => {
    server.state.network = 'refuse'
    act(() => markConnection({ online: false }))
  })
  const comeBack = () => {
    server.state.routes['GET /file/8'] = () => row(8)
    server.state.routes['GET /file/8/content'] = () => picture()
    server.state.network = 'up'
    act(() => markConnection({ online: true }))
  }

  test('are said not to be on this device, and nothing opens later by itself', async () => {
    record(7, 8)
    await press('Picture 2')
    await title('Picture 2')
    expect(await screen.findByText(/^This file is not on this device/)).toBeTruthy()
    await press('Close')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    comeBack()
    await waitFor(() => expect(screen.getByRole('button', { name: 'Picture 2' }).querySelector('img')).toBeTruthy())
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('are seen small where this device took them along', async () => {
    const db = await openUserDb(userId, register)
    await db.pictures.put({ id: 8, at: Date.now(), type: 'image/webp', bytes: new ArrayBuffer(33) })
    db.close()
    record(8)
    await waitFor(() => expect(shown()).toBe('blob:33'))
  })

  test('are there when the server answers again while they are looked at', async () => {
    record(8)
    await press('Picture 1')
    await screen.findByText(/^This file is not on this device/)
    comeBack()
    await title('photo.png')
    expect((await screen.findByRole('img', { name: 'photo.png' })).getAttribute('src')).toBe('blob:99')
  })

  test('are seen as they were chosen where they were sent ahead of their change', async () => {
    const place = { module: 'product', path: '/product', record: null, field: 'image' }
    const upload = { id: 9, mid: 'm', ...place, name: 'ahead.png', size: 10, hash: 'h', at: Date.now(), ahead: true }
    const db = await openUserDb(userId, register)
    await db.blobs.put(keptRow({ hash: 'h', mime: 'image/png', bytes: new ArrayBuffer(10) }, [upload]))
    db.close()
    record(9)
    await waitFor(() => expect(shown()).toBe('blob:10'))
    await press('Picture 1')
    await title('ahead.png')
    expect(screen.getByRole('img', { name: 'ahead.png' }).getAttribute('src')).toBe('blob:10')
  })
})
