import { act, screen, waitFor, within } from '@testing-library/react'
import { createMemoryRouter } from 'react-router-dom'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { allFields } from '#contract/module.ts'
import { inquiry } from '#contract/modules/sales/inquiry.ts'
import { screensOf, type Screens } from '#src/crud/screens.ts'
import { liveShortcut, type ShortcutName } from '#src/lib/keys/shortcuts.ts'
import { somethingIsTyped } from '#src/session/dirty.ts'
import { begin, showAtWork, speakEnglish } from '../../../../tests/support/at-work.tsx'
import { haveNumbers } from '../../../../tests/support/have-numbers.ts'
import { itemRow, syncDouble, type SyncDouble } from '../../../../tests/support/sync-double.ts'
import { inquiryPages } from '../inquiry.ts'
import { InquiryDetails } from './details-page.tsx'

const ID = 81
const none = Object.fromEntries(Object.keys(allFields(inquiry)).map(name => [name, null]))
const one = {
  ...itemRow(ID),
  ...none,
  name: 'Asha Rao',
  phone: '+919830041172',
  stage: 'new',
  priority: 'normal',
  source: 1,
  assignedTo: 1,
  products: [],
  contactLog: [],
  tags: [],
}

let screens: Screens
let server: SyncDouble
let userId = 13_400
beforeAll(async () => {
  await speakEnglish('ui', 'crud', 'inquiry', 'task', 'problems', 'keys', 'lists', 'outbox', 'user')
  screens = await screensOf(inquiryPages)
})
beforeEach(async () => {
  server = syncDouble()
  userId += 1
  server.write('inquiry', ID, one)
  server.state.routes[`GET /inquiry/${ID}`] = () => one
  server.state.routes['GET /customer'] = () => ({ rows: [], next: null })
  server.state.routes['GET /inquiry'] = () => ({ rows: [], next: null })
  await begin({ userId, permissions: ['10-a', '10-c', '10-d'] })
})

async function open() {
  const element = <InquiryDetails screens={screens} title="inquiry:titles.details" />
  const router = createMemoryRouter(
    [
      { path: '/inquiry/inquiry-details/:id', element },
      { path: '/elsewhere', element: <p>Elsewhere</p> },
    ],
    { initialEntries: [`/inquiry/inquiry-details/${ID}`] },
  )
  const hand = showAtWork(userId, router)
  await haveNumbers(server)
  await screen.findByRole('heading', { level: 1, name: 'Asha Rao' })
  return { hand, router }
}
const note = (dialog: HTMLElement) =>
  within(dialog).getByRole<HTMLTextAreaElement>('textbox', { name: /What was said/ })
const press = (name: ShortcutName) => act(() => liveShortcut(name)!.run())

test('every outcome is a button with a key of its own, by which the list of shortcuts names it', async () => {
  await open()
  const labels = ['No answer', 'Call back', 'Interested', 'Give up']
  for (const [at, label] of labels.entries()) {
    expect(screen.getByRole('button', { name: label }).getAttribute('aria-keyshortcuts')).toBe(`Alt+${at + 1}`)
    expect(liveShortcut(`outcome${at + 1}` as ShortcutName)!.what).toBe(label)
  }
  press('outcome4')
  const dialog = await screen.findByRole('dialog', { name: 'Give Asha Rao up' })
  expect(within(dialog).getByText('Why it came to nothing')).toBeTruthy()
})

test('a typed note holds the page open, is asked about, and is there again with another outcome', async () => {
  const { hand } = await open()
  press('outcome1')
  const first = await screen.findByRole('dialog', { name: 'Asha Rao did not answer' })
  expect(somethingIsTyped()).toBe(false)
  await hand.type(note(first), 'Rang out')
  expect(somethingIsTyped()).toBe(true)
  await hand.click(within(first).getByRole('button', { name: 'Cancel' }))
  const question = await screen.findByRole('dialog', { name: /^Leave/ })
  await hand.click(within(question).getByRole('button', { name: /^Leave/ }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  press('outcome2')
  const second = await screen.findByRole('dialog', { name: 'Call Asha Rao back' })
  await waitFor(() => expect(note(second).value).toBe('Rang out'))
})

test('what is refused stays typed; what is taken is written down with its outcome, and its draft is over', async () => {
  const { hand } = await open()
  server.state.refuses = () => true
  server.state.refused = { nextContactAt: 'This time is over; choose a later one.' }
  press('outcome1')
  const dialog = await screen.findByRole('dialog', { name: 'Asha Rao did not answer' })
  await hand.type(note(dialog), 'Rang out')
  await hand.keyboard('{Control>}{Enter}{/Control}')
  await waitFor(() => expect(server.state.pushes).toHaveLength(1))
  expect(await within(dialog).findByText('This time is over; choose a later one.')).toBeTruthy()
  expect(note(dialog).value).toBe('Rang out')
  server.state.refuses = () => false
  await hand.keyboard('{Control>}{Enter}{/Control}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(server.state.pushes.at(-1)!.ops).toMatchObject([
    {
      op: 'inquiry.noAnswer',
      args: {
        nextContactAt: expect.any(String),
        contactLog: [{ id: expect.any(Number), mode: 'call', outcome: 'noAnswer', note: 'Rang out' }],
      },
    },
  ])
  expect(somethingIsTyped()).toBe(false)
})
