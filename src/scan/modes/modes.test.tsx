// @vitest-environment jsdom
import { act, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import ScanLine from 'lucide-react/icons/scan-line'
import { Suspense, useState, type ReactNode } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { actorFrom } from '#contract/actor.ts'
import { dispatch } from '#contract/modules/stock/dispatch.ts'
import { allPermissions } from '#contract/permissions.ts'
import { register } from '#contract/register.ts'
import type { ScanHit } from '#contract/scan/resolve.ts'
import { defineScreens } from '#src/crud/screens.ts'
import { DataContext } from '#src/data/data.ts'
import type { Outcome } from '#src/data/outcome.ts'
import { RecordPlacesContext } from '#src/fields/record-places.ts'
import { playSound } from '#src/parts/sounds.ts'
import { dropSession } from '#src/session/store.ts'
import { shownToasts } from '#src/ui/toast.ts'
import { speakEnglish } from '../../../tests/support/at-work.tsx'
import type { Verdict } from '../find.ts'
import { DeskContext, makeDesk, MOST_WAITING } from './desk.ts'
import { ModeBoard } from './mode-board.tsx'
import { ModeMenu } from './mode-menu.tsx'
import { ModePlace } from './mode-place.tsx'
import { useBatch } from './use-batch.ts'
import { useScanMode, type ModeSpec } from './use-scan-mode.ts'

const findScanned = vi.hoisted(() => vi.fn<(code: string) => Promise<Verdict>>())
vi.mock('../find.ts', () => ({ findScanned }))
const read = vi.hoisted(() =>
  vi.fn<(db: null, module: unknown, id: number) => Promise<object>>(async (_, __, id) => ({
    id,
    version: 1,
    archivedAt: null,
    stage: 'labelled',
  })),
)
vi.mock('#src/data/read-record.ts', () => ({ readRecord: read }))
const sent = vi.hoisted(() => vi.fn<(sender: unknown, wish: { op: string; id: number; args: object }) => object>())
vi.mock('#src/data/sending.ts', () => ({ sendWish: sent }))
vi.mock('#src/parts/sounds.ts', () => ({ playSound: vi.fn() }))
vi.mock('#src/session/actor.ts', () => ({
  useActor: () => actorFrom({ id: 1, permissions: allPermissions, scopes: {}, approves: [], branch: null } as never),
}))

const hit = (id: number, code: string, module = 'dispatch'): ScanHit => ({
  module,
  id,
  title: code,
  archived: false,
  field: 'number',
  code,
})
/** P1, P2 … are parcels, U1 … devices, W… a parcel that does not belong here, M is on two of them. */
async function find(code: string): Promise<Verdict> {
  const id = Number(code.slice(1))
  const found = { is: 'found', said: code, how: 'asIs', address: null } as const
  if (/^[PW]\d/.test(code)) return { ...found, hit: hit(id, code) }
  if (/^U\d/.test(code)) return { ...found, hit: hit(id, code, 'unit') }
  if (code === 'M') return { is: 'several', said: code, how: 'asIs', hits: [hit(7, 'P7'), hit(8, 'P8')] }
  if (code === 'MU') return { is: 'several', said: code, how: 'asIs', hits: [hit(7, 'U7', 'unit'), hit(8, 'P8')] }
  return { is: 'unknown', said: code }
}

type Acts = Pick<ModeSpec<null>, 'act' | 'takeBack'>
const desk = makeDesk()
const scan = (...codes: string[]) => act(async () => codes.forEach(code => desk.give(code, true)))
function deferred<T>() {
  let resolve: (value: T) => void = () => undefined
  const promise = new Promise<T>(done => (resolve = done))
  return { promise, resolve }
}
const heard = () => vi.mocked(playSound).mock.calls.map(([kind]) => kind)
const list = () => screen.queryAllByRole('listitem').map(one => one.textContent)
const data = { register, opened: true, db: null, sender: async () => null as never, pullNow: () => undefined }
const places = { pathTo: (name: string, id: number) => `/${name}/${id}`, listOf: () => undefined }

function Parcels({ act, takeBack }: Acts) {
  const scanning = useScanMode<null>({
    name: 'handOver',
    kinds: [dispatch],
    judge: (_, { title }) =>
      title.startsWith('W')
        ? { is: 'wrong', title: 'Another courier', text: 'It is not for this van.', blocks: true }
        : { is: 'right', title, text: 'Kolkata', data: null },
    ...(act && { act }),
    ...(takeBack && { takeBack }),
  })
  return (
    <ModeBoard
      scanning={scanning}
      counter={{ done: scanning.entries.length, total: null, text: 'parcels' }}
      first={{ title: 'Scan parcels', text: 'One after the other.' }}
    />
  )
}

function Around({ children }: { children: ReactNode }) {
  const [cover, setCover] = useState<HTMLElement | null>(null)
  const at = { desk, cover, setBlocked: () => {}, focus: () => {} }
  return (
    <MemoryRouter>
      <DataContext value={data}>
        <RecordPlacesContext value={places as never}>
          <DeskContext value={at}>
            <div ref={setCover} />
            <Suspense>{children}</Suspense>
          </DeskContext>
        </RecordPlacesContext>
      </DataContext>
    </MemoryRouter>
  )
}
const open = (acts: Acts = {}) =>
  render(
    <Around>
      <Parcels {...acts} />
    </Around>,
  )

beforeAll(() => speakEnglish('scan', 'dispatch', 'unit', 'crud', 'ui', 'problems'))
beforeEach(() => {
  findScanned.mockReset().mockImplementation(find)
  vi.mocked(playSound).mockReset()
  sent.mockReset()
})
afterEach(() => act(dropSession))

it('keeps what comes before the mode is there, and takes all of it in its order', async () => {
  await scan('P1', 'P2')
  // Whoever is found sooner is not sooner in the list.
  findScanned.mockImplementationOnce(async code => {
    await new Promise(resolve => setTimeout(resolve, 20))
    return find(code)
  })
  open()
  await scan('P3', 'P4')
  await vi.waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(4))
  expect(list().map(text => text.slice(0, 2))).toEqual(['P4', 'P3', 'P2', 'P1'])
  expect(heard()).toEqual(['right', 'right', 'right', 'right'])
})

