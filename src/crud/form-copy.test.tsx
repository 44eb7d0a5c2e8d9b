import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter } from 'react-router-dom'
import { expect, onTestFinished, test, vi } from 'vitest'
import { customer } from '#contract/modules/people/customer.ts'
import { begin, showAtWork, speakEnglish } from '../../tests/support/at-work.tsx'
import { failing } from '../../tests/support/faulty-stores.ts'
import { haveNumbers } from '../../tests/support/have-numbers.ts'
import { itemRow, syncDouble } from '../../tests/support/sync-double.ts'
import { FormScreen } from './form-screen.tsx'
import { defineScreens } from './screens.ts'

const pages = defineScreens(customer, {
  columns: ['name'],
  form: [['name'], ['phones']],
  routes: { '/new': { title: 'customer:titles.create', may: 'create', page: FormScreen } },
})

test('a copy for whose lines the device has no room says that it is full', async () => {
  await speakEnglish('ui', 'crud', 'customer', 'problems', 'keys')
  const server = syncDouble()
  const phones = [{ id: 8, number: '+919812345678', kind: 'mobile', typed: null }]
  server.state.routes['GET /customer/7'] = async () => {
    failing('meta', 'put', new DOMException('full', 'QuotaExceededError'))
    return { ...itemRow(7), name: 'Mr Sen', phones }
  }
  onTestFinished(() => void vi.restoreAllMocks())
  await begin({ userId: 6_871, permissions: ['3-a', '3-b', '3-c', '3-d'] })
  const element = <FormScreen screens={pages} title="customer:titles.create" />
  showAtWork(6_871, createMemoryRouter([{ path: '/new', element }], { initialEntries: ['/new?copy=7'] }))
  expect(await screen.findByText(/^This device is full/)).toBeTruthy()
})

test('the next record after a copy has no lines of the first: their numbers are used up', async () => {
  await speakEnglish('ui', 'crud', 'customer', 'problems', 'keys')
  const server = syncDouble()
  const phones = [{ id: 8, number: '+919812345678', kind: 'mobile', typed: null }]
  server.state.routes['GET /customer/7'] = async () => ({ ...itemRow(7), name: 'Mr Sen', phones })
  await begin({ userId: 6_872, permissions: ['50-a', '50-b', '50-c', '50-d'] })
  const element = <FormScreen screens={pages} title="customer:titles.create" />
  showAtWork(6_872, createMemoryRouter([{ path: '/new', element }], { initialEntries: ['/new?copy=7'] }))
  await haveNumbers(server)
  const hand = userEvent.setup({ delay: null })
  expect(await screen.findByDisplayValue(/98123/)).toBeTruthy()
  await hand.click(await screen.findByRole('button', { name: /^Save and new/ }))
  await waitFor(() => expect(screen.queryByDisplayValue(/98123/)).toBeNull())
  expect(await screen.findByDisplayValue('Mr Sen')).toBeTruthy()
})
