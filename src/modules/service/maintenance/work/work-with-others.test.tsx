import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { merge } from '#contract/merge.ts'
import { maintenance } from '#contract/modules/service/maintenance.ts'
import { register } from '#contract/register.ts'
import { openUserDb } from '#src/offline/user-db.ts'
import { jobServer, openJob, speakOfJobs, writeJob } from '../../../../../tests/support/job-page.tsx'
import type { SyncDouble } from '../../../../../tests/support/sync-double.ts'

/** Above every id that a test of another file takes. */
let userId = 17_400
let server: SyncDouble
beforeAll(speakOfJobs)
beforeEach(() => {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null)
  userId += 1
  server = jobServer()
  const merged = (op: object) => {
    const { args, base } = op as { args: Record<string, unknown>; base: { fields: Record<string, unknown> } }
    return merge(maintenance, base.fields, kept(), args)
  }
  server.state.clashes = op => !merged(op).ok
  server.state.asks = op => {
    const together = merged(op)
    return together.ok ? [] : together.asks
  }
  server.state.writes = op => {
    const together = merged(op)
    return together.ok ? together.changes : {}
  }
})
const job = (more: object = {}) => writeJob(server, userId, more)
const open = () => openJob(userId)
const kept = () => server.rows.get(71)!.row as Record<string, unknown>
const answers = () => (kept().checklist as { value: string | null }[]).map(({ value }) => value)
const wants = () =>
  server.state.pushes.flatMap(({ ops }) => ops.flatMap(op => ('args' in op ? [Object.keys(op.args)] : [])))

const aPart = (id: number, name: string) =>
  server.write('part', id, { code: `P-0${id}`, name, fits: [], price: 9_000, image: [], active: true, tags: [] })
const line = (id: number, part: number, qty = 1) => ({
  id,
  part,
  qty,
  price: 9_000,
  taxRate: 0,
  pays: 'asJob',
  note: null,
})

test('what the desk added while a touch was on its way stays with the next touch', async () => {
  aPart(501, 'Motor brush set')
  aPart(502, 'Massage head seal')
  job({ parts: [line(901, 501)] })
  const person = await open()
  const more = await screen.findByRole('button', { name: 'One Motor brush set more' })
  let answer = () => {}
  server.state.slow = new Promise<void>(resolve => (answer = resolve))
  await person.click(more)
  await waitFor(() => expect(server.state.requests).toContain('POST /sync/push'))
  server.write('maintenance', 71, { parts: [line(901, 501), line(902, 502)] })
  await person.click(more)
  answer()
  await waitFor(() => expect(kept().parts).toMatchObject([{ part: 501, qty: 3 }, { part: 502 }]))
  expect(await screen.findByRole('button', { name: 'One Massage head seal more' })).toBeTruthy()
})

const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })

test('what both wrote is sent when it is chosen, and nothing else waits for that', async () => {
  job({ diagnosis: null })
  const person = await open()
  server.write('maintenance', 71, { diagnosis: 'Bearing is worn.' })
  type('Diagnosis', 'Brush is worn.')
  fireEvent.blur(screen.getByLabelText('Diagnosis'))
  const choice = await screen.findByRole('region', { name: 'Somebody else changed this meanwhile.' })
  await person.click(screen.getByRole('checkbox', { name: 'Powers on' }))
  await waitFor(() => expect(answers()).toEqual(['yes', null, null]))
  expect(kept().diagnosis).toBe('Bearing is worn.')
  expect(within(choice).getAllByRole('radio', { checked: false })).toHaveLength(2)
  await person.click(within(choice).getByRole('radio', { name: /^Yours/ }))
  await waitFor(() => expect(kept().diagnosis).toBe('Brush is worn.'))
  await waitFor(() => expect(screen.queryByText('Somebody else changed this meanwhile.')).toBeNull())
})

test('of what both wrote theirs is taken with one touch', async () => {
  job({ diagnosis: null })
  const person = await open()
  server.write('maintenance', 71, { diagnosis: 'Bearing is worn.' })
  type('Diagnosis', 'Brush is worn.')
  await person.click(screen.getByRole('checkbox', { name: 'Powers on' }))
  await person.click(await screen.findByRole('radio', { name: /^Theirs/ }))
  await waitFor(() => expect(screen.getByLabelText('Diagnosis')).toHaveProperty('value', 'Bearing is worn.'))
  expect(kept().diagnosis).toBe('Bearing is worn.')
  await waitFor(() => expect(answers()).toEqual(['yes', null, null]))
})

test('an older draft that meets what the desk wrote is not sent before somebody has chosen', async () => {
  job({ diagnosis: null })
  job({ diagnosis: 'Bearing is worn.' })
  const db = await openUserDb(userId, register)
  const value = { values: { diagnosis: 'Brush is worn.' }, base: { version: 1, fields: { diagnosis: null } } }
  await db.drafts.put({ key: 'maintenance:71:work#older', value, at: Date.now() })
  db.close()
  const person = await open()
  await person.click(await screen.findByRole('button', { name: 'Use draft' }))
  const yours = await screen.findByRole('radio', { name: /^Yours/ })
  await new Promise(resolve => setTimeout(resolve, 100))
  expect(wants()).toEqual([])
  await person.click(yours)
  await waitFor(() => expect(kept().diagnosis).toBe('Brush is worn.'))
})

test('what the server refuses holds up nothing else, and its reason is what a step says', async () => {
  job({})
  const person = await open()
  server.state.refuses = ({ args }) => 'diagnosis' in args
  type('Diagnosis', 'Brush is worn.')
  // Both in one moment: nothing says which of them is refused.
  fireEvent.click(screen.getByRole('checkbox', { name: 'Powers on' }))
  await waitFor(() => expect(answers()).toEqual(['yes', null, null]))
  await person.click(screen.getByRole('radio', { name: 'Fail' }))
  await waitFor(() => expect(answers()).toEqual(['yes', null, 'fail']))
  const tries = wants().filter(names => names.includes('diagnosis')).length
  await person.click(screen.getByRole('button', { name: 'Finish repair' }))
  expect(wants().filter(names => names.includes('diagnosis'))).toHaveLength(tries)
  expect(screen.getAllByText('Not like this.').length).toBeGreaterThan(0)
  expect(screen.queryByText('Something on this page is wrong. Correct it first.')).toBeNull()
  server.state.refuses = () => false
  await person.type(screen.getByLabelText('Diagnosis'), ' Changed.')
  await person.tab()
  await waitFor(() => expect(kept().diagnosis).toBe('Brush is worn. Changed.'))
  await waitFor(() => expect(screen.queryByText('Not like this.')).toBeNull())
})

test('an answer that the server refuses by its place holds up no other answer of its list', async () => {
  job({})
  const person = await open()
  server.state.refused = { 'checklist.1.value': 'Measure again.' }
  server.state.refuses = ({ args }) => (args.checklist as { value: string }[] | undefined)?.[1]?.value === '9'
  await person.type(screen.getByLabelText('Brush wear'), '9')
  await person.tab()
  expect((await screen.findAllByText('Measure again.')).length).toBeGreaterThan(0)
  await person.click(screen.getByRole('checkbox', { name: 'Powers on' }))
  await waitFor(() => expect(answers()).toEqual(['yes', null, null]))
  expect(screen.getByLabelText('Brush wear')).toHaveProperty('value', '9')
})
