import { cleanup, screen, waitFor } from '@testing-library/react'
import { createMemoryRouter } from 'react-router-dom'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Intent } from '#contract/intent.ts'
import { allFields } from '#contract/module.ts'
import { dispatch } from '#contract/modules/stock/dispatch.ts'
import { begin, showAtWork, speakEnglish } from '../../../../tests/support/at-work.tsx'
import { syncDouble, type SyncDouble } from '../../../../tests/support/sync-double.ts'
import { dispatchContents } from '../dispatch-contents.ts'
import { dispatchPages } from '../dispatch.ts'
import { JobLabelPage, LabelPage } from './label-page.tsx'

const screens = { ...dispatchPages, ...dispatchContents }

/** Above every id that a test of another file takes. */
let userId = 14_500
let server: SyncDouble
const print = vi.fn<() => void>()
beforeAll(() => speakEnglish('ui', 'crud', 'dispatch', 'label', 'problems', 'keys', 'lists'))

const none = Object.fromEntries(Object.keys(allFields(dispatch)).map(name => [name, null]))
const parcel = (id: number, stage: string, more: object = {}) =>
  server.write('dispatch', id, {
    ...none,
    number: `DSP-2026-${id}`,
    name: `Person ${id}`,
    direction: 'out',
    order: 7,
    stage,
    items: [{ id: 801, line: 91, product: 5, qty: 1, units: [], counted: null }],
    parcels: [],
    events: [],
    ...more,
  })

