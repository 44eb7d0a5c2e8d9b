import { act, screen, waitFor } from '@testing-library/react'
import { createMemoryRouter } from 'react-router-dom'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Intent } from '#contract/intent.ts'
import { unit } from '#contract/modules/stock/unit.ts'
import { begin, showAtWork, speakEnglish } from '../../tests/support/at-work.tsx'
import { syncDouble, type SyncDouble } from '../../tests/support/sync-double.ts'
import { PrintNow } from './print-now.tsx'

/** Above every id that a test of another file takes. */
let userId = 15_300
let server: SyncDouble
const print = vi.fn<() => void>()
const done = vi.fn<() => void>()
beforeAll(() => speakEnglish('ui', 'crud', 'unit', 'label', 'problems', 'keys', 'lists'))
beforeEach(() => {
  userId += 1
  localStorage.clear()
  server = syncDouble()
  print.mockReset()
  done.mockReset()
  vi.stubGlobal('print', print)
  // The document of these tests knows no size of paper.
  vi.stubGlobal(
    'CSSStyleSheet',
    class {
      replaceSync() {}
    },
  )
  Object.defineProperty(document, 'adoptedStyleSheets', { value: [], writable: true, configurable: true })
})
afterEach(() => vi.unstubAllGlobals())

async function open(pending: boolean) {
  await begin({ userId, permissions: ['200-d'] })
  const label = { Label: () => <p data-pending={pending || undefined}>Dryer</p> }
  const load = () => Promise.resolve(label)
  const row = { id: 41, version: 1, serial: 'S-41' } as never
  const element = <PrintNow module={unit} load={load} row={row} onDone={done} />
  const router = createMemoryRouter([{ path: '/', element }])
  // The label is fetched while it is drawn.
  return act(() => Promise.resolve(showAtWork(userId, router)))
}
const sheets = () => document.querySelectorAll('[data-sheets="alone"] > div').length
const sent = () => server.state.pushes.flatMap(({ ops }) => ops as Intent[])

test('where printing does not wait for its dialogue, the sheet stays until that is closed', async () => {
  await open(false)
  await waitFor(() => expect(print).toHaveBeenCalledOnce(), { timeout: 10_000 })
  await act(() => new Promise(then => setTimeout(then, 100)))
  expect([sheets(), done.mock.calls.length, sent()]).toEqual([1, 0, []])
  act(() => void window.dispatchEvent(new Event('afterprint')))
  await waitFor(() => expect(done).toHaveBeenCalledOnce())
  await waitFor(() => expect(sent()).toMatchObject([{ op: 'unit.print', id: 41, args: { copies: 1 } }]))
}, 40_000)

test('on a sheet it takes the first place that is not used up, and the next one goes on after it', async () => {
  localStorage.setItem('label-print small', 'sheet24 203')
  localStorage.setItem('label-place small', 'sheet24 3')
  await open(false)
  await waitFor(() => expect(print).toHaveBeenCalledOnce(), { timeout: 10_000 })
  const places = document.querySelector('[data-sheets="alone"] > div')!.children
  expect(Array.from(places, place => place.textContent)).toEqual(['', '', '', 'Dryer'])
  act(() => void window.dispatchEvent(new Event('afterprint')))
  await waitFor(() => expect(done).toHaveBeenCalledOnce())
  expect(localStorage.getItem('label-place small')).toBe('sheet24 4')
}, 40_000)

test('a label whose name does not come is not printed before somebody says so', async () => {
  const person = await open(true)
  const without = await screen.findByRole('button', { name: 'Print without' }, { timeout: 20_000 })
  expect(screen.getByText(/A name on the label of S-41 has not come yet/)).toBeTruthy()
  expect(print).not.toHaveBeenCalled()
  await person.click(without)
  await waitFor(() => expect(print).toHaveBeenCalledOnce())
}, 40_000)
