import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { FileRow, NotesAnswer } from '#contract/calls/attached.ts'
import type { Row } from '#contract/module.ts'
import { customer } from '#contract/modules/people/customer.ts'
import { openRecords } from '#server/crud/records.ts'
import { countAttached, moveAttached, returnAttached } from '#server/attached/merge.ts'
import { addNote } from '#server/attached/notes.ts'
import { startAttached, type Attached } from '../support/attached.ts'
import { actorWith } from '../support/sample-module.ts'
import { signedIn, type SignedIn } from '../support/server.ts'

const PRODUCT = ['103-a', '103-b', '103-c', '103-d']
const CUSTOMER = ['50-a', '50-b', '50-c', '50-d']
let server: Attached
let clerk: SignedIn

beforeAll(async () => {
  server = await startAttached()
  clerk = await signedIn(server, { permissions: [...PRODUCT, ...CUSTOMER, '52-b'] })
})
afterAll(() => server?.close())

const pdf = (words: string) => Buffer.from(`%PDF-1.4\n% ${words}\n%%EOF`)
const photo = (colour: string) =>
  sharp({ create: { width: 20, height: 20, channels: 3, background: colour } })
    .png()
    .toBuffer()
const write = async (person: SignedIn, method: 'POST' | 'PATCH', url: string, payload: object, version?: number) => {
  const headers = version === undefined ? {} : { 'if-match': `"${version}"` }
  const answer = await server.ask(person, method, url, payload, headers)
  return { status: answer.statusCode, body: answer.json<Row & { fields?: Record<string, string> }>() }
}
const newCustomer = async (person = clerk, more: object = {}) =>
  (
    await write(person, 'POST', '/customer', {
      name: `C ${randomUUID()}`,
      phones: [{ number: '+919820000121' }],
      ...more,
    })
  ).body
const status = async (person: SignedIn, ...asked: [method: 'GET' | 'POST' | 'PATCH', url: string, payload?: object]) =>
  (await server.ask(person, ...asked)).statusCode

describe('notes and files', () => {
  test('are read with the right to the details and written with the right to edit, by whatever route', async () => {
    const customer = await newCustomer()
    const at = `/customer/${customer.id}`
    const { body: file } = await server.attach(clerk, `${at}/files`, { name: 'a.pdf', bytes: pdf('a') })
    const note = { mid: randomUUID(), text: 'Hello' }
    const { body: made } = await server.answered(clerk, 'POST', `${at}/notes`, note)
    const reader = await signedIn(server, { permissions: ['50-d'] })
    const lister = await signedIn(server, { permissions: ['50-a'] })
    const editor = await signedIn(server, { permissions: ['50-c'] })
    const statuses = async (person: SignedIn) => ({
      notes: await status(person, 'GET', `${at}/notes`),
      files: await status(person, 'GET', `${at}/files`),
      file: await status(person, 'GET', `/file/${file.id}`),
      content: await status(person, 'GET', `/file/${file.id}/content`),
      addNote: await status(person, 'POST', `${at}/notes`, { ...note, mid: randomUUID() }),
      addFile: (await server.announce(person, `${at}/files`, { name: 'b.pdf', bytes: pdf('b') })).status,
      rename: await status(person, 'PATCH', `/file/${file.id}`, { name: 'c.pdf' }),
      reword: await status(person, 'PATCH', `/note/${made.id}`, { text: 'Changed' }),
    })
    const closed = {
      notes: 403,
      files: 403,
      file: 404,
      content: 404,
      addNote: 403,
      addFile: 403,
      rename: 404,
      reword: 404,
    }
    expect(await statuses(reader)).toEqual({ ...closed, notes: 200, files: 200, file: 200, content: 200 })
    expect(await statuses(lister)).toEqual(closed)
    expect(await statuses(editor)).toEqual({ ...closed, addNote: 201, addFile: 201, rename: 200 })
  })

  test('of a record that is out of reach do not exist', async () => {
    const branches = await Promise.all(
      ['North', 'South'].map(async name => (await write(clerk, 'POST', '/dealer-branch', { name })).body.id),
    )
    const customer = await newCustomer(clerk, { branch: branches[0] })
    const at = `/customer/${customer.id}`
    const outsider = await signedIn(server, {
      permissions: CUSTOMER,
      branch: branches[1]!,
      scopes: { customer: 'branch' },
    })
    const insider = await signedIn(server, {
      permissions: CUSTOMER,
      branch: branches[0]!,
      scopes: { customer: 'branch' },
    })
    const { body: file } = await server.attach(insider, `${at}/files`, {
      name: 'near.png',
      bytes: await photo('#111111'),
    })
    const { body: note } = await server.answered(insider, 'POST', `${at}/notes`, { mid: randomUUID(), text: 'Near' })
    const asked: Parameters<typeof status>[] = [
      [outsider, 'GET', `${at}/notes`],
      [outsider, 'POST', `${at}/notes`, { mid: randomUUID(), text: 'Far' }],
      [outsider, 'GET', `${at}/files`],
      [outsider, 'GET', `/file/${file.id}`],
      [outsider, 'PATCH', `/file/${file.id}`, { removed: true }],
      [outsider, 'GET', `/file/${file.id}/content`],
      [outsider, 'GET', `/file/${file.id}/content?size=small`],
      [outsider, 'GET', `/file/${file.id}/upload`],
      [outsider, 'POST', `/file/${file.id}/finish`, {}],
      [outsider, 'PATCH', `/note/${note.id}`, { withdrawn: true }],
    ]
    for (const each of asked) expect(await status(...each), each[2]).toBe(404)
    expect((await server.announce(outsider, `${at}/files`, { name: 'far.pdf', bytes: pdf('far') })).status).toBe(404)
    // Whose record goes elsewhere loses sight of what hangs on it, their own notes and files included.
    await server.sql('update customer set branch = $2 where id = $1', [customer.id, branches[1]])
    expect(await status(insider, 'GET', `/file/${file.id}/content`)).toBe(404)
    expect(await status(insider, 'PATCH', `/note/${note.id}`, { withdrawn: true })).toBe(404)
    expect(await status(outsider, 'GET', `/file/${file.id}/content`)).toBe(200)
  })
})

