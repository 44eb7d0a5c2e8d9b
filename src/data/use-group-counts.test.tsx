import { QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import i18next from 'i18next'
import type { ReactNode } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { customer } from '#contract/modules/people/customer.ts'
import { register } from '#contract/register.ts'
import { markConnection } from '#src/offline/connection.ts'
import { writeSession } from '#src/offline/device.ts'
import problems from '../../public/locales/en/problems.json'
import { deviceSession } from '../../tests/support/device-session.ts'
import { syncDouble, type SyncDouble } from '../../tests/support/sync-double.ts'
import { DataProvider } from './provider.tsx'
import { makeQueryClient } from './query-client.ts'
import { useGroupCounts } from './use-group-counts.ts'
import { useKeptRows } from './use-kept.ts'

const GROUPS = 'GET /customer/group'
const lost = () => Promise.reject(new TypeError('Failed to fetch'))
let server: SyncDouble
let userId = 860

beforeAll(async () => {
  await i18next.init({ lng: 'en', ns: ['problems'], resources: { en: { problems } } })
})
beforeEach(async () => {
  server = syncDouble()
  server.state.groups = { hash: 'h1', names: ['lists', 'customer'] }
  server.state.routes[GROUPS] = lost
  userId += 1
  await writeSession(deviceSession(userId))
})
afterEach(() => act(() => markConnection({ online: true, slow: false })))

/** How many customers there are of each kind, on a device that keeps these. */
async function open(kept: readonly { id: number; type: string; [field: string]: unknown }[]) {
  const queries = makeQueryClient()
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queries}>
      <DataProvider userId={userId} register={register}>
        {children}
      </DataProvider>
    </QueryClientProvider>
  )
  // Only what is recent stays on it.
  const updatedAt = new Date().toISOString()
  for (const { id, ...fields } of kept) server.write('customer', id, { name: 'Asha', updatedAt, ...fields })
  const device = renderHook(() => useKeptRows(customer, true), { wrapper }).result
  await waitFor(() => expect(device.current).toHaveLength(kept.length))
  return renderHook(() => useGroupCounts(customer, 'type', { filter: { risk: ['false'] } }), { wrapper }).result
}

test('where nobody answers, the customers that the device keeps are counted, and there may be more', async () => {
  const found = await open([
    { id: 1, type: 'person', risk: false },
    { id: 2, type: 'company', risk: false },
    { id: 3, type: 'person', risk: false },
    { id: 4, type: 'dealer', risk: true },
  ])
  await waitFor(() => expect(found.current.counts).toBeDefined())
  const counted = { person: { count: 2, more: true }, company: { count: 1, more: true } }
  expect(Object.fromEntries(found.current.counts!)).toEqual(counted)
  expect(found.current).toMatchObject({ partial: true, error: null })

  act(() => markConnection({ online: false }))
  server.state.routes[GROUPS] = () => ({ groups: [{ value: 'person', count: 40, more: false }], next: null })
  act(() => markConnection({ online: true }))
  await waitFor(() => expect(found.current).toMatchObject({ partial: false, error: null }))
  expect(Object.fromEntries(found.current.counts!)).toEqual({ person: { count: 40, more: false } })
})

test('where nobody answers and the device keeps none of them, that is said', async () => {
  const found = await open([{ id: 4, type: 'dealer', risk: true }])
  await waitFor(() => expect(found.current.error?.code).toBe('unreachable'))
  expect(found.current).toMatchObject({ counts: undefined, partial: false })
})

test('a server that keeps silent is not waited for', async () => {
  server.state.routes[GROUPS] = () => new Promise(() => undefined)
  const found = await open([{ id: 1, type: 'person', risk: false }])
  await waitFor(() => expect(server.state.requests).toContain(GROUPS))
  expect(found.current.counts).toBeUndefined()
  await waitFor(() => {
    // Whatever else is answered meanwhile says that nobody waits any more.
    act(() => markConnection({ slow: true }))
    expect(found.current.counts?.get('person')).toEqual({ count: 1, more: true })
  })
})
