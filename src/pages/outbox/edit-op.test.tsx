import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { Blob as NodeBlob, File as NodeFile } from 'node:buffer'
import type { ReactNode } from 'react'
import { createMemoryRouter } from 'react-router-dom'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { part } from '#contract/modules/catalogue/part.ts'
import { task } from '#contract/modules/desk/task.ts'
import { screensOf } from '#src/crud/screens.ts'
import { screens } from '#src/modules/index.ts'
import { somethingIsOpen } from '#src/session/dirty.ts'
import { begin, showAtWork, speakEnglish } from '../../../tests/support/at-work.tsx'
import { syncDouble } from '../../../tests/support/sync-double.ts'
import { EditField } from './edit-field.tsx'
import { EditOp } from './edit-op.tsx'

type Prepared = { bytes: Blob } | 'unreadable'
/** A photo that is being made smaller waits until it is let go, as it is or as one that cannot be read. */
const inWork = vi.hoisted(() => ({ now: [] as ((readable: boolean) => void)[] }))
vi.mock('#src/offline/shrink.ts', () => ({
  shrunk: (bytes: File) =>
    new Promise<Prepared>(resolve => {
      inWork.now.push(readable => resolve(readable ? { bytes } : 'unreadable'))
    }),
}))

const send = vi.fn(async (_args: Record<string, unknown>) => null)
const onClose = vi.fn()
const onSave = vi.fn((_value: unknown) => undefined)
let userId = 6_900
beforeAll(() => speakEnglish('ui', 'crud', 'part', 'task', 'outbox', 'problems', 'keys'))
// The page that a dialog opens on has brought these.
beforeAll(() => Promise.all([screens.part, screens.task].map(screensOf)))
beforeEach(async () => {
  // jsdom's own cannot be read by the platform's fetch and cryptography.
  vi.stubGlobal('Blob', NodeBlob)
  URL.createObjectURL = () => 'blob:here'
  URL.revokeObjectURL = () => undefined
  inWork.now = []
  send.mockClear()
  syncDouble()
  userId += 1
  await begin({ userId, permissions: ['104-a', '104-b', '104-c', '104-d'] })
})

const change = { op: 'part.change', args: { image: [] }, base: null, problem: null }
const dialogs = {
  'a change': (
    <EditOp module={part} op={change} words={{ title: 'Brush', row: null }} send={send} onClose={() => undefined} />
  ),
  'a field of a clash': (
    <EditField
      module={part}
      name="image"
      start={[]}
      seen={{ id: 1, version: 1 } as never}
      onSave={onSave}
      onClose={() => undefined}
    />
  ),
}
/** Awaited: what is drawn and waits for its controls would else be left at that by React, with nothing on the page. */
const open = (element: ReactNode) => act(async () => showAtWork(userId, createMemoryRouter([{ path: '/', element }])))
const saved = { 'a change': () => send.mock.lastCall?.[0].image, 'a field of a clash': () => onSave.mock.lastCall?.[0] }

test('what is written in the place of a change is not left without a question', async () => {
  const op = { ...change, args: { name: 'Brush' } }
  const hand = await open(
    <EditOp module={part} op={op} words={{ title: 'Brush', row: null }} send={send} onClose={onClose} />,
  )
  const name = await screen.findByRole('textbox', { name: 'Name' })
  await hand.keyboard('{Escape}')
  expect(onClose).toHaveBeenCalledTimes(1)
  await hand.type(name, ' head')
  expect(somethingIsOpen()).toBe(true)
  await hand.keyboard('{Escape}')
  await hand.click(await screen.findByRole('button', { name: 'Stay here' }))
  expect([onClose.mock.calls.length, name]).toEqual([1, expect.objectContaining({ value: 'Brush head' })])
  await hand.click(screen.getByRole('button', { name: 'Cancel' }))
  await hand.click(await screen.findByRole('button', { name: 'Leave' }))
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(2))
})

test.each([
  ['a change', 'Save and send'],
  ['a field of a clash', 'Take this'],
] as const)('%s that is said otherwise waits for the photo that is being prepared for it', async (what, label) => {
  const hand = await open(dialogs[what])
  const choose = async () => {
    const file = new NodeFile([new Uint8Array(9)], 'one.png', { type: 'image/png' }) as unknown as File
    fireEvent.drop(await screen.findByRole('group', { name: 'Files' }), {
      dataTransfer: { types: ['Files'], files: [file] },
    })
    await waitFor(() => expect(inWork.now).toHaveLength(1))
  }
  const finish = (readable: boolean) => act(async () => inWork.now.shift()!(readable))
  await choose()
  expect(somethingIsOpen()).toBe(true)
  const save = screen.getByRole('button', { name: label })
  await hand.click(save)
  expect(save.getAttribute('aria-busy')).toBe('true')
  expect(saved[what]()).toBeUndefined()
  // Whether to go on without it is for its person to say.
  await finish(false)
  await waitFor(() => expect(save.getAttribute('aria-busy')).toBeNull())
  expect(saved[what]()).toBeUndefined()
  await choose()
  await hand.click(save)
  await finish(true)
  await waitFor(() => expect(saved[what]()).toEqual([expect.any(Number)]))
})

test('of lines that are only added, those that were there are neither asked nor lost, and nobody types who and when', async () => {
  const at = '2026-11-20T09:30:00.000Z'
  const said = { id: 801, text: 'Said long ago', at, by: 5 }
  const mine = { id: 901, text: 'Rings', at, by: null }
  const op = {
    op: 'task.change',
    args: { taskRemarks: [said, mine] },
    base: { version: 1, fields: { taskRemarks: [said] } },
    problem: null,
  }
  const element = <EditOp module={task} op={op} words={{ title: 'Call', row: null }} send={send} onClose={onClose} />
  const hand = await open(element)
  const box = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: /^Remark/ })
  expect(box.value).toBe('Rings')
  expect(screen.getAllByRole('textbox')).toEqual([box])
  await hand.type(box, ' twice')
  await hand.click(screen.getByRole('button', { name: 'Save and send' }))
  await waitFor(() =>
    expect(send.mock.lastCall?.[0]).toEqual({ taskRemarks: [said, { ...mine, text: 'Rings twice' }] }),
  )
})

test('what its author may not see any more is left out of what is sent instead', async () => {
  await begin({ userId, permissions: ['104-a', '104-b'] })
  const op = { op: 'part.create', args: { code: 'B1', name: 'Brush', cost: 500 }, base: null, problem: null }
  const element = <EditOp module={part} op={op} words={{ title: 'Brush', row: null }} send={send} onClose={onClose} />
  const hand = await open(element)
  await hand.type(await screen.findByRole('textbox', { name: 'Name' }), ' head')
  await hand.click(screen.getByRole('button', { name: 'Save and send' }))
  await waitFor(() => expect(send.mock.lastCall?.[0]).toMatchObject({ code: 'B1', name: 'Brush head' }))
  expect(send.mock.lastCall?.[0]).not.toHaveProperty('cost')
})
