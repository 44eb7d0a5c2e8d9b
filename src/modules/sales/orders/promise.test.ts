import { beforeAll, expect, test } from 'vitest'
import { setHouse } from '#src/lib/format.ts'
import { promiseOf, type Promised } from './promise.ts'

beforeAll(() => setHouse({ timeZone: 'Asia/Kolkata' }))

const sale = (more: Partial<Promised>): Promised => ({
  stage: 'packing',
  promisedDate: '2026-11-20',
  waited: null,
  leftAt: null,
  ...more,
})
/** The day ends with this. */
const END = Date.parse('2026-11-20T18:30:00Z')
const after = (minutes: number) => new Date(END + minutes * 60_000)

test('what is still with us is ahead, due today, and late from the end of the day', () => {
  expect(promiseOf(sale({}), after(-3_000))).toEqual({ is: 'day', day: '2026-11-20', isToday: false })
  expect(promiseOf(sale({}), after(-60))).toEqual({ is: 'day', day: '2026-11-20', isToday: true })
  expect(promiseOf(sale({}), after(26))).toEqual({ is: 'late', by: 26 * 60_000, isOver: false })
})

test('nobody is late while it waits for somebody else, nor for as long as it waited', () => {
  expect(promiseOf(sale({ stage: 'onHold' }), after(500))).toMatchObject({ is: 'day' })
  expect(promiseOf(sale({ waited: 60 }), after(26))).toMatchObject({ is: 'day' })
  expect(promiseOf(sale({ waited: 60 }), after(70))).toMatchObject({ is: 'late', by: 10 * 60_000 })
})

test('what has left kept its promise or did not, whenever that is looked at', () => {
  const left = (minutes: number, stage: Promised['stage']) =>
    promiseOf(sale({ stage, leftAt: after(minutes).toISOString() }), after(90_000))
  expect(left(-5, 'delivered')).toEqual({ is: 'kept' })
  expect(left(-5, 'closed')).toEqual({ is: 'kept' })
  expect(left(240, 'delivered')).toEqual({ is: 'late', by: 240 * 60_000, isOver: true })
  // It is on its way: the day says more.
  expect(left(-5, 'dispatched')).toEqual({ is: 'day', day: '2026-11-20', isToday: false })
})

test('what was cancelled or promised for no day says nothing, and what nobody noted when it left only its day', () => {
  expect(promiseOf(sale({ stage: 'cancelled' }), after(5))).toEqual({ is: 'none' })
  expect(promiseOf(sale({ promisedDate: null }), after(5))).toEqual({ is: 'none' })
  expect(promiseOf(sale({ stage: 'delivered' }), after(5))).toMatchObject({ is: 'day', isToday: false })
})
