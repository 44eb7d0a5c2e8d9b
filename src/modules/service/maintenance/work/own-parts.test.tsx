import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { connect } from '../../../../../tests/support/at-work.tsx'
import { haveNumbers } from '../../../../../tests/support/have-numbers.ts'
import { jobServer, openJob, speakOfJobs, writeJob } from '../../../../../tests/support/job-page.tsx'
import type { SyncDouble } from '../../../../../tests/support/sync-double.ts'

/** Above every id that a test of another file takes. */
let userId = 18_300
let server: SyncDouble
beforeAll(speakOfJobs)
beforeEach(() => {
  // Nothing is drawn here.
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null)
  userId += 1
  server = jobServer()
  server.state.groups = {
    hash: 'h1',
    names: ['lists', `maintenance:own:${userId}`, 'part', 'unit', 'product', `heldPart:own:${userId}`],
  }
  server.state.routes['GET /held-part'] = () => ({
    rows: [...server.rows.values()].filter(({ t }) => t === 'heldPart').map(({ row }) => row),
    next: null,
  })
  const part = { fits: [], price: 9_000, taxRate: 1_800, barcode: null, active: true, onHand: 7, low: false }
  server.write('part', 501, { ...part, code: 'P-0501', barcode: '9504000059101', name: 'Motor brush set' })
  server.write('part', 502, { ...part, code: 'P-0502', name: 'Blade', fits: [44] })
})
const hold = (qty: number) =>
  server.write('heldPart', 601, { part: 501, person: userId, name: 'Motor brush set', qty, minimum: null, low: false })

type Line = { part: number; qty: number; takenFrom: number | null }
const lines = () =>
  (server.rows.get(71)!.row as unknown as { parts: Line[] }).parts.map(({ part, qty, takenFrom }) => ({
    part,
    qty,
    takenFrom,
  }))
async function open() {
  const person = await openJob(userId)
  await haveNumbers(server)
  await person.click(screen.getByRole('button', { name: 'Scan part' }))
  return person
}
const scan = (code: string) => {
  const field = screen.getByRole('textbox', { name: 'Scan or type a bar code' })
  fireEvent.change(field, { target: { value: code } })
  fireEvent.submit(field)
}

test('who has a stock of their own takes from it, sees what is left, and is told what they never had', async () => {
  hold(1)
  writeJob(server, userId)
  const person = await open()
  await connect(server, false)
  scan('p-0501')
  expect(await screen.findByText(/0 left with you/)).toBeTruthy()
  await person.click(await screen.findByRole('button', { name: 'One Motor brush set more' }))
  expect(await screen.findByText(/^1 more than you have along/)).toBeTruthy()
  await connect(server, true)
  await waitFor(() => expect(lines()).toEqual([{ part: 501, qty: 2, takenFrom: userId }]))
  await person.click(screen.getByRole('button', { name: 'More about Motor brush set' }))
  await person.click(await screen.findByRole('menuitem', { name: 'Take it from the warehouse' }))
  expect(await screen.findByText(/7 in stock/)).toBeTruthy()
  expect(screen.queryByText(/more than you have along/)).toBeNull()
})

test('who has none takes from the warehouse, and is not asked', async () => {
  writeJob(server, userId)
  const person = await open()
  scan('p-0501')
  expect(await screen.findByText(/7 in stock/)).toBeTruthy()
  await waitFor(() => expect(lines()).toEqual([{ part: 501, qty: 1, takenFrom: null }]))
  await person.click(screen.getByRole('button', { name: 'More about Motor brush set' }))
  expect(screen.queryByRole('menuitem', { name: 'Take it from my stock' })).toBeNull()
})

test.each([']d20109504000059101', '(01)09504000059101', 'З-0501'])(
  'what is scanned is read as it is anywhere else: %s',
  async code => {
    writeJob(server, userId)
    await open()
    await connect(server, false)
    scan(code)
    expect(await screen.findByText(/7 in stock/)).toBeTruthy()
    await connect(server, true)
    await waitFor(() => expect(lines()).toEqual([{ part: 501, qty: 1, takenFrom: null }]))
  },
)

