// @vitest-environment jsdom
import { act, render, screen } from '@testing-library/react'
import { useEffect, useState, type ReactNode } from 'react'
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router-dom'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { actorFrom } from '#contract/actor.ts'
import { allPermissions } from '#contract/permissions.ts'
import { register } from '#contract/register.ts'
import { DataContext } from '#src/data/data.ts'
import { RecordPlacesContext } from '#src/fields/record-places.ts'
import { handScan, useScannedInto } from '#src/lib/keys/scans.ts'
import { playSound } from '#src/parts/sounds.ts'
import { dismissToast, shownToasts } from '#src/ui/toast.ts'
import { speakEnglish } from '../../tests/support/at-work.tsx'
import type { Verdict } from './find.ts'
import { ScanAnswer } from './scan-answer.tsx'
import { ScanHost } from './scan-host.tsx'
import { useLookUp, type LookUp } from './use-look-up.ts'

const findScanned = vi.hoisted(() => vi.fn())
vi.mock('./find.ts', () => ({ findScanned }))
vi.mock('./found-record.tsx', () => ({ FoundRecord: () => <button type="button">Quarantine</button> }))
vi.mock('#src/parts/sounds.ts', () => ({ playSound: vi.fn() }))
vi.mock('#src/session/actor.ts', () => ({
  useActor: () => actorFrom({ id: 1, permissions: allPermissions, scopes: {}, approves: [], branch: null } as never),
}))

const found = (id: number, code: string, module = 'unit'): Verdict => ({
  is: 'found',
  said: code,
  how: 'asIs',
  address: null,
  hit: { module, id, title: code, archived: false, field: 'serial', code },
})
/** The answers that somebody waits for, in their order. */
let asked: ((verdict: Verdict) => void)[] = []
const answer = (verdict: Verdict) => act(async () => asked.shift()?.(verdict))

beforeAll(() => speakEnglish('scan', 'unit', 'ui'))
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'performance', 'setTimeout', 'clearTimeout'] })
  asked = []
  findScanned.mockReset().mockImplementation(() => new Promise(resolve => asked.push(resolve)))
})
afterEach(() => {
  act(() => shownToasts().forEach(({ id }) => dismissToast(id)))
  vi.useRealTimers()
})

const data = { register, opened: true, db: null, sender: () => Promise.reject(new Error()), pullNow: () => undefined }
const NO_PAGE = 404
// Tasks have no page of their own: the query says which one it is.
const places = {
  pathTo: (name: string, id: number) =>
    id === NO_PAGE ? undefined : name === 'task' ? `/home?task=${id}` : `/${name}/${id}`,
  listOf: () => undefined,
}

let router: ReturnType<typeof createMemoryRouter>
function open(children: ReactNode) {
  const Frame = () => (
    <DataContext value={data}>
      <RecordPlacesContext value={places as never}>
        {children}
        <Outlet />
      </RecordPlacesContext>
    </DataContext>
  )
  router = createMemoryRouter([{ path: '*', element: <Frame /> }], { initialEntries: ['/home'] })
  render(<RouterProvider router={router} />)
}
const path = () => router.state.location.pathname
const told = () => shownToasts().map(({ message }) => message)
const scan = (code: string) => act(async () => handScan(code))
const pass = (ms: number) => act(async () => vi.advanceTimersByTime(ms))

it('an answer that comes soon opens what was scanned', async () => {
  open(<ScanHost />)
  await scan('KWP24-1')
  await answer(found(7, 'KWP24-1'))
  expect([path(), told()]).toEqual(['/unit/7', []])
})

it('a record that the query names opens from its own page, and is not opened once more', async () => {
  open(<ScanHost />)
  await scan('TASK-7')
  await answer(found(7, 'TASK-7', 'task'))
  expect([path(), router.state.location.search, told()]).toEqual(['/home', '?task=7', []])
  await scan('TASK-7')
  await answer(found(7, 'TASK-7', 'task'))
  expect(told()).toEqual(['TASK-7 is the record on this page'])
})

