import 'fake-indexeddb/auto'
import { afterEach, expect, it } from 'vitest'
import { closeUserDb, defineUserDb } from '#src/offline/user-db.ts'
import { baseOf, dropDraft, fits, newKey, placeOf, readDrafts, writeDraft } from './store.ts'

const open = async (userId: number) => {
  const db = defineUserDb(userId, {})
  await db.open()
  return db
}
const opened: Awaited<ReturnType<typeof open>>[] = []
afterEach(async () => {
  for (const db of opened.splice(0)) {
    closeUserDb(db)
    await db.delete()
  }
})

it('keeps what was typed as it was typed, for its own person, until it is dropped', async () => {
  const [mine, theirs] = [await open(701), await open(702)]
  opened.push(mine, theirs)
  const draft = {
    key: newKey('sample:7'),
    values: { price: '12 rupees?', note: 'half' },
    base: { version: 3, fields: { note: null } },
    at: Date.now(),
  }
  await writeDraft(mine, draft)
  expect(await readDrafts(mine, 'sample:7')).toEqual([draft])
  expect(await readDrafts(theirs, 'sample:7')).toEqual([])
  await dropDraft(mine, draft.key)
  expect(await readDrafts(mine, 'sample:7')).toEqual([])
})

it('offers none that is damaged, and leaves it where it lies', async () => {
  const db = await open(703)
  opened.push(db)
  const values = { note: 'half' }
  const damaged = [7, null, {}, { values: 'x', base: null }, { values }, { values, base: { version: '3', fields: {} } }]
  for (const value of damaged) await db.drafts.put({ key: newKey('sample:7'), value, at: 1 })
  const sound = { key: newKey('sample:7'), values, base: null, at: 2 }
  await writeDraft(db, sound)
  expect(await readDrafts(db, 'sample:7')).toEqual([sound])
  expect(await db.drafts.count()).toBe(damaged.length + 1)
})

it('keeps the drafts of two forms of one place apart, and finds the last one first, and none of another place', async () => {
  const db = await open(704)
  opened.push(db)
  const draft = (place: string, name: string, at: number) =>
    writeDraft(db, { key: newKey(place), values: { name }, base: null, at })
  await draft('sample:new:/a', 'first', 1)
  await draft('sample:new:/a', 'second', 2)
  await draft('sample:new:/ab', 'elsewhere', 3)
  // A note is kept beside them in a way of its own.
  await db.drafts.put({ key: 'sample:new:/a#note', value: 'half', at: 4 })
  const found = await readDrafts(db, 'sample:new:/a')
  expect(found.map(({ values }) => values.name)).toEqual(['second', 'first'])
  expect(new Set(found.map(({ key }) => placeOf(key)))).toEqual(new Set(['sample:new:/a']))
})

it('fits what it was typed over, and nothing else', () => {
  const start = { version: 3, name: 'Asha', note: null }
  const typed = (from: typeof start | undefined) => ({
    key: 'k#1',
    values: { note: 'half' },
    base: baseOf(from, { note: 'half' }),
    at: 0,
  })
  expect(fits(typed(start), start)).toBe(true)
  expect(fits(typed(start), { ...start, version: 4 })).toBe(false)
  expect(fits(typed(start), { ...start, note: 'theirs' })).toBe(false)
  // A change that was kept while more was typed has brought the words there.
  expect(fits(typed(start), { ...start, note: 'half' })).toBe(true)
  expect(fits(typed(start), undefined)).toBe(false)
  expect(fits(typed(undefined), undefined)).toBe(true)
  expect(fits(typed(undefined), start)).toBe(false)
})