describe('the pictures of a product', () => {
  const product = (image: number[]) => ({ sku: `S-${randomUUID().slice(0, 8)}`, name: 'AquaJet', price: 100, image })
  const send = async (person: SignedIn, colour: string) =>
    (await server.attach(person, '/product/files', { name: 'p.png', bytes: await photo(colour), field: 'image' })).body
      .id
  const bound = async (id: number) =>
    (
      await server.sql<{ record: number | null; removed: boolean }>(
        'select record, removed_at is not null as removed from record_file where id = $1',
        [id],
      )
    )[0]

  test('are sent before it is saved, are its author’s alone until then, and are its own afterwards', async () => {
    const id = await send(clerk, '#222222')
    const lister = await signedIn(server, { permissions: ['103-a'] })
    expect(await status(lister, 'GET', `/file/${id}/content?size=small`)).toBe(404)
    const made = await write(clerk, 'POST', '/product', product([id]))
    expect([made.status, made.body.image]).toEqual([201, [id]])
    expect(await bound(id)).toEqual({ record: made.body.id, removed: false })
    // Whoever sees the list sees the pictures in it; what hangs on the record as a whole takes more.
    expect(await status(lister, 'GET', `/file/${id}/content?size=small`)).toBe(200)
    const files = await server.ask(clerk, 'GET', `/product/${made.body.id}/files`)
    expect(files.json<{ files: FileRow[] }>().files).toEqual([])
  })

  test('go when the field lets go of them, and come back with it', async () => {
    const [one, two] = [await send(clerk, '#333333'), await send(clerk, '#444444')]
    const made = await write(clerk, 'POST', '/product', product([one, two]))
    const at = `/product/${made.body.id}`
    const less = await write(clerk, 'PATCH', at, { image: [two] }, made.body.version)
    expect([await bound(one), await bound(two)]).toMatchObject([{ removed: true }, { removed: false }])
    const back = await write(clerk, 'PATCH', at, { image: [one, two] }, less.body.version)
    expect(back.body.image).toEqual([one, two])
    expect(await bound(one)).toMatchObject({ removed: false })
  })

  test('of a copied product are copies of their own, of the same bytes', async () => {
    const id = await send(clerk, '#555555')
    const first = await write(clerk, 'POST', '/product', product([id]))
    const second = await write(clerk, 'POST', '/product', product([id]))
    const [copy] = second.body.image as number[]
    expect(copy).not.toBe(id)
    expect(await bound(id)).toEqual({ record: first.body.id, removed: false })
    expect(await bound(copy!)).toEqual({ record: second.body.id, removed: false })
    expect(await status(clerk, 'GET', `/file/${copy}/content?size=medium`)).toBe(200)
  })

  test('are nobody else’s: a number that is not theirs is refused beside the field', async () => {
    const other = await signedIn(server, { permissions: PRODUCT })
    const theirs = await send(other, '#666666')
    const { body: hung } = await server.attach(clerk, `/customer/${(await newCustomer()).id}/files`, {
      name: 'c.pdf',
      bytes: pdf('c'),
    })
    const attempts: [SignedIn, number][] = [
      [clerk, theirs],
      [other, hung.id],
      [clerk, 123_456_789],
    ]
    for (const [person, id] of attempts) {
      const { status, body } = await write(person, 'POST', '/product', product([id]))
      expect([status, body.fields]).toEqual([400, { image: 'This file is not there.' }])
    }
  })

  test('belong into fields of files only', async () => {
    const announce = (field?: string) =>
      server.announce(clerk, '/product/files', { name: 'p.pdf', bytes: pdf('p'), ...(field ? { field } : {}) })
    for (const field of ['name', 'nothing', 'parts.part', '__proto__', undefined])
      expect((await announce(field)).status).toBe(400)
  })
})

