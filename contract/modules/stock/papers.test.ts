import { expect, test } from 'vitest'
import { manifestsOf, type OnManifest } from './manifest.ts'
import { notToPick, pickListOf, type ToPick } from './pick-list.ts'

const item = (product: number, qty: number, more: object = {}) => ({
  line: null,
  product,
  qty,
  units: [],
  counted: null,
  ...more,
})
const draft = (id: number, items: ReturnType<typeof item>[], more: object = {}): ToPick => ({
  id,
  stage: 'draft',
  direction: 'out',
  items,
  ...more,
})

test('what to fetch is summed by product and colour, with the parcels it is for; what is in them already is not fetched', () => {
  const parcels = [
    draft(1, [item(5, 2), item(6, 3, { counted: 1 }), item(5, 1)]),
    draft(2, [item(5, 4, { units: [71, 72] }), item(7, 1, { line: 9 })]),
    draft(3, [item(5, 1, { units: [73] })]),
    draft(4, [item(5, 9)], { stage: 'packed' }),
    draft(5, [item(5, 9)], { direction: 'pickup' }),
    // It lies on the bench where it was repaired.
    draft(6, [item(5, 9)], { maintenance: 40 }),
  ]
  const red = 3
  expect(pickListOf(parcels, (parcel, { product }) => (parcel.id === 2 && product === 7 ? red : null))).toEqual([
    {
      product: 5,
      colour: null,
      qty: 5,
      parcels: [
        { id: 1, qty: 3 },
        { id: 2, qty: 2 },
      ],
    },
    { product: 6, colour: null, qty: 2, parcels: [{ id: 1, qty: 2 }] },
    { product: 7, colour: red, qty: 1, parcels: [{ id: 2, qty: 1 }] },
  ])
})

test('why nothing is fetched for a parcel is said by its kind before its stage', () => {
  expect(notToPick(draft(1, [item(5, 1)]))).toBeNull()
  expect(notToPick(draft(1, []))).toBe('empty')
  expect(notToPick(draft(1, [item(5, 1, { product: null })]))).toBe('empty')
  expect(notToPick(draft(1, [item(5, 1, { counted: 1 })]))).toBe('packed')
  expect(notToPick(draft(1, [item(5, 1)], { stage: 'labelled' }))).toBe('packed')
  expect(notToPick(draft(1, [item(5, 1)], { stage: 'cancelled' }))).toBe('gone')
  expect(notToPick(draft(1, [item(5, 1)], { direction: 'pickup', stage: 'delivered' }))).toBe('pickups')
  expect(notToPick(draft(1, [item(5, 1)], { maintenance: 40, stage: 'packed' }))).toBe('ofJobs')
})

test('each courier signs for its own parcels, and their sums are those of its rows', () => {
  const one = (awb: string | null, courier: number | null, more: Partial<OnManifest> = {}): OnManifest => ({
    stage: 'labelled',
    awb,
    courier,
    pieces: 2,
    codAmount: 10_000,
    parcels: [{ weight: 400 }, { weight: null }],
    ...more,
  })
  const made = manifestsOf([
    one('B2', 8),
    one('A1', 8, { stage: 'handedOver', codAmount: null, parcels: [] }),
    one('C3', 8, { stage: 'checked' }),
    one('D4', 8, { stage: 'cancelled' }),
    one(null, null, { pieces: null }),
  ])
  expect(made.map(({ rows, ...sums }) => ({ ...sums, awbs: rows.map(({ awb }) => awb) }))).toEqual([
    { courier: 8, awbs: ['A1', 'B2'], boxes: 3, pieces: 4, weight: 400, cod: 10_000 },
    { courier: null, awbs: [null], boxes: 2, pieces: 0, weight: 400, cod: 10_000 },
  ])
})
