import { fireEvent, screen, waitFor } from '@testing-library/react'
import { createMemoryRouter } from 'react-router-dom'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { begin, connect, showAtWork, speakEnglish } from '../../../../tests/support/at-work.tsx'
import { itemRow, syncDouble, type SyncDouble } from '../../../../tests/support/sync-double.ts'
import { RemittanceSheet } from './remittance-sheet.tsx'

let server: SyncDouble
let userId = 18_100
let booked: unknown[] = []
beforeAll(() => speakEnglish('ui', 'crud', 'cashOrder', 'bank', 'problems', 'keys', 'lists'))
beforeEach(() => {
  // Options are drawn as far as there is room for them.
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(320)
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(32)
  userId += 1
  booked = []
  server = syncDouble()
  server.write('courier', 3, { ...itemRow(3, 'Maruti') })
  const judge = ({ awb, amount }: { awb: string; amount: number }) => ({
    awb,
    amount,
    is: awb === 'M-1' ? (booked.length > 0 ? 'done' : 'right') : awb === 'M-3' ? 'other' : 'unknown',
    cash: awb === 'M-1' ? 21 : null,
    number: null,
    expected: awb === 'M-1' ? amount : awb === 'M-3' ? 99_900 : null,
  })
  Object.assign(server.state.routes, {
    'GET /bank/pick': () => ({ rows: [{ id: 9, title: 'HDFC current' }] }),
    'GET /bank': () => ({ rows: [], next: null }),
    'GET /cash-order/pick': () => ({ rows: [{ id: 21, title: 'ORD-2026-000021' }] }),
    'POST /remittance-sheet/match': async (request: Request) => {
      const { lines } = (await request.json()) as { lines: { awb: string; amount: number }[] }
      return { lines: lines.map(judge) }
    },
    'POST /remittance-sheet/book': async (request: Request) => {
      const asked = (await request.json()) as { lines: { awb: string; amount: number }[] }
      const lines = asked.lines.map(judge)
      booked.push(asked)
      return { lines, booked: lines.length, amount: lines.reduce((sum, { amount }) => sum + amount, 0) }
    },
  })
})

async function open() {
  await begin({ userId, permissions: ['21-a', '21-c', '114-a'] })
  const element = <RemittanceSheet back="/list" />
  return showAtWork(userId, createMemoryRouter([{ path: '/', element }]))
}
const cells = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: /AWB and amount/ })

test('what is missing is said beside its field, and nothing is asked', async () => {
  const person = await open()
  await person.click(await screen.findByRole('button', { name: 'Find parcels' }))
  expect(await screen.findByText('Paste the courier’s sheet here.')).toBeTruthy()
  expect(server.state.requests.some(path => path.includes('remittance'))).toBe(false)
})

test('a pasted sheet is matched, what does not match stands first, and the rest is booked', async () => {
  const person = await open()
  fireEvent.change(await cells(), { target: { value: 'AWB\tAmount\nM-1\t4,999\nX-9\t100\nno amount' } })
  await person.click(screen.getByRole('button', { name: /^Courier/ }))
  await person.click(await screen.findByRole('option', { name: 'Maruti' }))
  await person.click(screen.getByRole('button', { name: 'Find parcels' }))
  expect(await screen.findByText('1 of 2 match')).toBeTruthy()
  expect(screen.getByText('1 line has no AWB or no amount')).toBeTruthy()
  expect(screen.getAllByRole('row').map(row => row.textContent)[1]).toContain('X-9')
  await person.click(screen.getByRole('combobox', { name: /^Bank/ }))
  await person.click(await screen.findByRole('option', { name: 'HDFC current' }))
  await person.click(screen.getByRole('button', { name: 'Book 1 remittance, ₹4,999' }))
  expect(await screen.findByText('1 remittance booked, ₹4,999')).toBeTruthy()
  expect(booked).toMatchObject([{ courier: 3, bank: 9, lines: [{ awb: 'M-1', amount: 499_900 }] }])
  expect(screen.getByText('Booked')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Book / })).toBeNull()
})

test('another amount is booked with its difference only where that is said', async () => {
  const person = await open()
  const sheet = 'AWB\tAmount\tDeduction\nM-3\t899\t45\n3.52E+11\t10\t\nTotal\t899\t45'
  fireEvent.change(await cells(), { target: { value: sheet } })
  await person.click(screen.getByRole('button', { name: /^Courier/ }))
  await person.click(await screen.findByRole('option', { name: 'Maruti' }))
  await person.click(screen.getByRole('button', { name: 'Find parcels' }))
  expect(await screen.findByText('Difference -₹100')).toBeTruthy()
  expect(screen.getByText(/^The sheet has lost digits of 1 AWB/)).toBeTruthy()
  expect(screen.getByText('1 line adds up the others and is no parcel')).toBeTruthy()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: /^Book 0/ }).disabled).toBe(true)
  await person.click(screen.getByRole('checkbox', { name: /^Also book 1 with another amount, difference -₹100/ }))
  await person.click(screen.getByRole('combobox', { name: /^Bank/ }))
  await person.click(await screen.findByRole('option', { name: 'HDFC current' }))
  await person.click(screen.getByRole('button', { name: 'Book 1 remittance, ₹899' }))
  expect(await screen.findByText('Booked')).toBeTruthy()
  expect(booked).toMatchObject([{ lines: [{ awb: 'M-3', amount: 89_900, charges: 4_500, isMeant: true }] }])
})

test('a sheet without heads is asked about and not guessed', async () => {
  const person = await open()
  fireEvent.change(await cells(), { target: { value: 'M-1\t1,239.00\t45.00' } })
  await person.click(screen.getByRole('button', { name: /^Courier/ }))
  await person.click(await screen.findByRole('option', { name: 'Maruti' }))
  await person.click(screen.getByRole('button', { name: 'Find parcels' }))
  await person.click(await screen.findByRole('button', { name: /^Column of the AWB/ }))
  await person.click(await screen.findByRole('option', { name: '1: M-1' }))
  await person.click(screen.getByRole('button', { name: /^Column of the amount collected/ }))
  await person.click(await screen.findByRole('option', { name: '2: 1,239.00' }))
  await person.click(screen.getByRole('button', { name: 'Find parcels' }))
  expect(await screen.findByRole('button', { name: 'Book 1 remittance, ₹1,239' })).toBeTruthy()
})

test('without a connection it says so, and keeps what is pasted', async () => {
  await open()
  fireEvent.change(await cells(), { target: { value: 'M-1\t100' } })
  await connect(server, false)
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Find parcels' })
  await waitFor(() => expect(button.disabled).toBe(true))
  expect((await cells()).value).toBe('M-1\t100')
})