it('says of each that is none of them why, with a next step, and does not take it', async () => {
  open()
  await scan('P1', 'P1')
  expect(screen.getByText('Already scanned here')).toBeDefined()
  await scan('U5')
  expect(screen.getByText('It is a record of another kind: device. Scanned here: dispatches.')).toBeDefined()
  expect(screen.getByRole('link', { name: 'Open' }).getAttribute('href')).toBe('/unit/5')
  await scan('XYZ')
  expect(screen.getByText('Nobody knows this code')).toBeDefined()
  expect(screen.getByRole('link', { name: 'Search for it' }).getAttribute('href')).toBe('/search?q=XYZ')
  expect(list()).toHaveLength(1)
  expect(heard()).toEqual(['right', 'twice', 'wrong', 'wrong'])
})

it('tells the history of each record that it was scanned, and in which mode, once of what is read twice', async () => {
  open()
  await scan('P901', 'P901', 'U902', 'W903', 'XYZ')
  await vi.waitFor(() => expect(sent).toHaveBeenCalledTimes(3))
  expect(sent.mock.calls.map(([, { op, id, args }]) => [op, id, args])).toEqual([
    ['dispatch.scan', 901, { mode: 'handOver' }],
    ['unit.scan', 902, { mode: 'handOver' }],
    ['dispatch.scan', 903, { mode: 'handOver' }],
  ])
})

it('says once of all scans that the keyboard of the gun is set wrong', async () => {
  open()
  for (const code of ['P1', 'P2']) {
    const verdict = await find(code)
    findScanned.mockResolvedValueOnce({ ...verdict, how: 'russian' } as Verdict)
    await scan(code)
  }
  expect(list()).toHaveLength(2)
  expect(shownToasts().map(({ message }) => message)).toEqual([expect.stringMatching(/^P1: .*set to Russian/)])
})

it('asks which one it is, and takes the only one that is scanned here without a question', async () => {
  open()
  await scan('MU')
  expect(list()).toHaveLength(1)
  await scan('M')
  await userEvent.click(screen.getByRole('button', { name: /^P7/ }))
  await vi.waitFor(() => expect(list()).toHaveLength(2))
  expect(heard()).toEqual(['right', 'twice', 'right'])
})

it('takes nothing more before somebody has answered for what is wrong', async () => {
  open()
  await scan('P1', 'W2', 'P3')
  const block = within(screen.getByRole('alertdialog'))
  expect(block.getByText('Another courier')).toBeDefined()
  expect(list()).toHaveLength(1)
  expect(heard()).toEqual(['right', 'wrong', 'wrong'])
  await userEvent.click(block.getByRole('button', { name: 'I put it aside, scan on' }))
  await scan('P3')
  expect(list()).toHaveLength(2)
})

