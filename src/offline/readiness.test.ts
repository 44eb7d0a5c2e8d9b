import { expect, test } from 'vitest'
import { judge, type ReadinessFacts } from './readiness.ts'

const NOW = Date.parse('2026-06-30T12:00:00Z')
const whole: ReadinessFacts = {
  app: { served: true, missing: 0 },
  load: 'done',
  counts: { lists: 3 },
  numbers: { blocks: 2, left: 1_500 },
  missing: [],
  pictures: [],
  syncedAt: '2026-06-30T11:00:00.000Z',
  storage: { left: 2 ** 30, lasting: true },
  files: 0,
}
const lacks = (changes: Partial<ReadinessFacts>) => {
  const { ready, missing, findings } = judge({ ...whole, ...changes }, NOW)
  const told = findings.flatMap(({ check, verdict }) => (verdict === 'fine' ? [] : [`${check} ${verdict}`]))
  expect(ready).toBe(missing === 0)
  return told
}
const gap = (id: number) => ({ t: 'customer', id, by: { t: 'unit', id: 9, title: 'A unit' } })

test('a device with everything may leave the network', () => {
  expect(lacks({})).toEqual([])
})

test.each<[Partial<ReadinessFacts>, string]>([
  [{ app: { served: false, missing: null } }, 'app missing'],
  [{ app: { served: true, missing: null } }, 'app missing'],
  [{ app: { served: true, missing: 1 } }, 'app missing'],
  [{ load: 'underWay' }, 'loaded missing'],
  [{ load: 'none' }, 'loaded missing'],
  [{ numbers: { blocks: 0, left: 0 } }, 'numbers missing'],
  [{ numbers: { blocks: 1, left: 1_000 } }, 'numbers advice'],
  [{ missing: [gap(1)] }, 'references missing'],
  [{ pictures: [{ id: 5, by: { t: 'maintenance', id: 9 } }] }, 'pictures missing'],
  [{ syncedAt: null }, 'age missing'],
  [{ syncedAt: '2026-06-29T11:59:59.000Z' }, 'age missing'],
  [{ storage: { left: 50 * 2 ** 20, lasting: true } }, 'storage missing'],
  [{ storage: { left: 2 ** 30, lasting: false } }, 'storage advice'],
  [{ files: 2 }, 'files advice'],
])('%o: %s', (changes, told) => {
  expect(lacks(changes)).toEqual([told])
})

test('each record that is not here counts for itself', () => {
  expect(judge({ ...whole, missing: [gap(1), gap(2)], load: 'underWay' }, NOW).missing).toBe(3)
})
