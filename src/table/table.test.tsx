import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { createMemoryRouter } from 'react-router-dom'
import { beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { maintenance } from '#contract/modules/service/maintenance.ts'
import { payment } from '#contract/modules/money/payment.ts'
import { localRows, type RowSource } from '#src/data/rows/source.ts'
import { useWords } from '#src/fields/words.ts'
import { fieldView } from '#src/fields/view.ts'
import { begin, showAtWork, speakEnglish } from '../../tests/support/at-work.tsx'
import { itemRow, syncDouble, type SyncDouble } from '../../tests/support/sync-double.ts'
import { columnOf, summed } from './columns.ts'
import { InFull } from './in-full.tsx'
import type { Column, TableProps } from './model.ts'
import { Table } from './table.tsx'

/** Above every id that a test of another file takes. */
let userId = 14_300
let server: SyncDouble
beforeAll(() => {
  Element.prototype.scrollIntoView = () => undefined
  return speakEnglish('ui', 'crud', 'payment', 'maintenance', 'problems', 'keys', 'lists')
})
beforeEach(() => {
  userId += 1
  server = syncDouble()
})

type Paid = { id: number; number: string; amount: number; bank: number | null; courier: number | null }
const paid = (count: number): Paid[] =>
  Array.from({ length: count }, (_, at) => ({
    id: at + 1,
    number: `PAY-${at + 1}`,
    amount: 100,
    bank: 40 + (at % 3),
    courier: at === 1 ? null : 70,
  }))

type Shown = Partial<TableProps<Paid>> & { rows: RowSource<Paid>; more?: readonly Column<Paid>[] }

function Payments({ more = [], ...props }: Shown) {
  const words = useWords(payment)
  const of = (name: string) => columnOf<Paid>(name, words.field(name), fieldView(payment, name, words))
  return (
    <Table
      title="Payments"
      columns={[of('number'), summed(of('amount')), of('bank'), of('courier'), ...more]}
      {...props}
    />
  )
}

async function show(props: Shown) {
  await begin({ userId, permissions: ['203-a'] })
  const router = createMemoryRouter([{ path: '*', element: <Payments {...props} /> }])
  const person = showAtWork(userId, router)
  await screen.findByRole('grid', { name: 'Payments' })
  return { person, router }
}
const cell = (text: string) => screen.getByRole('gridcell', { name: text })
const row = (text: string) => screen.getByText(text).closest<HTMLElement>('[role=row]')!

test('names in sight are asked for once, whatever the number of rows that say them', async () => {
  server.write('courier', 70, { ...itemRow(70), label: 'Delhivery' })
  const asked: string[] = []
  server.state.routes['GET /bank/pick'] = ({ url }) => {
    const ids = new URL(url).searchParams.get('ids')!
    asked.push(ids)
    return { rows: ids.split(',').map(id => ({ id: Number(id), title: `Bank ${id}` })) }
  }
  await show({ rows: localRows(paid(30)) })
  await waitFor(() => expect(row('PAY-1').textContent).toBe('PAY-1₹1Bank 40Delhivery'))
  expect(row('PAY-30').textContent).toBe('PAY-30₹1Bank 42Delhivery')
  expect(asked).toEqual(['40,41,42'])
})

test('a cell is one element with a string, and a key draws the rows that it leaves and reaches alone', async () => {
  const drawn: number[] = []
  const seen: Column<Paid> = { key: 'seen', label: 'Seen', text: ({ id }) => (drawn.push(id), 'x') }
  const { person } = await show({ rows: localRows(paid(30)), more: [seen] })
  const line = row('PAY-7')
  expect(line.querySelectorAll('*')).toHaveLength(5)
  await person.tab()
  await waitFor(() => expect(document.activeElement).toBe(cell('PAY-1')))
  drawn.length = 0
  await person.keyboard('{ArrowDown}')
  expect(new Set(drawn)).toEqual(new Set([1, 2]))
})

test('one stop of the Tab key, arrows and Home and End within, and Enter opens the page of the row', async () => {
  const { person, router } = await show({ rows: localRows(paid(5)), linkTo: id => `/paid/${id}` })
  await person.tab()
  await person.keyboard('{ArrowDown}{ArrowDown}{ArrowRight}')
  expect(document.activeElement).toBe(within(row('PAY-3')).getByRole('gridcell', { name: '₹1' }))
  await person.keyboard('{End}')
  expect((document.activeElement as HTMLElement).dataset.col).toBe('3')
  await person.keyboard('{Home}{Control>}{End}{/Control}')
  expect(row('PAY-5').contains(document.activeElement)).toBe(true)
  await person.tab()
  expect(document.activeElement).toBe(document.body)
  await person.tab()
  await person.keyboard('{Enter}')
  expect(router.state.location.pathname).toBe('/paid/5')
})

test('from a button in a cell the arrows lead on to other rows, and what is typed into keeps its keys', async () => {
  const cell = ({ id }: Paid) => (
    <>
      <button type="button">Take {id}</button>
      <input aria-label={`Note ${id}`} />
    </>
  )
  const { person } = await show({ rows: localRows(paid(3)), more: [{ key: 'tools', label: 'Tools', cell }] })
  await person.click(screen.getByRole('button', { name: 'Take 1' }))
  await person.keyboard('{ArrowDown}')
  expect(document.activeElement).toBe(row('PAY-2').lastElementChild)
  const note = screen.getByRole('textbox', { name: 'Note 2' })
  await person.click(note)
  await person.keyboard('{ArrowDown}')
  expect(document.activeElement).toBe(note)
})

test('a press anywhere in the row opens it, on its link as any link', async () => {
  const { person, router } = await show({ rows: localRows(paid(3)), linkTo: id => `/paid/${id}` })
  expect(screen.getByRole('link', { name: 'PAY-2' }).getAttribute('href')).toBe('/paid/2')
  await person.click(screen.getByRole('link', { name: 'PAY-2' }))
  expect(router.state.location.pathname).toBe('/paid/2')
  await person.click(within(row('PAY-3')).getByRole('gridcell', { name: '₹1' }))
  expect(router.state.location.pathname).toBe('/paid/3')
})

test('sums stand below all rows, and nowhere while there are others after these', async () => {
  await show({ rows: localRows(paid(30)) })
  expect(screen.getAllByRole('row').at(-1)!.textContent).toBe('Total₹30')
})

test('nothing is summed while there are others after these', async () => {
  await show({ rows: { ...localRows(paid(30)), more: true } })
  expect(screen.getAllByRole('row').at(-1)!.textContent).toMatch(/^PAY-30/)
})

test('nothing is summed of rows that are only those of this device', async () => {
  await show({ rows: { ...localRows(paid(30)), partial: true } })
  expect(screen.getAllByRole('row').at(-1)!.textContent).toMatch(/^PAY-30/)
})

test('keys pass by a cell that is not there in two lines, and the Tab key still comes back', async () => {
  const style = document.createElement('style')
  style.textContent = '[class*="@max-lg/table:hidden"] { display: none }'
  document.head.append(style)
  onTestFinished(() => style.remove())
  const last: Column<Paid> = { key: 'last', label: 'Last', text: ({ id }) => (id === 3 ? '' : `x${id}`) }
  const { person } = await show({ rows: localRows(paid(3)), more: [last] })
  const place = () => {
    const at = document.activeElement as HTMLElement
    return [Number(at.closest<HTMLElement>('[data-index]')?.dataset.index), Number(at.dataset.col)]
  }
  await person.tab()
  // The second row has nothing in its fourth cell, the third nothing in its last.
  await person.keyboard('{ArrowDown}{ArrowRight}{ArrowRight}{ArrowRight}')
  expect(place()).toEqual([1, 4])
  await person.keyboard('{ArrowLeft}')
  expect(place()).toEqual([1, 2])
  await person.keyboard('{ArrowUp}{ArrowRight}{ArrowDown}')
  expect(place()).toEqual([1, 2])
  await person.keyboard('{ArrowDown}{End}{ArrowRight}')
  expect(place()).toEqual([2, 3])
  await person.tab()
  await person.tab()
  expect(place()).toEqual([2, 3])
})

test('rows that come after many are drawn where they stand in sight, before anybody scrolls', async () => {
  let top = 0
  const box = vi
    .spyOn(Element.prototype, 'getBoundingClientRect')
    .mockImplementation(() => new DOMRect(0, top, 800, 40))
  onTestFinished(() => box.mockRestore())
  await begin({ userId, permissions: ['203-a'] })
  function Growing() {
    const [count, setCount] = useState(120)
    return (
      <>
        <button onClick={() => setCount(150)}>More</button>
        <Payments rows={localRows(paid(count))} linkTo={id => `/paid/${id}`} />
      </>
    )
  }
  const person = showAtWork(userId, createMemoryRouter([{ path: '*', element: <Growing /> }]))
  await screen.findByText('PAY-1')
  top = -110 * 40
  fireEvent.scroll(window)
  await screen.findByText('PAY-120')
  await person.click(screen.getByRole('button', { name: 'More' }))
  expect(await screen.findByText('PAY-125')).toBeTruthy()
})

test('in two lines a number says what it is, a name does not, and what is not there is left out', async () => {
  await show({ rows: localRows(paid(2)) })
  const labels = within(row('PAY-2'))
    .getAllByRole('gridcell')
    .map(one => one.dataset.label)
  expect(labels).toEqual([undefined, 'Amount', undefined, undefined])
  const [, , , courier] = within(row('PAY-2')).getAllByRole('gridcell')
  expect(courier!.textContent).toBe('—')
  expect(courier!.className).toContain('@max-lg/table:hidden')
})

test('lines of a record have the columns that say something, and below them the sums that they declare', async () => {
  await begin({ userId, permissions: [] })
  const charge = (id: number, label: string, amount: number) => ({ id, label, amount, taxRate: null, pays: 'customer' })
  function Charges() {
    const words = useWords(maintenance)
    const value = [charge(1, 'Visit', 30_000), charge(2, 'Express', 20_000)]
    return <InFull field={fieldView(maintenance, 'charges', words)} value={value} />
  }
  showAtWork(userId, createMemoryRouter([{ path: '*', element: <Charges /> }]))
  const [head, ...rows] = await screen.findAllByRole('row')
  expect(
    within(head!)
      .getAllByRole('columnheader')
      .map(one => one.textContent),
  ).not.toContain('Tax rate')
  expect(rows[0]!.textContent).toContain('Visit₹300')
  expect(rows.at(-1)!.textContent).toBe('Total₹500')
})