it('a record of which this person has no page is named', async () => {
  open(<ScanHost />)
  await scan('KWP24-9')
  await answer(found(NO_PAGE, 'KWP24-9'))
  expect([path(), told()]).toEqual(['/home', ['KWP24-9: device']])
})

it('a record stays the one on the page on whatever tab of it', async () => {
  open(<ScanHost />)
  await act(() => router.navigate('/unit/7?tab=costs'))
  await scan('KWP24-1')
  await answer(found(7, 'KWP24-1'))
  expect(told()).toEqual(['KWP24-1 is the record on this page'])
})

it('what the server knows otherwise than the device is said, with the way to it', async () => {
  open(<ScanHost />)
  await scan('KWP24-1')
  await answer(found(7, 'KWP24-1'))
  const { onOther } = findScanned.mock.lastCall![1] as { onOther: (verdict: Verdict) => void }
  act(() => onOther({ is: 'unknown', said: 'KWP24-1' }))
  expect(told()[0]).toContain('KWP24-1: the server knows this code otherwise than this device. Nobody knows this code')
  await act(async () => shownToasts()[0]!.action!.onSelect())
  expect(path() + router.state.location.search).toBe('/scanner?code=KWP24-1')
})

it('an answer that people had to wait for is offered, and takes nobody away', async () => {
  open(<ScanHost />)
  await scan('KWP24-1')
  await pass(400)
  expect(told()).toEqual(['Looking for KWP24-1'])
  await pass(3_000)
  await answer(found(7, 'KWP24-1'))
  expect([path(), told()]).toEqual(['/home', ['KWP24-1 was scanned: KWP24-1']])
  act(() => shownToasts()[0]!.action!.onSelect())
  expect(path()).toBe('/unit/7')
})

it('an answer finds people on another page, where they stay', async () => {
  open(<ScanHost />)
  await scan('KWP24-1')
  await act(() => router.navigate('/elsewhere'))
  await answer(found(7, 'KWP24-1'))
  expect([path(), told()]).toEqual(['/elsewhere', ['KWP24-1 was scanned: KWP24-1']])
})

it('a scan into a field for codes is written there in the place of what it held, or refused', async () => {
  open(<ScanHost />)
  const field = document.body.appendChild(document.createElement('input'))
  field.value = 'as it was'
  const heard = vi.fn()
  document.body.addEventListener('scannedinto', heard)
  vi.mocked(playSound).mockClear()
  await act(async () => handScan('https://shop.example/x', field))
  expect([field.value, heard.mock.calls.length]).toEqual(['as it was', 0])
  expect(told()[0]).toContain('This is an address')
  await act(async () => handScan('ЛЦЗ24-118219', field))
  expect([field.value, heard.mock.calls.length]).toEqual(['KWP24-118219', 1])
  expect(told()[1]).toContain('The keyboard is set to Russian')
  expect(vi.mocked(playSound).mock.calls).toEqual([['wrong'], ['right']])
  expect(findScanned).not.toHaveBeenCalled()
  field.remove()
})

it('a scan into a field is heard as right or wrong when whoever keeps it has judged it, and not before', async () => {
  let judge: (isTaken: boolean) => void = () => undefined
  const Keeping = () => (
    <div ref={useScannedInto(() => new Promise(resolve => (judge = resolve)))}>
      <input aria-label="AWB" />
    </div>
  )
  open(
    <>
      <ScanHost />
      <Keeping />
    </>,
  )
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'AWB' })
  vi.mocked(playSound).mockClear()
  for (const isTaken of [true, false]) {
    await act(async () => handScan('352188904417', field))
    const heard = vi.mocked(playSound).mock.calls.length
    await act(async () => judge(isTaken))
    expect([field.value, heard, vi.mocked(playSound).mock.lastCall]).toEqual([
      '352188904417',
      isTaken ? 0 : 1,
      [isTaken ? 'right' : 'wrong'],
    ])
  }
})

it('what is no code at all is shown in short', async () => {
  open(<ScanHost />)
  await scan('9'.repeat(2_000))
  await answer({ is: 'unknown', said: '9'.repeat(400) })
  expect(told()[0]!.length).toBeLessThan(200)
})

