import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter } from 'react-router-dom'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { DecideInput, StuckWork as Stuck } from '#contract/calls/stuck.ts'
import { register as fullRegister } from '#contract/register.ts'
import { markConnection } from '#src/offline/connection.ts'
import { somethingIsTyped } from '#src/session/dirty.ts'
import { begin, showAtWork, speakEnglish } from '../../../../tests/support/at-work.tsx'
import { StuckWork } from './stuck-work.tsx'
import { wantedNow, wantedOver } from './use-decide.ts'

const at = '2026-03-02T08:00:00.000Z'
const branch = { id: 7, version: 3, name: 'Pune showroom', hours: '9 to 5', archivedAt: null }
const clash: Stuck = {
  mid: '0195f7a0-0000-7000-8000-000000000001',
  module: 'dealerBranch',
  action: 'change',
  id: 7,
  title: 'Pune showroom',
  author: { id: 12, name: 'Ravi Kumar' },
  at,
  receivedAt: at,
  status: 'conflict',
  message: 'Somebody changed it.',
  asks: ['hours'],
  mine: { hours: '10 to 6' },
  base: { version: 2, fields: { hours: '8 to 4' } },
  row: branch,
  theirs: { hours: { by: 13, byName: 'Asha Rao', at } },
  mayApply: true,
}

let stuck: Stuck[]
let decided: DecideInput[]
let network: boolean
/** How often the list was asked for. */
let asked: number
let reply: () => Response | Promise<Response>
const problem = (status: number, code: string, message: string) =>
  Response.json({ code, message, requestId: 'r' }, { status })
const unreachable = () => Promise.reject(new TypeError('Failed to fetch'))

/** As the server lists: so many at once, and the next ones after the last of them. */
let atOnce: number
function pageOf(after: string | null) {
  const from = stuck.findIndex(({ mid }) => mid === after) + 1
  const page = stuck.slice(from, from + atOnce)
  return Response.json({ stuck: page, next: stuck.length > from + atOnce ? page.at(-1)!.mid : null })
}

beforeAll(() => speakEnglish('shell', 'ui', 'outbox', 'problems', 'crud', 'dealerBranch', 'customer', 'task', 'lists'))
beforeEach(async () => {
  stuck = [clash]
  atOnce = 50
  decided = []
  network = true
  asked = 0
  markConnection({ online: true, stuck: 1 })
  reply = () => {
    stuck = []
    return Response.json({ status: 'superseded', row: branch })
  }
  vi.stubGlobal('fetch', async (request: Request) => {
    if (!network) return unreachable()
    const path = new URL(request.url).pathname
    if (path === '/api/sync/stuck') {
      asked += 1
      return pageOf(new URL(request.url).searchParams.get('after'))
    }
    if (path !== '/api/sync/stuck/decide') return problem(404, 'not-found', 'Not here')
    decided.push((await request.json()) as DecideInput)
    return reply()
  })
  await begin({ userId: 79, permissions: ['52-a', '52-c'] })
})

const open = () => showAtWork(79, createMemoryRouter([{ path: '/', element: <StuckWork /> }]))
const card = () => screen.findByRole('article', { name: 'Pune showroom' })
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

test('shows whose it is, what they want and who was faster, and keeps it against the record as it is seen', async () => {
  open()
  const shown = within(await card())
  expect(shown.getByText(/^By Ravi Kumar, /)).toBeTruthy()
  expect(shown.getByText(/^Asha Rao was faster, /)).toBeTruthy()
  expect(shown.getByText('10 to 6')).toBeTruthy()
  expect(shown.getByText('9 to 5')).toBeTruthy()
  await press('Keep as wanted')
  expect(await screen.findByText('Kept as Ravi Kumar wanted')).toBeTruthy()
  expect(decided).toEqual([
    { stuck: clash.mid, mid: expect.any(String), how: 'keep', base: { version: 3, fields: { hours: '9 to 5' } } },
  ])
  expect(await screen.findByText('Nothing of others waits for your decision.')).toBeTruthy()
})

test('edits what both sides added to, where the form has that of both', () => {
  const { customer } = fullRegister
  const added = {
    ...clash,
    mine: { name: 'Mine', tags: ['loyal', 'call'] },
    base: { version: 2, fields: { name: 'Asha', tags: ['loyal'] } },
    row: { id: 7, version: 3, name: 'Theirs', tags: ['loyal', 'vip'] },
    asks: ['name'],
  }
  expect(wantedNow(customer!, added)).toEqual({ name: 'Mine', tags: ['loyal', 'vip', 'call'] })
})

