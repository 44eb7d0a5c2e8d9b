import fc from 'fast-check'
import { parseCsv } from 'hucre/csv'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Row } from '#contract/module.ts'
import { openRecords } from '#server/crud/records.ts'
import { moduleRoutes } from '#server/crud/routes.ts'
import type { Routes } from '#server/lib/http.ts'
import { csvLine, unguarded } from '#contract/csv.ts'
import { workRoutes } from '#server/work/routes.ts'
import { wordsIn } from '#server/work/words.ts'
import { register } from '#contract/register.ts'
import { signedIn, startApp, type Rights, type TestApp } from '../support/server.ts'
import { actorWith, addSample, job, jobStatus, jobTag, sampleRegister, sampleWriter } from '../support/sample-module.ts'
import { writing } from '../support/writing.ts'

let server: TestApp
let headers: Record<string, string>
let write: ReturnType<typeof writing>
let branch: Row
let made: Row

const routes: Routes = (api, services) => {
  const written = { store: openRecords(services.database), writer: sampleWriter() }
  moduleRoutes(api, services, written, job)
  workRoutes(api, services, written)
}
const person = async (rights: Rights = {}) =>
  (await signedIn(server, { permissions: [...actorWith().permissions], approves: ['job'], ...rights })).headers

beforeAll(async () => {
  server = await startApp({ register: sampleRegister, routes })
  const { pool } = server.database
  await addSample(pool)
  await pool.query(
    `insert into general_setting (id, created_by, updated_by, company_name, currency, time_zone) values (1, 1, 1, 'House', 'INR', 'Asia/Kolkata')`,
  )
  write = writing(server.database)
  headers = await person()
  for (const stage of ['draft', 'open', 'done']) await write.create(jobStatus, { label: `Status ${stage}`, stage })
  const tag = await write.create(jobTag, { label: '=Red' })
  branch = await write.create(register.dealerBranch!, { name: 'Pune, main "store"' })
  made = await write.create(job, {
    title: '=cmd|calc',
    note: 'two\nlines',
    owner: branch.id,
    due: '2026-02-28',
    seenAt: '2026-02-28T20:15:00.000Z',
    weight: 12.5,
    price: -129_950,
    cost: 4711,
    urgent: true,
    days: ['mon', 'wed'],
    tag: tag.id,
    tags: [tag.id],
    lines: [
      { what: 'Tea', qty: 2, tag: tag.id },
      { what: 'Rice', qty: 1 },
    ],
  })
  for (let n = 0; n < 1_100; n++)
    await pool.query(
      `insert into job (id, created_by, updated_by, title, size, days, tags, photos, lines, stage, weight)
       values ($1, 1, 1, $2, 'small', '{}', '{}', '{}', '[]', 'draft', $3)`,
      [5_000_000_000 + n, `Row ${String(n).padStart(4, '0')}`, n - 500],
    )
})
afterAll(() => server?.close())

const file = async (query: string, as = headers) => {
  const answer = await server.app.inject({ url: `/api/job/export?${query}`, headers: as })
  return { status: answer.statusCode, headers: answer.headers, text: answer.body, bytes: answer.rawPayload }
}
const csv = async (query: string, as = headers): Promise<string[][]> => {
  const { status, text } = await file(`format=csv&${query}`, as)
  expect(status, text).toBe(200)
  return parseCsv(text.slice(1), { delimiter: ',' }).map(row => row.map(cell => String(cell ?? '')))
}
const xlsx = async (query: string, as = headers) => {
  const { status, bytes, text } = await file(`format=xlsx&${query}`, as)
  expect(status, text).toBe(200)
  return (await readXlsx(bytes)).sheets[0]!.rows
}
const one = `filter[id]=`

