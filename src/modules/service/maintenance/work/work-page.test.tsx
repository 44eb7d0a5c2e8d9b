import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { register } from '#contract/register.ts'
import { shownToasts } from '#src/ui/toast.ts'
import { openUserDb } from '#src/offline/user-db.ts'
import { connect } from '../../../../../tests/support/at-work.tsx'
import { haveNumbers } from '../../../../../tests/support/have-numbers.ts'
import { checkStep as step, jobServer, openJob, speakOfJobs, writeJob } from '../../../../../tests/support/job-page.tsx'
import type { SyncDouble } from '../../../../../tests/support/sync-double.ts'

/** Above every id that a test of another file takes. */
let userId = 17_300
let server: SyncDouble
beforeAll(speakOfJobs)
beforeEach(() => {
  // Nothing is drawn here.
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null)
  userId += 1
  server = jobServer()
})
const job = (more: object = {}) => writeJob(server, userId, more)
const open = (search = '') => openJob(userId, search)
const sent = () =>
  server.state.pushes.flatMap(({ ops }) => (ops as object[]).filter((one): one is { op: string } => 'op' in one))
const moved = () => sent().map(({ op }) => op)
type Kept = Record<string, { id: number; value: string | null }[]> & Record<string, unknown>
const kept = () => server.rows.get(71)!.row as unknown as Kept
const answers = () => kept().checklist!.map(({ value }) => value)

test('a customer is called and found with one press, and a job at work opens as its work', async () => {
  job()
  const person = await open()
  expect(screen.getByRole('link', { name: 'Call' }).getAttribute('href')).toBe('tel:+919830041172')
  expect(screen.getByRole('link', { name: 'Map' }).getAttribute('href')).toContain('Sahyadri')
  expect(screen.getByText('Next: Repaired')).toBeTruthy()
  expect(screen.getByText('3 checks left.')).toBeTruthy()
  await person.click(screen.getByRole('radio', { name: 'Form' }))
  expect(await screen.findByLabelText('Came with')).toBeTruthy()
})

test('each answer of the checklist is kept at once, and one that is wrong holds up no other', async () => {
  job({
    checklist: [
      step(811, 'Powers on'),
      step(812, 'Brush wear', { kind: 'number', unit: 'mm' }),
      step(813, 'Cord undamaged', { kind: 'passFail' }),
      step(814, 'Sound', { kind: 'text' }),
    ],
  })
  const person = await open()
  const sound = screen.getByLabelText('Sound')
  fireEvent.change(sound, { target: { value: 'a'.repeat(201) } })
  fireEvent.blur(sound)
  expect(await screen.findByText('Use at most 200 characters.')).toBeTruthy()
  await person.click(screen.getByRole('checkbox', { name: 'Powers on' }))
  await waitFor(() => expect(answers()).toEqual(['yes', null, null, null]))
  const wear = screen.getByLabelText('Brush wear')
  await person.type(wear, '2.1')
  await person.tab()
  await waitFor(() => expect(answers()).toEqual(['yes', '2.1', null, null]))
  await person.click(screen.getByRole('radio', { name: 'Fail' }))
  await waitFor(() => expect(answers()).toEqual(['yes', '2.1', 'fail', null]))
  expect(sound).toHaveProperty('value', 'a'.repeat(201))
  fireEvent.change(sound, { target: { value: 'Even' } })
  fireEvent.blur(sound)
  await waitFor(() => expect(answers()).toEqual(['yes', '2.1', 'fail', 'Even']))
  expect(screen.getByText('4 of 4')).toBeTruthy()
})

test('what was done to the device before is told where nobody can be asked, and is no way to what is not here', async () => {
  const told = {
    id: 61,
    number: 'MNT-2025-000061',
    at: '2025-03-04T08:00:00.000Z',
    problem: 'Cord torn',
    done: 'New cord',
  }
  job({ unit: 91, earlier: [told] })
  server.write('unit', 91, {
    serial: 'KW-91',
    product: null,
    stage: 'withCustomer',
    updatedAt: new Date().toISOString(),
  })
  await open()
  const line = await screen.findByText('Cord torn · New cord')
  expect(line.closest('li')!.textContent).toContain('March 2025')
  expect(within(line.closest('li')!).queryByRole('link')).toBeNull()
})

test('of a job before that is here it is told what was done too, in few words, and it opens', async () => {
  job({ unit: 91 })
  server.write('maintenance', 61, {
    ...server.rows.get(71)!.row,
    stage: 'handedOver',
    createdAt: '2025-03-04T08:00:00.000Z',
    problems: [
      { id: 701, problem: null, text: 'Cord torn', note: null },
      { id: 702, problem: 5, text: null, note: null },
    ],
    workDone: `New cord. ${'x'.repeat(1_000)}`,
  })
  await open()
  const said = await screen.findByText(/^Cord torn/)
  expect(said.textContent).toBe(`Cord torn · New cord. ${'x'.repeat(190)}`)
  expect(within(said.closest('li')!).getByRole('link', { name: 'March 2025' })).toBeTruthy()
})

