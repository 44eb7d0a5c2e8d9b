import { act, render, renderHook, waitFor } from '@testing-library/react'
import { useEffect, type ReactNode } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { bank } from '#contract/modules/money/bank.ts'
import { customer } from '#contract/modules/people/customer.ts'
import { useData } from '#src/data/data.ts'
import { everythingIsKept, somethingIsOpen } from '#src/session/dirty.ts'
import { dismissToast, shownToasts } from '#src/ui/toast.ts'
import { AtWork, begin, speakEnglish } from '../../../tests/support/at-work.tsx'
import { haveNumbers } from '../../../tests/support/have-numbers.ts'
import { holdAnswers } from '../../../tests/support/hold-answers.ts'
import { syncDouble, type SyncDouble } from '../../../tests/support/sync-double.ts'
import type { PlannedLine } from './paste-plan.ts'
import { usePasteRun } from './use-paste-run.ts'

let server: SyncDouble
let userId = 6_900

beforeAll(() => speakEnglish('crud', 'problems'))
beforeEach(() => {
  for (const { id } of shownToasts()) dismissToast(id)
  userId += 1
  server = syncDouble()
})

async function open() {
  await begin({ userId, permissions: ['50-a', '50-b', '50-c'] })
  const wrapper = ({ children }: { children: ReactNode }) => (
    <MemoryRouter>
      <AtWork userId={userId}>{children}</AtWork>
    </MemoryRouter>
  )
  const { result, unmount } = renderHook(() => ({ db: useData().db, paste: usePasteRun(customer) }), { wrapper })
  await waitFor(() => expect(result.current.db).not.toBeNull())
  const paste = (lines: readonly PlannedLine[]) => act(() => result.current.paste.start(lines))
  return { paste, unmount }
}

/** A line of a sheet that becomes a customer with a phone. */
const line = (number: number, name: string, more: object = {}): PlannedLine => ({
  number,
  texts: [name, '+911234567890'],
  values: { name, phones: [{ number: '+911234567890', kind: 'mobile' }], ...more },
  row: null,
  errors: {},
})
const names = () => [...server.rows.values()].map(({ row }) => row.name as string).toSorted()

it('makes each line one record, however often its answer gets lost, or is sent by the next page', async () => {
  const sheet = () => [line(1, 'Asha'), line(2, 'Ravi'), line(3, 'Ravi')]
  const first = await open()
  await haveNumbers(server)
  server.state.network = 'lose'
  // Kept on the device, whatever becomes of the answers.
  expect((await first.paste(sheet())).failed).toEqual([])
  await waitFor(() => expect(names()).toContain('Asha'))
  first.unmount()
  server.state.network = 'up'
  const next = await open()
  await waitFor(() => expect(names()).toEqual(['Asha', 'Ravi', 'Ravi']))
  // What was answered is done: the same sheet once more is meant as new records.
  await next.paste([line(1, 'Asha')])
  await waitFor(() => expect(names()).toEqual(['Asha', 'Asha', 'Ravi', 'Ravi']))
})

it('tries the same record where a column was mapped to another field after the answer got lost', async () => {
  const { paste } = await open()
  await haveNumbers(server)
  server.state.network = 'lose'
  await paste([line(1, 'Asha')])
  expect(names()).toEqual(['Asha'])
  server.state.network = 'up'
  await paste([line(1, 'Asha', { language: 'Hindi' })])
  expect(names()).toEqual(['Asha'])
})

it('says that no numbers are left instead of stopping in the middle', async () => {
  server.state.network = 'refuse'
  const { paste } = await open()
  const result = await paste([line(1, 'Asha')])
  expect(result.done).toBe(1)
  expect(result.failed).toMatchObject([{ line: { number: 1 } }])
})

it('undoes of what it changed only what nobody else had changed the same way', async () => {
  const { paste } = await open()
  const changed = (id: number) => {
    const row = server.write('customer', id, { name: 'Asha', language: null })
    return { ...line(id, 'Asha'), values: { language: 'Hindi' }, row }
  }
  const pasteAs = async (by: (id: number) => number) => {
    server.state.writes = ({ id }) => ({ updatedBy: by(id) })
    await paste([changed(1), changed(2)])
    return shownToasts().at(-1)!
  }
  expect((await pasteAs(() => 9)).undo).toBeUndefined()
  const { undo } = await pasteAs(id => (id === 1 ? 9 : userId))
  server.state.pushes = []
  act(() => undo!())
  await waitFor(() => expect(shownToasts().at(-1)?.message).toBe('Put back as it was'))
  expect(server.state.pushes.flatMap(({ ops }) => ops)).toMatchObject([{ id: 2, args: { language: null } }])
})

let start: ReturnType<typeof usePasteRun>['start'] | null
function Paste() {
  const { db } = useData()
  const run = usePasteRun(bank)
  useEffect(() => {
    start = db && run.start
  })
  return null
}
/** Two accounts, which only the server saves, are being written, and the list has been left before it has answered. */
async function leftWhileItIsWritten() {
  start = null
  await begin({ userId, permissions: ['114-a', '114-b', '114-c'] })
  const page = (shown: boolean) => (
    <MemoryRouter>
      <AtWork userId={userId}>{shown && <Paste />}</AtWork>
    </MemoryRouter>
  )
  const { rerender } = render(page(true))
  await waitFor(() => expect(start).not.toBeNull())
  await haveNumbers(server)
  const answer = holdAnswers(server)
  const account = (number: number, name: string) => ({ ...line(number, name), values: { name } })
  const done = start!([account(1, 'HDFC'), account(2, 'ICICI')])
  await waitFor(() => expect(server.state.requests).toContain('POST /sync/push'))
  rerender(page(false))
  return { done, answer }
}
const said = () => shownToasts().map(({ message }) => message)

it('says nothing of a try that is made again to whoever has left', async () => {
  const { done, answer } = await leftWhileItIsWritten()
  server.state.status = 503
  answer()
  setTimeout(() => (server.state.status = 200), 500)
  expect((await done).failed).toEqual([])
  expect(names()).toEqual(['HDFC', 'ICICI'])
  expect(said()).toEqual(['2 added'])
})

it('says once to whoever has left how many lines came to nothing, and why', async () => {
  const { done, answer } = await leftWhileItIsWritten()
  server.state.refuses = () => true
  answer()
  await done
  expect(said()).toEqual([expect.stringMatching(/^0 done, 2 failed\. Line \d: Not like this\.$/)])
})

it('is not ended by an update, nor by a sign-out without a word, and neither is its undo', async () => {
  server.state.writes = () => ({ updatedBy: userId })
  const isHeld = () => somethingIsOpen() && !everythingIsKept()
  const { done, answer } = await leftWhileItIsWritten()
  expect(isHeld()).toBe(true)
  answer()
  await done
  expect(somethingIsOpen()).toBe(false)
  const answerUndo = holdAnswers(server)
  shownToasts().at(-1)!.undo!()
  expect(isHeld()).toBe(true)
  answerUndo()
  await waitFor(() => expect(said()).toContain('Put back as it was'))
  await waitFor(() => expect(somethingIsOpen()).toBe(false))
})
