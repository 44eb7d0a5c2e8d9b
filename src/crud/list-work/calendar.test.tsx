import { act, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { beforeAll, expect, test } from 'vitest'
import { order } from '#contract/modules/sales/order.ts'
import { AtWork, begin, speakEnglish } from '../../../tests/support/at-work.tsx'
import { itemRow, syncDouble } from '../../../tests/support/sync-double.ts'
import type { ListModel } from '../list/model.ts'
import { Shaped } from '../list/shaped.tsx'

const person = { userId: 9_260, permissions: ['20-a'] }
beforeAll(() => speakEnglish('ui', 'crud', 'order', 'problems'))

test('a record stands at the day of the house, also after the house went to another time zone', async () => {
  const server = syncDouble()
  await begin(person)
  const row = { ...itemRow(5), number: 'S-5', stage: 'received', dueAt: '2026-05-10T20:00:00.000Z' }
  server.state.routes['GET /order'] = () => ({ rows: [row], next: null })
  const list = {
    module: order,
    question: { q: '', filter: {}, archived: false, sort: '-id' },
    state: { shape: 'calendar', group: 'dueAt@2026-05' },
    linkTo: () => undefined,
  } as unknown as ListModel
  render(
    <MemoryRouter>
      <AtWork userId={person.userId}>
        <Shaped list={list} title="Orders" />
      </AtWork>
    </MemoryRouter>,
  )
  const day = async () => (await screen.findByTitle('S-5')).closest('[data-lane]')?.getAttribute('data-lane')
  expect(await day()).toBe('2026-05-11')
  await act(() => begin({ ...person, house: { timeZone: 'Europe/Berlin' } }))
  expect(await day()).toBe('2026-05-10')
})
