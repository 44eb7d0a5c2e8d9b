import { act, renderHook, waitFor } from '@testing-library/react'
import { useState, type ReactNode } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { DataContext } from '#src/data/data.ts'
import { closeUserDb, defineUserDb, type UserDb } from '#src/offline/user-db.ts'
import { everythingIsKept, holdOpen, keepWhatIsOpen } from '#src/session/dirty.ts'
import { dropSession, keepSession } from '#src/session/store.ts'
import type { Values } from '#src/form/check.ts'
import { newKey, readDrafts, writeDraft, type Start } from '#src/data/drafts/store.ts'
import { useDraft } from './use-draft.ts'

let db: UserDb
let userId = 7_100

/** The locks of a browser, as far as drafts need them. */
function browserLocks() {
  const held = new Set<string>()
  return {
    request: async (name: string, _: object, work: (lock: object | null) => unknown) => {
      if (held.has(name)) return work(null)
      held.add(name)
      try {
        return await work({ name })
      } finally {
        held.delete(name)
      }
    },
    query: () => Promise.resolve({ held: [...held].map(name => ({ name })) }),
  }
}

beforeEach(async () => {
  userId += 1
  db = defineUserDb(userId, {})
  await db.open()
  Object.defineProperty(navigator, 'locks', { value: browserLocks(), configurable: true })
})
afterEach(async () => {
  closeUserDb(db)
  await db.delete()
  sessionStorage.clear()
  Reflect.deleteProperty(navigator, 'locks')
})

const place = 'sample:new:/sample-create'

/** A form with a draft, in a tab of its own unless it is said to be in the same one. */
function open(start?: Start) {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <DataContext
      value={{ register: {}, opened: true, db, sender: () => Promise.reject(new Error()), pullNow: () => {} }}
    >
      {children}
    </DataContext>
  )
  const useForm = () => {
    const [values, setValues] = useState<Values>({})
    const form = {
      values,
      changes: values,
      dirty: Object.keys(values).length > 0,
      restore: (back: Values) => setValues(now => ({ ...now, ...back })),
      discard: () => setValues({}),
    }
    return { form, set: setValues, draft: useDraft(place, form, start) }
  }
  const hook = renderHook(useForm, { wrapper })
  const type = async (values: Values) => {
    act(() => hook.result.current.set(values))
    // Drafts of before are looked for first.
    await waitFor(async () => {
      await act(() => keepWhatIsOpen())
      expect((await readDrafts(db, place)).map(draft => draft.values)).toContainEqual(values)
    })
  }
  return { ...hook, type }
}
const keptNames = async () => (await readDrafts(db, place)).map(({ values }) => values.name as string).toSorted()
const otherTab = () => sessionStorage.clear()

it('keeps two forms of one place apart, and asks for one of them once both are left', async () => {
  const one = open()
  await one.type({ name: 'One' })
  otherTab()
  const two = open()
  await two.type({ name: 'Two' })
  // What the first one is at work on is its own.
  expect(two.result.current.draft.offered).toEqual([])
  expect(await keptNames()).toEqual(['One', 'Two'])
  one.unmount()
  two.unmount()
  otherTab()

  const third = open()
  await waitFor(() => expect(third.result.current.draft.offered).toHaveLength(2))
  expect(third.result.current.form.values).toEqual({})
  await third.type({ name: 'Three' })
  const { offered, take } = third.result.current.draft
  const wanted = offered.find(({ values }) => values.name === 'One')!
  await act(() => take(wanted))
  expect(third.result.current.form.values).toEqual({ name: 'One' })
  // What stood there waits beside the other one.
  expect(third.result.current.draft.offered.map(({ values }) => values.name)).toEqual(['Three', 'Two'])
  expect(await keptNames()).toEqual(['One', 'Three', 'Two'])
  await act(() => third.result.current.draft.drop())
  expect(await keptNames()).toEqual(['Three', 'Two'])
})

it('gives a tab its own draft back, whatever others there are', async () => {
  const one = open()
  await one.type({ name: 'One' })
  one.unmount()
  otherTab()
  const two = open()
  await waitFor(() => expect(two.result.current.form.values).toEqual({ name: 'One' }))
  const three = open()
  await three.type({ name: 'Three' })
  two.unmount()
  three.unmount()
  const again = open()
  await waitFor(() => expect(again.result.current.draft.restored).not.toBeNull())
  expect(again.result.current.form.values).toEqual({ name: 'Three' })
})

it('takes nothing that another tab took meanwhile', async () => {
  for (const name of ['One', 'Two'])
    await writeDraft(db, { key: newKey(place), values: { name }, base: null, at: Date.now() })
  const [mine, theirs] = [open(), open()]
  await waitFor(() => expect(theirs.result.current.draft.offered).toHaveLength(2))
  const wanted = mine.result.current.draft.offered[0]!
  await act(() => mine.result.current.draft.take(wanted))
  await act(async () => expect(await theirs.result.current.draft.take(wanted)).toBeNull())
  expect(theirs.result.current.form.values).toEqual({})
  expect(theirs.result.current.draft.offered).toHaveLength(1)
})

