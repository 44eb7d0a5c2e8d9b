import { screen, within } from '@testing-library/react'
import { createMemoryRouter } from 'react-router-dom'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { begin, showAtWork } from '../../../../tests/support/at-work.tsx'
import { jobServer, speakOfJobs, writeJob } from '../../../../tests/support/job-page.tsx'
import type { SyncDouble } from '../../../../tests/support/sync-double.ts'
import { MyDayCard } from './my-day-card.tsx'

/** Above every id that a test of another file takes. */
let userId = 18_600
let server: SyncDouble
beforeAll(speakOfJobs)
beforeEach(() => {
  userId += 1
  server = jobServer()
  server.state.groups = {
    hash: 'h1',
    names: ['lists', `maintenance:own:${userId}`, 'part', 'unit', 'product', 'user', `heldPart:own:${userId}`],
  }
  server.write('user', 900, { name: 'Bela Shah', stage: 'active' })
  for (const [id, name] of [
    [501, 'Motor brush set'],
    [502, 'Blade'],
    [503, 'Seal'],
  ] as const)
    server.write('part', id, { code: `P-0${id}`, name, fits: [], active: true, onHand: 7, low: false })
  const held = (id: number, part: number, qty: number) =>
    server.write('heldPart', id, { part, person: userId, name: 'x', qty, minimum: null, low: qty < 0 })
  held(601, 501, -1)
  held(602, 502, 4)
})
async function open(permissions = ['40-a', '40-c', '40-d', '104-a', '60-a']) {
  const line = (id: number, part: number, qty: number, takenFrom: number | null) => ({
    id,
    part,
    qty,
    takenFrom,
    price: 0,
    taxRate: null,
    pays: 'asJob',
    note: null,
  })
  const parts = [line(901, 501, 3, userId), line(902, 502, 1, userId), line(903, 502, 2, null), line(904, 503, 1, 900)]
  writeJob(server, userId, { scheduledAt: new Date().toISOString(), parts })
  await begin({ userId, permissions })
  showAtWork(userId, createMemoryRouter([{ path: '/', element: <MyDayCard /> }]))
  return within(await screen.findByRole('region', { name: 'To take along' }))
}

test('only what comes from their own stock is compared with it; the rest is fetched from where it is booked', async () => {
  const take = await open()
  await take.findByText('1 missing')
  await take.findByText(/Bela Shah/)
  const said = take.getAllByRole('listitem').map(item => item.textContent)
  expect(said).toEqual([
    '3 × Motor brush set1 missing',
    '2 × Blade · fetch from the warehouse',
    '1 × Blade · 5 with you',
    '1 × Seal · From the stock of Bela Shah',
  ])
})

test('one press leads to all that somebody has along', async () => {
  await open()
  expect(screen.getByRole('link', { name: 'My stock' }).getAttribute('href')).toBe('/stock-move/my-stock')
})
