import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Actor } from '#contract/actor.ts'
import { register } from '#contract/register.ts'
import { tableOf, type Module, type Row } from '#contract/module.ts'
import { filterNamed } from '#contract/filters.ts'
import { matches, parseFilter } from '#contract/filter-text.ts'
import { asks, finder, searchText } from '#contract/search-words.ts'
import { orderRows, parseSort, sortsOf } from '#contract/sorts.ts'
import { groupsOf } from '#server/crud/group.ts'
import { indexesOf } from '#server/crud/list-indexes.ts'
import { neighboursOf } from '#server/crud/neighbours.ts'
import { countOf, pageOf } from '#server/crud/page.ts'
import type { Question } from '#server/crud/question.ts'
import { inNaturalOrder } from '../support/cases.ts'
import { freshDatabase, type FreshDatabase } from '../support/database.ts'
import { actorWith, addSample, job, jobTag } from '../support/sample-module.ts'
import { writing } from '../support/writing.ts'

let database: FreshDatabase
let write: ReturnType<typeof writing>

beforeAll(async () => {
  database = await freshDatabase()
  await addSample(database.pool)
  write = writing(database)
})
afterAll(() => database?.close())

const ask = (question: Partial<Question>, actor: Actor = actorWith(), module: Module = job) =>
  pageOf(database.pool, module, actor, { filters: {}, ...question })
const found = async (question: Partial<Question>, actor?: Actor) => (await ask({ limit: 100, ...question }, actor)).rows

async function walk(question: Partial<Question>, onPage?: (rows: Row[]) => Promise<void>): Promise<Row[]> {
  const rows: Row[] = []
  for (let after: string | undefined; ;) {
    const page = await ask({ ...question, after })
    rows.push(...page.rows)
    await onPage?.(page.rows)
    if (page.next === null) return rows
    after = page.next
  }
}
const fresh = () => database.pool.query('delete from job')

