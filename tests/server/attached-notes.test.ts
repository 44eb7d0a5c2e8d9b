import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { attachLimits, type NotesAnswer } from '#contract/calls/attached.ts'
import { startAttached, type Attached } from '../support/attached.ts'
import { signedIn, type SignedIn } from '../support/server.ts'

let server: Attached
let clerk: SignedIn
let colleague: SignedIn
let record: number
const BRANCH = ['52-a', '52-b', '52-c', '52-d']

beforeAll(async () => {
  server = await startAttached()
  clerk = await signedIn(server, { permissions: BRANCH })
  colleague = await signedIn(server, { permissions: BRANCH })
  record = await newBranch()
})
afterAll(() => server?.close())

const newBranch = async () =>
  (await server.answered(clerk, 'POST', '/dealer-branch', { name: `Branch ${randomUUID().slice(0, 8)}` })).body.id
type Note = NotesAnswer['notes'][number] & { message: string; code: string }
const ask = async (person: SignedIn, method: 'GET' | 'POST' | 'PATCH', url: string, payload?: object) => {
  const answer = await server.ask(person, method, url, payload)
  return { status: answer.statusCode, body: answer.json<Note>() }
}
const add = (text: string, { person = clerk, to = record, mid = randomUUID(), ...more } = {}) =>
  ask(person, 'POST', `/dealer-branch/${to}/notes`, { mid, text, ...more })
const change = (id: number, payload: object, person = clerk) => ask(person, 'PATCH', `/note/${id}`, payload)
const notes = async (to: number, after?: number) =>
  (await server.ask(clerk, 'GET', `/dealer-branch/${to}/notes${after ? `?after=${after}` : ''}`)).json<NotesAnswer>()

describe('a note', () => {
  test('is told with its author and its time, the newest first, a page at a time', async () => {
    const to = await newBranch()
    for (let n = 0; n < 53; n += 1) await add(`Note ${n}`, { to, person: n % 2 ? clerk : colleague })
    const page = await notes(to)
    expect(page.notes[0]).toMatchObject({
      text: 'Note 52',
      madeBy: colleague.userId,
      madeByName: colleague.username,
      earlier: [],
    })
    expect(Date.parse(page.notes[0]!.madeAt)).toBeLessThanOrEqual(Date.now())
    expect(page.notes).toHaveLength(50)
    const rest = await notes(to, page.next!)
    expect(rest.notes.map(({ text }) => text)).toEqual(['Note 2', 'Note 1', 'Note 0'])
    expect(rest.next).toBeNull()
  })

  test('is text, whatever it looks like, and has a beginning and an end', async () => {
    const text = '<img src=x onerror=alert(1)> =1+1 {{x}} \u202eabc'
    expect((await add(text)).body.text).toBe(text)
    expect((await add('  ')).status).toBe(400)
    expect((await add('x'.repeat(attachLimits.noteLength + 1))).status).toBe(400)
    expect((await add('null \u0000 byte')).status).toBe(400)
  })

  test('that is sent twice is there once, however its first answer was lost', async () => {
    const to = await newBranch()
    const mid = randomUUID()
    const both = await Promise.all([add('Once', { to, mid }), add('Once', { to, mid })])
    expect(both.map(({ status }) => status)).toEqual([201, 201])
    expect((await notes(to)).notes).toHaveLength(1)
    expect((await add('Once', { to, mid, person: colleague })).body.code).toBe('key-reuse')
  })

  test('has the number that its device gave it from its own block', async () => {
    const device = randomUUID()
    const lease = (await server.ask(clerk, 'POST', '/sync/lease', { deviceId: device })).json<{ first: number }>()
    expect((await add('Made offline', { id: lease.first, device } as object)).body.id).toBe(lease.first)
    expect((await add('Another', { id: lease.first, device } as object)).body.code).toBe('key-reuse')
    // Written on one device and taken along to another.
    const elsewhere = { id: lease.first + 1, device: randomUUID() }
    expect((await add('Taken along', elsewhere as object)).body.id).toBe(elsewhere.id)
    const theirs = { id: lease.first + 2, device: randomUUID(), person: colleague }
    expect((await add('Not mine', theirs as object)).body.code).toBe('id-not-leased')
  })

  test('is reworded by its author for a while, and what it said before is told', async () => {
    const { body } = await add('Call at 5')
    expect((await change(body.id, { text: 'Call at 6' })).body).toMatchObject({
      text: 'Call at 6',
      earlier: [{ text: 'Call at 5', until: expect.stringMatching(/Z$/) }],
    })
    expect((await change(body.id, { text: 'Mine now' }, colleague)).body.message).toBe(
      'Only its author changes a note.',
    )
    await server.sql(`update record_note set made_at = now() - interval '61 minutes' where id = $1`, [body.id])
    expect((await change(body.id, { text: 'Too late' })).status).toBe(422)
  })

  test('is withdrawn by its author for ever, and is kept in history', async () => {
    const { body } = await add('A slip')
    await server.sql(`update record_note set made_at = now() - interval '400 days' where id = $1`, [body.id])
    expect((await change(body.id, { withdrawn: true })).body).toMatchObject({ text: null, earlier: [] })
    const [kept] = await server.sql<{ text: string }>('select text from record_note where id = $1', [body.id])
    expect(kept).toEqual({ text: 'A slip' })
    const history = await server.sql<{ actor: number }>(
      `select actor from attached_history where subject = $1 and after ? 'withdrawn_at'`,
      [body.id],
    )
    expect(history).toEqual([{ actor: clerk.userId }])
    await expect(server.sql('delete from attached_history')).rejects.toThrow('append-only')
    expect((await change(body.id, { withdrawn: false })).body.text).toBe('A slip')
  })
})

describe('the tags in use', () => {
  const CUSTOMER = ['50-a', '50-b', '50-c', '50-d']
  const tags = async (person: SignedIn, q = '') =>
    server.ask(person, 'GET', `/tags?module=customer&field=tags${q ? `&q=${q}` : ''}`)

  test('are those of records within reach, the most used first', async () => {
    const [here, there] = [await newBranch(), await newBranch()]
    const maker = await signedIn(server, { permissions: CUSTOMER })
    const make = async (branch: number, ...words: string[]) => {
      const customer = { name: `C ${randomUUID()}`, phones: [{ number: '+919820000120' }], branch, tags: words }
      const made = await server.ask(maker, 'POST', '/customer', customer)
      expect(made.statusCode, made.body).toBe(201)
    }
    await make(here, 'loyal', 'vip')
    await make(here, 'loyal')
    await make(there, 'secret club')
    expect((await tags(maker)).json()).toEqual({ tags: ['loyal', 'secret club', 'vip'] })
    expect((await tags(maker, 'LO')).json()).toEqual({ tags: ['loyal'] })
    const near = await signedIn(server, { permissions: CUSTOMER, branch: here, scopes: { customer: 'branch' } })
    expect((await tags(near)).json()).toEqual({ tags: ['loyal', 'vip'] })
  })

  test('are nothing to whoever may not list, and of nothing but fields of tags', async () => {
    expect((await tags(clerk)).statusCode).toBe(404)
    const reader = await signedIn(server, { permissions: CUSTOMER })
    for (const [module, field] of [
      ['customer', 'name'],
      ['constructor', 'tags'],
      ['customer', '__proto__'],
      ['nothing', 'tags'],
    ])
      expect((await server.ask(reader, 'GET', `/tags?module=${module}&field=${field}`)).statusCode).toBe(404)
  })
})