it('the scanner shows no answer and no step of the scan before while it looks for the next one', async () => {
  let lookUp: LookUp | undefined
  const Page = () => {
    const own = useLookUp()
    useEffect(() => void (lookUp = own))
    return <ScanAnswer lookUp={own} inShort={() => null} onAgain={() => {}} />
  }
  open(<Page />)
  await act(async () => lookUp!.scan('KWP24-1', true))
  expect(screen.getByText('Looking for KWP24-1')).toBeDefined()
  await answer(found(7, 'KWP24-1'))
  expect(screen.getByRole('link', { name: 'Open' })).toBeDefined()
  expect(screen.getByRole('button', { name: 'Quarantine' })).toBeDefined()
  await act(async () => lookUp!.scan('KWP24-2', true))
  expect(screen.getByText('Looking for KWP24-2')).toBeDefined()
  expect(screen.queryByText('KWP24-1')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Quarantine' })).toBeNull()
  expect(screen.queryByRole('link', { name: 'Open' })).toBeNull()
  await answer(found(8, 'KWP24-2'))
  expect(screen.getByRole('link', { name: 'Open' }).getAttribute('href')).toBe('/unit/8')
})

it('twelve scans that come at once are looked for one after the other, in their order, and none is lost', async () => {
  let lookUp: LookUp | undefined
  const Page = () => {
    const own = useLookUp()
    useEffect(() => void (lookUp = own))
    return <ScanAnswer lookUp={own} inShort={() => null} onAgain={() => {}} />
  }
  open(<Page />)
  const codes = Array.from({ length: 12 }, (_, at) => `KWP24-${at}`)
  await act(async () => codes.forEach(code => lookUp!.scan(code, true)))
  const looked = () => findScanned.mock.calls.map(([code]) => code as string)
  for (const [at, code] of codes.entries()) {
    await vi.waitFor(() => expect(looked()).toEqual(codes.slice(0, at + 1)))
    await answer(found(at + 1, code))
    expect(lookUp!.shown?.code).toBe(code)
  }
  expect(lookUp!.looking).toBeNull()
})

const put = found(9, 'KWP24-9')
const hits = [7, 8].flatMap(id => {
  const one = found(id, `KWP24-${id}`)
  return one.is === 'found' ? [one.hit] : []
})
const verdicts: Verdict[] = [
  found(7, 'KWP24-7'),
  put.is === 'found' ? { ...put, hit: { ...put.hit, archived: true } } : put,
  { is: 'several', said: 'KWP24', how: 'asIs', hits },
  { is: 'similar', said: 'KWP24', hits },
  { is: 'unknown', said: 'KWP24' },
  { is: 'unreachable', said: 'KWP24', hits: [] },
  { is: 'denied', said: 'KWP24', modules: ['unit'] },
  { is: 'broken', said: 'KWP24' },
  { is: 'address', said: 'https://shop.example', gs1: false },
  { is: 'address', said: 'https://id.gs1.org/01/09504000059101', gs1: true },
  { is: 'nothing' },
]

it('each thing that a scan comes to is said in words of its own, with a next step', async () => {
  const lookUp = { failed: '', looking: null, scan: vi.fn(), show: vi.fn(), undo: vi.fn() }
  let show: (verdict: Verdict) => void = () => undefined
  const Page = () => {
    const [verdict, setVerdict] = useState<Verdict | null>(null)
    useEffect(() => void (show = setVerdict), [])
    const shown = verdict && { id: '1', at: '', code: 'KWP24', byGun: true, verdict }
    return <ScanAnswer lookUp={{ ...lookUp, shown }} inShort={() => null} onAgain={() => {}} />
  }
  open(<Page />)
  const said: string[] = []
  for (const verdict of verdicts) {
    await act(async () => show(verdict))
    said.push(screen.getByRole('status').querySelector('p')!.parentElement!.textContent)
    const steps = [...screen.getAllByRole('button'), ...screen.queryAllByRole('link')].map(one => one.textContent)
    expect(steps.filter(step => step !== 'Undo')).not.toEqual([])
  }
  expect(new Set(said).size).toBe(verdicts.length)
})
