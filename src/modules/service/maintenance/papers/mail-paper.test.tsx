import { screen } from '@testing-library/react'
import { createMemoryRouter } from 'react-router-dom'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { allFields } from '#contract/module.ts'
import { maintenance, type Maintenance } from '#contract/modules/service/maintenance.ts'
import { MailedTo, MailTrouble } from '#src/parts/mail/mail-notice.tsx'
import { begin, showAtWork, speakEnglish } from '../../../../../tests/support/at-work.tsx'
import { itemRow, syncDouble, type SyncDouble } from '../../../../../tests/support/sync-double.ts'
import { maintenanceContents } from '../../maintenance-contents.ts'
import { maintenancePages } from '../../maintenance.ts'
import { MailPaper } from './mail-paper.tsx'

let server: SyncDouble
let userId = 17_900
beforeAll(() => speakEnglish('ui', 'crud', 'maintenance', 'paper', 'problems', 'keys'))
beforeEach(() => {
  userId += 1
  server = syncDouble()
  const customer = { ...itemRow(601), name: 'Asha Rao', phones: [], emails: [{ id: 1, email: 'asha@home.example' }] }
  server.state.routes['GET /customer/601'] = () => Response.json(customer)
})

const blank = Object.fromEntries(Object.keys(allFields(maintenance)).map(name => [name, null]))
const jobWith = (more: object) =>
  ({
    ...itemRow(43),
    ...blank,
    number: 'MNT-43',
    name: 'Asha Rao',
    stage: 'ready',
    customer: 601,
    ...more,
  }) as unknown as Maintenance
async function open(more: object, permissions = ['40-c', '50-a', '50-d']) {
  const job = jobWith(more)
  await begin({ userId, permissions })
  const screens = { ...maintenancePages, ...maintenanceContents }
  const element = (
    <>
      <MailPaper record={job} screens={screens} move="mail" onClose={() => {}} />
      <ul>
        <MailedTo module={maintenance} one={job} />
      </ul>
      <MailTrouble one={job} />
    </>
  )
  return showAtWork(userId, createMemoryRouter([{ path: '/', element }]))
}
const address = async () => (await screen.findByRole<HTMLInputElement>('textbox', { name: 'E-mail address' })).value
const paper = () => screen.getByText(/^(Job card|Service report)$/).textContent

test('a paper goes to the customer’s address where the job has none: the card until work began', async () => {
  await open({})
  expect(await address()).toBe('asha@home.example')
  expect(paper()).toBe('Job card')
})

test('it goes to the address of the job first, and after its work began it is the report', async () => {
  await open({ email: 'asha@work.example', startedAt: '2026-11-20T10:00:00.000Z' })
  expect(await address()).toBe('asha@work.example')
  expect(paper()).toBe('Service report')
})

test('where one went last counts for least: that may be an old address', async () => {
  const mailed = { mailedTo: 'asha@old.example', mailedAt: '2026-11-21T10:00:00.000Z' }
  await open(mailed)
  expect(await address()).toBe('asha@home.example')
})

test('it goes where one went last, where there is no other, and says to whom it went and why the next one did not', async () => {
  await open({
    customer: null,
    mailedTo: 'asha@new.example',
    mailedAt: '2026-11-21T10:00:00.000Z',
    mailTrouble: 'The address is not known there.',
  })
  expect(await address()).toBe('asha@new.example')
  expect(screen.getByText(/^Sent to asha@new\.example, /)).toBeDefined()
  expect(screen.getByText('The mail was not sent')).toBeDefined()
  expect(screen.getByText('The address is not known there.')).toBeDefined()
})

test('whoever may not look at customers writes the address', async () => {
  await open({}, ['40-c'])
  expect(await address()).toBe('')
})
