import { screen } from '@testing-library/react'
import { createMemoryRouter } from 'react-router-dom'
import { expect, test } from 'vitest'
import { order } from '#contract/modules/sales/order.ts'
import { begin, showAtWork, speakEnglish } from '../../tests/support/at-work.tsx'
import { itemRow, syncDouble } from '../../tests/support/sync-double.ts'
import { InShort } from './in-short.tsx'
import { defineScreens, screensOf } from './screens.ts'

const orders = defineScreens(order, { columns: ['number', 'name'], form: [], routes: {} })

test('says why a record is on hold, where no bar of its stages does', async () => {
  await speakEnglish('ui', 'crud', 'order', 'problems')
  syncDouble()
  await begin({ userId: 9_880, permissions: ['20-a', '20-d'] })
  await screensOf(orders)
  const record = { ...itemRow(7), number: 'ORD-2026-000007', name: 'Asha', stage: 'onHold', holdReason: 'She travels' }
  showAtWork(9_880, createMemoryRouter([{ path: '/', element: <InShort pages={orders} record={record} /> }]))
  expect(await screen.findByText('She travels')).toBeTruthy()
  expect(screen.getByText('On hold')).toBeTruthy()
})
