import { renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { portal } from '../../tests/support/portal.ts'
import { AtWork, begin, speakEnglish } from '../../tests/support/at-work.tsx'
import { syncDouble, type SyncDouble } from '../../tests/support/sync-double.ts'
import { withMore } from '#contract/calls/views.ts'
import type { Preference } from '#src/offline/user-db.ts'
import { usePreferences, useSetPreference } from './preferences.ts'

let server: SyncDouble
let userId = 6_800
/** What the server knows. */
let told: Record<string, Preference>
/** By key, what the server says against it. */
let against: Record<string, { code: string; status: number }>

beforeAll(() => speakEnglish('shell', 'problems'))
beforeEach(() => {
  userId += 1
  told = {}
  against = {}
  server = syncDouble()
  server.state.routes['GET /preferences'] = () => ({ preferences: told })
  server.state.routes['POST /preferences/set'] = async request => {
    const { key, value, adds } = (await request.json()) as { key: string; value: Preference | null; adds?: true }
    const no = against[key]
    if (no) return Response.json({ code: no.code, message: 'No', requestId: 'r' }, { status: no.status })
    if (value) told[key] = adds ? withMore(told[key] ?? {}, value) : value
    else delete told[key]
    return {}
  }
})

async function open() {
  await begin({ userId, permissions: [] })
  const wrapper = ({ children }: { children: ReactNode }) => <AtWork userId={userId}>{children}</AtWork>
  const { result, unmount } = renderHook(
    () => ({ all: usePreferences(), set: useSetPreference(), add: useSetPreference(true) }),
    { wrapper },
  )
  await waitFor(() => expect(result.current.all).toBeDefined())
  return { result, unmount }
}

/** Sets these while the server cannot be told, and leaves. */
async function setAlone(values: Record<string, Preference | null>) {
  server.state.network = 'refuse'
  const { result, unmount } = await open()
  for (const [key, value] of Object.entries(values)) await result.current.set(key, value)
  unmount()
  server.state.network = 'up'
}

it('learns what was set elsewhere although the server refuses one of its own, which is not told again', async () => {
  await setAlone({ 'look:a:all': { columns: [] }, 'look:b:all': { density: 'compact' } })
  against['look:a:all'] = { code: 'invalid', status: 400 }
  told['list:c'] = { view: 7 }
  const first = await open()
  await waitFor(() =>
    expect(first.result.current.all).toEqual({ 'look:b:all': { density: 'compact' }, 'list:c': { view: 7 } }),
  )
  expect(told['look:b:all']).toEqual({ density: 'compact' })
  first.unmount()

  const asked = server.state.requests.length
  const second = await open()
  await waitFor(() => expect(server.state.requests.slice(asked)).toContain('GET /preferences'))
  expect(server.state.requests.slice(asked)).not.toContain('POST /preferences/set')
  expect(second.result.current.all).toEqual({ 'look:b:all': { density: 'compact' }, 'list:c': { view: 7 } })
})

it('keeps as it was set here what the server has no time for, and tells it the next time', async () => {
  told['look:gone:all'] = { density: 'regular' }
  await setAlone({ 'look:a:all': { density: 'compact' }, 'look:gone:all': null })
  against['look:a:all'] = against['look:gone:all'] = { code: 'busy', status: 503 }
  told['list:c'] = { view: 7 }
  const first = await open()
  await waitFor(() =>
    expect(first.result.current.all).toEqual({ 'look:a:all': { density: 'compact' }, 'list:c': { view: 7 } }),
  )
  first.unmount()

  against = {}
  await open()
  await waitFor(() => expect(told).toEqual({ 'look:a:all': { density: 'compact' }, 'list:c': { view: 7 } }))
})

it.each(portal)('tells once more what %s of a portal took in the place of the server', async (_, reply) => {
  await setAlone({ 'look:a:all': { density: 'compact' } })
  const hear = server.state.routes['POST /preferences/set']!
  const answered = vi.fn(reply)
  server.state.routes['POST /preferences/set'] = answered
  const first = await open()
  await waitFor(() => expect(answered).toHaveBeenCalled())
  first.unmount()
  server.state.routes['POST /preferences/set'] = hear
  await open()
  await waitFor(() => expect(told).toEqual({ 'look:a:all': { density: 'compact' } }))
})

it('adds to a list what was read here and elsewhere, whichever of it could be told when', async () => {
  told.notices = { read: ['a'] }
  const first = await open()
  await waitFor(() => expect(first.result.current.all).toEqual({ notices: { read: ['a'] } }))
  server.state.network = 'refuse'
  await first.result.current.add('notices', { read: ['b'] })
  // Another device read something else meanwhile.
  told.notices = { read: ['a', 'c'] }
  server.state.network = 'up'
  await first.result.current.add('notices', { read: ['d'] })
  const read = () => (told.notices!.read as string[]).toSorted()
  expect(read()).toEqual(['a', 'b', 'c', 'd'])
  server.state.network = 'refuse'
  await first.result.current.add('notices', { read: ['e'] })
  first.unmount()
  told.notices = { read: [...read(), 'f'] }
  server.state.network = 'up'
  const second = await open()
  await waitFor(() => expect(read()).toEqual(['a', 'b', 'c', 'd', 'e', 'f']))
  await waitFor(() => expect(second.result.current.all?.notices?.read).toHaveLength(6))
})

it('still tells what was set and could not be told while an earlier setting of the same was under way', async () => {
  const first = await open()
  await waitFor(() => expect(first.result.current.all).toEqual({}))
  const path = 'POST /preferences/set'
  const set = server.state.routes[path]!
  let answer = () => {}
  const answered = new Promise<void>(resolve => (answer = resolve))
  server.state.routes[path] = async (...asked) => {
    const said = await set(...asked)
    await answered
    return said
  }
  const earlier = first.result.current.add('notices', { read: ['a'] })
  await waitFor(() => expect(told.notices).toEqual({ read: ['a'] }))
  server.state.routes[path] = set
  against.notices = { code: 'busy', status: 503 }
  await first.result.current.add('notices', { read: ['b'] })
  answer()
  await earlier
  first.unmount()

  against = {}
  const second = await open()
  await waitFor(() => expect(told.notices?.read).toEqual(expect.arrayContaining(['a', 'b'])))
  await waitFor(() => expect(second.result.current.all?.notices?.read).toHaveLength(2))
})
