import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { Blob as NodeBlob, File as NodeFile } from 'node:buffer'
import { createMemoryRouter } from 'react-router-dom'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { part } from '#contract/modules/catalogue/part.ts'
import { register } from '#contract/register.ts'
import { useUploads } from '#src/data/use-uploads.ts'
import { markConnection } from '#src/offline/connection.ts'
import { keepFile, letGoUnused } from '#src/offline/kept-files.ts'
import { countWaiting } from '#src/offline/outbox/count.ts'
import { sendFiles } from '#src/offline/outbox/send-files.ts'
import { openUserDb, type UserDb } from '#src/offline/user-db.ts'
import { dismissToast, shownToasts } from '#src/ui/toast.ts'
import { begin, showAtWork, speakEnglish } from '../../tests/support/at-work.tsx'
import { fileRow } from '../../tests/support/file-row.ts'
import { haveNumbers } from '../../tests/support/have-numbers.ts'
import { syncDouble, type SyncDouble } from '../../tests/support/sync-double.ts'
import { takeAway } from '../../tests/support/take-away.ts'
import { FormScreen } from '#src/crud/form-screen.tsx'
import { defineScreens } from '#src/crud/screens.ts'

// What draws a photo smaller, jsdom does not have.
vi.mock('#src/offline/shrink.ts', () => ({ shrunk: async (bytes: File) => ({ bytes }) }))

const pages = defineScreens(part, {
  columns: ['name'],
  form: [['name'], ['image']],
  routes: { '/part-edit/:id': { title: 'part:titles.edit', may: 'edit', page: FormScreen } },
})
const [ID, OWN] = [77, 5]
let server: SyncDouble
let userId = 6_850
let db: UserDb

beforeAll(() => speakEnglish('ui', 'crud', 'part', 'problems', 'keys'))
beforeEach(async () => {
  for (const { id } of shownToasts()) dismissToast(id)
  // jsdom's own cannot be read by the platform's fetch and cryptography.
  vi.stubGlobal('Blob', NodeBlob)
  URL.createObjectURL = () => 'blob:here'
  URL.revokeObjectURL = () => undefined
  server = syncDouble()
  userId += 1
  const row = server.write('part', ID, { code: 'B-1', name: 'Brush', fits: [], image: [OWN], active: true, tags: [] })
  server.state.routes[`GET /part/${ID}`] = () => row
  await begin({ userId, permissions: ['104-a', '104-b', '104-c', '104-d'] })
  db = await openUserDb(userId, register)
})

const photo = (seed: number) => new NodeBlob([new Uint8Array(10).fill(seed)], { type: 'image/png' }) as unknown as Blob
/** A photo of the form that waits on this device. */
const wait = (id: number) => {
  const chosen = { module: 'part', path: '/part', record: null, field: 'image', name: `${id}.png` }
  return keepFile(db, { id, mid: `m${id}`, ...chosen, size: 10, hash: `hash ${id}`, at: Date.now() }, photo(id))
}
const waiting = async () => ((await db.blobs.orderBy('files').uniqueKeys()) as number[]).filter(id => id > 0)

/** Says which files the server has all of. */
function Sent() {
  const sent = useUploads().items.filter(({ state }) => state === 'done')
  return sent.map(({ id }) => <p key={id}>{`Sent ${id}`}</p>)
}

async function openOffline() {
  const Page = pages.routes['/part-edit/:id']!.page
  const element = (
    <>
      <Page screens={pages} title="part:titles.edit" />
      <Sent />
    </>
  )
  const router = createMemoryRouter([{ path: '/part-edit/:id', element }], { initialEntries: [`/part-edit/${ID}`] })
  const hand = showAtWork(userId, router)
  await screen.findByRole('textbox', { name: 'Name' })
  await haveNumbers(server)
  server.state.network = 'refuse'
  act(() => markConnection({ online: false }))
  return hand
}
const chosenFiles = () =>
  [1, 2].map(seed => new NodeFile([new Uint8Array(10).fill(seed)], `${seed}.png`, { type: 'image/png' }))
const pictures = () => screen.queryAllByRole('button', { name: /^Remove Picture/ })

