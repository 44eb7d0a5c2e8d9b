import { screen, waitFor } from '@testing-library/react'
import { createMemoryRouter } from 'react-router-dom'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { register } from '#contract/register.ts'
import { readDrafts } from '#src/data/drafts/store.ts'
import { openUserDb } from '#src/offline/user-db.ts'
import { everythingIsKept, keepWhatIsOpen } from '#src/session/dirty.ts'
import { begin, showAtWork, speakEnglish } from '../../../tests/support/at-work.tsx'
import { syncDouble, type SyncDouble } from '../../../tests/support/sync-double.ts'
import { OwnDetails } from './own-details.tsx'

let userId = 7_900
let server: SyncDouble
beforeAll(() => speakEnglish('ui', 'crud', 'profile', 'user', 'problems'))
beforeEach(async () => {
  userId += 1
  server = syncDouble()
  await begin({ userId, permissions: [] })
})

const profile = { name: 'Meera', phone: null, email: 'meera@caredesk.example', avatar: null, roles: [], branch: null }

/** The form with something typed, of which a draft is kept. */
async function openTyped() {
  const router = createMemoryRouter([
    { path: '/', element: <OwnDetails profile={profile as never} onChanged={() => Promise.resolve()} /> },
    { path: '*', element: <p>Elsewhere</p> },
  ])
  const hand = showAtWork(userId, router)
  const name = await screen.findByRole('textbox', { name: 'Name' })
  await hand.type(name, ' Nair')
  await waitFor(() => expect(everythingIsKept()).toBe(true))
  await keepWhatIsOpen()
  expect(await screen.findByText(/^Draft kept on this device/)).toBeTruthy()
  return { router, hand, name }
}
async function drafted() {
  const db = await openUserDb(userId, register)
  const drafts = await readDrafts(db, 'profile')
  db.close()
  return drafts.map(({ values }) => values)
}
/** Saves; what the server answers comes when that is called. */
async function saveSlowly(hand: Awaited<ReturnType<typeof openTyped>>['hand'], answer: () => unknown) {
  let go = () => {}
  const held = new Promise<void>(resolve => (go = resolve))
  let asked = false
  server.state.routes['POST /auth/profile'] = async () => {
    asked = true
    await held
    return answer()
  }
  await hand.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(asked).toBe(true))
  return go
}
const refused = () => Response.json({ code: 'not-now', message: 'Not now.', requestId: 'r' }, { status: 422 })

test('what is typed about oneself is said to be unsaved, and to be kept on this device', async () => {
  await openTyped()
  expect(screen.getByText('Unsaved user')).toBeTruthy()
})

test.each<[string, () => unknown, object[]]>([
  ['no draft of what was saved', () => ({}), []],
  ['a draft of what was refused', refused, [{ name: 'Meera Nair' }]],
])('whoever leaves while it is being saved finds %s', async (_, answer, left) => {
  const { router, hand } = await openTyped()
  const go = await saveSlowly(hand, answer)
  void router.navigate('/elsewhere')
  await hand.click(await screen.findByRole('button', { name: 'Leave' }))
  expect(await screen.findByText('Elsewhere')).toBeTruthy()
  expect(await drafted()).toEqual([{ name: 'Meera Nair' }])
  go()
  await waitFor(async () => expect(await drafted()).toEqual(left))
})

test('what is typed while it is being saved stays, with its draft', async () => {
  const { hand, name } = await openTyped()
  const go = await saveSlowly(hand, () => ({}))
  await hand.type(name, ' Rao')
  await keepWhatIsOpen()
  go()
  expect(await screen.findByText('Saved')).toBeTruthy()
  expect(name).toHaveProperty('value', 'Meera Nair Rao')
  expect(await drafted()).toEqual([{ name: 'Meera Nair Rao' }])
})