describe('pages', () => {
  // Few values, so that equal and empty keys are the rule; letters that differ only in case and accent.
  const titles = fc.constantFrom(
    'a',
    'A',
    'á',
    'b',
    'B ',
    'ß',
    'ss',
    'Zoë',
    'zoe',
    'हिन्दी',
    '_',
    '%',
    '10',
    '9',
    'a 2',
    'a 10',
    'a 010',
  )
  const rowArbitrary = fc.record({
    title: titles,
    weight: fc.option(fc.constantFrom(0, 0.1, 1, 1e-7, 999.999)),
    price: fc.option(fc.constantFrom(-5, 0, 5, 9_007_199_254_740_991)),
    due: fc.option(fc.constantFrom('2026-01-01', '2026-12-31')),
    seenAt: fc.option(fc.constantFrom('2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.001Z')),
  })
  const ways = sortsOf(job).flatMap(({ field }) => [field, `-${field}`])
  const sorts = [
    ...ways,
    ...ways.flatMap(first =>
      ways.flatMap(second => (parseSort(job, `${first},${second}`) ? [`${first},${second}`] : [])),
    ),
  ]

  it('together hold every row once, in order, whatever the sort, the size and the keys', async () => {
    const shape = [
      fc.array(rowArbitrary, { maxLength: 30 }),
      fc.constantFrom(...sorts),
      fc.integer({ min: 1, max: 7 }),
    ] as const
    await fc.assert(
      fc.asyncProperty(...shape, async (inputs, sort, limit) => {
        await fresh()
        for (const input of inputs) await write.create(job, input)
        const rows = await walk({ sort, limit })
        const { rows: all } = await database.pool.query<{ id: number }>('select id from job')
        expect(rows).toHaveLength(all.length)
        expect(new Set(rows.map(({ id }) => id))).toEqual(new Set(all.map(({ id }) => id)))
        expect(rows).toEqual(inOrder(rows, sort))
      }),
      { numRuns: 60 },
    )
  }, 120_000)

  it('sort numbers in names by how much they are, page by page, as a device does', async () => {
    await fresh()
    for (const title of inNaturalOrder.toReversed()) await write.create(job, { title })
    const titles = async (sort: string) => (await walk({ sort, limit: 3 })).map(row => row.title)
    expect(await titles('title')).toEqual(inNaturalOrder)
    expect(await titles('-title')).toEqual(inNaturalOrder.toReversed())
    const kept = orderRows(job, parseSort(job, 'title')!, await found({}))
    expect(kept.map(row => row.title)).toEqual(inNaturalOrder)
  })

  it('neither skip nor repeat what stays while other rows come and go', async () => {
    await fresh()
    const stay = new Set<number>()
    for (let n = 0; n < 20; n++) stay.add((await write.create(job, { title: n % 2 ? 'same' : `t${n}` })).id)
    let round = 0
    const seen = await walk({ sort: 'title', limit: 3 }, async rows => {
      const passing = await write.create(job, { title: round++ % 2 ? 'same' : 'a' })
      await write.done(job, 'archive', {}, { id: passing.id })
      await write.create(job, { title: rows[0] ? String(rows[0].title) : 'x' })
    })
    const mine = seen.filter(({ id }) => stay.has(id)).map(({ id }) => id)
    expect(mine.length).toBe(stay.size)
    expect(new Set(seen.map(({ id }) => id)).size).toBe(seen.length)
  })

  it('refuse a cursor that nobody gave out, with 400 and not with a fault', async () => {
    const cursor = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
    for (const after of [
      '',
      '%',
      'bm9uc2Vuc2U',
      cursor([1, 2]),
      cursor(['x']),
      cursor(['x', 'y']),
      cursor(['x', 'y', 1]),
      cursor(['a\u0000', 1]),
      cursor({}),
    ])
      await expect(ask({ after }), after).rejects.toMatchObject({ code: 'invalid' })
    for (const key of [
      '2026-99-99',
      '2026-13-45T99:99:99.999Z',
      'Infinity',
      '1e999',
      '99999999999999999999',
      1e300,
      2.5,
      true,
    ])
      for (const sort of ['due', 'seenAt', 'weight', 'price', 'id'])
        await ask({ sort, after: cursor([key, 1]) }).catch((error: unknown) =>
          expect(error).toMatchObject({ code: 'invalid' }),
        )
  })

  it('count only when asked', async () => {
    await fresh()
    for (let n = 0; n < 5; n++) await write.create(job, { title: `t${n}` })
    expect(await ask({ limit: 2 })).not.toHaveProperty('total')
    expect(await ask({ limit: 2, total: true })).toMatchObject({ total: 5, next: expect.any(String) })
  })
})

/** What the order must be, said a second time in another way: empty keys last, equals by id as the last sort goes. */
function inOrder(rows: Row[], sort: string): Row[] {
  const sorts = sort.split(',').map(one => ({ field: one.replace('-', ''), sign: one.startsWith('-') ? -1 : 1 }))
  const key = (row: Row, field: string): unknown =>
    field === 'title'
      ? Buffer.from(plain(String(row.title)).replaceAll(/\d+/g, run => String(BigInt(run)).padStart(9, '0'))).toString(
          'latin1',
        )
      : row[field]
  const compare = (a: unknown, b: unknown, sign: number): number => {
    if (a === b) return 0
    if (a === null || b === null) return a === null ? 1 : -1
    return ((a as number) < (b as number) ? -1 : 1) * sign
  }
  return rows.toSorted((a, b) => {
    for (const { field, sign } of sorts) {
      const order = compare(key(a, field), key(b, field), sign)
      if (order !== 0) return order
    }
    return (a.id - b.id) * sorts.at(-1)!.sign
  })
}
const plain = (title: string) =>
  title
    .replace('ß', 'ss')
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toLowerCase()

