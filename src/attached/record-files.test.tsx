import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { forceCloseDatabase } from 'fake-indexeddb'
import { Blob as NodeBlob, File as NodeFile } from 'node:buffer'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { FileRow } from '#contract/calls/attached.ts'
import { dealerBranch } from '#contract/modules/people/dealer-branch.ts'
import { register } from '#contract/register.ts'
import { useData } from '#src/data/data.ts'
import { markConnection } from '#src/offline/connection.ts'
import { openUserDb, type UserDb } from '#src/offline/user-db.ts'
import { ConfirmHost } from '#src/ui/confirm.tsx'
import { Toaster } from '#src/ui/toaster.tsx'
import { AtWork, begin, speakEnglish } from '../../tests/support/at-work.tsx'
import { failing } from '../../tests/support/faulty-stores.ts'
import { fileRow } from '../../tests/support/file-row.ts'
import { haveNumbers } from '../../tests/support/have-numbers.ts'
import { syncDouble, type SyncDouble } from '../../tests/support/sync-double.ts'
import { FilesInput } from './files-input.tsx'
import { RecordFiles } from './record-files.tsx'

let server: SyncDouble
let files: FileRow[]
let userId = 1_300
beforeAll(() => speakEnglish('crud', 'outbox', 'ui', 'problems', 'product'))
beforeEach(() => {
  userId += 1
  // jsdom's own cannot be read by the platform's fetch and cryptography.
  vi.stubGlobal('Blob', NodeBlob)
  URL.createObjectURL = () => 'blob:here'
  URL.revokeObjectURL = () => undefined
  server = syncDouble()
  files = []
  markConnection({ online: true })
  server.state.routes['GET /dealer-branch/5/files'] = () => ({ files: files.filter(file => !file.removed) })
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const file = (name: string, size = 10) =>
  new NodeFile([new Uint8Array(size).fill(7)], name, { type: 'application/pdf' }) as unknown as File
async function open(permissions: readonly string[] = ['52-d', '52-c']) {
  await begin({ userId, permissions })
  const view = render(
    <AtWork userId={userId}>
      <RecordFiles module={dealerBranch} record={{ id: 5 }} />
      <ConfirmHost />
      <Toaster />
    </AtWork>,
  )
  return { user: userEvent.setup(), view }
}
/** Announced files are there at once: how bytes travel is tried where they are sent. */
const takeAll = (path = 'POST /dealer-branch/5/files') => {
  server.state.routes[path] = async request => {
    const { id, name } = (await request.json()) as { id: number; name: string }
    const made = fileRow(id, name)
    files = [...files, made]
    return made
  }
}
const zone = () => screen.findByRole('group', { name: 'Files' })
/** It is among the files of the server's list. */
const arrived = (name: string) => screen.findByRole('button', { name: `More for ${name}` })
const tile = (name: string) => screen.findByRole('button', { name: `Open ${name}` })

test('files are dropped and pasted, and stand among the record’s files when they are sent', async () => {
  takeAll()
  await open()
  await screen.findByText('No files yet')
  fireEvent.drop(await zone(), { dataTransfer: { types: ['Files'], files: [file('dropped.pdf')] } })
  await arrived('dropped.pdf')
  fireEvent.paste(document.body, { clipboardData: { types: ['Files'], files: [file('pasted.pdf', 20)] } })
  await arrived('pasted.pdf')
})

test('what is empty or too large is refused in words before anything is sent', async () => {
  await open()
  await screen.findByText('No files yet')
  const huge = file('huge.pdf')
  Object.defineProperty(huge, 'size', { value: 60_000_000 })
  fireEvent.drop(await zone(), { dataTransfer: { types: ['Files'], files: [file('empty.pdf', 0), huge] } })
  const alert = await screen.findByRole('alert')
  await waitFor(() =>
    expect(alert.textContent).toBe('empty.pdf: This file is empty. huge.pdf: This file is larger than 50 MB.'),
  )
  expect(server.state.requests.filter(request => request.startsWith('POST /dealer-branch'))).toEqual([])
})

/** Once the page stands, with numbers for what is added. */
async function loseNetwork() {
  await screen.findByText('No files yet')
  await haveNumbers(server)
  server.state.network = 'refuse'
  markConnection({ online: false })
}

test('without a connection the page says what waits, and it is sent when the connection is back', async () => {
  takeAll()
  await open()
  await loseNetwork()
  fireEvent.drop(await zone(), { dataTransfer: { types: ['Files'], files: [file('waits.pdf')] } })
  await screen.findByText('1 file is kept on this device and sent when the connection is back.')
  expect(await screen.findByText('Waits on this device to be sent')).toBeTruthy()
  server.state.network = 'up'
  markConnection({ online: true })
  await arrived('waits.pdf')
})

test('a file that waits is given up only where its person says so twice', async () => {
  const { user } = await open()
  await loseNetwork()
  fireEvent.drop(await zone(), { dataTransfer: { types: ['Files'], files: [file('waits.pdf')] } })
  const answer = async (name: string) => {
    await user.click(await screen.findByRole('button', { name: 'Do not send waits.pdf' }))
    await screen.findByRole('heading', { name: 'Discard waits.pdf?' })
    await user.click(screen.getByRole('button', { name }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  }
  await answer('Keep')
  expect(await tile('waits.pdf')).toBeTruthy()
  await answer('Discard')
  expect(await screen.findByText('No files yet')).toBeTruthy()
})

test('files that wait are looked at among those that are there', async () => {
  files = [fileRow(99_001, 'bill.pdf')]
  const { user } = await open()
  await tile('bill.pdf')
  await haveNumbers(server)
  server.state.network = 'refuse'
  act(() => markConnection({ online: false }))
  const photo = new NodeFile([new Uint8Array(10)], 'roof.png', { type: 'image/png' }) as unknown as File
  fireEvent.drop(await zone(), { dataTransfer: { types: ['Files'], files: [photo] } })
  await user.click(await tile('roof.png'))
  await screen.findByRole('heading', { name: 'roof.png' })
  expect(screen.getByText('10 byte · 2 of 2')).toBeTruthy()
  expect(screen.getByRole('img', { name: 'roof.png' }).getAttribute('src')).toBe('blob:here')
  await user.keyboard('{ArrowLeft}')
  await screen.findByRole('heading', { name: 'bill.pdf' })
})

describe('files that could not be asked for', () => {
  const away = /^The server cannot be reached/
  beforeEach(() => {
    files = [fileRow(99_001, 'bill.pdf')]
    server.state.network = 'refuse'
  })

  test('are asked for again by whoever presses', async () => {
    const { user } = await open()
    await screen.findByText(away)
    markConnection({ online: true })
    server.state.status = 500
    server.state.network = 'up'
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(screen.queryByText(away)).toBeNull())
    server.state.status = 200
    await user.click(await screen.findByRole('button', { name: 'Try again' }))
    await tile('bill.pdf')
  })

  test('come by themselves when the server answers again', async () => {
    await open()
    await screen.findByText(away)
    act(() => markConnection({ online: false }))
    server.state.network = 'up'
    act(() => markConnection({ online: true }))
    await tile('bill.pdf')
  })
})

test('what found no room on the device is not said to be kept on it', async () => {
  takeAll()
  await open()
  await loseNetwork()
  fireEvent.drop(await zone(), { dataTransfer: { types: ['Files'], files: [file('kept.pdf')] } })
  await screen.findByText('1 file is kept on this device and sent when the connection is back.')
  failing('blobs', 'put', new DOMException('full', 'QuotaExceededError'))
  fireEvent.drop(await zone(), { dataTransfer: { types: ['Files'], files: [file('only-here.pdf', 20)] } })
  await screen.findByText(
    '1 file is kept on this device and sent when the connection is back. ' +
      '1 file does not fit on this device: keep this page open until it is sent.',
  )
  expect(await screen.findByText('Waits to be sent: keep this page open')).toBeTruthy()
  server.state.network = 'up'
  markConnection({ online: true })
  await arrived('only-here.pdf')
})

test('after the browser took the store away, a file is added to the one that was opened anew', async () => {
  let db!: UserDb | null
  function Probe() {
    ;({ db } = useData())
    return null
  }
  await begin({ userId, permissions: ['52-d', '52-c'] })
  render(
    <AtWork userId={userId}>
      <RecordFiles module={dealerBranch} record={{ id: 5 }} />
      <Probe />
    </AtWork>,
  )
  await loseNetwork()
  fireEvent.drop(await zone(), { dataTransfer: { types: ['Files'], files: [file('first.pdf')] } })
  await screen.findByText('first.pdf')
  const lost = db
  act(() => forceCloseDatabase(lost!.backendDB() as never))
  // It is chosen before the store is there again.
  await act(async () => {})
  expect(db).toBe(lost)
  fireEvent.drop(await zone(), { dataTransfer: { types: ['Files'], files: [file('second.pdf', 20)] } })
  await screen.findByText('2 files are kept on this device and sent when the connection is back.')
  expect(await db!.blobs.count()).toBe(2)
})

test('a file is renamed, and removed with a way back', async () => {
  files = [fileRow(1, 'bill.pdf'), fileRow(2, 'photo.jpg', { kind: 'picture' })]
  server.state.routes['PATCH /file/1'] = async request => {
    const change = (await request.json()) as Partial<FileRow>
    files = files.map(one => (one.id === 1 ? { ...one, ...change } : one))
    return files[0]
  }
  const { user } = await open()
  await tile('bill.pdf')
  const menu = async (name: string, entry: string) => {
    await user.click(screen.getByRole('button', { name: `More for ${name}` }))
    await user.click(await screen.findByRole('menuitem', { name: entry }))
  }
  await menu('bill.pdf', 'Rename')
  const name = await screen.findByRole('textbox', { name: 'Name' })
  await user.clear(name)
  await user.type(name, 'invoice.pdf{Enter}')
  await tile('invoice.pdf')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await menu('invoice.pdf', 'Remove')
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Open invoice.pdf' })).toBeNull())
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await tile('invoice.pdf')
})

test('files are looked at one after the other with the arrow keys, and Escape closes', async () => {
  files = [fileRow(1, 'one.pdf'), fileRow(2, 'two.pdf'), fileRow(3, 'three.pdf')]
  const { user } = await open(['52-d'])
  await user.click(await tile('two.pdf'))
  const title = (name: string) => screen.findByRole('heading', { name })
  await title('two.pdf')
  await user.keyboard('{ArrowRight}')
  await title('three.pdf')
  await user.keyboard('{ArrowRight}{Home}')
  await title('one.pdf')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('what another device announced and has not sent says whose it is; who may not edit is offered no change', async () => {
  files = [fileRow(1, 'far.jpg', { received: 0, kind: null })]
  await open(['52-d'])
  await screen.findByText('Still on Asha’s device')
  expect(await tile('far.jpg')).toHaveProperty('disabled', true)
  expect(screen.queryByRole('button', { name: 'Add files' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'More for far.jpg' })).toBeNull()
})

test('a field of pictures takes new ones, puts another first, and lets go of one', async () => {
  takeAll('POST /product/files')
  await begin({ userId, permissions: ['103-b'] })
  const changes: number[][] = []
  const view = (value: number[]) => (
    <AtWork userId={userId}>
      <FilesInput
        module="product"
        field="image"
        value={value}
        onChange={ids => {
          changes.push(ids)
          shown.rerender(view(ids))
        }}
      />
    </AtWork>
  )
  const shown = render(view([41, 42]))
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'Use as main picture: Picture 2' }))
  expect(changes.at(-1)).toEqual([42, 41])
  fireEvent.drop(await screen.findByRole('group', { name: 'Files' }), {
    dataTransfer: { types: ['Files'], files: [file('new.png')] },
  })
  await waitFor(() => expect(changes.at(-1)).toEqual([42, 41, files[0]!.id]))
  await user.click(screen.getByRole('button', { name: 'Remove Picture 1' }))
  expect(changes.at(-1)).toEqual([41, files[0]!.id])
})

test('a picture that waits to be sent is let go of by the form that it was chosen in, and by no other', async () => {
  await begin({ userId, permissions: ['103-b'] })
  const changes: number[][] = []
  const form = (key: string, value: number[]) => (
    <AtWork userId={userId}>
      <FilesInput
        key={key}
        module="product"
        field="image"
        value={value}
        onChange={ids => {
          changes.push(ids)
          shown.rerender(form(key, ids))
        }}
      />
    </AtWork>
  )
  const shown = render(form('first', []))
  await haveNumbers(server)
  server.state.network = 'refuse'
  act(() => markConnection({ online: false }))
  const waiting = async () => {
    const db = await openUserDb(userId, register)
    const uploads = (await db.blobs.toArray()).flatMap(({ uploads = [] }) => uploads)
    db.close()
    return uploads.map(({ id }) => id)
  }
  const choose = async (name: string, size: number) => {
    fireEvent.drop(await screen.findByRole('group', { name: 'Files' }), {
      dataTransfer: { types: ['Files'], files: [file(name, size)] },
    })
    await screen.findByRole('progressbar', { name: `Sending ${name}` })
    return changes.at(-1)!.at(-1)!
  }
  const user = userEvent.setup()
  const wanted = await choose('wanted.png', 10)
  const blurred = await choose('blurred.png', 20)
  await waitFor(async () => expect(new Set(await waiting())).toEqual(new Set([wanted, blurred])))
  await user.click(screen.getByRole('button', { name: 'Remove Picture 2' }))
  await waitFor(async () => expect(await waiting()).toEqual([wanted]))

  // Saved, and opened again: until this form is saved too, the change before it needs what is taken off here.
  shown.rerender(form('second', [wanted]))
  await user.click(await screen.findByRole('button', { name: 'Remove Picture 1' }))
  expect(changes.at(-1)).toEqual([])
  await choose('better.png', 30)
  shown.rerender(form('third', [wanted]))
  expect(await screen.findByRole('progressbar', { name: 'Sending wanted.png' })).toBeTruthy()
  expect(await waiting()).toContain(wanted)
})

test('what others have announced and not sent yet is said with whose device it is on, and since when', async () => {
  const madeAt = new Date(Date.now() - 3 * 3_600_000).toISOString()
  files = [
    fileRow(1, 'one.jpg', { received: 0, madeAt }),
    fileRow(2, 'two.jpg', { received: 10 }),
    fileRow(3, 'three.jpg', { received: 10, madeByName: 'Ravi' }),
    fileRow(4, 'here.pdf'),
  ]
  await open()
  expect((await screen.findByText(/2 files are still on Asha’s device, announced/)).textContent).toContain('3')
  expect(screen.getByText(/1 file is still on Ravi’s device, announced/)).toBeTruthy()
})

test('the files of a record that is only on this device are not asked of a server that does not know it', async () => {
  await begin({ userId, permissions: ['52-d', '52-c'] })
  render(
    <AtWork userId={userId}>
      <RecordFiles module={dealerBranch} record={{ id: 5, version: 0 }} />
    </AtWork>,
  )
  await screen.findByText('No files yet')
  expect(server.state.requests).not.toContain('GET /dealer-branch/5/files')
})

test('a file that was sent from here and removed since is gone, also where the page is opened again', async () => {
  takeAll()
  const { user, view } = await open()
  await screen.findByText('No files yet')
  fireEvent.drop(await zone(), { dataTransfer: { types: ['Files'], files: [file('wrong.pdf')] } })
  await arrived('wrong.pdf')
  const { id } = files[0]!
  server.state.routes[`PATCH /file/${id}`] = () => {
    files = []
    return fileRow(id, 'wrong.pdf', { removed: true })
  }
  await user.click(screen.getByRole('button', { name: 'More for wrong.pdf' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Remove' }))
  expect(await screen.findByText('No files yet')).toBeTruthy()
  expect(screen.queryByRole('progressbar')).toBeNull()
  view.rerender(<AtWork userId={userId}>{null}</AtWork>)
  view.rerender(
    <AtWork userId={userId}>
      <RecordFiles module={dealerBranch} record={{ id: 5 }} />
    </AtWork>,
  )
  expect(await screen.findByText('No files yet')).toBeTruthy()
  expect(screen.queryByRole('progressbar')).toBeNull()
})

test('what is pasted where somebody types, or into a dialog over the page, is left to them', async () => {
  takeAll()
  await open()
  await screen.findByText('No files yet')
  const elsewhere = document.createElement('div')
  elsewhere.innerHTML =
    '<input /><textarea></textarea><p contenteditable></p><div role="dialog"><button></button></div>'
  document.body.append(elsewhere)
  const paste = (target: Element, name: string) =>
    fireEvent.paste(target, { clipboardData: { types: ['Files', 'text/plain'], files: [file(name)] } })
  for (const target of elsewhere.querySelectorAll('input, textarea, p, button'))
    // True: nobody kept the text from coming.
    expect(paste(target, 'not-meant.pdf'), target.tagName).toBe(true)
  expect(paste(document.body, 'meant.pdf')).toBe(false)
  await arrived('meant.pdf')
  expect(screen.queryByRole('button', { name: 'Open not-meant.pdf' })).toBeNull()
  elsewhere.remove()
})

test('a file that the server has put off says so in its words, and not that its turn comes', async () => {
  const told = 'That was a lot for one day. Please go on tomorrow.'
  server.state.routes['POST /dealer-branch/5/files'] = () =>
    Response.json({ code: 'too-many', message: told, requestId: 'r' }, { status: 429 })
  await open()
  await screen.findByText('No files yet')
  fireEvent.drop(await zone(), { dataTransfer: { types: ['Files'], files: [file('late.pdf')] } })
  expect(await screen.findByText(told)).toBeTruthy()
  expect(screen.queryByText('Sent in turn')).toBeNull()
  expect(screen.getByText('Waits on this device to be sent')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
})
