import sharp from 'sharp'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { allPermissions } from '#contract/permissions.ts'
import { startAttached, type Attached } from '../support/attached.ts'
import { signedIn, type SignedIn } from '../support/server.ts'

type Input = Record<string, unknown>
let server: Attached
let me: SignedIn
let product: number
let part: number
beforeAll(async () => {
  server = await startAttached()
  me = await signedIn(server, { permissions: allPermissions })
  product = (await make('product', { sku: 'PJ', name: 'Massager', price: 100_000 })).id
  part = (await make('part', { code: 'PJB', name: 'Motor brush', price: 9_000, fits: [product] })).id
})
afterAll(() => server?.close())

async function make(name: string, input: Input): Promise<{ id: number; number: string }> {
  const answer = await server.ask(me, 'POST', `/${name}`, input)
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json()
}
const job = (more: Input = {}) =>
  make('maintenance', {
    name: 'Asha Rao',
    phone: '98765 43210',
    address: '7, Lake Road',
    product,
    serial: 'S-77',
    problems: [{ text: 'Loud noise', note: 'At speed 3' }],
    ...more,
  })
const fileOf = (id: number, paper: string, as: Pick<SignedIn, 'headers'> = me) =>
  server.ask(as, 'GET', `/maintenance/${id}/${paper}-file`)
async function read(id: number, paper: string) {
  const answer = await fileOf(id, paper)
  expect(answer.statusCode, answer.body.slice(0, 300)).toBe(200)
  // What stands in the file for each picture; nothing of that is packed.
  const images = answer.rawPayload.toString('latin1').match(/\/Subtype \/Image/g)?.length ?? 0
  const pdf = await getDocumentProxy(new Uint8Array(answer.rawPayload))
  const { text } = await extractText(pdf, { mergePages: false })
  return { answer, images, pages: text.map(page => page.replaceAll(/\s+/g, ' ')) }
}
/** What is written on each page, and how high above its end. */
async function placesIn(bytes: Buffer) {
  const pdf = await getDocumentProxy(new Uint8Array(bytes))
  const numbers = Array.from({ length: pdf.numPages }, (_, at) => at + 1)
  return Promise.all(
    numbers.map(async nr => {
      const { items } = await (await pdf.getPage(nr)).getTextContent()
      return items.flatMap(one =>
        'str' in one && one.str.trim() !== '' ? [{ str: one.str, y: one.transform[5] as number }] : [],
      )
    }),
  )
}
const picture = (colour: string, width = 300) =>
  sharp({ create: { width, height: 200, channels: 3, background: colour } })
    .png()
    .toBuffer()
async function photo(colour: string, field: string): Promise<number> {
  const sent = { name: `${colour}.png`, bytes: await picture(colour), field }
  const { status, body } = await server.attach(me, '/maintenance/files', sent)
  expect(status, JSON.stringify(body)).toBeLessThan(300)
  return body.id
}

