import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeAll, expect, test } from 'vitest'
import { order } from '#contract/modules/sales/order.ts'
import { AtWork, begin, speakEnglish } from '../../../tests/support/at-work.tsx'
import { itemRow, syncDouble } from '../../../tests/support/sync-double.ts'
import { useChildRows } from './use-child-rows.ts'

const userId = 14_900
beforeAll(() => speakEnglish('problems'))

test('rows of a record are the same source until something of them changes, and what is asked of them never changes', async () => {
  const server = syncDouble()
  server.state.routes['GET /order'] = ({ url }) =>
    new URL(url).searchParams.has('after') ? { rows: [itemRow(12)], next: null } : { rows: [itemRow(11)], next: 'more' }
  await begin({ userId, permissions: ['20-a'] })
  const wrapper = ({ children }: { children: ReactNode }) => <AtWork userId={userId}>{children}</AtWork>
  const { result, rerender } = renderHook(() => useChildRows(order, { filter: { customer: [5] } }), { wrapper })
  await waitFor(() => expect(result.current?.count).toBe(1))
  const first = result.current
  rerender()
  expect(result.current).toBe(first)
  act(() => first.look(0, 2))
  await waitFor(() => expect(result.current.count).toBe(2))
  expect(result.current.look).toBe(first.look)
  expect(result.current.idAt(1)).toBe(12)
})
