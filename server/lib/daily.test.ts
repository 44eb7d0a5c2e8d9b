import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { signedIn, startApp } from '../../tests/support/server.ts'
import { daily } from './daily.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] }))
afterEach(() => void vi.useRealTimers())

it('is done soon after the start and then every day, until it is stopped', () => {
  const work = vi.fn<() => void>()
  const stop = daily(work)
  vi.advanceTimersByTime(MINUTE)
  expect(work).not.toHaveBeenCalled()
  vi.advanceTimersByTime(9 * MINUTE)
  expect(work).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(47 * HOUR)
  expect(work).toHaveBeenCalledTimes(2)
  vi.advanceTimersByTime(24 * HOUR)
  expect(work).toHaveBeenCalledTimes(3)
  stop()
  vi.advanceTimersByTime(48 * HOUR)
  expect(work).toHaveBeenCalledTimes(3)
})

it('is never done where it was stopped before', () => {
  const work = vi.fn<() => void>()
  daily(work)()
  vi.advanceTimersByTime(48 * HOUR)
  expect(work).not.toHaveBeenCalled()
})

it('a server that is switched off every night forgets what nobody can ask about any more', async () => {
  const server = await startApp()
  onTestFinished(() => server.close())
  const { userId } = await signedIn(server)
  const { pool } = server.database
  await pool.query(`
    insert into sync_device (device_id, user_id, seen_at) values (gen_random_uuid(), 1, now() - interval '500 days');
    insert into link_wish (user_id, at) values (${userId}, now() - interval '500 days');
    insert into work_job (id, author, module, action, wish, confirmed, state, total, created_at)
      values (gen_random_uuid(), 1, 'source', 'archive', '{}', false, 'done', 0, now() - interval '500 days')`)
  // Not a moment longer: a connection that is opened for it would have taken too long.
  vi.advanceTimersByTime(5 * MINUTE)
  vi.useRealTimers()
  await vi.waitFor(async () => {
    const { rows } = await pool.query(`
      select (select count(*) from sync_device)::int as devices, (select count(*) from link_wish)::int as wishes,
        (select count(*) from work_job)::int as works`)
    expect(rows).toEqual([{ devices: 0, wishes: 0, works: 0 }])
  }, 10_000)
})