describe('a job as a file', () => {
  test('its report says what was found, done, used and paid, with photos and who signed', async () => {
    const photos: number[] = []
    for (const colour of ['red', 'green', 'blue', 'white']) photos.push(await photo(colour, 'photos'))
    const signature = [await photo('black', 'signature')]
    const { id, number } = await job({
      diagnosis: 'The brushes are worn.',
      workDone: 'New brushes.',
      checklist: [
        { label: 'Powers on', kind: 'tick', value: 'yes' },
        { label: 'Wear', kind: 'number', unit: 'mm', value: '2.1' },
        { label: 'Cord', kind: 'passFail', value: 'fail' },
      ],
      parts: [{ part, qty: 2, price: 9_000 }],
      labour: [{ minutes: 45, rate: 60_000, pays: 'us' }],
      charges: [{ label: 'Visit', amount: 20_000 }],
      photos,
    })
    const steps = { assign: { assignedTo: me.userId }, diagnose: { diagnosis: 'The brushes are worn.' }, repair: {} }
    for (const [step, args] of Object.entries({ ...steps, finish: { workDone: 'New brushes.' } }))
      expect((await server.ask(me, 'POST', `/maintenance/${id}/${step}`, args)).statusCode, step).toBe(200)
    const { version } = (await server.ask(me, 'GET', `/maintenance/${id}`)).json<{ version: number }>()
    const signed = await server.ask(me, 'PATCH', `/maintenance/${id}`, { signature }, { 'if-match': `"${version}"` })
    expect(signed.statusCode, signed.body).toBe(200)
    const { answer, images, pages } = await read(id, 'report')
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'cache-control': 'no-store',
      'content-disposition': `attachment; filename="report.pdf"; filename*=UTF-8''Service%20report%20${number}.pdf`,
    })
    const text = pages.join(' ')
    for (const said of [
      `Service report ${number}`,
      'Customer Asha Rao 7, Lake Road +91 98765 43210',
      'Massager S-77 Paid',
      'Loud noise · At speed 3',
      'The brushes are worn.',
      'New brushes.',
      'Powers on Yes',
      'Wear 2.1 mm',
      'Cord Fail',
      'Motor brush 2 × ₹180.00',
      'Labour 45 min Covered',
      'Visit ₹200.00',
      'To pay ₹380.00',
      `Page ${pages.length} of ${pages.length}`,
    ])
      expect(text).toContain(said)
    expect(images).toBe(5)
    expect(text).not.toContain('Changed after it was signed')
    // The job says something else by now: the paper says what was signed, and that it was changed.
    const now = signed.json<{ version: number; signedAt: string; signedChangedAt: null }>()
    expect(now).toMatchObject({ signedAt: expect.any(String) as string, signedChangedAt: null })
    const change = { workDone: 'New brushes and a new cord.' }
    const after = await server.ask(me, 'PATCH', `/maintenance/${id}`, change, { 'if-match': `"${now.version}"` })
    expect(after.json()).toMatchObject({ signedAt: now.signedAt, signedChangedAt: expect.any(String) as string })
    const later = (await read(id, 'report')).pages.join(' ')
    expect(later).toContain('Changed after it was signed')
    expect(later).toContain('New brushes.')
    expect(later).not.toContain('new cord')
    const { signed: then } = (await server.ask(me, 'GET', `/maintenance/signed?maintenance=${id}`)).json<{
      signed: object
    }>()
    expect(then).toMatchObject({ workDone: 'New brushes.', diagnosis: 'The brushes are worn.' })
  })

  test('its card says what came in and nothing that it costs, and has no photos', async () => {
    const { id, number } = await job({
      accessories: 'Cord and bag',
      note: 'Call first',
      checklist: [{ label: 'Powers on' }],
      parts: [{ part, qty: 2, price: 9_000 }],
      photos: [await photo('red', 'photos')],
    })
    const { images, pages } = await read(id, 'card')
    const text = pages.join(' ')
    for (const said of [
      `Job card ${number}`,
      'Loud noise',
      'Cord and bag',
      'Call first',
      'Powers on',
      'Handed in by',
      'Received:',
    ])
      expect(text).toContain(said)
    expect(text).not.toContain('₹')
    expect(images).toBe(0)
  })

  test('its card has a code only where it is configured what address the app has, whatever a request says of its host', async () => {
    const { id } = await job()
    const cardOf = async (on: Attached, headers = {}) => {
      const { statusCode, rawPayload } = await on.ask(me, 'GET', `/maintenance/${id}/card-file`, undefined, headers)
      expect(statusCode).toBe(200)
      return rawPayload.length
    }
    const plain = await cardOf(server)
    const foreign = await cardOf(server, { host: `${'a'.repeat(60)}.example` })
    const { database } = server
    const named = await startAttached({ database, env: { publicUrl: 'https://desk.example' } })
    onTestFinished(() => named.close())
    expect(foreign).toBe(plain)
    expect((await cardOf(named)) - plain).toBeGreaterThan(300)
  })

  test('of many lines goes on, with its title on each page and no heading alone at the end of one', async () => {
    const checklist = Array.from({ length: 90 }, (_, at) => ({ label: `Step ${at}` }))
    const { id, number } = await job({ checklist })
    const { pages } = await read(id, 'report')
    expect(pages.length).toBeGreaterThan(1)
    for (const [at, page] of pages.entries()) {
      expect(page).toContain(number)
      expect(page).toContain(`Page ${at + 1} of ${pages.length}`)
    }
    const steps = pages.join(' ').matchAll(/Step (\d+) —/g)
    expect([...steps].map(([, nr]) => Number(nr))).toEqual(checklist.map((_, at) => at))
  })

  test('of long words goes on with them line by line, and nothing is written below the sheet', async () => {
    const linesOf = (word: string) => Array.from({ length: 100 }, (_, at) => `${word} ${at}`)
    const { id } = await job({ diagnosis: linesOf('Found').join('\n'), workDone: linesOf('Done').join('\n') })
    const { answer, pages } = await read(id, 'report')
    for (const word of ['Found', 'Done'])
      expect(pages.join(' ').match(new RegExp(`${word} \\d+`, 'g'))).toEqual(linesOf(word))
    for (const [at, written] of (await placesIn(answer.rawPayload)).entries()) {
      const footAt = Math.min(...written.map(({ y }) => y))
      const lowest = written.filter(({ y }) => y === footAt).map(({ str }) => str)
      expect(lowest.join(' ')).toContain(`Page ${at + 1} of ${pages.length}`)
      // What goes on does not stand on the rule below the title.
      const [title, first] = [...new Set(written.map(({ y }) => y))].toSorted((one, other) => other - one)
      if (at > 0) expect(title! - first!).toBeGreaterThan(25)
    }
  })

  test('a long answer takes the room that nothing else takes', async () => {
    const value = 'Even at every speed, a little rough at speed three when it is warm, and quiet again when it is cold'
    const { id } = await job({ checklist: [{ label: 'Sound', kind: 'text', value }] })
    const { answer, pages } = await read(id, 'report')
    expect(pages.join(' ')).toContain(`Sound ${value}`)
    const [written] = await placesIn(answer.rawPayload)
    const lines = written!.filter(({ str }) => value.includes(str.trim()))
    expect(new Set(lines.map(({ y }) => y)).size).toBe(2)
  })

  test('a photo of another record is not drawn, whoever names it, and one that has not come is left out', async () => {
    const theirs = await photo('red', 'photos')
    const other = await job({ photos: [theirs] })
    const own = await job()
    await server.sql('update maintenance set photos = $2 where id = $1', [own.id, [theirs]])
    expect((await read(own.id, 'report')).images).toBe(0)
    expect((await read(other.id, 'report')).images).toBe(1)
  })

  test('is for whoever may see the job', async () => {
    const mine = await job()
    const technician = await signedIn(server, { permissions: ['40-a', '40-d'], scopes: { maintenance: 'own' } })
    const stranger = await signedIn(server, { permissions: ['40-a'] })
    for (const paper of ['report', 'card']) {
      expect((await fileOf(mine.id, paper, technician)).statusCode).toBe(404)
      expect((await fileOf(mine.id, paper, stranger)).statusCode).toBe(403)
      expect((await fileOf(mine.id + 999_999, paper)).statusCode).toBe(404)
    }
    await server.sql('update maintenance set assigned_to = $2 where id = $1', [mine.id, technician.userId])
    expect((await fileOf(mine.id, 'report', technician)).statusCode).toBe(200)
  })
})