describe('search', () => {
  beforeAll(async () => {
    await fresh()
    for (const title of ['Zoë Müller', 'zoe muller', 'ZOË', 'Straße', '100%_sure', 'back\\slash', 'हिन्दी', 'Ângela'])
      await write.create(job, { title })
  })
  const titles = async (q: string) => (await found({ q })).map(({ title }) => title as string).toSorted()

  it.each([
    ['zoe', ['ZOË', 'Zoë Müller', 'zoe muller']],
    ['', ['ZOË', 'Zoë Müller', 'zoe muller', 'Straße', '100%_sure', 'back\\slash', 'हिन्दी', 'Ângela']],
    ['ZOË', ['ZOË', 'Zoë Müller', 'zoe muller']],
    ['mull zo', ['Zoë Müller', 'zoe muller']],
    ['strasse', ['Straße']],
    ['00%_s', ['100%_sure']],
    ['00s', ['100%_sure']],
    ['00x%s', []],
    ['_', []],
    ['ck\\s', ['back\\slash']],
    ['ba', ['back\\slash']],
    ['ac', []],
    ['हि', ['हिन्दी']],
    ['हिन्दी', ['हिन्दी']],
    ['angel', ['Ângela']],
    ['nothing', []],
    ["'; drop table job; --", []],
  ])('for “%s” finds what a person means', async (q, expected) => {
    expect(await titles(q)).toEqual(expected.toSorted())
  })

  it('finds by what the server gave, too', async () => {
    const [row] = await found({ q: 'straße' })
    expect(await found({ q: String(row!.number) })).toEqual([row])
  })
})

describe('filters', () => {
  let tag: Row
  beforeAll(async () => {
    await fresh()
    tag = await write.create(jobTag, { label: 'Filter me' })
    const lines = [
      { what: 'Big box, red', qty: 2 },
      { what: 'Tape', qty: 1 },
    ]
    const rows = [
      { title: 'a', due: '2026-01-01', weight: 1, price: 100, urgent: true, size: 'small', days: ['mon'], tag: tag.id },
      {
        title: 'b',
        due: '2026-01-31',
        weight: 2,
        price: 200,
        size: 'large',
        days: ['mon', 'tue'],
        tags: [tag.id],
        lines,
      },
      { title: 'c', due: '2026-02-01', weight: 3, price: 300, seenAt: '2026-01-31T23:59:59.999Z' },
      { title: 'd', seenAt: '2026-02-01T00:00:00.000Z' },
    ]
    for (const row of rows) await write.create(job, row)
    // However late they are asked for, it is the day on which they were made.
    const { rows: made } = await database.pool.query<{ at: string }>(
      'update job set created_at = now() returning created_at as at',
    )
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(made[0]!.at) })
  })
  afterAll(() => void vi.useRealTimers())
  const titles = async (filters: Record<string, string>) =>
    (await found({ filters })).map(({ title }) => title as string).join('')

  it.each([
    [{ due: '2026-01-01..2026-01-31' }, 'ab'],
    [{ due: '2026-01-31..' }, 'bc'],
    [{ due: '..2026-01-01' }, 'a'],
    [{ due: '2026-02-01' }, 'c'],
    [{ due: 'none' }, 'd'],
    [{ due: 'none,2026-01-01' }, 'ad'],
    [{ seenAt: '2026-01-31' }, 'c'],
    [{ seenAt: '..2026-01-31' }, 'c'],
    [{ seenAt: '2026-02-01T00:00:00Z..' }, 'd'],
    [{ weight: '1..2' }, 'ab'],
    [{ weight: '3' }, 'c'],
    [{ price: '150..' }, 'bc'],
    [{ urgent: 'true' }, 'a'],
    [{ urgent: 'false' }, 'bcd'],
    [{ size: 'large' }, 'b'],
    [{ size: 'large,small' }, 'abcd'],
    [{ days: 'tue' }, 'b'],
    [{ days: 'mon,wed' }, 'ab'],
    [{ stage: 'draft', urgent: 'true' }, 'a'],
    [{ stage: 'done' }, ''],
    [{ title: 'A' }, 'a'],
    [{ title: '~a,~b' }, 'ab'],
    [{ days: 'none' }, 'cd'],
    [{ days: 'any' }, 'ab'],
    [{ tag: 'any' }, 'a'],
    [{ weight: 'any' }, 'abc'],
    [{ lines: 'any' }, 'b'],
    [{ lines: 'none' }, 'acd'],
    [{ 'lines.what': '~box' }, 'b'],
    [{ 'lines.what': 'Big box\\, red' }, 'b'],
    [{ 'lines.what': '~tape red' }, ''],
    [{ 'lines.qty': '2' }, 'b'],
    [{ 'lines.tag': 'none' }, 'b'],
    [{ photos: 'any' }, ''],
    [{ createdAt: '@today' }, 'abcd'],
    [{ createdAt: '..@today-1' }, ''],
    [{ createdBy: '1,2' }, 'abcd'],
    [{ createdBy: '2' }, ''],
  ])('%o finds %s', async (filters, expected) => {
    expect(await titles(filters as Record<string, string>)).toBe(expected)
  })

  it('know items, alone and among several', async () => {
    expect(await titles({ tag: String(tag.id) })).toBe('a')
    expect(await titles({ tags: String(tag.id) })).toBe('b')
    expect(await titles({ tag: `${tag.id},none` })).toBe('abcd')
  })

  it.each([
    'due=2026-02-30',
    'due=..',
    'due=x',
    'weight=NaN',
    'weight=1e9',
    'urgent=yes',
    'size=huge',
    'tag=1.5',
    'price=0.5',
    'title=~',
    'lines=x',
    'lines.qty=1..2',
    'nonsense=1',
    'seenAt=2026-01-01Tx',
  ])('refuse %s beside the field', async text => {
    const [field = '', value = ''] = text.split('=')
    await expect(found({ filters: { [field]: value } })).rejects.toMatchObject({
      code: 'invalid',
      details: { fields: { [`filter[${field}]`]: expect.any(String) } },
    })
  })
})