const phone = (id: number, number: string) => ({ id, number, kind: 'mobile', typed: null })
/** Both changed the first phone, and the other side added one. */
const phones: Stuck = {
  ...clash,
  module: 'customer',
  mine: { phones: [phone(1, '+919876500003')] },
  base: { version: 2, fields: { phones: [phone(1, '+919876500001')] } },
  row: { id: 7, version: 3, name: 'Asha', phones: [phone(1, '+919876500002'), phone(2, '+912012345678')] },
  asks: ['phones'],
  theirs: {},
}

/** The numbers of the only field: those that are wanted, and those of now. */
const numbersIn = (card: HTMLElement) =>
  within(card)
    .getAllByRole('definition')
    .map(side => (side.textContent.match(/\+[\d ]+\d/g) ?? []).map(number => number.replaceAll(' ', '')))

test('shows all lines that there are, so that nobody decides about what they do not see', async () => {
  stuck = [phones]
  open()
  const [wanted, now] = numbersIn(await card())
  expect(wanted).toEqual(['+919876500003', '+912012345678'])
  expect(now).toEqual(['+919876500002', '+912012345678'])
})

test('shows of lines what would be kept, also where their author only removed or moved some', async () => {
  const [first, second] = [phone(1, '+919876500001'), phone(2, '+919876500002')]
  const of = (title: string, mine: object[], now: object[]): Stuck => ({
    ...phones,
    mid: `0195f7a0-0000-7000-8000-00000000000${title.length}`,
    title,
    mine: { phones: mine },
    base: { version: 2, fields: { phones: [first, second] } },
    row: { ...phones.row!, phones: now },
  })
  const changed = phone(2, '+912012345678')
  stuck = [of('Removed', [first], [first, changed]), of('Moved', [second, first], [first, changed])]
  open()
  const wantedOf = async (name: string) => numbersIn(await screen.findByRole('article', { name }))[0]
  expect(await wantedOf('Removed')).toEqual([first.number])
  expect(await wantedOf('Moved')).toEqual([changed.number, first.number])
})

test('edits what is wanted of lines beside those that the other side added', () => {
  expect(wantedNow(fullRegister.customer!, phones)).toEqual({
    phones: [phone(1, '+919876500003'), phone(2, '+912012345678')],
  })
})

test('of lines that are only added, offers what its author adds, and no line of anybody else', async () => {
  await begin({ userId: 79, permissions: ['90-a', '90-c'] })
  const said = (id: number, text: string) => ({ id, text, at, by: 13 })
  const mine = { ...said(3, 'Rings'), by: null }
  stuck = [
    {
      ...clash,
      module: 'task',
      title: 'Call back',
      mine: { taskRemarks: [said(1, 'First'), mine] },
      base: { version: 2, fields: { taskRemarks: [said(1, 'First')] } },
      row: { id: 7, version: 3, title: 'Call back', taskRemarks: [said(1, 'First'), said(2, 'Since then')] },
    },
  ]
  open()
  await press('Edit')
  const box = await within(await screen.findByRole('dialog')).findByRole('textbox', { name: /^Remark/ })
  await userEvent.type(box, ' twice')
  await press('Save and send')
  const taskRemarks = [said(1, 'First'), said(2, 'Since then'), { ...mine, text: 'Rings twice' }]
  await waitFor(() => expect(decided[0]).toMatchObject({ how: 'edit', args: { taskRemarks } }))
})

test('says of what was put elsewhere in its list that it was moved, and offers nothing of it to be typed', async () => {
  await begin({ userId: 79, permissions: ['200-a', '200-c'] })
  stuck = [
    {
      ...clash,
      module: 'source',
      title: 'Referral',
      mine: { position: 1_536 },
      base: { version: 2, fields: { position: 1_024 } },
      row: { id: 7, version: 3, label: 'Referral', position: 2_048 },
    },
  ]
  open()
  const shown = within(await screen.findByRole('article', { name: 'Referral' }))
  expect(shown.getByText('Moved')).toBeTruthy()
  expect(shown.queryByText(/\d,\d/)).toBeNull()
  expect(shown.getByRole('button', { name: 'Keep as wanted' })).toBeTruthy()
  expect(shown.queryByRole('button', { name: 'Edit' })).toBeNull()
})

test('takes what was written over the record as it is by now, where somebody else has added to it since', () => {
  const { customer } = fullRegister
  const row = { id: 7, version: 3, name: 'Asha', tags: ['loyal'] }
  const written = { seen: { ...clash, row }, args: { name: 'Mine', tags: ['loyal', 'call'] } }
  const now = { ...clash, row: { ...row, version: 4, name: 'Theirs', tags: ['loyal', 'vip'] } }
  expect(wantedOver(customer!, now, written)).toEqual({ name: 'Mine', tags: ['loyal', 'vip', 'call'] })
})