const aPart = (id: number, name: string, more: object = {}) =>
  server.write('part', id, {
    code: `P-0${id}`,
    name,
    fits: [],
    price: 9_000,
    taxRate: 1_800,
    barcode: null,
    minimum: null,
    image: [],
    active: true,
    tags: [],
    onHand: 3,
    low: false,
    ...more,
  })
const scan = async (code: string) => {
  const field = screen.getByRole('textbox', { name: 'Scan or type a bar code' })
  fireEvent.change(field, { target: { value: code } })
  fireEvent.submit(field)
}
const lines = (field: string) => kept()[field] as unknown as Record<string, unknown>[]

test('a part is taken by its bar code or its code, once more by a second scan, and one that is none is said', async () => {
  aPart(501, 'Motor brush set', { barcode: '012345678905' })
  aPart(502, 'Massage head seal')
  job({ cover: 'warranty' })
  const person = await open()
  await haveNumbers(server)
  await person.click(screen.getByRole('button', { name: 'Scan part' }))
  await scan('012345678905')
  await scan('З-0502')
  await waitFor(() => expect(shownToasts().at(-1)?.message).toMatch(/set to Russian/))
  // Some readers send a nought before the twelve digits.
  await scan('0012345678905')
  await waitFor(() =>
    expect(lines('parts').map(({ part, qty, price }) => [part, qty, price])).toEqual([
      [501, 2, 9_000],
      [502, 1, 9_000],
    ]),
  )
  expect(screen.getAllByText('covered')).toHaveLength(2)
  await connect(server, false)
  await scan('nothing-of-ours')
  expect(await screen.findByText(/nothing-of-ours: This device does not know the code/)).toBeTruthy()
  expect(lines('parts')).toHaveLength(2)
})

test('of several parts somebody says which, and what is none of them, or put away, says so', async () => {
  aPart(501, 'Motor brush set')
  const old = '2026-08-01T10:00:00.000Z'
  aPart(502, 'Old seal', { archivedAt: old })
  job()
  const person = await open()
  await haveNumbers(server)
  await person.click(screen.getByRole('button', { name: 'Scan part' }))
  const hit = (id: number, title: string, module = 'part') => ({
    module,
    id,
    title,
    archived: id === 502,
    field: 'code',
    code: title,
  })
  const answer = (...hits: object[]) => {
    server.state.routes['GET /scan'] = () => ({ hits, how: 'asIs', denied: [], similar: [] })
  }
  answer(hit(5, 'Kneadwell Pro', 'product'))
  await scan('GOODS-1')
  expect(await screen.findByText(/record of another kind: product. Scanned here: parts/)).toBeTruthy()
  answer(hit(502, 'Old seal'))
  await scan('OLD-1')
  expect(await screen.findByText('Old seal: It is put away in the archive.')).toBeTruthy()
  answer(hit(501, 'Motor brush set'), hit(503, 'Blade'))
  await scan('BOTH-1')
  await person.click(await screen.findByRole('button', { name: /^Motor brush set/ }))
  await waitFor(() => expect(lines('parts').map(({ part }) => part)).toEqual([501]))
  expect(screen.getByRole('button', { name: 'Camera' })).toBeTruthy()
})

test('a part is counted with a thumb, paid by somebody else, and taken out again', async () => {
  aPart(501, 'Motor brush set')
  job({ parts: [{ id: 901, part: 501, qty: 1, price: 9_000, taxRate: 0, pays: 'asJob', note: null }] })
  const person = await open()
  expect(await screen.findByText(/₹90 each/)).toBeTruthy()
  await person.click(screen.getByRole('button', { name: 'One Motor brush set more' }))
  await person.click(screen.getByRole('button', { name: 'One Motor brush set more' }))
  await waitFor(() => expect(lines('parts')[0]).toMatchObject({ qty: 3 }))
  await person.click(screen.getByRole('button', { name: 'More about Motor brush set' }))
  await person.click(await screen.findByRole('menuitem', { name: 'Who pays: Us' }))
  await waitFor(() => expect(lines('parts')[0]).toMatchObject({ qty: 3, pays: 'us' }))
  await person.click(screen.getByRole('button', { name: 'One Motor brush set less' }))
  await person.click(screen.getByRole('button', { name: 'One Motor brush set less' }))
  await person.click(await screen.findByRole('button', { name: 'Remove Motor brush set' }))
  await waitFor(() => expect(lines('parts')).toEqual([]))
})