describe('rights in lists', () => {
  const without = actorWith({ permissions: new Set(['900-a', '900-d']) })
  beforeAll(async () => {
    await fresh()
    await write.create(job, { title: 'dear', cost: 900, person: 7, branch: 3 })
    await write.create(job, { title: 'cheap', cost: 100, person: 8, branch: 3 })
  })

  it('leave out a hidden field and refuse to sort or narrow by it', async () => {
    for (const row of await found({}, without)) expect(row).not.toHaveProperty('cost')
    expect((await found({ sort: '-cost' })).map(({ cost }) => cost)).toEqual([900, 100])
    for (const question of [{ sort: 'cost' }, { sort: '-cost' }, { filters: { cost: '500..' } }])
      await expect(found(question, without)).rejects.toMatchObject({ code: 'invalid' })
  })

  it('do not search a hidden field', async () => {
    const secretive: Module = { ...job, search: ['title', 'cost'] }
    const { rows } = await ask({ q: 'dear' }, without, secretive)
    expect(rows).toHaveLength(1)
  })

  it('show people their own rows, their branch, or nothing', async () => {
    const own = await found({}, actorWith({ id: 7, scopes: { job: 'own' } }))
    expect(own.map(({ title }) => title)).toEqual(['dear'])
    expect(await found({}, actorWith({ branch: 3, scopes: { job: 'branch' } }))).toHaveLength(2)
    expect(await found({}, actorWith({ branch: 4, scopes: { job: 'branch' } }))).toEqual([])
    expect(await ask({ total: true }, actorWith({ branch: null, scopes: { job: 'branch' } }))).toEqual({
      rows: [],
      next: null,
      total: 0,
    })
  })
})

describe('the device', () => {
  const text = fc.constantFrom('a', 'Á b', 'ss', 'ß', 'zoe 10', 'हिन्दी', 'D-Mart', 'O’B. 9')
  const input = fc.record({
    title: text,
    note: fc.option(text),
    due: fc.option(fc.constantFrom('2026-01-01', '2026-12-31')),
    weight: fc.option(fc.constantFrom(0, 0.5, 10)),
    urgent: fc.boolean(),
    days: fc.subarray(['mon', 'tue'] as const),
    lines: fc.array(fc.record({ what: text, qty: fc.constantFrom(1, 2) }), { maxLength: 2 }),
  })
  const filter = fc.constantFrom(
    ['title', '~a'],
    ['title', 'ss'],
    ['note', 'none,~zo'],
    ['note', 'any'],
    ['due', '2026-01-01..2026-06-30,none'],
    ['weight', '..0.5'],
    ['urgent', 'true'],
    ['days', 'tue,none'],
    ['days', 'any'],
    ['lines', 'none'],
    ['lines.what', '~10 zoe'],
    ['lines.qty', '2'],
    ['stage', 'draft'],
  )

  it('judges every filter, search and order as the server does', async () => {
    const question = fc.record({
      filters: fc.uniqueArray(filter, { maxLength: 2, selector: ([name]) => name }),
      q: fc.constantFrom('', 'ss', 'zo', 'हिन्दी a', '10', 'dmart', 'd-m', "o'b"),
      sort: fc.constantFrom('title', '-due', 'weight,-title', '-weight,due'),
    })
    await fc.assert(
      fc.asyncProperty(
        fc.array(input, { maxLength: 12 }),
        fc.array(question, { minLength: 6, maxLength: 6 }),
        async (inputs, questions) => {
          await fresh()
          for (const one of inputs) await write.create(job, one)
          const all = await found({})
          for (const { filters, q, sort } of questions) {
            const kept = all
              .filter(row => finder(asks(q))(searchText(job, row)))
              .filter(row =>
                filters.every(([name = '', wanted = '']) =>
                  matches(
                    filterNamed(job, name)!,
                    parseFilter(job, name, wanted, { now: new Date(), timeZone: 'UTC' })!,
                    row,
                  ),
                ),
              )
            const mine = orderRows(job, parseSort(job, sort)!, kept)
            const theirs = await found({ filters: Object.fromEntries(filters), q, sort })
            expect(theirs.map(({ id }) => id)).toEqual(mine.map(({ id }) => id))
          }
        },
      ),
      { numRuns: 12 },
    )
  }, 120_000)
})