test('shows each once, also where one of the first page was decided', async () => {
  const titles = ['One', 'Two', 'Three', 'Four']
  stuck = titles.map((title, n) => ({ ...clash, mid: `0195f7a0-0000-7000-8000-00000000000${n}`, title }))
  atOnce = 2
  reply = () => {
    stuck = stuck.slice(1)
    return Response.json({ status: 'superseded', row: branch })
  }
  const shown = () => screen.getAllByRole('article').map(one => within(one).getByRole('heading').textContent)
  open()
  await press('Show more')
  await waitFor(() => expect(shown()).toEqual(titles))
  await userEvent.click(screen.getAllByRole('button', { name: 'Keep as wanted' })[0]!)
  await waitFor(() => expect(shown()).toEqual(['Two', 'Three', 'Four']))
})

test('drops it with a reason, and not without', async () => {
  reply = () => {
    stuck = []
    return Response.json({ status: 'cancelled', row: null })
  }
  open()
  await press('Drop')
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.click(dialog.getByRole('button', { name: 'Drop' }))
  expect(await dialog.findByText('Say why.')).toBeTruthy()
  expect(decided).toEqual([])
  await userEvent.type(dialog.getByLabelText(/^Reason/), 'Closed since May')
  await userEvent.click(dialog.getByRole('button', { name: 'Drop' }))
  expect(await screen.findByText('Dropped')).toBeTruthy()
  expect(decided).toEqual([{ stuck: clash.mid, mid: expect.any(String), how: 'drop', reason: 'Closed since May' }])
})

test('says that somebody was faster, and lists again', async () => {
  reply = () => {
    stuck = []
    return problem(409, 'not-now', 'Somebody has decided about this meanwhile.')
  }
  open()
  await press('Keep as wanted')
  expect(await screen.findByText('Somebody has decided about this meanwhile.')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('article')).toBeNull())
})

test('says of what is not there for its reader any more no more than it knows, and lists again', async () => {
  reply = () => {
    stuck = []
    return problem(404, 'not-found', 'There is no such change.')
  }
  open()
  await press('Keep as wanted')
  expect(await screen.findByText(/somebody has done so meanwhile, or you no longer have access to it\.$/)).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('article')).toBeNull())
})

test('shows the record as it is by now where it changed again, and decides anew with another key', async () => {
  reply = () => {
    stuck = [{ ...clash, row: { ...branch, version: 4, hours: 'Closed' } }]
    return problem(409, 'changed-meanwhile', 'Somebody changed it.')
  }
  open()
  await press('Keep as wanted')
  expect(await screen.findByText('It changed again meanwhile. Look once more.')).toBeTruthy()
  expect(await screen.findByText('Closed')).toBeTruthy()
  await press('Keep as wanted')
  await waitFor(() => expect(decided).toHaveLength(2))
  expect(decided[1]!.base).toEqual({ version: 4, fields: { hours: 'Closed' } })
  expect(decided[1]!.mid).not.toBe(decided[0]!.mid)
})

/** A decision to keep whose answer got lost; the server can be reached again. */
async function keepUnanswered() {
  const answered = reply
  reply = unreachable
  open()
  await press('Keep as wanted')
  await waitFor(() => expect(decided).toHaveLength(1))
  act(() => markConnection({ online: true }))
  reply = answered
  await waitFor(() =>
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Keep as wanted' }).disabled).toBe(false),
  )
}

test('sends the same decision again where the answer got lost', async () => {
  await keepUnanswered()
  await press('Keep as wanted')
  await waitFor(() => expect(decided).toHaveLength(2))
  expect(decided[1]!.mid).toBe(decided[0]!.mid)
})

test('sends another decision after an answer that got lost as another one', async () => {
  await keepUnanswered()
  await press('Drop')
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.type(dialog.getByLabelText(/^Reason/), 'Closed since May')
  await userEvent.click(dialog.getByRole('button', { name: 'Drop' }))
  await waitFor(() => expect(decided).toHaveLength(2))
  expect(decided[1]!.mid).not.toBe(decided[0]!.mid)
})

