import { screen, waitFor } from '@testing-library/react'
import { createMemoryRouter } from 'react-router-dom'
import { beforeAll, expect, test, vi } from 'vitest'
import { shownToasts } from '#src/ui/toast.ts'
import { begin, connect, showAtWork, speakEnglish } from '../../../../tests/support/at-work.tsx'
import { syncDouble } from '../../../../tests/support/sync-double.ts'
import { screensOf } from '#src/crud/screens.ts'
import { customerPages } from '../customer.ts'
import { EraseDialog } from './erase-dialog.tsx'

const customerScreens = await screensOf(customerPages)
beforeAll(() => speakEnglish('ui', 'crud', 'customer', 'lists', 'problems', 'keys'))

const open = async (userId: number) => {
  const server = syncDouble()
  server.state.writes = () => ({ updatedBy: userId })
  await begin({ userId, permissions: ['50-a', '50-d', '50-e'] })
  const row = server.write('customer', 5, { name: 'Zubeida Khan', phones: [], emails: [], addresses: [], tags: [] })
  const onClose = vi.fn()
  const page = <EraseDialog record={row} screens={customerScreens} move="erase" onClose={onClose} />
  const hand = showAtWork(userId, createMemoryRouter([{ path: '*', element: page }]))
  const erase = await screen.findByRole('button', { name: 'Erase for good' })
  return { server, hand, erase, onClose }
}

test('what goes and what stays is said, and nothing is done before it is pressed', async () => {
  const { server, hand, erase, onClose } = await open(6_690)
  expect(screen.getByRole('dialog', { name: 'Erase the personal data of Zubeida Khan' }).textContent).toMatch(
    /Name, phones, .* go.*Invoices keep buyer and address.*Nobody can bring it back/s,
  )
  expect(server.state.pushes).toEqual([])
  await waitFor(() => expect(erase).toHaveProperty('disabled', false))
  await hand.click(erase)
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1))
  expect(server.state.pushes.at(-1)?.ops[0]).toMatchObject({ op: 'customer.erase', id: 5, args: {} })
  expect(shownToasts().map(({ message }) => message)).toContain('Personal data erased')
})

test('it does not wait on a device: without a connection it cannot be pressed', async () => {
  const { server, erase } = await open(6_691)
  await connect(server, false)
  await waitFor(() => expect(erase).toHaveProperty('disabled', true))
})
