import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Actor } from '#contract/actor.ts'
import { register } from '#contract/register.ts'
import { tableOf, type Module, type Row } from '#contract/module.ts'
import { filtersOf, sortsOf } from '#server/crud/offers.ts'
import { pageOf, type Question } from '#server/crud/page.ts'
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
  const titles = fc.constantFrom('a', 'A', 'á', 'b', 'B ', 'ß', 'ss', 'Zoë', 'zoe', 'हिन्दी', '_', '%', '10', '9')
  const rowArbitrary = fc.record({
    title: titles,
    weight: fc.option(fc.constantFrom(0, 0.1, 1, 1e-7, 999.999)),
    price: fc.option(fc.constantFrom(-5, 0, 5, 9_007_199_254_740_991)),
    due: fc.option(fc.constantFrom('2026-01-01', '2026-12-31')),
    seenAt: fc.option(fc.constantFrom('2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.001Z')),
  })
  const sorts = sortsOf(job).flatMap(({ field }) => [field, `-${field}`])

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

/** What the order must be, said a second time in another way: empty keys last going up and first going down. */
function inOrder(rows: Row[], sort: string): Row[] {
  const down = sort.startsWith('-')
  const field = sort.replace('-', '')
  const key = (row: Row): unknown =>
    field === 'title' ? Buffer.from(plain(String(row.title))).toString('latin1') : row[field]
  const compare = (a: unknown, b: unknown): number => {
    if (a === b) return 0
    if (a === null || b === null) return a === null ? 1 : -1
    return (a as number) < (b as number) ? -1 : 1
  }
  return rows.toSorted((a, b) => (compare(key(a), key(b)) || a.id - b.id) * (down ? -1 : 1))
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
    ['ZOË', ['ZOË', 'Zoë Müller', 'zoe muller']],
    ['mull zo', ['Zoë Müller', 'zoe muller']],
    ['strasse', ['Straße']],
    ['%_', ['100%_sure']],
    ['_', ['100%_sure']],
    ['\\', ['back\\slash']],
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
    const rows = [
      { title: 'a', due: '2026-01-01', weight: 1, price: 100, urgent: true, size: 'small', days: ['mon'], tag: tag.id },
      { title: 'b', due: '2026-01-31', weight: 2, price: 200, size: 'large', days: ['mon', 'tue'], tags: [tag.id] },
      { title: 'c', due: '2026-02-01', weight: 3, price: 300, seenAt: '2026-01-31T23:59:59.999Z' },
      { title: 'd', seenAt: '2026-02-01T00:00:00.000Z' },
    ]
    for (const row of rows) await write.create(job, row)
  })
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
    'title=a',
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

describe('every order and filter that is offered', () => {
  it.each(Object.values(register).map(module => [module.name, module] as const))(
    'of %s has its index',
    async (_name, module) => {
      const { rows } = await database.pool.query<{ indexdef: string }>(
        'select indexdef from pg_indexes where tablename = $1',
        [tableOf(module)],
      )
      const defined = rows.map(({ indexdef }) =>
        indexdef
          .replace(/.*? USING /, '')
          .replaceAll(/[()"]/g, ' ')
          .replaceAll(/\s+/g, ' '),
      )
      const list = module.list ? 'list, ' : ''
      for (const { field, key } of sortsOf(module)) {
        const wanted =
          field === 'id' ? 'btree id' : `btree ${list}${key.replaceAll(/[()"]/g, ' ').trim().replaceAll(/\s+/g, ' ')}`
        expect(
          defined.some(index => index.startsWith(wanted.replace(' collate', ' COLLATE'))),
          `${wanted} in ${defined.join('; ')}`,
        ).toBe(true)
      }
      // Flags and choices have a few values: they are looked at on the way along the order. So are the few items of a list.
      for (const { field, kind } of filtersOf(module)) {
        if (['flag', 'choice', 'choices'].includes(kind) || module.list?.extra.includes(field)) continue
        const column = field.replaceAll(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)
        expect(
          defined.some(index => index.startsWith(`btree ${column}`) || index.startsWith(`gin ${column}`)),
          field,
        ).toBe(true)
      }
      for (const field of module.search) expect(defined.join('; ')).toMatch(new RegExp(`gin .*sort_key ${field} `))
    },
  )
})