describe('two records that become one', () => {
  test('have the notes and files of both, and each its own again when that is taken back', async () => {
    const [from, into] = [(await newCustomer()).id, (await newCustomer()).id]
    for (const id of [from, into]) {
      await server.answered(clerk, 'POST', `/customer/${id}/notes`, { mid: randomUUID(), text: `On ${id}` })
      await server.attach(clerk, `/customer/${id}/files`, { name: `${id}.pdf`, bytes: pdf(`${id}`) })
    }
    const store = openRecords(server.database)
    const counts = () =>
      store.transaction(async tx => [
        await countAttached(tx, 'customer', from),
        await countAttached(tx, 'customer', into),
      ])
    const moved = await store.transaction(tx => moveAttached(tx, 'customer', from, into))
    expect(await counts()).toEqual([
      { notes: 0, files: 0 },
      { notes: 2, files: 2 },
    ])
    const kept = JSON.parse(JSON.stringify(moved)) as typeof moved
    await store.transaction(tx => returnAttached(tx, kept))
    expect(await counts()).toEqual([
      { notes: 1, files: 1 },
      { notes: 1, files: 1 },
    ])
  })

  const hanging = async (id: number) => ({
    notes: (await server.ask(clerk, 'GET', `/customer/${id}/notes`)).json<NotesAnswer>().notes.map(({ text }) => text),
    files: (await server.ask(clerk, 'GET', `/customer/${id}/files`))
      .json<{ files: FileRow[] }>()
      .files.map(({ name }) => name),
  })
  const merge = async (from: number, into: number) =>
    expect((await write(clerk, 'POST', `/customer/${from}/merge`, { into })).status).toBe(200)

  test('have what is written of either of them later, however often the one that is left is merged itself', async () => {
    const [from, into, last] = [(await newCustomer()).id, (await newCustomer()).id, (await newCustomer()).id]
    const note = { mid: randomUUID(), text: 'Gate code 4471' }
    await server.answered(clerk, 'POST', `/customer/${from}/notes`, note)
    await merge(from, into)
    // Its answer was lost, and it is sent again.
    expect((await server.answered(clerk, 'POST', `/customer/${from}/notes`, note)).status).toBe(201)
    await merge(into, last)
    await server.answered(clerk, 'POST', `/customer/${from}/notes`, { mid: randomUUID(), text: 'Late' })
    await server.attach(clerk, `/customer/${from}/files`, { name: 'late.pdf', bytes: pdf('late') })
    expect(await hanging(last)).toEqual({ notes: ['Late', 'Gate code 4471'], files: ['late.pdf'] })
    expect(await hanging(from)).toEqual({ notes: [], files: [] })
  })

  test('have what was being written while they became one', async () => {
    const [from, into] = [(await newCustomer()).id, (await newCustomer()).id]
    const actor = { ...actorWith(), id: clerk.userId, permissions: new Set(CUSTOMER) }
    let merging: Promise<void> | undefined
    await openRecords(server.database).transaction(async tx => {
      await addNote(tx, customer, actor, from, { mid: randomUUID(), text: 'Just now' })
      merging ??= merge(from, into)
      await expect.poll(waiting).toBe(1)
    })
    await merging
    expect((await hanging(into)).notes).toEqual(['Just now'])
  })
  const waiting = async () =>
    (await server.sql(`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`))
      .length
})
