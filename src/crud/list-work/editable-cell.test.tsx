import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useEffect } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { bank } from '#contract/modules/money/bank.ts'
import { customer } from '#contract/modules/people/customer.ts'
import type { Module, Row } from '#contract/module.ts'
import { useOutbox } from '#src/data/use-outbox.ts'
import { everythingIsKept, somethingIsOpen, somethingIsTyped } from '#src/session/dirty.ts'
import { shownToasts } from '#src/ui/toast.ts'
import { AtWork, begin, speakEnglish } from '../../../tests/support/at-work.tsx'
import { holdAnswers } from '../../../tests/support/hold-answers.ts'
import { syncDouble, type SyncDouble } from '../../../tests/support/sync-double.ts'
import { useCellEdits } from './cell-edits.ts'
import { EditableCell } from './editable-cell.tsx'

let row: Row
let server: SyncDouble
let userId = 6_950
let cells: ReturnType<typeof useCellEdits>
let waiting: readonly string[] | undefined

beforeAll(() => speakEnglish('crud', 'problems'))
beforeEach(() => {
  userId += 1
  server = syncDouble()
  row = server.write('customer', 40, { name: 'Asha Verma' })
})
afterEach(() => act(() => cells.close(row.id, 'name')))

function Cells({ shown, module }: { shown: boolean; module: Module }) {
  const known = useCellEdits(module)
  const outbox = useOutbox()
  useEffect(() => {
    cells = known
    waiting = outbox?.map(({ state }) => state)
  })
  return shown ? (
    <EditableCell module={module} row={row} name="name" last={false} onLeave={() => undefined} />
  ) : (
    <p>Elsewhere</p>
  )
}

/** The cell, opened and typed into. */
async function type(name: string, module: Module = customer) {
  await begin({ userId, permissions: ['50-a', '50-b', '50-c', '50-d', '114-a', '114-b', '114-c', '114-d'] })
  const page = (shown: boolean) => (
    <MemoryRouter>
      <AtWork userId={userId}>
        <Cells shown={shown} module={module} />
      </AtWork>
    </MemoryRouter>
  )
  const { rerender } = render(page(true))
  await waitFor(() => expect(waiting).toEqual([]))
  act(() => cells.open(row, 'name'))
  const box = await screen.findByRole('textbox')
  await userEvent.clear(box)
  if (name !== '') await userEvent.type(box, name)
  return { leave: () => rerender(page(false)) }
}

it('holds the page for a value that is not saved, also where its row is out of sight', async () => {
  const { leave } = await type('')
  await userEvent.keyboard('{Enter}')
  expect(cells.now(row.id, 'name')).toMatchObject({ state: 'typing', trouble: expect.any(String) })
  leave()
  expect([somethingIsOpen(), everythingIsKept()]).toEqual([true, false])
  // It goes with whoever walks on in the page.
  expect(somethingIsTyped()).toBe(false)
  act(() => cells.close(row.id, 'name'))
  expect([somethingIsOpen(), everythingIsKept()]).toEqual([false, true])
})

it('keeps a refused value in the cell that still stands, and in the outbox where it does not', async () => {
  server.state.refuses = () => true
  const { leave } = await type('Asha')
  await userEvent.keyboard('{Enter}')
  await screen.findByText('Not like this.')
  expect(cells.now(row.id, 'name')).toMatchObject({ value: 'Asha', trouble: 'Not like this.' })
  await waitFor(() => expect(waiting).toEqual([]))

  server.state.refuses = () => {
    leave()
    return true
  }
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(waiting).toEqual(['rejected']))
  await vi.waitFor(() => expect(cells.now(row.id, 'name')).toBeUndefined())
  expect(somethingIsOpen()).toBe(false)
})

it('says what only the server saves, and it refused, wherever its person is by now, and keeps it in its cell', async () => {
  row = server.write('bank', 41, { name: 'HDFC' })
  server.state.refuses = () => true
  const { leave } = await type('HDFC Bank', bank)
  const answer = holdAnswers(server)
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(server.state.requests).toContain('POST /sync/push'))
  leave()
  answer()
  await waitFor(() => expect(shownToasts().at(-1)?.message).toBe('Not done for “HDFC”. Not like this.'))
  expect(waiting).toEqual([])
  expect(cells.now(row.id, 'name')).toMatchObject({ state: 'typing', value: 'HDFC Bank', trouble: 'Not like this.' })
  expect(somethingIsOpen()).toBe(true)
})
