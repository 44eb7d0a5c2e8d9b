import { screen, within } from '@testing-library/react'
import { createMemoryRouter } from 'react-router-dom'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { duplicatesCall } from '#contract/calls/customer.ts'
import { MakeOne } from '#src/crud/place-parts.tsx'
import { screensOf } from '#src/crud/screens.ts'
import { begin, showAtWork, speakEnglish } from '../../../../tests/support/at-work.tsx'
import { syncDouble } from '../../../../tests/support/sync-double.ts'
import { customerPages } from '../customer.ts'

// Its contents are known before its form is drawn.
await screensOf(customerPages)

let userId = 24_450

beforeAll(() => speakEnglish('ui', 'crud', 'customer', 'lists', 'problems', 'keys'))
beforeEach(async () => {
  userId += 1
  syncDouble().state.routes = {
    [`GET ${duplicatesCall.path}`]: () => ({ customers: [{ id: 6, name: 'Mr B Sen', units: 2, products: [] }] }),
  }
  await begin({ userId, permissions: ['50-a', '50-b', '50-c', '50-d'] })
})

test('a number that somebody has is a warning, and whoever makes a customer on the way may use the one that is there', async () => {
  const onMade = vi.fn<(row: { id: number }) => void>()
  const page = <MakeOne module="customer" pages={customerPages} typed="Sen" onMade={onMade} onClose={() => {}} />
  const hand = showAtWork(userId, createMemoryRouter([{ path: '*', element: page }]))
  const form = await screen.findByRole('dialog')
  const line = await within(form).findByRole('group', { name: 'Line 1' })
  await hand.type(within(line).getAllByRole('textbox')[0]!, '9812345678')
  const said = await screen.findByText('Mr B Sen has this number.')
  expect(said.closest('.border-warning-border')).not.toBeNull()
  await hand.click(screen.getByRole('button', { name: 'Use Mr B Sen' }))
  expect(onMade).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ id: 6 }))
})