test('leaves open what is being written where somebody else was faster, and says so when it is sent', async () => {
  reply = () => problem(409, 'not-now', 'Somebody has decided about this meanwhile.')
  open()
  await press('Edit')
  const dialog = within(await screen.findByRole('dialog'))
  const field = dialog.getByLabelText<HTMLInputElement>('Opening hours')
  await userEvent.clear(field)
  await userEvent.type(field, '10 to 5')
  stuck = []
  const before = asked
  act(() => markConnection({ stuck: 0 }))
  await screen.findByText('Stuck work of others')
  await waitFor(() => expect(asked).toBeGreaterThan(before))
  expect(field.isConnected).toBe(true)
  expect(field.value).toBe('10 to 5')
  await userEvent.click(dialog.getByRole('button', { name: 'Save and send' }))
  expect(await dialog.findByText('Somebody has decided about this meanwhile.')).toBeTruthy()
  expect(field.value).toBe('10 to 5')
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
  await press('Leave')
  await waitFor(() => expect(screen.queryByRole('article')).toBeNull())
})

test('offers neither to keep nor to edit what its reader may not do in part', async () => {
  stuck = [{ ...clash, mayApply: false }]
  open()
  await card()
  expect(screen.getByText(/^Only its author can send it/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Keep as wanted' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Drop' })).toBeTruthy()
})

test('says why nothing can be decided without a connection', async () => {
  open()
  await card()
  network = false
  act(() => markConnection({ online: false }))
  expect(await screen.findByText(/^The server cannot be reached\. Others’ work/)).toBeTruthy()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Keep as wanted' }).disabled).toBe(true)
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Drop' }).disabled).toBe(true)
})

test('sends what is written instead', async () => {
  open()
  await press('Edit')
  const dialog = within(await screen.findByRole('dialog'))
  const field = dialog.getByLabelText('Opening hours')
  await userEvent.clear(field)
  await userEvent.type(field, '10 to 5')
  await userEvent.click(dialog.getByRole('button', { name: 'Save and send' }))
  expect(await screen.findByText('Changed and saved')).toBeTruthy()
  expect(decided[0]).toMatchObject({
    how: 'edit',
    args: { hours: '10 to 5' },
    base: { version: 3, fields: { hours: '9 to 5' } },
  })
})

test('asks again where somebody changed the record while it was edited, and keeps what was written', async () => {
  const inTime = reply
  const later = { ...branch, version: 4, hours: 'Closed' }
  reply = () => problem(409, 'changed-meanwhile', 'Somebody changed it.')
  open()
  await press('Edit')
  const write = async (text: string) => {
    const field = within(await screen.findByRole('dialog')).getByLabelText<HTMLInputElement>('Opening hours')
    const before = field.value
    await userEvent.clear(field)
    await userEvent.type(field, text)
    await userEvent.click(screen.getByRole('button', { name: 'Save and send' }))
    return before
  }
  stuck = [{ ...clash, row: later }]
  act(() => markConnection({ stuck: 2 }))
  await waitFor(() => expect(screen.getByText('Closed')).toBeTruthy())
  await write('10 to 5')
  expect(await screen.findByText('It changed again meanwhile. Look once more.')).toBeTruthy()
  expect(decided[0]!.base).toEqual({ version: 3, fields: { hours: '9 to 5' } })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  reply = inTime
  await press('Edit')
  expect(await write('10 to 4')).toBe('10 to 5')
  expect(await screen.findByText('Changed and saved')).toBeTruthy()
  expect(decided[1]).toMatchObject({ args: { hours: '10 to 4' }, base: { version: 4, fields: { hours: 'Closed' } } })
})

test('what was written before the record changed again is not left unasked, and stays where somebody else is faster', async () => {
  const router = createMemoryRouter([
    { path: '/', element: <StuckWork /> },
    { path: '/elsewhere', element: null },
  ])
  showAtWork(79, router)
  reply = () => {
    stuck = [{ ...clash, row: { ...branch, version: 4, hours: 'Closed' } }]
    return problem(409, 'changed-meanwhile', 'Somebody changed it.')
  }
  await press('Edit')
  const hours = async () => within(await screen.findByRole('dialog')).getByLabelText<HTMLInputElement>('Opening hours')
  await userEvent.clear(await hours())
  await userEvent.type(await hours(), '10 to 5')
  await press('Save and send')
  expect(await screen.findByText('It changed again meanwhile. Look once more.')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(somethingIsTyped()).toBe(true)
  await act(() => router.navigate('/elsewhere'))
  await press('Stay here')
  // Somebody else decides.
  stuck = []
  reply = () => problem(409, 'not-now', 'Somebody has decided about this meanwhile.')
  const before = asked
  act(() => markConnection({ stuck: 0 }))
  await waitFor(() => expect(asked).toBeGreaterThan(before))
  await press('Edit')
  expect((await hours()).value).toBe('10 to 5')
  await press('Cancel')
  await press('Keep as wanted')
  await waitFor(() => expect(screen.queryByRole('article')).toBeNull())
  expect(somethingIsTyped()).toBe(false)
})