const MINUTE = 60_000
/** A clock that was started on this device before the page was opened. */
const ranFor = async (minutes: number) => {
  const db = await openUserDb(userId, register)
  const since = Date.now() - minutes * MINUTE
  await db.drafts.put({ key: 'maintenance:71:timer', value: { since, before: 0, line: 990 }, at: since })
  db.close()
}
const keptTimer = async () => {
  const db = await openUserDb(userId, register)
  const found = await db.drafts.get('maintenance:71:timer')
  db.close()
  return found?.value
}

test('the clock of a job is on the device from the press on, stands still, and becomes a line of labour', async () => {
  job()
  const person = await open()
  await haveNumbers(server)
  await person.click(screen.getByRole('button', { name: 'Start timer' }))
  await screen.findByRole('button', { name: 'Pause' })
  expect(await keptTimer()).toMatchObject({ before: 0, since: expect.any(Number) as number })
  await person.click(screen.getByRole('button', { name: 'Pause' }))
  await screen.findByRole('button', { name: 'Go on' })
  expect(await keptTimer()).toMatchObject({ since: null })
  await person.click(screen.getByRole('button', { name: 'Stop' }))
  await waitFor(() => expect(lines('labour')).toMatchObject([{ user: userId, minutes: 1 }]))
  await screen.findByRole('button', { name: 'Start timer' })
  await waitFor(async () => expect(await keptTimer()).toBeUndefined())
})

test('a clock that ran while the page was gone has run, and becomes one line only', async () => {
  await ranFor(25)
  job()
  const person = await open()
  expect(await screen.findByText('0:25')).toBeTruthy()
  await person.click(screen.getByRole('button', { name: 'Stop' }))
  await waitFor(() => expect(lines('labour')).toMatchObject([{ id: 990, minutes: 25 }]))
  await waitFor(async () => expect(await keptTimer()).toBeUndefined())
})

test('a clock that was left running for a day asks how long the work took', async () => {
  await ranFor(24 * 60)
  job()
  const person = await open()
  expect(await screen.findByText('The timer was left running')).toBeTruthy()
  await person.click(screen.getByRole('button', { name: 'Stop' }))
  const dialog = await screen.findByRole('dialog')
  await person.click(within(dialog).getByRole('button', { name: 'Add' }))
  expect(await within(dialog).findByText('Say whole minutes, at least one.')).toBeTruthy()
  await person.type(within(dialog).getByLabelText(/^Minutes/), '45')
  await person.click(within(dialog).getByRole('button', { name: 'Add' }))
  await waitFor(() => expect(lines('labour')).toMatchObject([{ id: 990, minutes: 45 }]))
})

test('an end before the start says so beside it, and what is right is kept all the same', async () => {
  job({ startedAt: '2026-11-20T10:00:00.000Z', endedAt: '2026-11-20T09:00:00.000Z' })
  const person = await open()
  await person.type(screen.getByLabelText('Work done'), 'A new brush.')
  await person.tab()
  expect(await screen.findByText('The end is before the start.')).toBeTruthy()
  await waitFor(() => expect(kept().workDone).toBe('A new brush.'))
})

test('nobody signs for a job that is not finished: it is said beside the pad, and no file is made', async () => {
  job()
  const person = await open()
  await person.click(await screen.findByRole('button', { name: 'Type the name instead' }))
  await person.click(screen.getByRole('button', { name: 'Keep the signature' }))
  const said = await screen.findByText('Finish the work first, then let it be signed.')
  expect(said.closest('[data-field="work-signature"]')).toBeTruthy()
  expect(kept().signature).toEqual([])
  expect(server.state.requests.some(one => one.includes('upload') || one.includes('file'))).toBe(false)
})