it('still has everything when the page was left, and takes off what is undone', async () => {
  const { unmount } = open()
  await scan('P1', 'P2')
  unmount()
  open()
  expect(list()).toHaveLength(2)
  await userEvent.click(screen.getByRole('button', { name: 'Undo P1' }))
  expect(list().map(text => text.slice(0, 2))).toEqual(['P2'])
  await scan('P1')
  expect(list()).toHaveLength(2)
})

it('does at once what the mode does, says what was refused, and takes back what was done', async () => {
  const outcome = new Map<number, Outcome>([
    [1, { state: 'saved', row: {} as never }],
    [2, { state: 'refused', code: 'stage', message: 'It has left already.' }],
    [3, { state: 'waiting', mid: 'm', row: null }],
  ])
  const takeBack = vi.fn(async () => outcome.get(1)!)
  open({ act: async ({ about }) => outcome.get(about.id)!, takeBack })
  await scan('P1', 'P3')
  expect(screen.getByText('Kept on this device until it is sent')).toBeDefined()
  await scan('P2')
  expect(screen.getAllByText('It has left already.')).toHaveLength(2)
  expect(heard()).toEqual(['right', 'right', 'right', 'wrong'])
  // It may be tried again, and stands there once.
  outcome.set(2, outcome.get(1)!)
  await scan('P2')
  expect(list()).toHaveLength(3)
  expect(screen.queryByText('It has left already.')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Undo P1' }))
  expect(takeBack).toHaveBeenCalledOnce()
  expect(list()).toHaveLength(2)
})

it('does with all that were collected what it does by one press, and what was not done stays with its reason', async () => {
  const made: number[] = []
  function Van() {
    const scanning = useScanMode<null>({
      name: 'takeBack',
      kinds: [dispatch],
      judge: (_, { title }) => ({ is: 'right', title, data: null }),
      forUnknown: code => ({ label: 'Take it in', to: `/new?serial=${code}` }),
    })
    const { run } = useBatch(scanning, async ({ about: { id } }) => {
      made.push(id)
      return id === 2
        ? { state: 'refused', code: 'stage', message: 'Its sum is another one.' }
        : { state: 'saved', row: {} as never }
    })
    const states = scanning.entries.map(({ title, state }) => `${title} ${state}`)
    return (
      <>
        <ModeBoard scanning={scanning} counter={{ done: 0, total: null, text: '' }} first={{ title: '', text: '' }} />
        <button type="button" onClick={() => void run()}>
          {states.join(', ')}
        </button>
      </>
    )
  }
  render(
    <Around>
      <Van />
    </Around>,
  )
  await scan('P1', 'P2', 'P3', 'NONE')
  expect(screen.getByRole('link', { name: 'Take it in' }).getAttribute('href')).toBe('/new?serial=NONE')
  await userEvent.click(screen.getByRole('button', { name: /taken/ }))
  await screen.findByText('P3 done, P2 failed, P1 done')
  expect(made).toEqual([1, 2, 3])
  expect(screen.getByText('Its sum is another one.')).toBeDefined()
  // The next press is for what was scanned since, and what was done before is of another list.
  await scan('P4')
  await userEvent.click(screen.getByRole('button', { name: /taken/ }))
  await screen.findByText('P4 done, P2 failed')
  expect(made).toEqual([1, 2, 3, 4])
})

it('keeps the block whatever is taken off the list behind it', async () => {
  open()
  await scan('P1', 'P2', 'W3')
  await userEvent.click(screen.getByRole('button', { name: 'Undo P1' }))
  expect(list().map(text => text.slice(0, 2))).toEqual(['P2'])
  const block = within(screen.getByRole('alertdialog'))
  await userEvent.click(block.getByRole('button', { name: 'I put it aside, scan on' }))
  await scan('P1')
  expect(list()).toHaveLength(2)
})

it('does one thing once when a gun reads it twice, and undoes it when it is done', async () => {
  const { promise, resolve } = deferred<Outcome>()
  const make = vi.fn(() => promise)
  const takeBack = vi.fn(async (): Promise<Outcome> => ({ state: 'saved', row: {} as never }))
  open({ act: make, takeBack })
  await scan('P1', 'P1')
  expect(make).toHaveBeenCalledOnce()
  expect(screen.getByText('Already scanned here')).toBeDefined()
  expect(screen.queryByText('Kept on this device until it is sent')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Undo P1' }))
  expect(takeBack).not.toHaveBeenCalled()
  await act(async () => resolve({ state: 'saved', row: {} as never }))
  await vi.waitFor(() => expect(list()).toHaveLength(0))
  expect(takeBack).toHaveBeenCalledOnce()
})

it('asks nobody which one it is where it is like none that is scanned here', async () => {
  open()
  findScanned.mockResolvedValueOnce({ is: 'similar', said: 'X1', hits: [hit(9, 'U9', 'unit')] })
  await scan('X1')
  expect(screen.getByText('Nobody knows this code')).toBeDefined()
  expect(screen.getByRole('link', { name: 'Search for it' }).getAttribute('href')).toBe('/search?q=X1')
})

it('says why the one that was chosen could not be taken', async () => {
  open()
  await scan('M')
  read.mockRejectedValueOnce(new Error('It is sealed.'))
  await userEvent.click(screen.getByRole('button', { name: /^P7/ }))
  expect(await screen.findByText('It is sealed.')).toBeDefined()
  await scan('P1')
  expect(list()).toHaveLength(1)
})

it('draws the newest of a long list, and all of it where somebody asks', async () => {
  open()
  await scan(...Array.from({ length: 52 }, (_, at) => `P${at + 100}`))
  const rows = await screen.findByRole('button', { name: 'Show all 52' })
  expect(list()).toHaveLength(50)
  await userEvent.click(rows)
  expect(list()).toHaveLength(52)
})

it('lets so many wait for a mode that does not come, and none of them for the next', async () => {
  const left = makeDesk()
  for (let at = 0; at <= MOST_WAITING; at += 1) left.give(`P${at}`, true)
  expect(heard()).toEqual(['wrong'])
  const first: string[] = []
  left.takenBy(code => first.push(code))()
  expect(first).toHaveLength(MOST_WAITING)
  left.give('P1', true)
  left.forget()
  left.takenBy(code => first.push(code))
  expect(first).toHaveLength(MOST_WAITING)
})

it('leaves alone what is taken off while the others are done', async () => {
  const { promise, resolve } = deferred<null>()
  const made: number[] = []
  let took: { done: number[]; failed: number } | undefined
  function Slow() {
    const scanning = useScanMode<null>({
      name: 'moveUnits',
      kinds: [dispatch],
      judge: (_, { title }) => ({ is: 'right', title, data: null }),
    })
    const { running, run } = useBatch(scanning, async ({ about: { id } }) => {
      made.push(id)
      await promise
      return { state: 'saved', row: {} as never }
    })
    const drop = () => scanning.undo(scanning.entries.find(({ title }) => title === 'P6')!)
    const board = { scanning, counter: { done: 0, total: null, text: '' }, first: { title: '', text: '' } }
    return (
      <>
        <ModeBoard {...board} locked={running !== null} onClear={() => {}} />
        <button type="button" onClick={() => void run().then(all => (took = all))}>
          All
        </button>
        <button type="button" onClick={() => void drop()}>
          Off
        </button>
      </>
    )
  }
  render(
    <Around>
      <Slow />
    </Around>,
  )
  await scan('P1', 'P2', 'P3', 'P4', 'P5', 'P6')
  expect(screen.getByRole('button', { name: 'Undo P6' })).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'All' }))
  expect(screen.queryByRole('button', { name: /Undo|Clear/ })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Off' }))
  await act(async () => resolve(null))
  await vi.waitFor(() => expect(took).toEqual({ done: [1, 2, 3, 4, 5], failed: 0 }))
  expect(made).toEqual([1, 2, 3, 4, 5])
})

