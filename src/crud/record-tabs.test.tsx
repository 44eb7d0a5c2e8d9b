import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { task } from '#contract/modules/desk/task.ts'
import { customer } from '#contract/modules/people/customer.ts'
import { spread } from '#src/offline/heard.ts'
import { AtWork, begin } from '../../tests/support/at-work.tsx'
import { syncDouble } from '../../tests/support/sync-double.ts'
import { OnRecordsContext } from './on-records.ts'
import { useRecordTabs } from './record-tabs.ts'
import { defineScreens } from './screens.ts'

const userId = 9_200
const tasks = defineScreens(task, {
  columns: ['title'],
  form: [['title']],
  onRecords: { title: 'task:titles.list', tab: () => null },
  routes: {},
})

beforeEach(() => begin({ userId, permissions: ['90-a', '50-a'] }))

test('what is open about a record is counted, and what a colleague adds at once, whichever tab is open', async () => {
  let total = 1
  // Three more are done.
  syncDouble().state.routes['GET /task'] = request => {
    const isOpen = new URL(request.url).searchParams.get('filter[stage]') === 'open,inProgress'
    return { rows: [], next: null, total: isOpen ? total : total + 3 }
  }
  const wrapper = ({ children }: { children: ReactNode }) => (
    <AtWork userId={userId}>
      <OnRecordsContext value={[tasks]}>{children}</OnRecordsContext>
    </AtWork>
  )
  const { result } = renderHook(() => useRecordTabs(customer, 5), { wrapper })
  await waitFor(() => expect(result.current.map(({ count }) => count)).toEqual([1]))
  total = 2
  act(() => spread(userId, { changes: [{ t: 'customer', id: 5, v: 2 }], many: [] }))
  act(() => spread(userId, { changes: [{ t: 'task', id: 12, v: 1 }], many: [] }))
  await waitFor(() => expect(result.current.map(({ count }) => count)).toEqual([2]))
})

test('what a record declares as its own comes first, for whoever may look through it', async () => {
  await begin({ userId, permissions: ['90-a', '50-a', '51-a'] })
  syncDouble().state.routes['GET /task'] = () => ({ rows: [], next: null, total: 0 })
  const wrapper = ({ children }: { children: ReactNode }) => (
    <AtWork userId={userId}>
      <OnRecordsContext value={[tasks]}>{children}</OnRecordsContext>
    </AtWork>
  )
  const { result } = renderHook(() => useRecordTabs({ ...customer, children: { task: { columns: ['title'] } } }, 5), {
    wrapper,
  })
  await waitFor(() => expect(result.current.map(({ value, Tab }) => [value, Tab])).toEqual([['task', null]]))
})
