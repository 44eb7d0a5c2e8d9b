import { expect, test } from 'vitest'
import { keptUntil, storeUntil } from './unheard-days.ts'

const DAY = 86_400_000
const session = { lasts: { idleMinutes: 60, until: '2026-11-20T10:00:00.000Z', days: 5 } }
const heard = '2026-11-10T10:00:00.000Z'

test('what is kept of records goes as many days after the last word of the server as a session may last', () => {
  expect(keptUntil(heard, session)).toBe(Date.parse(heard) + 5 * DAY)
  expect(keptUntil(heard, null)).toBe(Date.parse(heard) + 14 * DAY)
  expect(storeUntil({ syncedAt: heard }, false, session)).toBe(Date.parse(heard) + 5 * DAY)
})

test('what came of a first load that was broken off goes with the session that asked for it', () => {
  expect(storeUntil(null, true, session)).toBe(Date.parse(session.lasts.until))
  expect(storeUntil(undefined, true, null)).toBe(null)
  // Nothing is there at all.
  expect(storeUntil(null, false, session)).toBe(null)
})
