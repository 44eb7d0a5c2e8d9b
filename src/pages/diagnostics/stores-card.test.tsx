import { render, screen } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { register } from '#contract/register.ts'
import { setHouse } from '#src/lib/format.ts'
import { CURSOR, LOAD, openUserDb } from '#src/offline/user-db.ts'
import { storeKeptUntil } from '#src/offline/unheard.ts'
import { speakEnglish } from '../../../tests/support/at-work.tsx'
import { deviceFacts } from '../../../tests/support/device-facts.ts'
import { StoresCard } from './stores-card.tsx'

beforeAll(() => speakEnglish('ui', 'diagnostics'))

test('the page of the device says when kept records are removed', async () => {
  setHouse({ timeZone: 'Asia/Kolkata' })
  const db = await openUserDb(9_620, register)
  await db.meta.put({ key: CURSOR, value: { syncedAt: '2026-11-10T10:00:00.000Z' } })
  render(<StoresCard facts={deviceFacts({ keptUntil: await storeKeptUntil(db) })} />)
  expect(screen.getByText(/24 Nov 2026, 15:30/)).toBeTruthy()
})

test('it says nothing of it where none are kept', async () => {
  const db = await openUserDb(9_621, register)
  expect(await storeKeptUntil(db)).toBe(null)
  render(<StoresCard facts={deviceFacts({ keptUntil: null })} />)
  expect(screen.queryByText(/removed/)).toBe(null)
})

test('a first load that was broken off counts too', async () => {
  const db = await openUserDb(9_622, register)
  await db.meta.put({ key: LOAD, value: { g: 1, rows: 3 } })
  const { writeSession } = await import('#src/offline/device.ts')
  const { deviceSession } = await import('../../../tests/support/device-session.ts')
  const lasts = { idleMinutes: 60, until: '2026-11-24T10:00:00.000Z', days: 14 }
  await writeSession({ ...deviceSession(9_622), lasts })
  expect(await storeKeptUntil(db)).toBe(Date.parse(lasts.until))
})
