import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { actorWith, addSample, sampleRegister } from '../support/sample-module.ts'
import { signedIn, startApp, type SignedIn, type TestApp } from '../support/server.ts'
import { httpDevice } from '../support/simulation/http-device.ts'

/** A record that somebody else took over while its person was offline. */
let server: TestApp
let admin: SignedIn
let asha: SignedIn
const everything = [...actorWith().permissions]
const ownOnly = () => signedIn(server, { permissions: everything, scopes: { job: 'own' } })

beforeAll(async () => {
  server = await startApp({ register: sampleRegister })
  await addSample(server.database.pool)
  admin = await signedIn(server, { permissions: everything })
  asha = await signedIn(server, { permissions: everything, username: 'Asha Rao' })
})
afterAll(() => server?.close())

const call = async (method: 'GET' | 'POST' | 'PATCH', url: string, payload?: object, version = 1) => {
  const headers = { ...admin.headers, 'idempotency-key': randomUUID(), 'if-match': `"${version}"` }
  const reply = await server.app.inject({ method, url: `/api${url}`, headers, ...(payload && { payload }) })
  expect(reply.statusCode, reply.body).toBeLessThan(300)
  return reply.json()
}
/** It was Ravi's when he went offline, and is Asha's when he comes back. */
async function takenOver() {
  const ravi = await ownOnly()
  const { id } = await call('POST', '/job', { title: 'Mixer of Meera', person: ravi.userId })
  const tablet = httpDevice(server.app, ravi)
  await tablet.load()
  await call('PATCH', `/job/${id}`, { person: asha.userId })
  await call('PATCH', `/job/${id}`, { title: 'A secret of Asha' }, 2)
  const base = { version: 1, fields: { title: 'Mixer of Meera' } }
  return { id, tablet, late: tablet.op('job.change', id, { title: 'Typed offline' }, { base }) }
}

test('whoever had it is told what it was called, who has it now and since when, and nothing that came after', async () => {
  const { tablet, late } = await takenOver()
  for (const _ of ['first', 'again']) {
    const [refused] = await tablet.push(late)
    expect(refused).toMatchObject({
      status: 'rejected',
      code: 'no_access',
      passed: { title: 'Mixer of Meera', by: asha.userId, byName: 'Asha Rao' },
    })
    expect(Date.parse(refused!.passed!.at)).toBeGreaterThan(0)
    expect(JSON.stringify(refused)).not.toContain('secret')
  }
})

test('whoever had it may leave what they wrote as a note, and gets nothing of the record for it', async () => {
  const { id, tablet } = await takenOver()
  const note = tablet.op('job.note', id, { id: await tablet.newId(), text: 'The motor was hot.' }, { base: null })
  const [left] = await tablet.push(note)
  expect(left).toMatchObject({ status: 'applied' })
  expect(left).not.toHaveProperty('row')
  const { notes } = await call('GET', `/job/${id}/notes`)
  expect(notes).toMatchObject([{ text: 'The motor was hot.' }])
})

test('who never had it is told nothing of it, and leaves no note', async () => {
  const { id } = await takenOver()
  const stranger = httpDevice(server.app, await ownOnly())
  await stranger.load()
  const said = async (of: number) => {
    const note = stranger.op('job.note', of, { id: await stranger.newId(), text: 'Hello' }, { base: null })
    const change = stranger.op('job.change', of, { title: 'Mine' }, { base: { version: 3, fields: { title: 'x' } } })
    const results = [...(await stranger.push(change)), ...(await stranger.push(note))]
    return results.map(result => ({ ...result, mid: null }))
  }
  const told = await said(id)
  for (const refused of told) expect(refused).toMatchObject({ status: 'rejected', code: 'not_found' })
  // Not even that it is there.
  expect(told).toEqual(await said(999_999_999))
})
