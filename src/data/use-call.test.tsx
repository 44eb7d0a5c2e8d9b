import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { endSessionsCall, personSessionsCall, profileCall } from '#contract/calls/access.ts'
import { user } from '#contract/modules/access/user.ts'
import { product } from '#contract/modules/catalogue/product.ts'
import { dealerBranch } from '#contract/modules/people/dealer-branch.ts'
import { register } from '#contract/register.ts'
import { readNames } from '#src/offline/known-names.ts'
import { defineUserDb } from '#src/offline/user-db.ts'
import { setConfirmHost } from '#src/session/confirm.ts'
import { AtWork, speakEnglish } from '../../tests/support/at-work.tsx'
import { syncDouble, type SyncDouble } from '../../tests/support/sync-double.ts'
import { useAsked, useCall } from './use-call.ts'
import { useRecords } from './use-records.ts'
import { useChoosable, useChoices } from './use-choices.ts'
import { useTitle } from './use-titles.ts'

let server: SyncDouble
let userId = 900
beforeAll(() => speakEnglish('problems'))
beforeEach(() => {
  server = syncDouble()
  userId += 1
})
afterEach(cleanup)
const wrapper = ({ children }: { children: ReactNode }) => <AtWork userId={userId}>{children}</AtWork>
const open = <T,>(hook: () => T) => renderHook(hook, { wrapper }).result
const refusal = (code: string, status: number, fields?: Record<string, string>) =>
  Response.json({ code, message: 'The words of the server', requestId: 'r', ...(fields ? { fields } : {}) }, { status })

test('a call answers, or says why not and beside which field', async () => {
  const call = open(() => useCall(profileCall))
  await waitFor(() => expect(call.current).toBeTypeOf('function'))
  server.state.routes['POST /auth/profile'] = () => ({})
  expect(await call.current({ name: 'Asha' })).toEqual({ answer: {} })
  server.state.routes['POST /auth/profile'] = () => refusal('invalid', 400, { email: 'Taken' })
  expect(await call.current({ name: 'Asha' })).toEqual({
    failure: { code: 'invalid', message: 'The words of the server', fields: { email: 'Taken' } },
  })
  server.state.network = 'refuse'
  expect(await call.current({ name: 'Asha' })).toMatchObject({ failure: { code: 'unreachable' } })
})

test('where the password is wanted once more, it is asked for and the call made again; who cancels has the refusal', async () => {
  let confirmed = false
  let asked = 0
  server.state.routes['POST /auth/end-sessions'] = () => (confirmed ? { ended: 2 } : refusal('confirm-needed', 403))
  const call = open(() => useCall(endSessionsCall))
  await waitFor(() => expect(call.current).toBeTypeOf('function'))
  const stop = setConfirmHost(async () => {
    asked += 1
    confirmed = asked > 1
    return confirmed
  })
  expect(await call.current({})).toMatchObject({ failure: { code: 'confirm-needed' } })
  expect(await call.current({})).toEqual({ answer: { ended: 2 } })
  expect(asked).toBe(2)
  stop()
})

test('a question is answered, and asked again on wish', async () => {
  let rows: unknown[] = []
  server.state.routes['GET /access/sessions'] = request => {
    expect(new URL(request.url).searchParams.get('user')).toBe('7')
    return { rows }
  }
  const asked = open(() => useAsked(personSessionsCall, { user: 7 }))
  await waitFor(() => expect(asked.current?.answer).toEqual({ rows: [] }))
  const at = '2026-11-21T10:00:00.000Z'
  const id = crypto.randomUUID()
  rows = [{ id, current: false, device: 'Chrome', address: null, keep: true, createdAt: at, seenAt: at, endsAt: at }]
  await act(() => asked.current.refresh())
  await waitFor(() => expect(asked.current.answer?.rows[0]?.id).toBe(id))
})

test('records that the device does not hold are named by one question, and found by another', async () => {
  server.state.groups = { hash: 'h1', names: ['lists'] }
  const questions: string[] = []
  server.state.routes['GET /dealer-branch/pick'] = request => {
    const search = new URL(request.url).searchParams
    questions.push(search.toString())
    return { rows: search.has('ids') ? [5, 6].map(id => ({ id, title: `Branch ${id}` })) : [{ id: 5, title: 'Pune' }] }
  }
  const found = open(() => ({
    titles: [useTitle(dealerBranch, 5), useTitle(dealerBranch, 6), useTitle(dealerBranch, 7)],
    choices: useChoices(dealerBranch, 'pu').rows,
  }))
  await waitFor(() => expect(found.current?.titles).toEqual(['Branch 5', 'Branch 6', null]))
  await waitFor(() => expect(found.current.choices).toEqual([{ id: 5, title: 'Pune' }]))
  const ids = questions.flatMap(question => new URLSearchParams(question).get('ids')?.split(',') ?? [])
  expect(ids.toSorted()).toEqual(['5', '6', '7'])
})

