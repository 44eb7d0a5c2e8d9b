import { expect, test } from 'vitest'
import type { Row } from '#contract/module.ts'
import { order } from '#contract/modules/sales/order.ts'
import { wayOf } from './stage-way.ts'

const on = (day: number) => `2026-11-${day}T10:00:00.000Z`
const sale = (stage: string, more: object = {}): Row => ({
  id: 7,
  version: 1,
  createdAt: on(10),
  createdBy: 1,
  updatedAt: on(10),
  updatedBy: 1,
  archivedAt: null,
  stage,
  ...more,
})
/** The history of an order that came to these stages, a day after each other; the newest is its first entry. */
const cameTo = (...stages: string[]) =>
  stages.map((stage, place) => ({ at: on(20 + place), after: { stage } })).toReversed()
const said = ({ steps }: ReturnType<typeof wayOf>) =>
  steps.filter(({ is }) => is !== 'ahead').map(({ stage, is, at }) => [stage, is, at])

test('what it passed has its time, and what is ahead has none', () => {
  const way = wayOf(order, sale('packing'), cameTo('draft', 'confirmed', 'packing'))
  expect(way).toEqual({
    steps: [
      { stage: 'draft', is: 'passed', at: on(20) },
      { stage: 'confirmed', is: 'passed', at: on(21) },
      { stage: 'packing', is: 'here', at: on(22) },
      { stage: 'dispatched', is: 'ahead', at: null },
      { stage: 'delivered', is: 'ahead', at: null },
      { stage: 'closed', is: 'ahead', at: null },
    ],
    beside: null,
  })
})

test('whoever goes back has not been further, and a pause is no step', () => {
  const entries = cameTo('draft', 'confirmed', 'onHold', 'confirmed', 'packing', 'dispatched', 'packing')
  expect(said(wayOf(order, sale('packing'), entries))).toEqual([
    ['draft', 'passed', on(20)],
    ['confirmed', 'passed', on(21)],
    ['packing', 'here', on(24)],
  ])
  expect(said(wayOf(order, sale('dispatched'), entries)).at(-1)).toEqual(['dispatched', 'here', null])
})

test('what waits or ended stands beside the way, after the stage that it left', () => {
  const way = wayOf(order, sale('onHold'), cameTo('draft', 'confirmed', 'packing', 'onHold'))
  expect(said(way).map(([stage, is]) => [stage, is])).toEqual([
    ['draft', 'passed'],
    ['confirmed', 'passed'],
    ['packing', 'here'],
  ])
  expect(way.beside).toEqual({ stage: 'onHold', at: on(23) })
})

test('without its history the times are those that the record itself has', () => {
  const confirmed = { confirmedOn: '2026-11-12', leftAt: null }
  expect(said(wayOf(order, sale('packing', confirmed)))).toEqual([
    ['draft', 'passed', on(10)],
    ['confirmed', 'passed', '2026-11-12'],
    ['packing', 'here', null],
  ])
  const held = wayOf(order, sale('onHold', confirmed))
  expect(said(held).at(-1)).toEqual(['confirmed', 'here', '2026-11-12'])
  expect(held.beside).toEqual({ stage: 'onHold', at: null })
  const whilePacking = wayOf(order, sale('onHold', { ...confirmed, heldFrom: 'packing' }))
  expect(said(whilePacking).at(-1)).toEqual(['packing', 'here', null])
})

test('other changes in the history are no steps', () => {
  const entries = [{ at: on(25), after: { note: 'Ring twice' } }, ...cameTo('draft', 'confirmed')]
  expect(said(wayOf(order, sale('confirmed'), entries)).at(-1)).toEqual(['confirmed', 'here', on(21)])
})
