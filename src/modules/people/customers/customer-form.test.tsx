import { screen, waitFor, within } from '@testing-library/react'
import { createMemoryRouter } from 'react-router-dom'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { FormScreen } from '#src/crud/form-screen.tsx'
import { screensOf, type Screens } from '#src/crud/screens.ts'
import { begin, showAtWork, speakEnglish } from '../../../../tests/support/at-work.tsx'
import { haveNumbers } from '../../../../tests/support/have-numbers.ts'
import { syncDouble, type SyncDouble } from '../../../../tests/support/sync-double.ts'
import { customerPages } from '../customer.ts'

let screens: Screens
let server: SyncDouble
let userId = 6_680
beforeAll(async () => {
  await speakEnglish('ui', 'crud', 'customer', 'lists', 'problems', 'keys')
  screens = await screensOf(customerPages)
})
beforeEach(() => {
  server = syncDouble()
  userId += 1
})

async function open() {
  await begin({ userId, permissions: ['50-a', '50-b', '50-c', '50-d'] })
  const element = <FormScreen screens={screens} title="customer:titles.create" />
  const hand = showAtWork(userId, createMemoryRouter([{ path: '*', element }]))
  await screen.findByRole('textbox', { name: 'Name' })
  await haveNumbers(server)
  return hand
}

test('how lines are typed and pasted is said once, below the first of them', async () => {
  await open()
  const [hint, ...more] = screen.getAllByText(/cells of a spreadsheet can be pasted/)
  expect(more).toEqual([])
  expect(within(hint!.closest<HTMLElement>('[data-field]')!).getByText('Phones')).toBeTruthy()
})

test('a new address is typed into where the address stands', async () => {
  const hand = await open()
  const addresses = document.querySelector<HTMLElement>('[data-field$="addresses"]')!
  await hand.click(within(addresses).getByRole('button', { name: 'Add line' }))
  const line = await within(addresses).findByRole('textbox', { name: /^Address/ })
  await waitFor(() => expect(document.activeElement).toBe(line))
})