it('offers the modes of those who may, and looks up what is scanned for one that is not theirs', async () => {
  const mode = (title: `dispatch:${string}`, may: boolean) => ({
    title,
    icon: ScanLine,
    may: () => may,
    place: Parcels,
  })
  const modes = { handOver: mode('dispatch:moves.handOver', true), takeBack: mode('dispatch:moves.lose', false) }
  const all = { dispatch: defineScreens(dispatch, { routes: {}, modes }) as never }
  const chosen = vi.fn()
  const looked = vi.fn()
  const none = vi.fn()
  const parts = (name: string) => (
    <Around>
      <ModeMenu all={all} mode={name} onChoose={chosen} />
      <ModePlace all={all} mode={name} onScan={looked} onNone={none} />
    </Around>
  )
  const { rerender } = await act(async () => render(parts('handOver')))
  expect(screen.getByText('Scan parcels')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Hand over' }))
  const entries = await screen.findAllByRole('menuitem')
  expect(entries.map(one => one.textContent)).toEqual(['Look up', 'Hand over'])
  await userEvent.click(entries[0]!)
  expect(chosen).toHaveBeenCalledWith(null)
  rerender(parts('takeBack'))
  await scan('P1')
  expect(looked).toHaveBeenCalledWith('P1', true)
  expect(none).toHaveBeenCalledOnce()
})