test('a signature stays until another one is kept, and is not replaced unasked once the device is gone', async () => {
  job({ stage: 'handedOver', handedOverAt: '2026-11-20T10:00:00.000Z', signature: [601] })
  const person = await open('?view=work')
  const again = () => screen.findByRole('button', { name: 'Sign again' })
  await person.click(await again())
  const dialog = await screen.findByRole('dialog', { name: 'Replace the signature?' })
  await person.click(within(dialog).getByRole('button', { name: 'Keep the old one' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await person.click(await again())
  await person.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Sign again' }))
  expect(await screen.findByRole('img', { name: 'Sign here' })).toBeTruthy()
  await person.click(screen.getByRole('checkbox', { name: 'Powers on' }))
  await waitFor(() => expect(answers()).toEqual(['yes', null, null]))
  expect(kept().signature).toEqual([601])
  await person.click(screen.getByRole('button', { name: 'Keep the old one' }))
  expect(await again()).toBeTruthy()
  expect(kept().signature).toEqual([601])
})

test('handed over it says who took it and how they liked it, with what is still typed kept before', async () => {
  job({ stage: 'ready' })
  const person = await open()
  await person.type(screen.getByLabelText('Work done'), 'A new brush.')
  await person.click(screen.getByRole('button', { name: 'Hand over' }))
  const dialog = await screen.findByRole('dialog')
  expect(within(dialog).getByText(/Nobody has signed yet/)).toBeTruthy()
  await person.click(within(dialog).getByRole('radio', { name: '4 stars' }))
  await person.click(within(dialog).getByRole('button', { name: 'Hand over' }))
  await waitFor(() => expect(moved()).toEqual(['maintenance.change', 'maintenance.handOver']))
  expect(sent().at(-1)).toMatchObject({ args: { signedBy: 'Anil Kulkarni', rating: 4, feedback: null } })
  expect(kept().workDone).toBe('A new brush.')
})

const addIn = (dialog: HTMLElement) => within(dialog).getByRole('button', { name: 'Add' })

test('a charge without its text or with no amount says so beside each field, and is added once both are there', async () => {
  job()
  const person = await open()
  await person.click(screen.getByRole('button', { name: 'Add a charge' }))
  const dialog = await screen.findByRole('dialog')
  await person.click(addIn(dialog))
  const what = within(dialog).getByRole('textbox', { name: 'Charge', description: 'Charge is needed.' })
  await waitFor(() => expect(document.activeElement).toBe(what))
  expect(within(dialog).getByRole('textbox', { name: 'Amount', description: 'Amount is needed.' })).toBeTruthy()
  await person.type(what, 'Pickup')
  await person.type(within(dialog).getByLabelText('Amount'), 'ten')
  expect(within(dialog).getByText('Enter an amount, like 1,299.50.')).toBeTruthy()
  await person.clear(within(dialog).getByLabelText('Amount'))
  await person.type(within(dialog).getByLabelText('Amount'), '150')
  await person.click(addIn(dialog))
  await waitFor(() => expect(kept().charges).toMatchObject([{ label: 'Pickup', amount: 15_000 }]))
})

test('a step without a name says so beside the field', async () => {
  job()
  const person = await open()
  await person.click(screen.getByRole('button', { name: 'Add a step' }))
  const dialog = await screen.findByRole('dialog')
  await person.click(addIn(dialog))
  const name = within(dialog).getByRole('textbox', { description: /is needed\.$/ })
  await person.type(name, 'Cord length')
  await person.click(addIn(dialog))
  await waitFor(() => expect(kept().checklist).toHaveLength(4))
})

test('an estimate shows its sums before it is sent, and its sum where it is decided', async () => {
  aPart(501, 'Motor brush set')
  const parts = [{ id: 901, part: 501, qty: 2, price: 9_000, taxRate: 0, pays: 'asJob', note: null }]
  job({ stage: 'diagnosed', parts, total: 18_000 })
  const person = await open()
  await person.click(screen.getByRole('button', { name: 'Estimate was sent' }))
  const dialog = await screen.findByRole('dialog')
  expect(within(dialog).getAllByText('₹180').length).toBeGreaterThan(0)
  await person.click(within(dialog).getByRole('button', { name: 'Estimate was sent' }))
  await waitFor(() => expect(moved()).toEqual(['maintenance.sendEstimate']))
})

test('what was estimated is approved with the sum before one’s eyes', async () => {
  job({ stage: 'estimateSent', total: 18_000, estimate: 18_000 })
  const person = await open()
  await person.click(screen.getByRole('button', { name: 'Customer approves' }))
  const dialog = await screen.findByRole('dialog')
  expect(within(dialog).getByText('The estimate is ₹180.')).toBeTruthy()
  await person.click(within(dialog).getByRole('button', { name: 'Customer approves' }))
  await waitFor(() =>
    expect(sent().at(-1)).toMatchObject({ op: 'maintenance.approve', args: { decidedBy: 'Anil Kulkarni' } }),
  )
})

test('a second touch of the same moment is not meant for the step that comes to stand there', async () => {
  job({ stage: 'repaired' })
  const person = await open()
  await connect(server, false)
  const now = () => document.querySelector('[aria-current="step"]')!.textContent
  await person.click(screen.getByRole('button', { name: 'Check passed' }))
  await person.click(await screen.findByRole('button', { name: 'Ready' }))
  await waitFor(() => expect(document.querySelector('[data-rests="false"]')).toBeTruthy())
  expect(now()).toBe('Checked')
  await person.click(screen.getByRole('button', { name: 'Ready' }))
  await waitFor(() => expect(now()).toBe('Ready'))
})