test('names that were heard once are known without the server, after a reload too, until rights change', async () => {
  server.state.groups = { hash: 'h1', names: ['lists'] }
  server.state.routes['GET /dealer-branch/pick'] = request => ({
    rows: new URL(request.url).searchParams.has('ids') ? [{ id: 5, title: 'Pune' }] : [{ id: 6, title: 'Púri' }],
  })
  const look = (typed: string) =>
    open(() => ({ title: useTitle(dealerBranch, 5), found: useChoices(dealerBranch, typed).rows }))
  const before = look('')
  await waitFor(() => expect(before.current).toMatchObject({ title: 'Pune', found: [{ id: 6, title: 'Púri' }] }))
  server.state.network = 'refuse'
  const away = look('puri')
  await waitFor(() => expect(away.current).toMatchObject({ title: 'Pune', found: [{ id: 6, title: 'Púri' }] }))

  server.state.me = 'other rights'
  server.state.network = 'up'
  server.write('source', 9, { label: 'News' })
  window.dispatchEvent(new Event('focus'))
  const db = defineUserDb(userId, register)
  await db.open()
  await waitFor(async () => expect(await readNames(db, dealerBranch)).toEqual([]))
  db.close()
})

test('a record that the device holds is named without a question', async () => {
  server.write('dealerBranch', 5, { name: 'Pune showroom' })
  const { result, rerender } = renderHook(
    ({ id }) => ({ title: useTitle(dealerBranch, id), here: useRecords(dealerBranch).rows.length }),
    { wrapper, initialProps: { id: 0 } },
  )
  await waitFor(() => expect(result.current?.here).toBe(1))
  rerender({ id: 5 })
  await waitFor(() => expect(result.current.title).toBe('Pune showroom'))
  expect(server.state.requests.filter(request => request.includes('/pick'))).toEqual([])
})

test('who is switched off is found and named, and not chosen, on a device that holds everybody', async () => {
  server.state.groups = { hash: 'h1', names: ['lists', 'user'] }
  const look = () =>
    open(() => ({
      chosen: useChoices(user, '').rows.map(({ id }) => id),
      found: useChoices(user, '', 'find').rows.map(({ id }) => id),
      choosable: useChoosable(user, [5, 6]),
    }))
  server.write('user', 5, { name: 'Asha Rao', stage: 'active' })
  server.write('user', 6, { name: 'Ravi Kumar', stage: 'off' })
  server.write('user', 7, { name: 'Thomas Mathew', stage: 'invited' })
  const here = look()
  const answer = { chosen: [5, 7], found: [5, 6, 7], choosable: [5] }
  await waitFor(() => expect(here.current).toEqual(answer))
})

test('who is switched off is neither chosen nor offered as chosen lately where the server is asked', async () => {
  server.state.groups = { hash: 'h1', names: ['lists'] }
  server.state.routes['GET /user/pick'] = ({ url }) => {
    const search = new URL(url).searchParams
    const everybody = [
      { id: 5, title: 'Asha Rao' },
      { id: 6, title: 'Ravi Kumar' },
    ]
    const isAny = search.get('for') === 'find' || (search.has('ids') && search.get('for') === null)
    return { rows: isAny ? everybody : everybody.slice(0, 1) }
  }
  const there = open(() => ({
    chosen: useChoices(user, '').rows.map(({ id }) => id),
    found: useChoices(user, '', 'find').rows.map(({ id }) => id),
    choosable: useChoosable(user, [5, 6]),
  }))
  await waitFor(() => expect(there.current).toEqual({ chosen: [5], found: [5, 6], choosable: [5] }))
})

test('a product that is switched off is found and named, and not chosen', async () => {
  server.state.groups = { hash: 'h1', names: ['lists', 'product'] }
  server.write('product', 5, { name: 'Trimmer', sku: 'T1', active: true })
  server.write('product', 6, { name: 'Old trimmer', sku: 'T0', active: false })
  const here = open(() => ({
    chosen: useChoices(product, '').rows.map(({ id }) => id),
    found: useChoices(product, '', 'find').rows.map(({ id }) => id),
    choosable: useChoosable(product, [5, 6]),
  }))
  await waitFor(() => expect(here.current).toEqual({ chosen: [5], found: [6, 5], choosable: [5] }))
})
