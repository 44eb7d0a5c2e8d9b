import 'fake-indexeddb/auto'
import { afterEach, expect, it } from 'vitest'
import { closeUserDb, defineUserDb } from '#src/offline/user-db.ts'
import { dropDraft, pruneDrafts, readDraft, writeDraft } from './store.ts'

const day = 86_400_000
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
    values: { price: '12 rupees?', note: 'half' },
    base: { version: 3, fields: { note: null } },
    at: Date.now(),
  }
  await writeDraft(mine, 'sample:7', draft)
  expect(await readDraft(mine, 'sample:7')).toEqual(draft)
  expect(await readDraft(theirs, 'sample:7')).toBeNull()
  await dropDraft(mine, 'sample:7')
  expect(await readDraft(mine, 'sample:7')).toBeNull()
})

it('lets go of drafts that nobody came back to for a month, and of nothing that is sealed', async () => {
  const db = await open(703)
  opened.push(db)
  const now = Date.now()
  for (const [key, at] of [
    ['old', now - 31 * day],
    ['young', now - 29 * day],
  ] as const)
    await writeDraft(db, key, { values: {}, base: null, at })
  await db.drafts.put({ key: 'sealed-x', sealed: {} } as never)
  await pruneDrafts(db, now)
  expect((await db.drafts.toArray()).map(({ key }) => key).toSorted()).toEqual(['sealed-x', 'young'])
})
