import { expect, test } from 'vitest'
import { leftToPack, mostToCollect, stillToCollect } from './dispatch-left.ts'

type Sale = Parameters<typeof leftToPack>[0] & Parameters<typeof mostToCollect>[0]
type Parcel = Parameters<typeof leftToPack>[1][number]

const line = (id: number, qty: number, more: object = {}) => ({
  id,
  product: id + 100,
  qty,
  unitPrice: 100_000,
  discount: 0,
  taxRate: 0,
  ...more,
})
const sale = (lines: object[], more: object = {}) =>
  ({ stage: 'confirmed', lines, balance: 300_000, paymentMode: 'cashOnDelivery', ...more }) as unknown as Sale
const parcel = (stage: string, items: [number, number][], more: object = {}) =>
  ({
    stage,
    direction: 'out',
    codAmount: null,
    items: items.map(([of, qty]) => ({ line: of, qty })),
    ...more,
  }) as unknown as Parcel

test('what is in a parcel, has left or was cancelled is not packed once more', () => {
  const of = sale([line(1, 5, { cancelled: 1, dispatched: 1 }), line(2, 1)])
  expect(leftToPack(of, [])).toEqual([
    { line: 1, product: 101, qty: 3 },
    { line: 2, product: 102, qty: 1 },
  ])
  const left = parcel('inTransit', [[1, 1]])
  expect(
    leftToPack(of, [
      left,
      parcel('packed', [
        [1, 2],
        [2, 1],
      ]),
    ]),
  ).toEqual([{ line: 1, product: 101, qty: 1 }])
})

test('what was handed over without a connection has left, although the order does not count it yet', () => {
  expect(leftToPack(sale([line(1, 2)]), [parcel('handedOver', [[1, 2]])])).toEqual([])
})

test('what never left, or came back, can be packed again; a pickup takes nothing', () => {
  const parcels = [
    parcel('cancelled', [[1, 2]]),
    parcel('returned', [[1, 2]]),
    parcel('draft', [[1, 2]], { direction: 'pickup' }),
  ]
  expect(leftToPack(sale([line(1, 2)]), parcels)).toEqual([{ line: 1, product: 101, qty: 2 }])
})

test('the first parcel collects all that is owed, and the next one what no other collects', () => {
  const of = sale([line(1, 2), line(2, 1)])
  expect(mostToCollect(of, [])).toBe(300_000)
  expect(mostToCollect(of, [parcel('labelled', [[1, 1]], { codAmount: 300_000 })])).toBe(0)
  expect(mostToCollect(of, [parcel('labelled', [[1, 1]], { codAmount: 100_000 })])).toBe(200_000)
  expect(mostToCollect({ ...of, paymentMode: 'prepaid' }, [])).toBeNull()
})

test('what was paid since is no longer collected; what another parcel collects neither', () => {
  const of = sale([line(1, 2)], { balance: 150_000 })
  const own = parcel('labelled', [[1, 1]], { codAmount: 100_000 })
  const other = parcel('inTransit', [[1, 1]], { codAmount: 90_000 })
  expect(stillToCollect(own, of, [])).toBe(100_000)
  expect(stillToCollect(own, of, [other])).toBe(60_000)
  expect(stillToCollect(own, of, [{ ...other, stage: 'returned' }])).toBe(100_000)
  // Delivered, and nobody has booked it yet.
  expect(stillToCollect(own, of, [{ ...other, stage: 'delivered' }])).toBe(100_000)
  expect(stillToCollect(own, of, [{ ...other, stage: 'delivered' }], 0)).toBe(60_000)
  expect(stillToCollect({ ...own, codAmount: null }, of, [])).toBeNull()
  expect(stillToCollect(own, { ...of, paymentMode: 'prepaid' }, [])).toBe(100_000)
})