test('an address that is none of ours is no part, and nobody is asked for it', async () => {
  writeJob(server, userId)
  await open()
  const asked = vi.fn(() => ({ rows: [], next: null }))
  server.state.routes['GET /scan'] = asked
  scan('https://shop.example/p-0501')
  expect(await screen.findByText(/https:\/\/shop\.example\/p-0501/)).toBeTruthy()
  expect(asked).not.toHaveBeenCalled()
})

test('what does not fit the product is not taken, without a connection either', async () => {
  server.write('product', 43, { name: 'Kneadwell', serialised: true, active: true })
  writeJob(server, userId, { product: 43 })
  await open()
  await connect(server, false)
  scan('p-0502')
  expect(await screen.findByText('Blade does not fit this product.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'One Blade more' })).toBeNull()
})

test('that more was used than held stands on the job', async () => {
  writeJob(server, userId, { overTaken: true })
  await openJob(userId)
  expect(screen.getByText('More used than held')).toBeTruthy()
})

test('a quick scan waits until it is known whether somebody has a stock of their own', async () => {
  hold(3)
  // The device does not keep it, so that the server is asked.
  server.state.groups = { hash: 'h2', names: ['lists', `maintenance:own:${userId}`, 'part', 'unit', 'product'] }
  let tell = () => {}
  const told = new Promise<void>(resolve => (tell = resolve))
  const answer = server.state.routes['GET /held-part']!
  server.state.routes['GET /held-part'] = async asked => {
    await told
    return answer(asked)
  }
  writeJob(server, userId)
  await open()
  scan('p-0501')
  // Whatever it would do without waiting is done by then.
  await act(() => new Promise(resolve => setTimeout(resolve, 300)))
  expect(screen.queryByRole('button', { name: 'One Motor brush set more' })).toBeNull()
  tell()
  await waitFor(() => expect(lines()).toEqual([{ part: 501, qty: 1, takenFrom: userId }]))
})

test('a failed look at the own stock is said, and the next scan looks again', async () => {
  hold(3)
  server.state.groups = { hash: 'h3', names: ['lists', `maintenance:own:${userId}`, 'part', 'unit', 'product'] }
  const answer = server.state.routes['GET /held-part']!
  const isAsked = () => screen.queryByText('Not now') !== null
  server.state.routes['GET /held-part'] = asked =>
    isAsked() ? answer(asked) : Response.json({ code: 'not-now', message: 'Not now', requestId: 'r' }, { status: 422 })
  writeJob(server, userId)
  await open()
  scan('p-0501')
  expect(await screen.findByText('Not now')).toBeTruthy()
  expect(lines()).toEqual([])
  scan('p-0501')
  await screen.findByRole('link', { name: 'My stock' })
  scan('p-0501')
  await waitFor(() => expect(lines()).toEqual([{ part: 501, qty: 1, takenFrom: userId }]))
})

test('one more of what was taken from somebody else is taken from their own', async () => {
  hold(3)
  const theirs = { id: 901, part: 501, qty: 2, price: 9_000, taxRate: 0, pays: 'asJob', takenFrom: 900, note: null }
  writeJob(server, userId, { parts: [theirs] })
  const person = await open()
  await person.click(await screen.findByRole('button', { name: 'One Motor brush set more' }))
  await waitFor(() =>
    expect(lines()).toEqual([
      { part: 501, qty: 2, takenFrom: 900 },
      { part: 501, qty: 1, takenFrom: userId },
    ]),
  )
})

test('a part can be moved to the warehouse by whoever has no stock any more', async () => {
  const mine = { id: 901, part: 501, qty: 2, price: 9_000, taxRate: 0, pays: 'asJob', takenFrom: userId, note: null }
  writeJob(server, userId, { parts: [mine] })
  const person = await open()
  await person.click(await screen.findByRole('button', { name: 'More about Motor brush set' }))
  await person.click(await screen.findByRole('menuitem', { name: 'Take it from the warehouse' }))
  await waitFor(() => expect(lines()).toEqual([{ part: 501, qty: 2, takenFrom: null }]))
})
