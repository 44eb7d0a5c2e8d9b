import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { order } from '#contract/modules/sales/order.ts'
import { unit } from '#contract/modules/stock/unit.ts'
import { useOutbox } from '#src/data/use-outbox.ts'
import { dismissToast, shownToasts } from '#src/ui/toast.ts'
import { AtWork, begin, connect, speakEnglish } from '../../../tests/support/at-work.tsx'
import { syncDouble, type SyncDouble } from '../../../tests/support/sync-double.ts'
import { defineScreens, type Screens } from '../screens.ts'
import { useLaneMoves } from './use-lane-moves.ts'

let server: SyncDouble
let userId = 6_970

beforeAll(() => speakEnglish('crud', 'problems', 'unit', 'order'))
beforeEach(async () => {
  for (const { id } of shownToasts()) dismissToast(id)
  userId += 1
  server = syncDouble()
  await begin({ userId, permissions: ['20-c', '200-a', '200-c', '200-d'] })
})

const screens = defineScreens(unit, { routes: {} })
const [here, there] = ['inStock', 'quarantine'].map(stage => ({ key: stage, label: stage, value: stage }))
const open = async (on: Screens = screens, lanes = [here!, there!]) => {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <MemoryRouter>
      <AtWork userId={userId}>{children}</AtWork>
    </MemoryRouter>
  )
  const { result } = renderHook(() => ({ moves: useLaneMoves(on, 'stage', lanes), waiting: useOutbox() }), { wrapper })
  await waitFor(() => expect(result.current.waiting).toEqual([]))
  return result
}

it('takes a card back from where it was put, and from nowhere else: others may have taken it on', async () => {
  const device = server.write('unit', 40, { serial: 'S-1', product: 1, stage: 'inStock' })
  const result = await open()
  await connect(server, false)
  await act(() => result.current.moves.makeMove(device, 'quarantine'))
  act(() => shownToasts().at(-1)!.undo!())
  await waitFor(() =>
    expect(result.current.waiting).toMatchObject([
      { op: 'unit.quarantine', base: { version: 1, fields: {} } },
      { op: 'unit.restock', base: { version: 1, fields: { stage: 'quarantine' } } },
    ]),
  )
})

it('offers no way back from where somebody else had put the card before', async () => {
  const device = server.write('unit', 40, { serial: 'S-1', product: 1, stage: 'inStock' })
  const result = await open()
  const putBy = async (updatedBy: number) => {
    server.state.writes = () => ({ stage: 'quarantine', updatedBy })
    await act(() => result.current.moves.makeMove(device, 'quarantine'))
    return shownToasts().at(-1)!
  }
  expect((await putBy(userId)).undo).toBeDefined()
  expect((await putBy(9)).undo).toBeUndefined()
})

it('says beside a way what is to be done before it', async () => {
  const closed = { key: 'closed', label: 'Closed', value: 'closed' }
  const result = await open(defineScreens(order, { routes: {} }), [closed])
  const ways = (balance: number) => {
    const row = server.write('order', 50, { stage: 'delivered', balance })
    return result.current.moves.waysOf(row).map(({ move, refused }) => [move, refused])
  }
  expect(ways(-50_000)).toEqual([['close', 'A refund of 500.00 is due.']])
  expect(ways(0)).toEqual([['close', null]])
})
