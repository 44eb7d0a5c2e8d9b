import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { readdirSync } from 'node:fs'
import { MemoryRouter } from 'react-router-dom'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Actor, RowScope } from '#contract/actor.ts'
import { AtWork, begin, speakEnglish } from '../../tests/support/at-work.tsx'
import { syncDouble } from '../../tests/support/sync-double.ts'
import { ViewAs } from './view-as.tsx'

let userId = 9_900
beforeAll(() => speakEnglish(...readdirSync('public/locales/en').map(file => file.replace('.json', ''))))
beforeEach(async () => {
  syncDouble()
  userId += 1
  // Whoever looks may do next to nothing themselves: it is not their view that is shown.
  await begin({ userId, permissions: ['61-a'] })
})

const somebody = (permissions: readonly string[], scopes: Record<string, RowScope> = {}): Actor => ({
  id: 77,
  branch: null,
  permissions: new Set(permissions),
  scopes,
  approves: new Set(),
  statusPermission: 'all',
})
const packer = { name: 'Packer', actor: somebody(['112-a', '112-d', '112-e']) }
const desk = { name: 'Desk', actor: somebody(['20-a', '20-b', '20-c', '20-d', '50-a'], { order: 'own' }) }
const nobody = { name: 'Nobody yet', actor: somebody([]) }

function open(...views: (typeof packer)[]) {
  const onClose = vi.fn<() => void>()
  render(
    <AtWork userId={userId}>
      <MemoryRouter>
        <ViewAs views={views} onClose={onClose} />
      </MemoryRouter>
    </AtWork>,
  )
  return { hand: userEvent.setup({ delay: null }), onClose }
}
const record = async (title: string) => (await screen.findByText(title, { selector: 'b' })).closest('li')!.textContent

test('a view shows which records, rows and deeds somebody with these rights has, and only those', async () => {
  const { hand, onClose } = open(desk, packer)
  const dialog = await screen.findByRole('dialog', { name: 'View as Desk' })
  expect(await record('Orders')).toMatch(/sees only their own rows.*Can do: create, edit, open details/)
  expect(await record('Customers')).toMatch(/Can only look/)
  expect(screen.queryByText('Users', { selector: 'b' })).toBeNull()
  const ways = within(dialog).getByRole('region', { name: 'Navigation' })
  expect(within(ways).getByText('Orders')).toBeTruthy()
  expect(within(ways).queryByText('Roles')).toBeNull()
  // It leads nowhere.
  expect(within(dialog).queryAllByRole('link')).toEqual([])
  await hand.keyboard('{Escape}')
  await waitFor(() => expect(onClose).toHaveBeenCalled())
})

test('another view is chosen in its place', async () => {
  const { hand } = open(desk, packer)
  await screen.findByRole('dialog', { name: 'View as Desk' })
  await hand.click(screen.getByRole('button', { name: /Whose view/ }))
  await hand.click(await screen.findByRole('option', { name: 'Packer' }))
  expect(await screen.findByRole('dialog', { name: 'View as Packer' })).toBeTruthy()
  expect(screen.queryByText('Orders', { selector: 'b' })).toBeNull()
})

test('the pages tell by which right they open, and which one is missing where they do not', async () => {
  const { hand } = open(desk)
  await screen.findByRole('dialog', { name: 'View as Desk' })
  await hand.click(screen.getByRole('tab', { name: 'Pages' }))
  const page = (path: string) => screen.queryByText(path)?.closest('li')?.textContent
  await hand.click(await screen.findByRole('radio', { name: /^Open \d+/ }))
  expect(page('/orders/orders-create')).toMatch(/^New order\s*By Orders, create/)
  expect(page('/inquiry/inquiry-list')).toBeUndefined()
  // Nobody needs a right for these, so none is named.
  expect([...document.querySelectorAll('li')].filter(li => /By\s*\//.test(li.textContent))).toEqual([])
  await hand.click(screen.getByRole('radio', { name: /^Closed \d+/ }))
  expect(page('/inquiry/inquiry-list')).toMatch(/^Inquiries\s*Needs Inquiries, list/)
  expect(page('/orders/orders-create')).toBeUndefined()
})

test('who has no rights sees nothing, and that is said', async () => {
  open(nobody)
  expect(await screen.findByText('Nothing is open.')).toBeTruthy()
})
