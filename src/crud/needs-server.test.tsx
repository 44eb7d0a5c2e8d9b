import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { workPath } from '#contract/calls/work.ts'
import type { Item } from '#contract/list.ts'
import { deadReason } from '#contract/lists/sales.ts'
import { bank } from '#contract/modules/money/bank.ts'
import { dealerBranch } from '#contract/modules/people/dealer-branch.ts'
import { useLive } from '#src/data/shared-live.ts'
import { useData } from '#src/data/data.ts'
import { customerPages } from '#src/modules/people/customer.ts'
import { screensOf } from '#src/crud/screens.ts'
import { MergeDialog as MergeCustomers } from '#src/modules/people/customers/merge-dialog.tsx'
import { endedWork } from '../../tests/support/ended-work.ts'
import { AtWork, begin, connect, speakEnglish } from '../../tests/support/at-work.tsx'
import { itemRow, syncDouble, type SyncDouble } from '../../tests/support/sync-double.ts'
import { FormDrawer } from './form-drawer.tsx'
import { FormScreen } from './form-screen.tsx'
import { MergeDialog } from './list-settings/merge-dialog.tsx'
import { PasteCard } from './list-settings/paste-card.tsx'
import { WorkDialog } from './list-work/work-dialog.tsx'
import { defineScreens } from './screens.ts'

const customerScreens = await screensOf(customerPages)

const banks = defineScreens(bank, {
  columns: ['name'],
  form: [['name']],
  routes: { '/bank-create': { title: 'bank:titles.create', may: 'create', page: FormScreen } },
})
const branches = defineScreens(dealerBranch, {
  columns: ['name'],
  form: [['name']],
  routes: { '/place-create': { title: 'dealerBranch:titles.create', may: 'create', page: FormScreen } },
})

let server: SyncDouble
let userId = 6_500
beforeAll(() => speakEnglish('ui', 'crud', 'bank', 'customer', 'dealerBranch', 'lists', 'problems', 'keys'))
beforeEach(async () => {
  server = syncDouble()
  userId += 1
  await begin({ userId, permissions: ['52-a', '52-b', '52-c', '52-d'] })
})

/** Once the device is open: before that nobody knows whether the browser keeps anything. */
function Opened({ children }: { children: ReactNode }) {
  const { db } = useData()
  const cursor = useLive(db, 'test', async db => (await db.meta.get('cursor')) !== undefined)
  return cursor ? children : null
}
function open(element: ReactNode) {
  const router = createMemoryRouter([{ path: '/', element }])
  render(
    <AtWork userId={userId}>
      <Opened>
        <RouterProvider router={router} />
      </Opened>
    </AtWork>,
  )
  return userEvent.setup({ delay: null })
}
const go = (online: boolean) => connect(server, online)

const items = [1, 2].map(id => ({ ...itemRow(id, `Reason ${id}`), colour: null, parent: null })) as unknown as Item[]
const changed = endedWork({ module: 'bank', action: 'change', args: { name: 'One name' }, undoable: true })
const aWork = () => {
  server.state.routes[`GET ${workPath(changed.id)}`] = () => changed
  return <WorkDialog id={changed.id} module={bank} linkTo={() => undefined} />
}
const aCustomer = { ...itemRow(41, 'Asha'), name: 'Asha', phones: [] }

const lateForm = /^Only the server can save this form/
const lateDeed = /^This needs the server, which cannot be reached now/

test.each([
  ['a form page', () => <FormScreen screens={banks} title="bank:titles.create" />, /^Save(?! and)/, lateForm],
  ['a form drawer', () => <FormDrawer screens={banks} onSaved={() => {}} onClose={() => {}} />, /^Save/, lateForm],
  [
    'a merge',
    () => <MergeDialog list={deadReason} items={items} parents={new Map()} item={items[0]!} onClose={() => {}} />,
    /^Merge/,
    lateDeed,
  ],
  [
    'many items at once',
    () => <PasteCard list={deadReason} items={items} parents={[]} parent={null} />,
    /^Add/,
    lateDeed,
  ],
  ['the undoing of work on many records', aWork, /^Undo/, lateDeed],
  ['the retrying of work on many records', aWork, /^Try 1 again/, lateDeed],
  [
    'a merge of customers',
    () => <MergeCustomers record={aCustomer} screens={customerScreens} move="merge" onClose={() => {}} />,
    /^Merge/,
    lateDeed,
  ],
] as const)('%s that needs the server is off without it, and says why beside it', async (_, element, name, why) => {
  const hand = open(element())
  // Its inputs are fetched while it is shown first.
  const control = () => screen.getByRole('button', { name })
  await waitFor(() => expect(control()).toBeTruthy())
  expect(screen.queryByText(why)).toBeNull()
  await go(false)
  expect(await screen.findByText(why)).toBeTruthy()
  await waitFor(() => expect(control()).toHaveProperty('disabled', true))
  await hand.keyboard('{Control>}{Enter}{/Control}')
  await hand.click(control())
  expect(server.state.pushes).toEqual([])
  await go(true)
  expect(screen.queryByText(why)).toBeNull()
})

test('a form whose changes may wait on the device is the same without a server', async () => {
  open(<FormScreen screens={branches} title="dealerBranch:titles.create" />)
  const save = await screen.findByRole('button', { name: /^Save(?! and)/ })
  await go(false)
  expect(save).toHaveProperty('disabled', false)
  expect(screen.queryByText(lateForm)).toBeNull()
})