it('puts back what was typed over the same record, and offers what was typed over an older one', async () => {
  const before = open({ version: 3, note: 'was' })
  await before.type({ note: 'mine' })
  before.unmount()
  const same = open({ version: 3, note: 'was' })
  await waitFor(() => expect(same.result.current.form.values).toEqual({ note: 'mine' }))
  same.unmount()
  const later = open({ version: 4, note: 'theirs' })
  await waitFor(() => expect(later.result.current.draft.offered).toHaveLength(1))
  expect(later.result.current.form.values).toEqual({})
  expect(later.result.current.draft.isOlder(later.result.current.draft.offered[0]!)).toBe(true)
})

it('says that nothing is lost only where all that is typed has a draft', async () => {
  expect(everythingIsKept()).toBe(true)
  const drafted = open()
  const letGo = holdOpen()
  expect(everythingIsKept()).toBe(false)
  await drafted.type({ name: 'One' })
  expect(everythingIsKept()).toBe(true)
  // A second form that keeps none.
  const letGoToo = holdOpen()
  expect(everythingIsKept()).toBe(false)
  letGoToo()
  vi.spyOn(db.drafts, 'put').mockRejectedValue(new Error('full'))
  act(() => drafted.result.current.set({ name: 'Two' }))
  await act(() => keepWhatIsOpen())
  await waitFor(() => expect(everythingIsKept()).toBe(false))
  letGo()
})

it('holds what is on its way once its form is left, until it is known what became of it', async () => {
  const saved = open()
  await saved.type({ name: 'One' })
  await act(async () => void (await saved.result.current.draft.hand()))
  const one = saved.result.current.draft
  saved.unmount()
  otherTab()
  const next = open()
  await next.type({ name: 'Two' })
  expect(next.result.current.draft.offered).toEqual([])
  await one.drop()
  expect(await keptNames()).toEqual(['Two'])
  next.unmount()
  otherTab()

  const refused = open()
  await waitFor(() => expect(refused.result.current.form.values).toEqual({ name: 'Two' }))
  act(() => refused.result.current.set({ name: 'Two', note: 'last' }))
  await act(async () => void (await refused.result.current.draft.hand()))
  const two = refused.result.current.draft
  refused.unmount()
  two.takeBack({ state: 'refused', code: 'invalid', message: 'No' })
  const again = open()
  // What is kept last is waited for by whoever looks for it.
  await waitFor(async () =>
    expect((await readDrafts(db, place)).map(({ values }) => values)).toEqual([{ name: 'Two', note: 'last' }]),
  )
  again.unmount()
})

it('keeps what is typed while a change is on its way, also once that is kept', async () => {
  const form = open()
  await form.type({ name: 'One' })
  const handed = (await act(() => form.result.current.draft.hand()))!
  const { draft } = form.result.current
  await form.type({ name: 'One', note: 'more' })
  const since = (await db.drafts.get(handed.key))!
  // By this it is known that it says more than the change.
  expect(since.at).toBeGreaterThan(handed.at)
  await act(() => draft.over())
  expect(await db.drafts.get(handed.key)).toEqual(since)
  // What has nothing more to say is over.
  const again = (await act(() => form.result.current.draft.hand()))!
  await act(() => form.result.current.draft.over())
  expect(await db.drafts.get(again.key)).toBeUndefined()
  form.unmount()
})

it('keeps no draft of what was left and stays in the outbox', async () => {
  const form = open()
  await waitFor(() => expect(form.result.current.draft.offered).toEqual([]))
  await form.type({ name: 'One' })
  act(() => form.result.current.set({ name: 'One', note: 'last' }))
  await act(async () => void (await form.result.current.draft.hand()))
  const { draft } = form.result.current
  form.unmount()
  draft.takeBack({ state: 'refused', code: 'invalid', message: 'No', inOutbox: true })
  await waitFor(async () => expect(await readDrafts(db, place)).toEqual([]))
})

it('writes nothing any more once another tab has ended the session, whatever wakes the form', async () => {
  const user = {
    avatar: '',
    username: 'meera',
    email: '',
    permissions: [],
    notification_permission: [],
    status_permission: [],
  }
  keepSession('tok', user)
  const form = open()
  await form.type({ name: 'One' })
  // What lay there is sealed by now.
  await db.drafts.clear()
  localStorage.removeItem('token')
  act(() => form.result.current.set({ name: 'Two' }))
  await act(() => keepWhatIsOpen())
  act(() => void window.dispatchEvent(new Event('pagehide')))
  // What becomes of the page does not open the way for it either.
  dropSession()
  form.unmount()
  await keepWhatIsOpen()
  await new Promise(resolve => setTimeout(resolve, 50))
  expect(await db.drafts.count()).toBe(0)
  // Who comes next on this page keeps theirs.
  keepSession('next', user)
  const next = open()
  await next.type({ name: 'Three' })
  next.unmount()
})

it('keeps what was typed last where this page ends the session itself', async () => {
  keepSession('tok', {
    avatar: '',
    username: 'm',
    email: '',
    permissions: [],
    notification_permission: [],
    status_permission: [],
  })
  const form = open()
  await form.type({ name: 'One' })
  act(() => form.result.current.set({ name: 'Two' }))
  dropSession()
  form.unmount()
  await waitFor(async () => expect(await keptNames()).toEqual(['Two']))
})
