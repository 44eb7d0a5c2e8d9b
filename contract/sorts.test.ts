import { describe, expect, it } from 'vitest'
import type { Row } from './module.ts'
import { product } from './modules/catalogue/product.ts'
import { customer } from './modules/people/customer.ts'
import { unit } from './modules/stock/unit.ts'
import { inNaturalOrder } from '../tests/support/cases.ts'
import { orderRows, parseSort, sortsOf } from './sorts.ts'

describe('sorts', () => {
  it('are offered by what a record is known by, by numbers and by time', () => {
    expect(sortsOf(product).map(({ field }) => field)).toEqual(
      expect.arrayContaining(['sku', 'name', 'price', 'id', 'createdAt', 'updatedAt']),
    )
    expect(sortsOf(customer).map(({ field }) => field)).not.toContain('language')
  })

  it.each([
    ['name', [{ field: 'name', down: false }]],
    [
      '-balance,name',
      [
        { field: 'balance', down: true },
        { field: 'name', down: false },
      ],
    ],
    ['name,name', null],
    ['name,-name', null],
    ['name,balance,id', null],
    ['language', null],
    ['', null],
    ['name,', null],
  ])('read %s', (text, expected) => {
    expect(parseSort(customer, text)).toEqual(expected)
  })

  it('put empty keys last both ways, and equals by id the way the last sort goes', () => {
    const rows = [
      [1, null, 'a'],
      [2, '2026-01-01', 'b'],
      [3, '2026-01-02', 'Á'],
      [4, '2026-01-01', 'a'],
      [5, '2026-01-01', 'A'],
    ].map(([id, soldAt, serial]) => ({ id, soldAt, serial }) as unknown as Row)
    const ids = (text: string) => orderRows(unit, parseSort(unit, text)!, rows).map(({ id }) => id)
    expect(ids('soldAt')).toEqual([2, 4, 5, 3, 1])
    expect(ids('-soldAt')).toEqual([3, 5, 4, 2, 1])
    expect(ids('soldAt,serial')).toEqual([4, 5, 2, 3, 1])
    expect(ids('soldAt,-serial')).toEqual([2, 5, 4, 3, 1])
  })

  it('put numbers in names in their order', () => {
    const rows = inNaturalOrder.toReversed().map((name, id) => ({ id, name }) as unknown as Row)
    expect(orderRows(customer, parseSort(customer, 'name')!, rows).map(row => row.name)).toEqual(inNaturalOrder)
  })
})
