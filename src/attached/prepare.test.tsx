import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { Blob as NodeBlob, File as NodeFile } from 'node:buffer'
import { createMemoryRouter } from 'react-router-dom'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { part } from '#contract/modules/catalogue/part.ts'
import { register } from '#contract/register.ts'
import { openUserDb } from '#src/offline/user-db.ts'
import { somethingIsOpen } from '#src/session/dirty.ts'
import { begin, showAtWork, speakEnglish } from '../../tests/support/at-work.tsx'
import { holdAnswers } from '../../tests/support/hold-answers.ts'
import { syncDouble, type SyncDouble } from '../../tests/support/sync-double.ts'
import { FormDrawerHost } from '#src/crud/form-drawer-host.tsx'
import { FormScreen } from '#src/crud/form-screen.tsx'
import { defineScreens } from '#src/crud/screens.ts'

type Prepared = { bytes: Blob } | 'unreadable'
/** Photos that are being made smaller: each waits until it is let go, as it is or as one that cannot be read. */
const inWork = vi.hoisted(() => ({ now: [] as ((readable?: boolean) => void)[] }))
vi.mock('#src/offline/shrink.ts', () => ({
  shrunk: (bytes: File) =>
    new Promise<Prepared>(resolve => {
      inWork.now.push((readable = true) => resolve(readable ? { bytes } : 'unreadable'))
    }),
}))

const pages = defineScreens(part, {
  columns: ['name'],
  form: [['name'], ['image']],
  routes: {
    '/parts': { title: 'part:titles.list', may: 'list', page: () => <h1>The list</h1> },
    '/part-edit/:id': { title: 'part:titles.edit', may: 'edit', page: FormScreen },
    '/part/:id': { title: 'part:titles.details', may: 'details', page: () => <h1>The record</h1> },
  },
})
/** The same without pages of its own: its form opens over the list. */
const inDrawer = defineScreens(part, {
  columns: ['name'],
  form: [['name'], ['image']],
  routes: { '/sheets': { title: 'part:titles.list', may: 'list', page: () => null } },
})

const ID = 77
let server: SyncDouble
let userId = 6_700

beforeAll(() => speakEnglish('ui', 'crud', 'part', 'problems', 'keys'))
beforeEach(() => {
  // jsdom's own cannot be read by the platform's fetch and cryptography.
  vi.stubGlobal('Blob', NodeBlob)
  URL.createObjectURL = () => 'blob:here'
  URL.revokeObjectURL = () => undefined
  inWork.now = []
  server = syncDouble()
  userId += 1
  const row = server.write('part', ID, { code: 'B-1', name: 'Brush', fits: [], image: [], active: true, tags: [] })
  server.state.routes[`GET /part/${ID}`] = () => row
})

async function open(path: string) {
  await begin({ userId, permissions: ['104-a', '104-b', '104-c', '104-d'] })
  const routes = Object.entries(pages.routes).map(([path, { title, page: Page }]) => ({
    path,
    element: <Page screens={pages} title={title} />,
  }))
  const router = createMemoryRouter([...routes, { path: '/sheets', element: <FormDrawerHost screens={inDrawer} /> }], {
    initialEntries: [path],
  })
  return { hand: showAtWork(userId, router), router }
}
const photo = (name: string, fill: number) =>
  new NodeFile([new Uint8Array(10).fill(fill)], name, { type: 'image/png' }) as unknown as File
async function choose(...names: string[]) {
  const files = names.map(photo)
  fireEvent.drop(await screen.findByRole('group', { name: 'Files' }), { dataTransfer: { types: ['Files'], files } })
  await waitFor(() => expect(inWork.now).toHaveLength(1))
}
/** The photo that is in work is ready, and the next one comes. */
async function finish(readable = true) {
  await waitFor(() => expect(inWork.now).not.toHaveLength(0))
  await act(async () => inWork.now.shift()!(readable))
}
const save = () => screen.getByRole('button', { name: /^Save(?! and)/ })
/** The pictures that were saved last. */
const saved = () => {
  const op = server.state.pushes.at(-1)?.ops[0]
  return op && 'args' in op ? (op.args.image as number[]) : []
}
const isAsked = () => screen.findByRole('heading', { name: 'Leave without saving?' })

test('each photo stands in the form as soon as it is prepared, and Save waits for all of them', async () => {
  const { hand, router } = await open(`/part-edit/${ID}`)
  await choose('one.png', 'two.png', 'three.png')
  await screen.findByText('Unsaved part')
  await hand.click(save())
  expect(save().getAttribute('aria-busy')).toBe('true')
  await finish()
  expect(await screen.findByRole('button', { name: 'Remove Picture 1' })).toBeTruthy()
  await finish()
  expect(await screen.findByRole('button', { name: 'Remove Picture 2' })).toBeTruthy()
  expect(server.state.pushes).toEqual([])
  expect(router.state.location.pathname).toBe(`/part-edit/${ID}`)
  await finish()
  await waitFor(() => expect(router.state.location.pathname).toBe(`/part/${ID}`))
  expect(new Set(saved()).size).toBe(3)
})

test('a form in which a photo is being prepared is not left without a question, and nothing reloads the page under it', async () => {
  const { hand, router } = await open(`/part-edit/${ID}`)
  await choose('one.png')
  expect(somethingIsOpen()).toBe(true)
  await act(() => router.navigate('/parts'))
  await isAsked()
  expect(screen.getByText('What you typed here is not saved.')).toBeTruthy()
  await hand.click(screen.getByRole('button', { name: 'Stay here' }))
  await finish()
  expect(await screen.findByRole('button', { name: 'Remove Picture 1' })).toBeTruthy()
})

test('a photo that cannot be prepared is said beside its field, and whether to save without it is asked of the person', async () => {
  const { hand, router } = await open(`/part-edit/${ID}`)
  await choose('one.png', 'odd.heic')
  await hand.click(save())
  await finish()
  await finish(false)
  expect((await screen.findByRole('alert')).textContent).toMatch(/^odd\.heic: /)
  await waitFor(() => expect(save().getAttribute('aria-busy')).toBeNull())
  expect(server.state.pushes).toEqual([])
  await hand.click(save())
  await waitFor(() => expect(router.state.location.pathname).toBe(`/part/${ID}`))
  expect(saved()).toHaveLength(1)
})

test('a photo that is chosen while the form is being saved stays in it, as a change of what was saved', async () => {
  const { hand, router } = await open(`/part-edit/${ID}`)
  await hand.type(await screen.findByRole('textbox', { name: 'Name' }), ' head')
  const answer = holdAnswers(server)
  await hand.click(save())
  await waitFor(() => expect(server.state.requests).toContain('POST /sync/push'))
  await choose('one.png')
  answer()
  expect(await screen.findByText(/^Saved\. What you typed since/)).toBeTruthy()
  await finish()
  await hand.click(save())
  await waitFor(() => expect(router.state.location.pathname).toBe(`/part/${ID}`))
  expect(saved()).toHaveLength(1)
})

test('a drawer asks too before it is closed over a photo that is being prepared, and nothing is kept of what was left', async () => {
  const { hand, router } = await open(`/sheets?form=${ID}`)
  await choose('one.png')
  await hand.click(screen.getByRole('button', { name: 'Cancel' }))
  await isAsked()
  await hand.click(screen.getByRole('button', { name: 'Leave' }))
  await waitFor(() => expect(router.state.location.search).toBe(''))
  await finish()
  await waitFor(() => expect(somethingIsOpen()).toBe(false))
  const db = await openUserDb(userId, register)
  await waitFor(async () => expect(await db.blobs.count()).toBe(0))
  db.close()
})
