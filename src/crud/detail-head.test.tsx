import { screen } from '@testing-library/react'
import { createMemoryRouter } from 'react-router-dom'
import { expect, test } from 'vitest'
import { order } from '#contract/modules/sales/order.ts'
import { begin, showAtWork, speakEnglish } from '../../tests/support/at-work.tsx'
import { itemRow, syncDouble } from '../../tests/support/sync-double.ts'
import { DetailHead } from './detail-head.tsx'
import { defineScreens } from './screens.ts'

const orders = defineScreens(order, { columns: ['number'], form: [], routes: {} })

test('a move before which something is to be done says what, and is not sent', async () => {
  await speakEnglish('ui', 'crud', 'order', 'label', 'problems', 'keys')
  const server = syncDouble()
  await begin({ userId: 9_870, permissions: ['20-a', '20-c', '20-d'] })
  const row = { ...itemRow(7), number: 'ORD-2026-000007', stage: 'delivered', balance: -50_050 }
  const element = <DetailHead screens={orders} row={row} />
  const hand = showAtWork(9_870, createMemoryRouter([{ path: '*', element }]))
  await hand.click(await screen.findByRole('button', { name: 'Close' }))
  expect((await screen.findByRole('alert')).textContent).toContain('A refund of 500.50 is due.')
  expect(server.state.pushes).toEqual([])
  expect(server.state.requests.filter(one => one.startsWith('POST /order'))).toEqual([])
})
