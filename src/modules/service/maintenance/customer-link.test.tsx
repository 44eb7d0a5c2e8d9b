import { screen, waitFor } from '@testing-library/react'
import { createMemoryRouter } from 'react-router-dom'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { allFields } from '#contract/module.ts'
import { maintenance, type Maintenance } from '#contract/modules/service/maintenance.ts'
import { begin, connect, showAtWork, speakEnglish } from '../../../../tests/support/at-work.tsx'
import { itemRow, syncDouble, type SyncDouble } from '../../../../tests/support/sync-double.ts'
import { CustomerLink } from './customer-link.tsx'

let server: SyncDouble
let userId = 17_100
const asked: unknown[] = []
beforeAll(() => speakEnglish('ui', 'crud', 'maintenance', 'problems', 'keys'))
beforeEach(() => {
  userId += 1
  asked.length = 0
  server = syncDouble()
  server.state.routes['POST /customer-link/make'] = async request => {
    asked.push(await request.json())
    return { link: '/c/secret', until: '2027-01-27T10:00:00.000Z' }
  }
  server.state.routes['POST /customer-link/end'] = () =>
    Response.json({ code: 'not-now', message: 'Not now', requestId: 'r' }, { status: 422 })
})

const blank = Object.fromEntries(Object.keys(allFields(maintenance)).map(name => [name, null]))
async function open(more: object = {}, permissions = ['40-c']) {
  const row = {
    ...itemRow(41),
    ...blank,
    number: 'MNT-2026-000041',
    phone: '+919830041172',
    stage: 'received',
    ...more,
  }
  await begin({ userId, permissions })
  const element = <CustomerLink job={row as unknown as Maintenance} />
  return showAtWork(userId, createMemoryRouter([{ path: '/', element }]))
}

test('a link is made and shown in full, to be copied or sent', async () => {
  const person = await open()
  await person.click(await screen.findByRole('button', { name: 'Make link' }))
  const link = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Link' })
  expect(link.value).toBe(`${location.origin}/c/secret`)
  expect(asked).toEqual([{ maintenance: 41 }])
  const sms = screen.getByRole<HTMLAnchorElement>('link', { name: 'Send by SMS' })
  expect(decodeURIComponent(sms.href)).toBe(
    `sms:+919830041172?body=Your repair MNT-2026-000041: ${location.origin}/c/secret`,
  )
})

test('the one that a customer has is replaced or ended only on purpose, and a refusal is said', async () => {
  const person = await open({ linkUntil: '2199-01-01T00:00:00.000Z' })
  await person.click(await screen.findByRole('button', { name: 'Make a new link' }))
  await person.click(await screen.findByRole('button', { name: 'Cancel' }))
  expect(asked).toEqual([])
  await person.click(screen.getByRole('button', { name: 'End link' }))
  const buttons = await screen.findAllByRole('button', { name: 'End link' })
  await person.click(buttons.at(-1)!)
  expect(await screen.findByText('Not now')).toBeTruthy()
})

test.each([
  ['who may not edit the job', {}, ['40-d']],
  ['of a job that is over', { stage: 'closed' }, ['40-c']],
])('nobody makes one %s', async (_, more, permissions) => {
  await open(more, permissions)
  expect(screen.queryByRole('button')).toBeNull()
})

test('one of a job that is over can be ended', async () => {
  await open({ stage: 'closed', linkUntil: '2199-01-01T00:00:00.000Z' })
  expect(await screen.findByRole('button', { name: 'End link' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: /new link/ })).toBeNull()
})

test('nor without a connection', async () => {
  await open()
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Make link' })
  await connect(server, false)
  await waitFor(() => expect(button.disabled).toBe(true))
})
