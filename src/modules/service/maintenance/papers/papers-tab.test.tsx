import { screen, within } from '@testing-library/react'
import { createMemoryRouter } from 'react-router-dom'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { allFields } from '#contract/module.ts'
import { maintenance, type Maintenance } from '#contract/modules/service/maintenance.ts'
import { shortCode } from '#contract/short-code.ts'
import { begin, showAtWork, speakEnglish } from '../../../../../tests/support/at-work.tsx'
import { syncDouble, type SyncDouble } from '../../../../../tests/support/sync-double.ts'
import { maintenanceContents } from '../../maintenance-contents.ts'
import { maintenancePages } from '../../maintenance.ts'
import { PapersTab } from './papers-tab.tsx'

/** Above every id that a test of another file takes. */
let userId = 17_700
let server: SyncDouble
beforeAll(() => speakEnglish('ui', 'crud', 'maintenance', 'part', 'product', 'problems', 'lists'))
beforeEach(() => {
  // This browser makes no sheets of its own.
  document.adoptedStyleSheets ??= []
  CSSStyleSheet.prototype.replaceSync ??= () => {}
  userId += 1
  server = syncDouble()
  server.state.groups = { hash: 'h1', names: ['lists', 'maintenance', 'part', 'product'] }
  server.write('part', 501, { name: 'Motor brush set', code: 'P-0501', fits: [], active: true })
})

const blank = Object.fromEntries(Object.keys(allFields(maintenance)).map(name => [name, null]))
const job = {
  ...blank,
  id: 71,
  version: 3,
  number: 'MNT-2026-000071',
  name: 'Anil Kulkarni',
  phone: '+919830041172',
  serviceMode: 'carryIn',
  cover: 'warranty',
  stage: 'handedOver',
  problems: [{ id: 801, problem: null, text: 'Loud noise', note: null }],
  checks: [],
  checklist: [
    { id: 811, label: 'Powers on', kind: 'tick', unit: null, value: 'yes' },
    { id: 812, label: 'Brush wear', kind: 'number', unit: 'mm', value: '2.1' },
    { id: 813, label: 'Cord', kind: 'passFail', unit: null, value: 'fail' },
    { id: 814, label: 'Heat', kind: 'number', unit: '°C', value: null },
  ],
  parts: [
    { id: 901, part: 501, qty: 2, price: 9_000, taxRate: 0, pays: 'asJob', note: null },
    { id: 902, part: 501, qty: 1, price: 9_000, taxRate: 0, pays: 'customer', note: null },
  ],
  labour: [],
  charges: [],
  photos: [],
  signature: [],
  diagnosis: 'The brushes are worn.',
  workDone: 'New brushes.',
  startedAt: '2026-11-20T10:00:00.000Z',
  signedBy: 'Anil himself',
  rating: 5,
  total: 9_000,
} as unknown as Maintenance

async function open(record = job) {
  await begin({ userId, permissions: ['40-a', '40-d', '104-a', '104-d'] })
  const screens = { ...maintenancePages, ...maintenanceContents }
  const routes = [{ path: '/', element: <PapersTab record={record} screens={screens} /> }]
  return showAtWork(userId, createMemoryRouter(routes))
}
const page = async () => within((await screen.findAllByRole('article'))[0]!)

test('the report says what was found, done and used, who bears it, and who signed', async () => {
  await open()
  const report = await page()
  expect(await report.findAllByText('Motor brush set')).toHaveLength(2)
  for (const said of [
    'Loud noise',
    'The brushes are worn.',
    'New brushes.',
    '✓',
    '2.1 mm',
    'Fail',
    '—',
    'Covered',
    '₹90',
    '5 stars',
  ])
    expect(report.getByText(said), said).toBeTruthy()
  expect(report.getByText('Anil himself')).toBeTruthy()
})

describe('a job that says something else than what was signed', () => {
  const changed = { ...job, workDone: 'New brushes and a new cord.', signedChangedAt: '2026-11-21T10:00:00.000Z' }
  const { product, serial, problems, checklist, parts, labour, charges, cover, diagnosis, workDone } = job
  const signed = { product, serial, problems, checklist, parts, labour, charges, cover, diagnosis, workDone }

  test('is printed as it was signed, and says that it was changed', async () => {
    server.state.routes['GET /maintenance/signed'] = () => ({ signed })
    await open(changed)
    const report = await page()
    expect(await report.findByText('New brushes.')).toBeTruthy()
    expect(report.getByText(/Changed after it was signed/)).toBeTruthy()
    expect(screen.queryByText(/new cord/)).toBeNull()
  })

  test('is printed as it stands where the server cannot be asked, and says so', async () => {
    server.state.routes['GET /maintenance/signed'] = () => Response.json({ code: 'busy' }, { status: 503 })
    await open(changed)
    expect(await screen.findByText(/does not know what was signed/, {}, { timeout: 30_000 })).toBeTruthy()
    expect((await page()).getByText('New brushes and a new cord.')).toBeTruthy()
  })
})

test('words of many lines are a row for each, so that a sheet can end between any two', async () => {
  await open({ ...job, diagnosis: null, workDone: 'New brushes.\nOiled.\n\nBring it again in May.' })
  const report = await page()
  for (const said of ['New brushes.', 'Oiled.', 'Bring it again in May.'])
    expect(report.getByRole('cell', { name: said }), said).toBeTruthy()
  // Close below the line before it, and apart from another paragraph.
  const gaps = (said: string) => report.getByText(said).className.match(/p[tb]-/g) ?? []
  expect(gaps('New brushes.')).toEqual(['pt-'])
  expect(gaps('Oiled.')).toEqual(['pb-'])
  expect(gaps('Bring it again in May.')).toEqual(['pt-', 'pb-'])
})

test('a long answer and a long note go on below themselves, and not over the edge of the sheet', async () => {
  const long = 'Even at every speed '.repeat(9).trim()
  const answered = { id: 811, label: 'Sound', kind: 'text' as const, unit: null, value: long }
  const person = await open({
    ...job,
    checklist: [answered],
    checks: [{ id: 821, check: 1, result: 'bad', note: long }],
  })
  const cellOf = async () => (await page()).getByText(long).closest('td')!
  expect((await cellOf()).colSpan).toBe(2)
  expect((await cellOf()).className).not.toContain('nowrap')
  await person.click(screen.getByRole('radio', { name: 'Job card' }))
  expect((await cellOf()).colSpan).toBe(1)
  expect((await cellOf()).className).not.toContain('nowrap')
})

test('card and label have a code that opens the job, and nothing that it costs', async () => {
  const person = await open()
  const code = `${location.origin}/s/${shortCode(maintenance, 71)}`
  await person.click(await screen.findByRole('radio', { name: 'Job card' }))
  const card = await page()
  expect(card.getByRole('img', { name: code })).toBeTruthy()
  expect(card.getByText('☐ Brush wear')).toBeTruthy()
  expect(card.queryByText('₹90')).toBeNull()
  await person.click(screen.getByRole('radio', { name: 'Label' }))
  const label = await page()
  expect(label.getByRole('img', { name: code })).toBeTruthy()
  expect(label.getByText('Loud noise')).toBeTruthy()
})