test('photos of a form that was discarded go once that cannot be undone any more; those of its record stay', async () => {
  // Saved before, and not sent yet.
  await wait(OWN)
  const hand = await openOffline()
  const files = { types: ['Files'], files: chosenFiles() }
  fireEvent.drop(await screen.findByRole('group', { name: 'Files' }), { dataTransfer: files })
  await waitFor(() => expect(pictures()).toHaveLength(3))
  const chosen = await waiting()
  expect(chosen).toHaveLength(3)
  await hand.click(screen.getByRole('button', { name: 'Discard' }))
  await waitFor(() => expect(pictures()).toHaveLength(1))
  await hand.click(await screen.findByRole('button', { name: /^Undo/ }))
  await waitFor(() => expect(pictures()).toHaveLength(3))
  expect(await waiting()).toEqual(chosen)

  await hand.click(screen.getByRole('button', { name: 'Discard' }))
  await hand.click(await screen.findByRole('button', { name: 'Dismiss' }))
  await waitFor(async () => expect(await waiting()).toEqual([OWN]))
  expect(await countWaiting(db)).toBe(1)
})

test('nobody sends them where the page goes before that; where it was undone they wait as before', async () => {
  await wait(OWN)
  const hand = await openOffline()
  const files = { types: ['Files'], files: chosenFiles() }
  fireEvent.drop(await screen.findByRole('group', { name: 'Files' }), { dataTransfer: files })
  await waitFor(() => expect(pictures()).toHaveLength(3))
  await waitFor(async () => expect(await countWaiting(db)).toBe(3))
  await hand.click(screen.getByRole('button', { name: 'Discard' }))
  await waitFor(async () => expect(await countWaiting(db)).toBe(1))
  await hand.click(await screen.findByRole('button', { name: /^Undo/ }))
  await waitFor(async () => expect(await countWaiting(db)).toBe(3))

  await hand.click(screen.getByRole('button', { name: 'Discard' }))
  await waitFor(async () => expect(await countWaiting(db)).toBe(1))
  // The next page, while it could still be undone.
  cleanup()
  await takeAway(db)
  db = await openUserDb(userId, register)
  expect(await countWaiting(db)).toBe(1)
  expect(await waiting()).toHaveLength(3)
  server.state.network = 'up'
  act(() => markConnection({ online: true }))
  await sendFiles(db)
  expect(server.state.requests.filter(made => made.endsWith('/files'))).toEqual([])
  await letGoUnused(db, Date.now() + 15 * 86_400_000)
  expect((await waiting()).filter(id => id !== OWN)).toEqual([])
})

test('one that was sent whole before that was undone is not said to wait', async () => {
  const hand = await openOffline()
  const files = { types: ['Files'], files: chosenFiles().slice(0, 1) }
  fireEvent.drop(await screen.findByRole('group', { name: 'Files' }), { dataTransfer: files })
  await waitFor(async () => expect(await countWaiting(db)).toBe(1))
  const [id] = await waiting()
  const row = fileRow(id!, '1.png', { size: 10, received: 0 })
  let goOn = () => {}
  const arrives = new Promise<void>(resolve => (goOn = resolve))
  server.state.routes['POST /part/files'] = () => row
  server.state.routes[`PUT /file/${id}/upload`] = async () => {
    await arrives
    return { received: 10, done: false }
  }
  server.state.routes[`POST /file/${id}/finish`] = () => ({ ...row, received: null })
  server.state.network = 'up'
  act(() => markConnection({ online: true }))
  await waitFor(() => expect(server.state.requests).toContain(`PUT /file/${id}/upload`), { timeout: 20_000 })
  await hand.click(screen.getByRole('button', { name: 'Discard' }))
  await waitFor(async () => expect(await countWaiting(db)).toBe(0))
  goOn()
  await waitFor(() => expect(server.state.requests).toContain(`POST /file/${id}/finish`))
  await screen.findByText(`Sent ${id}`)
  await hand.click(await screen.findByRole('button', { name: /^Undo/ }))
  await waitFor(() => expect(pictures()).toHaveLength(2))
  await new Promise(resolve => setTimeout(resolve, 300))
  expect(await countWaiting(db)).toBe(0)
})

test('so do those of a draft that is not wanted any more, and not those of another one', async () => {
  for (const id of [21, 22]) {
    await wait(id)
    const base = { version: 0, fields: { image: [OWN] } }
    await db.drafts.put({
      key: `part:${ID}#${id}`,
      value: { values: { image: [OWN, id] }, base },
      at: Date.now() - id * 1_000,
    })
  }
  const hand = await openOffline()
  const buttons = await screen.findAllByRole('button', { name: 'Discard draft' })
  expect(buttons).toHaveLength(2)
  await hand.click(buttons[0]!)
  await waitFor(async () => expect(await waiting()).toEqual([22]))
  expect(await countWaiting(db)).toBe(1)
})
