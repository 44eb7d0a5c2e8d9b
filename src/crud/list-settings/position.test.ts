import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { GAP, inOrder, planMove, type Placed } from './position.ts'

const list = (...positions: number[]): Placed[] => positions.map((position, index) => ({ id: index + 1, position }))
const apply = (items: Placed[], plan: Placed[]) =>
  inOrder(items.map(item => ({ ...item, ...plan.find(planned => planned.id === item.id) }))).map(item => item.id)

it('an item goes halfway between its new neighbours', () => {
  expect(planMove(list(1024, 2048, 3072), 2, 1)).toEqual([{ id: 3, position: 1536 }])
  expect(planMove(list(1024, 2048, 3072), 0, 1)).toEqual([{ id: 1, position: 2560 }])
})

it('an item goes a whole gap before the first and behind the last', () => {
  expect(planMove(list(1024, 2048, 3072), 2, 0)).toEqual([{ id: 3, position: 1024 - GAP }])
  expect(planMove(list(1024, 2048, 3072), 0, 2)).toEqual([{ id: 1, position: 3072 + GAP }])
})

it('nothing is written when nothing moves', () => {
  expect(planMove(list(1024, 2048), 1, 1)).toEqual([])
  expect(planMove(list(1024, 2048), 0, 2)).toEqual([])
  expect(planMove(list(1024), 0, 0)).toEqual([])
})

it('neighbours without a number between them make room', () => {
  const next = 1024 + 2 ** -42
  expect(planMove(list(1024, next, 9000), 2, 1)).toEqual([
    { id: 3, position: 2048 },
    { id: 2, position: 3072 },
  ])
})

it('any item reaches any place, however often the list was reordered before', () => {
  const moves = fc.array(fc.tuple(fc.nat(7), fc.nat(7)), { maxLength: 200 })
  const start = fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 8, maxLength: 8 })
  fc.assert(
    fc.property(start, moves, (positions, moves) => {
      let items = inOrder(list(...positions))
      for (const [from, to] of moves) {
        const wanted = items.map(item => item.id)
        wanted.splice(to, 0, ...wanted.splice(from, 1))
        const plan = planMove(items, from, to)
        expect(apply(items, plan)).toEqual(wanted)
        items = inOrder(items.map(item => ({ ...item, ...plan.find(planned => planned.id === item.id) })))
      }
    }),
  )
})
