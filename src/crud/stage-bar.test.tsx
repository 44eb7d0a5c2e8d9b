import { screen, within } from '@testing-library/react'
import { createMemoryRouter } from 'react-router-dom'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { allFields, type Row } from '#contract/module.ts'
import { order } from '#contract/modules/sales/order.ts'
import type { HistoryEntry } from '#src/data/use-facts.ts'
import { formatNear } from '#src/lib/format.ts'
import { begin, showAtWork, speakEnglish } from '../../tests/support/at-work.tsx'
import { itemRow, syncDouble, type SyncDouble } from '../../tests/support/sync-double.ts'
import { defineScreens } from './screens.ts'
import { StageBar } from './stage-bar.tsx'

const screens = defineScreens(order, { routes: {} })
const none = Object.fromEntries(Object.keys(allFields(order)).map(name => [name, null]))
const sale = (more: object): Row => ({ ...itemRow(7), ...none, ...more })

/** Above every id that a test of another file takes. */
let userId = 25_600
let server: SyncDouble
beforeAll(() => speakEnglish('ui', 'crud', 'order', 'problems', 'lists'))
beforeEach(() => {
  userId += 1
  server = syncDouble()
})

const at = (hour: number) => `2026-06-26T0${hour}:00:00.000Z`
/** Hour by hour it came to these stages. */
function cameTo(...stages: string[]) {
  const entries = stages.map((stage, place): HistoryEntry => ({
    id: place + 1,
    at: at(place),
    action: place === 0 ? 'create' : 'move',
    actor: 5,
    actorName: 'Asha',
    recordId: 7,
    version: place + 1,
    offline: false,
    saidAt: null,
    before: {},
    after: { stage },
  }))
  server.state.routes['GET /order/7/history'] = () => ({ entries: entries.toReversed() })
}

async function show(record: Row) {
  await begin({ userId, permissions: ['20-a', '20-d'] })
  const element = <StageBar record={record} screens={screens} />
  showAtWork(userId, createMemoryRouter([{ path: '/', element }]))
  return screen.findByRole('list', { name: 'Stages' })
}
const steps = (list: HTMLElement) => within(list).getAllByRole('listitem')
const said = (list: HTMLElement) => steps(list).map(one => one.textContent.trim())
const current = (list: HTMLElement) => steps(list).filter(one => one.getAttribute('aria-current') === 'step')

test('the whole way is said in its order: what is passed with when, where it stands now, what is ahead', async () => {
  cameTo('draft', 'confirmed', 'packing')
  const list = await show(sale({ stage: 'packing' }))
  await within(list).findByText(formatNear(at(1)))
  expect(said(list)).toEqual([
    `Draft ${formatNear(at(0))} passed`,
    `Confirmed ${formatNear(at(1))} passed`,
    `Packing ${formatNear(at(2))}`,
    'Dispatched',
    'Delivered',
    'Closed',
  ])
  expect(current(list)).toEqual([steps(list)[2]])
})

test('what waits beside the way is said after the stage that it left: since when, and why', async () => {
  cameTo('draft', 'confirmed', 'onHold')
  const list = await show(sale({ stage: 'onHold', holdReason: 'Customer travels' }))
  await within(list).findByText(formatNear(at(2)))
  expect(said(list)).toEqual([
    `Draft ${formatNear(at(0))} passed`,
    `Confirmed ${formatNear(at(1))}`,
    `On hold ${formatNear(at(2))} Customer travels`,
    'Packing',
    'Dispatched',
    'Delivered',
    'Closed',
  ])
  expect(current(list)).toEqual([steps(list)[2]])
})

test('without its history it stands where it stands, with the times that the record has itself', async () => {
  server.state.network = 'refuse'
  const list = await show(sale({ stage: 'packing', createdAt: at(3), confirmedOn: '2026-06-26' }))
  expect(said(list).slice(0, 3)).toEqual([
    `Draft ${formatNear(at(3))} passed`,
    `Confirmed ${formatNear('2026-06-26')} passed`,
    'Packing',
  ])
  expect(current(list).map(one => one.textContent.trim())).toEqual(['Packing'])
})