describe('a list as a file', () => {
  it('has values as people read them: names, words, the house’s money and its clock', async () => {
    const columns = 'title,note,owner,due,seenAt,weight,price,urgent,days,tag,tags,lines,stage,status,createdAt,number'
    const [head, row] = await csv(`${one}${made.id}&columns=${columns}`)
    expect(head!.slice(4, 7)).toEqual(['seenAt', 'weight', 'price (INR)'])
    // Each column of the lines has its own, with one value below the other.
    expect(head!.slice(11, 15).map(said => said.split(':')[0])).toEqual(['lines', 'lines', 'lines', 'lines'])
    expect(row!.slice(0, 17)).toEqual([
      "'=cmd|calc",
      'two\nlines',
      'Pune, main "store"',
      '2026-02-28',
      '2026-03-01 01:45:00',
      '12.5',
      '-1299.5',
      'Yes',
      'mon, wed',
      "'=Red",
      "'=Red",
      'Tea\nRice',
      '2\n1',
      "'=Red\n",
      '0\n0',
      'draft',
      'Status draft',
    ])
    const { text, headers: said } = await file(`format=csv&${one}${made.id}`)
    expect(text.startsWith('\ufeff')).toBe(true)
    expect(said['content-type']).toBe('text/csv; charset=utf-8')
    expect(said['content-disposition']).toMatch(/^attachment; filename="job.csv"/)
  })

  it('is a workbook whose texts are texts, whose numbers are numbers and whose dates are dates', async () => {
    const rows = await xlsx(`${one}${made.id}&columns=title,weight,price,due,seenAt,owner,urgent`)
    expect(rows[1]!.slice(0, 3)).toEqual(['=cmd|calc', 12.5, -1299.5])
    expect(rows[1]![3]).toEqual(new Date('2026-02-28T00:00:00Z'))
    expect(rows[1]![4]).toEqual(new Date('2026-03-01T01:45:00Z'))
    const { bytes } = await file(`format=xlsx&${one}${made.id}`)
    const book = await readXlsx(bytes, { readStyles: true })
    expect(JSON.stringify([...(book.sheets[0]!.cells?.values() ?? [])])).not.toContain('"formula":"')
  })

  it('has the rows of the question in its order, across every page that is read', async () => {
    const up = await csv('filter[weight]=-500..700&sort=weight&columns=title,weight&q=Row')
    expect(up).toHaveLength(1_101)
    expect(up.slice(1).map(([, weight]) => Number(weight))).toEqual(Array.from({ length: 1_100 }, (_, n) => n - 500))
    const down = await xlsx('q=Row&sort=-weight&columns=weight')
    expect(down.slice(1).flat()).toEqual(Array.from({ length: 1_100 }, (_, n) => 599 - n))
    expect(await csv('filter[weight]=9999&columns=title')).toHaveLength(1)
  })

  it('can be of some of the rows: those that were chosen, or all but those', async () => {
    const send = async (payload: object) => {
      const answer = await server.app.inject({ method: 'POST', url: '/api/job/export', headers, payload })
      expect(answer.statusCode, answer.body).toBe(200)
      return parseCsv(answer.body.slice(1), { delimiter: ',' }).map(([title]) => title)
    }
    const [a, b, far] = [5_000_000_001, 5_000_000_002, 5_000_001_099]
    const few = { format: 'csv', columns: 'title' }
    const chosen = { ...few, ids: [a, far, b], question: { sort: '-title', q: 'Row' } }
    expect(await send(chosen)).toEqual(['title', 'Row 1099', 'Row 0002', 'Row 0001'])
    // No other row was read, or counted against the limit.
    const { rows } = await server.database.pool.query(
      `select details from audit_event where kind = 'exported' order by id desc limit 1`,
    )
    expect(rows).toMatchObject([{ details: { count: 3, isSelection: true } }])
    const rest = await send({ ...few, question: { q: 'Row' }, except: [a] })
    expect(rest).toHaveLength(1_100)
    expect(rest).not.toContain('Row 0001')
    expect((await file('format=csv&q=Row')).headers['x-rows']).toBe('1100')
  })

  it('refuses columns that are none, hidden ones, and questions that make no sense, before it begins', async () => {
    for (const query of [
      'columns=nonsense',
      'columns=title,title',
      'columns=constructor',
      'columns=',
      'sort=nonsense',
      'filter[nonsense]=1',
      'after=x',
      'limit=5',
      'language=../../etc',
    ])
      expect((await file(`format=csv&${query}`)).status, query).toBe(400)
    expect((await file('format=pdf')).status).toBe(400)
    expect((await file('')).status).toBe(400)
  })

  it('keeps people to what they may list: their rows, their fields, and nothing without the right', async () => {
    const few = await person({ permissions: ['900-a', '900-d'] })
    expect((await file('format=csv&columns=title,cost', few)).status).toBe(400)
    expect((await file('format=csv&sort=cost', few)).status).toBe(400)
    const [head] = await csv(`${one}${made.id}`, few)
    expect(head).not.toContain('cost (INR)')
    expect((await csv(`${one}${made.id}`))[0]).toContain('cost (INR)')
    expect(await csv('', await person({ scopes: { job: 'own' } }))).toHaveLength(1)
    expect((await file('format=csv', await person({ permissions: ['900-d'] }))).status).toBe(403)
  })

  it('is written down: who took what, how many rows, as what', async () => {
    await csv(`${one}${made.id}&columns=title`)
    const { rows } = await server.database.pool.query(
      `select subject, details from audit_event where kind = 'exported' order by id desc limit 1`,
    )
    expect(rows).toEqual([
      {
        subject: 'job',
        details: {
          format: 'csv',
          count: 1,
          columns: ['title'],
          question: { filters: { id: String(made.id) } },
          isSelection: false,
        },
      },
    ])
  })

  it('speaks the words of the screens', () => {
    const words = wordsIn('en')
    expect(words.field(register.customer!, 'taxId')).toBe('Tax id')
    expect(words.option(register.customer!, 'type', 'person')).toBe('Person')
    expect(words.option(register.customer!, 'phones.kind', 'mobile')).toBe('Mobile')
    expect(words.field(register.customer!, 'createdAt')).toBe('Created')
    expect(wordsIn('xx').field(register.customer!, 'taxId')).toBe('Tax id')
  })
})

describe('a cell of a CSV file', () => {
  it('is read back as it was, and never calculates', () => {
    const start = fc.constantFrom(
      '',
      '=',
      '+',
      '-',
      '@',
      '\t',
      '\r',
      '\n',
      '＝',
      '＋',
      '－',
      '＠',
      "'",
      ' =',
      '"',
      '"=',
      ',=',
    )
    const text = fc.tuple(start, fc.string({ unit: 'grapheme', maxLength: 20 })).map(([a, b]) => a + b)
    fc.assert(
      fc.property(fc.array(text, { minLength: 2, maxLength: 5 }), cells => {
        const [read] = parseCsv(csvLine(cells), { delimiter: ',' })
        expect(read).toHaveLength(cells.length)
        for (const [at, cell] of read!.entries()) {
          const shown = String(cell ?? '')
          expect(shown).not.toMatch(/^[\s\u00a0\ufeff]*[=+\-@\t\r\n＝＋－＠]/)
          expect(like(unguarded(shown))).toBe(like(cells[at]))
        }
      }),
    )
    // Line ends inside of a cell are read as one kind.
    function like(cell: string | undefined) {
      return cell?.replaceAll(/\r\n?/g, '\n')
    }
  })

  it('leaves numbers numbers', () => {
    expect(csvLine([-12.5, 0, null, '-12.5'])).toBe("-12.5,0,,'-12.5\r\n")
  })
})
