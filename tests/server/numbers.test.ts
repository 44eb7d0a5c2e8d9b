import { afterAll, beforeAll, expect, it } from 'vitest'
import { nextNumber } from '#server/crud/numbers.ts'
import { openRecords } from '#server/crud/records.ts'
import { freshDatabase, type FreshDatabase } from '../support/database.ts'

let database: FreshDatabase
beforeAll(async () => {
  database = await freshDatabase()
  await database.pool.query(
    `insert into general_setting (id, created_by, updated_by, company_name, currency, time_zone) values (1, 1, 1, 'House', 'INR', 'Asia/Kolkata')`,
  )
})
afterAll(() => database?.close())

const next = (series: string, now = '2026-06-01T00:00:00.000Z') =>
  openRecords(database).transaction(tx => nextNumber({ tx, now }, series))

it('gives every number once and leaves none out, however many ask at the same time', async () => {
  const numbers = await Promise.all(Array.from({ length: 20 }, () => next('ABC')))
  const wanted = Array.from({ length: 20 }, (_, n) => `ABC-2026-${String(n + 1).padStart(6, '0')}`)
  expect(numbers.toSorted()).toEqual(wanted)
})

it('gives a number again that was taken back', async () => {
  const failing = openRecords(database).transaction(async tx => {
    expect(await nextNumber({ tx, now: '2026-06-01T00:00:00.000Z' }, 'GAP')).toBe('GAP-2026-000001')
    throw new Error('planted')
  })
  await expect(failing).rejects.toThrow('planted')
  expect(await next('GAP')).toBe('GAP-2026-000001')
})

it('counts each series by itself and from the beginning every year, as the house has it', async () => {
  expect(await next('ONE', '2026-12-31T18:29:59.000Z')).toBe('ONE-2026-000001')
  expect(await next('ONE', '2026-12-31T18:30:00.000Z')).toBe('ONE-2027-000001')
  expect(await next('TWO', '2026-12-31T18:29:59.000Z')).toBe('TWO-2026-000001')
})