describe('beside and around', () => {
  beforeAll(async () => {
    await fresh()
    for (const [title, size, due, person] of [
      ['a', 'small', '2026-01-01', 7],
      ['b', 'large', null, 7],
      ['c', 'small', null, 8],
      ['d', 'small', '2026-01-02', null],
    ])
      await write.create(job, { title, size, due, person })
  })
  const byTitle = async (title: string) => (await found({ filters: { title } }))[0]!
  const neighbours = async (title: string, question: Partial<Question>, actor = actorWith()) => {
    const { previous, next } = await neighboursOf(database.pool, job, actor, await byTitle(title), {
      filters: {},
      ...question,
    })
    const all = await found({})
    const name = (id: number | null) => all.find(row => row.id === id)?.title ?? null
    return [name(previous), name(next)]
  }

  it('a record has neighbours in the order of its list, across empty keys and under its filters', async () => {
    expect(await neighbours('a', {})).toEqual([null, 'b'])
    expect(await neighbours('c', { sort: '-title' })).toEqual(['d', 'b'])
    expect(await neighbours('d', { sort: 'due' })).toEqual(['a', 'b'])
    expect(await neighbours('b', { sort: 'due' })).toEqual(['d', 'c'])
    expect(await neighbours('b', { sort: '-due,-title' })).toEqual(['c', null])
    expect(await neighbours('c', { filters: { size: 'small' } })).toEqual(['a', 'd'])
    expect(await neighbours('b', { filters: { size: 'small' } })).toEqual(['a', 'c'])
    expect(await neighbours('a', {}, actorWith({ id: 8, scopes: { job: 'own' } }))).toEqual([null, 'c'])
  })

  it('every row of any order is between its neighbours', async () => {
    for (const sort of ['title', '-due', 'due,-title', '-due,title']) {
      const rows = await found({ sort })
      for (const [at, row] of rows.entries())
        expect(await neighboursOf(database.pool, job, actorWith(), row, { filters: {}, sort })).toEqual({
          previous: rows[at - 1]?.id ?? null,
          next: rows[at + 1]?.id ?? null,
        })
    }
  })

  it('groups tell how many there are, within reach and under the filters', async () => {
    const groups = async (by: string, question: Partial<Question> = {}, actor = actorWith()) =>
      (await groupsOf(database.pool, job, actor, { filters: {}, ...question, by })).groups.map(({ value, count }) => [
        value,
        count,
      ])
    expect(await groups('size')).toEqual([
      ['small', 3],
      ['large', 1],
    ])
    expect(await groups('stage', { filters: { size: 'large' } })).toEqual([
      ['draft', 1],
      ['open', 0],
      ['done', 0],
    ])
    expect(await groups('createdBy')).toEqual([[1, 4]])
    expect(await groups('tag')).toEqual([[null, 4]])
    expect(await groups('due', { filters: { due: '2026-02-27..2026-03-01' } })).toEqual([
      ['2026-02-27', 0],
      ['2026-02-28', 0],
      ['2026-03-01', 0],
    ])
    for (const due of ['2026-01-01..2026-12-31', '2026-01-01..', 'none'])
      await expect(groups('due', { filters: { due } }), due).rejects.toThrow(/not valid|Name the days/)
    await expect(groups('due')).rejects.toThrow(/not valid|Name the days/)
    expect(await groups('size', {}, actorWith({ id: 8, scopes: { job: 'own' } }))).toEqual([
      ['small', 1],
      ['large', 0],
    ])
    expect(await groups('size', {}, actorWith({ branch: null, scopes: { job: 'branch' } }))).toEqual([])
    await expect(groups('title')).rejects.toMatchObject({ code: 'invalid' })
  })

  it('counting answers a bound and not more, within reach', async () => {
    const count = (question: Partial<Question>, actor = actorWith()) =>
      countOf(database.pool, job, actor, { filters: {}, ...question })
    expect(await count({})).toEqual({ count: 4, more: false })
    expect(await count({ filters: { size: 'small' } })).toEqual({ count: 3, more: false })
    expect(await count({}, actorWith({ id: 8, scopes: { job: 'own' } }))).toEqual({ count: 1, more: false })
  })

  it('rows are asked for by their ids, under all other conditions', async () => {
    const [a, b] = [await byTitle('a'), await byTitle('b')]
    expect((await found({ filters: { id: `${a.id},${b.id}` } })).map(({ title }) => title)).toEqual(['a', 'b'])
    expect(await found({ filters: { id: `${a.id},${b.id}`, size: 'large' } })).toHaveLength(1)
    expect(await found({ filters: { id: String(a.id) }, archived: true })).toEqual([])
  })

  it('where groups go on is nothing that is out of reach', async () => {
    await fresh()
    // Sixty of somebody else, with values before, among and beyond them that are one's own.
    const own = [1_005, 1_055, 1_090]
    for (const [by, person] of [...Array.from({ length: 60 }, (_, at) => [1_010 + at, 7]), ...own.map(by => [by, 8])]) {
      const { id } = await write.create(job, { title: `by ${by}`, person })
      await database.pool.query('update job set created_by = $1 where id = $2', [by, id])
    }
    const all = async (actor: Actor) => {
      const told: unknown[] = []
      for (let after: string | undefined; ;) {
        const asked = { filters: {}, by: 'createdBy', ...(after === undefined ? {} : { after }) }
        const { groups, next } = await groupsOf(database.pool, job, actor, asked)
        told.push(...groups.map(({ value }) => value), ...(next === null ? [] : [`next ${next}`]))
        if (next === null) return told
        after = next
      }
    }
    expect(await all(actorWith({ id: 8, scopes: { job: 'own' } }))).toEqual(own)
    // Of many within reach the page still ends, and the next one goes on behind it.
    const theirs = await all(actorWith({ id: 7, scopes: { job: 'own' } }))
    expect(theirs).toEqual([
      ...Array.from({ length: 50 }, (_, at) => 1_010 + at),
      'next 1059',
      ...Array.from({ length: 10 }, (_, at) => 1_060 + at),
    ])
    expect(new Set(await all(actorWith()))).toEqual(
      new Set([...own, ...theirs.slice(0, 50), ...theirs.slice(51), 'next 1058']),
    )
  })
})

describe('every order and filter that is offered', () => {
  const modules = [...new Map(Object.values(register).map(module => [tableOf(module), module])).values()]

  it.each(modules.map(module => [module.name, module] as const))('of %s has its index', async (_name, module) => {
    // The same index on an empty copy of the table is written as the database writes it.
    const definitions = async (table: string) => {
      const { rows } = await client.query<{ sql: string }>(
        'select indexdef as sql from pg_indexes where tablename = $1',
        [table],
      )
      return rows.map(({ sql }) => sql.replace(/^.*? USING /, ''))
    }
    const client = await database.pool.connect()
    try {
      const there = await definitions(tableOf(module))
      await client.query('begin')
      await client.query(`create table copied (like ${tableOf(module)} including generated)`)
      for (const [at, { sql }] of indexesOf(module).entries())
        await client.query(`create index copied_${at} on copied ${sql}`)
      expect(there).toEqual(expect.arrayContaining(await definitions('copied')))
    } finally {
      await client.query('rollback')
      client.release()
    }
  })
})