beforeEach(() => {
  userId += 1
  localStorage.clear()
  server = syncDouble()
  server.state.groups = { hash: 'h1', names: ['lists', 'dispatch'] }
  server.state.routes['GET /product/pick'] = () => ({ rows: [{ id: 5, title: 'Massager' }] })
  server.state.routes['GET /order/pick'] = () => ({ rows: [{ id: 7, title: 'ORD-2026-000007' }] })
  // As a browser does when its dialogue is closed.
  print.mockReset().mockImplementation(() => void window.dispatchEvent(new Event('afterprint')))
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

async function open(path: string, permissions = ['20-d', '20-e']) {
  await begin({ userId, permissions })
  const element = <LabelPage screens={screens} title="dispatch:titles.label" />
  const routes = [{ path: '/orders/orders-dispatch-label/:id', element }]
  const router = createMemoryRouter(routes, { initialEntries: [`/orders/orders-dispatch-label/${path}`] })
  return showAtWork(userId, router)
}
async function openJob(path: string) {
  await begin({ userId, permissions: ['40-d', '40-e'] })
  const element = <JobLabelPage screens={screens} title="dispatch:titles.labelOfJob" />
  const routes = [{ path: '/maintenances/maintenance-dispatch-label/:id', element }]
  const router = createMemoryRouter(routes, { initialEntries: [`/maintenances/maintenance-dispatch-label/${path}`] })
  return showAtWork(userId, router)
}
const button = (name: RegExp) => screen.findByRole<HTMLButtonElement>('button', { name })
const sent = () => server.state.pushes.flatMap(({ ops }) => ops as Intent[])
/** Whose labels are printed, page by page; '' is a place that stays empty. */
const pages = () =>
  Array.from(document.querySelectorAll('[data-sheets] > div'), page =>
    Array.from(page.children, place => /Person \d+/.exec(place.textContent ?? '')?.[0] ?? ''),
  )
/** Whose labels are looked at. */
const looked = () => screen.queryAllByText(/^Person/).filter(one => !one.closest('[data-sheets]')).length

test('a parcel of two boxes has two labels, each as often as it is asked for, and counts as printed once', async () => {
  const box = { length: 10, width: 10, height: 10, weight: 500 }
  parcel(41, 'checked', {
    parcels: [
      { id: 901, ...box },
      { id: 902, ...box },
    ],
  })
  const person = await open('41')
  await button(/^Print 2 labels$/)
  const copies = screen.getByRole('textbox', { name: 'Copies' })
  await person.clear(copies)
  await person.type(copies, '3')
  const press = await button(/^Print 6 labels$/)
  expect(pages()).toHaveLength(6)
  expect(looked()).toBe(2)
  await person.click(press)
  await waitFor(() => expect(print).toHaveBeenCalledOnce())
  await waitFor(() => expect(sent()).toMatchObject([{ op: 'dispatch.label', id: 41 }]))
})

test('copies that are none, or far too many, are brought within bounds', async () => {
  parcel(41, 'labelled')
  const person = await open('41')
  const copies = await screen.findByRole('textbox', { name: 'Copies' })
  await person.clear(copies)
  await button(/^Print 1 label$/)
  await person.type(copies, '9999')
  expect(Number(/\d+/.exec((await button(/^Print/)).textContent ?? '')![0])).toBeLessThan(100)
  await person.clear(copies)
  await person.type(copies, '2')
  await person.click(await button(/^Print 2 labels$/))
  await waitFor(() => expect(sent()).toMatchObject([{ op: 'dispatch.reprint', id: 41 }]))
})

test('a sheet that was begun is printed on from its first free place', async () => {
  for (const id of [41, 42, 43]) parcel(id, 'checked')
  const person = await open('41?ids=41,42,43')
  await button(/^Print 3 labels$/)
  expect(pages()).toEqual([['Person 41'], ['Person 42'], ['Person 43']])
  await person.click(screen.getByRole('radio', { name: 'A4, four labels' }))
  await waitFor(() => expect(pages()).toEqual([['Person 41', 'Person 42', 'Person 43']]))
  await person.click(screen.getByRole('radio', { name: '3' }))
  await waitFor(() => expect(pages()).toEqual([['', '', 'Person 41', 'Person 42'], ['Person 43']]))
})

test('the next labels go on where the last ones ended, also on another visit', async () => {
  localStorage.setItem('label-print', 'a4 203')
  localStorage.setItem('label-place parcel', 'a4 2')
  for (const id of [41, 42, 43]) parcel(id, 'labelled')
  const person = await open('41?ids=41,42,43')
  const press = await button(/^Print 3 labels$/)
  expect(pages()).toEqual([['', '', 'Person 41', 'Person 42'], ['Person 43']])
  await person.click(press)
  await waitFor(() => expect(sent()).toHaveLength(3))
  expect(pages()).toEqual([['', 'Person 41', 'Person 42', 'Person 43']])
  cleanup()
  await open('42')
  await button(/^Print 1 label$/)
  expect(pages()).toEqual([['', 'Person 42']])
  await person.click(screen.getByRole('radio', { name: 'A6' }))
  expect(pages()).toEqual([['Person 42']])
})

test('of many, those that are not checked or are over are left out, which is said', async () => {
  for (const [id, stage] of [
    [41, 'checked'],
    [42, 'draft'],
    [43, 'cancelled'],
    [44, 'delivered'],
    [45, 'inTransit'],
  ] as const)
    parcel(id, stage)
  const person = await open('41?ids=41,42,43,44,45')
  const press = await button(/^Print 2 labels$/)
  expect(pages()).toEqual([['Person 41'], ['Person 45']])
  expect(screen.getByText(/Left out, because they are over: DSP-2026-43 and DSP-2026-44/)).toBeTruthy()
  expect(looked()).toBe(3)
  await person.click(press)
  // What is on its way moves no more: its history tells of the print.
  await waitFor(() =>
    expect(sent()).toMatchObject([
      { op: 'dispatch.label', id: 41 },
      { op: 'dispatch.print', id: 45, args: { copies: 1 } },
    ]),
  )
})

test('of more orders than are looked for at once the others are told, and so is that not all parcels may be known', async () => {
  parcel(41, 'checked')
  server.state.routes['GET /dispatch'] = ({ url }) => {
    const asked = new URL(url).searchParams
    expect(asked.get('filter[order]')!.split(',')).toHaveLength(50)
    if (asked.has('after')) throw new TypeError('Failed to fetch')
    return { rows: [server.rows.get(41)!.row], next: 'more' }
  }
  await open(`0?orders=${Array.from({ length: 53 }, (_, at) => at + 1).join(',')}`)
  await button(/^Print 1 label$/)
  const cut = '3 more are selected than are printed at once: print them by themselves.'
  const partial = 'The server does not answer now. Only the parcels kept on this device are known here.'
  expect(screen.getByText(`${cut} ${partial}`)).toBeTruthy()
})

test.each([
  ['cancelled', 'Cancelled'],
  ['delivered', 'Delivered'],
  ['returned', 'Came back'],
  ['lost', 'Lost'],
])('a parcel that is over (%s) has no label any more, and says why', async (stage, said) => {
  parcel(41, stage)
  await open('41')
  expect((await button(/^Print 0 labels$/)).disabled).toBe(true)
  expect(screen.getByText(`No label is printed any more: this parcel is over (${said}).`)).toBeTruthy()
  expect([pages(), looked()]).toEqual([[], 0])
})

test('who may only read prints all the same, which its history tells', async () => {
  parcel(41, 'labelled')
  const person = await open('41', ['20-d'])
  await person.click(await button(/^Print 1 label$/))
  await waitFor(() => expect(print).toHaveBeenCalledOnce())
  await waitFor(() => expect(sent()).toMatchObject([{ op: 'dispatch.print', id: 41, args: { copies: 1 } }]))
})

test('the label of a job names it, its device and what came with it, of the last parcel that is not over', async () => {
  server.state.routes['GET /maintenance/pick'] = () => ({ rows: [{ id: 9, title: 'MNT-2026-000009' }] })
  const device = { id: 801, line: null, product: 5, serial: null, text: null, qty: 1, units: [301], counted: null }
  const charger = { ...device, id: 802, product: null, text: 'Charger and case', units: [], counted: 1 }
  const ofJob = { order: null, maintenance: 9, items: [device, charger] }
  parcel(41, 'cancelled', ofJob)
  parcel(42, 'checked', ofJob)
  parcel(43, 'checked')
  server.state.routes['GET /dispatch'] = () => ({ rows: [41, 42].map(id => server.rows.get(id)!.row), next: null })
  await openJob('9')
  await button(/^Print 1 label$/)
  expect(await screen.findAllByText('1 × Massager, 1 × Charger and case')).toHaveLength(2)
  expect(await screen.findAllByText('MNT-2026-000009')).toHaveLength(2)
  expect(pages()).toEqual([['Person 42']])
  expect(screen.queryByRole('link', { name: 'Further parcel' })).toBeNull()
  expect(screen.getByRole('link', { name: 'Open the parcel' }).getAttribute('href')).toBe(
    '/maintenances/maintenance-dispatch/9?dispatch=42',
  )
})
