import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { register } from '#contract/register.ts'
import type { Module, Row } from '#contract/module.ts'
import { codeOf, folded } from '#server/lists/names.ts'
import { pasteItems } from '#server/lists/paste.ts'
import { freshDatabase, type FreshDatabase } from '../support/database.ts'
import { actorWith, addSample, job, jobStatus, jobTag, sampleWriter } from '../support/sample-module.ts'
import { writing } from '../support/writing.ts'

let database: FreshDatabase
let write: ReturnType<typeof writing>
const known = (name: string): Module => {
  const module = register[name]
  if (!module) throw new Error(`no ${name}`)
  return module
}
const [source, category, country] = [known('source'), known('category'), known('country')]
const [state, city, area, dealerBranch] = [known('state'), known('city'), known('area'), known('dealerBranch')]

beforeAll(async () => {
  database = await freshDatabase()
  await addSample(database.pool)
  write = writing(database)
})
afterAll(() => database?.close())

let count = 0
const item = (list: Module = jobTag, more: Record<string, unknown> = {}) =>
  write.create(list, { label: `Item ${++count}`, ...(list === jobStatus ? { stage: 'open' } : {}), ...more })
const order = async (list: Module) => {
  const { rows } = await database.pool.query(
    'select label from list_item where list = $1 and archived_at is null order by position, id',
    [list.name],
  )
  return rows.map(({ label }) => label as string)
}
const refusedAt = (field: string, words: unknown = expect.any(String)) => ({
  status: 'rejected',
  problem: { code: 'invalid', fields: { [field]: words } },
})
const notNow = (words: RegExp) => ({
  status: 'rejected',
  problem: { code: 'not-now', message: expect.stringMatching(words) },
})
const archive = (list: Module, row: Row) => write.send(list, 'archive', {}, { id: row.id })

describe('a new item', () => {
  it('needs a label and nothing else; code and place come by themselves', async () => {
    const first = await write.create(source, { label: 'Walk in — Zoë’s Café' })
    const second = await write.create(source, { label: 'Phone' })
    expect(first).toMatchObject({
      code: 'walk-in-zoe-s-cafe',
      position: 1024,
      active: true,
      parent: null,
      colour: null,
    })
    expect(second.position).toBe(2048)
    expect(await write.send(source, 'create', {})).toMatchObject(refusedAt('label'))
    expect(await write.send(source, 'create', { label: '   ' })).toMatchObject(refusedAt('label'))
    expect(await write.send(source, 'create', { label: 'x'.repeat(101) })).toMatchObject(
      refusedAt('label', 'At most 100 characters.'),
    )
  })

  it.each([
    ['Crème Brûlée', 'creme-brulee'],
    ['  50 % off!  ', '50-off'],
    ['दिल्ली', 'दिल्ली'],
    ['!!!', 'item'],
    ['x'.repeat(100), 'x'.repeat(50)],
  ])('makes of “%s” the code %s', (label, code) => expect(codeOf(label)).toBe(code.normalize('NFC')))

  it('gets a numbered code where another label made the same one', async () => {
    const one = await write.create(city, { label: 'Aurangabad', parent: (await place('Bihar')).id })
    const two = await write.create(city, { label: 'Aurangabad', parent: (await place('Maharashtra')).id })
    expect([one.code, two.code]).toEqual(['aurangabad', 'aurangabad-2'])
  })

  it('is refused beside its code where the code is taken, also by an archived item', async () => {
    const first = await item(jobTag, { code: 'mine' })
    expect(await write.send(jobTag, 'create', { label: 'Other', code: 'mine' })).toMatchObject(refusedAt('code'))
    await archive(jobTag, first)
    expect(await write.send(jobTag, 'create', { label: 'Other', code: 'mine' })).toMatchObject(refusedAt('code'))
    expect(await write.create(source, { label: 'Same code, other list', code: 'mine' })).toMatchObject({
      code: 'mine',
    })
  })

  it('is refused beside its label where a sibling says the same, case and accents aside', async () => {
    await write.create(jobTag, { label: 'Résumé sent' })
    expect(await write.send(jobTag, 'create', { label: 'resume SENT' })).toMatchObject(
      refusedAt('label', 'There is “Résumé sent” already.'),
    )
    expect(folded('  Ré  SUMÉ ')).toBe('re sume')
  })

  it('keeps the colour and the fields of its own', async () => {
    const made = await write.create(known('courier'), { label: 'Fast', colour: '#0d6673', claimDays: 3, maruti: true })
    expect(made).toMatchObject({ colour: '#0d6673', claimDays: 3, maruti: true, trackingUrl: null })
    expect(await write.send(known('courier'), 'create', { label: 'x', colour: 'teal' })).toMatchObject(
      refusedAt('colour'),
    )
    expect(await write.send(known('courier'), 'create', { label: 'x', claimDays: 999 })).toMatchObject(
      refusedAt('claimDays'),
    )
    const changed = await write.change(known('courier'), made, { claimDays: 4 })
    expect(changed).toMatchObject({ claimDays: 4, maruti: true })
  })

  it('comes out right when many are added at the same time', async () => {
    const labels = Array.from({ length: 8 }, (_, index) => `At once ${index}`)
    const rows = await Promise.all(labels.map(label => write.create(jobTag, { label })))
    expect(new Set(rows.map(row => row.position)).size).toBe(8)
    const same = await Promise.all(Array.from({ length: 4 }, () => write.send(jobTag, 'create', { label: 'Only one' })))
    expect(same.map(({ status }) => status).sort()).toEqual(['applied', 'rejected', 'rejected', 'rejected'])
  })
})

const places = new Map<string, Row>()
const place = async (label: string): Promise<Row> => {
  const known = places.get(label)
  if (known) return known
  const row = await write.create(state, { label })
  places.set(label, row)
  return row
}

describe('a parent', () => {
  it('is refused beside the field where it does not exist, is of another list, or the list has none', async () => {
    const india = await write.create(country, { label: 'India' })
    expect(await write.create(state, { label: 'Kerala', parent: india.id })).toMatchObject({ parent: india.id })
    expect(await write.send(state, 'create', { label: 'x', parent: 999_999_999 })).toMatchObject(refusedAt('parent'))
    expect(await write.send(city, 'create', { label: 'x', parent: india.id })).toMatchObject(refusedAt('parent'))
    expect(await write.send(source, 'create', { label: 'x', parent: india.id })).toMatchObject(
      refusedAt('parent', 'Items of this list have no parent.'),
    )
  })

  it('may not be the item itself or lie below it', async () => {
    const top = await item(category)
    const middle = await item(category, { parent: top.id })
    const leaf = await item(category, { parent: middle.id })
    for (const below of [top, middle, leaf])
      expect(await write.tryChange(category, top, { parent: below.id })).toMatchObject(
        refusedAt('parent', 'An item cannot lie below itself.'),
      )
    expect(await write.change(category, leaf, { parent: top.id })).toMatchObject({ parent: top.id })
  })

  it('makes no circle when two people hang two items below each other at once', async () => {
    const [a, b] = [await item(category), await item(category)]
    const outcomes = await Promise.all([
      write.tryChange(category, a, { parent: b.id }),
      write.tryChange(category, b, { parent: a.id }),
    ])
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['applied', 'rejected'])
  })
})

describe('a code', () => {
  it('never changes, whatever becomes of the label', async () => {
    const row = await item(jobTag, { label: 'First name' })
    const renamed = await write.change(jobTag, row, { label: 'Second name' })
    expect(renamed).toMatchObject({ label: 'Second name', code: 'first-name' })
    expect(await write.tryChange(jobTag, renamed, { code: 'second-name' })).toMatchObject(refusedAt('code'))
    expect(await write.tryChange(jobTag, renamed, { code: null })).toMatchObject(refusedAt('code'))
    expect(await write.change(jobTag, renamed, { code: 'first-name', colour: '#000000' })).toMatchObject({ version: 3 })
  })
})

describe('the order', () => {
  const pasted = async (list: Module, labels: string[]) => {
    const author = { actor: actorWith(), request: null, mid: randomUUID() }
    const { rows } = await pasteItems(
      sampleWriter(),
      write.store,
      list,
      author,
      labels.map(label => ({ label })),
    )
    return rows
  }

  it('changes by writing the moved item alone', async () => {
    const list = known('deadReason')
    const [a, b, c] = await pasted(list, ['a', 'b', 'c'])
    const moved = await write.change(list, c!, { position: ((a!.position as number) + (b!.position as number)) / 2 })
    expect(moved.version).toBe(2)
    expect(await order(list)).toEqual(['a', 'c', 'b'])
    const { rows } = await database.pool.query('select id from list_item where list = $1 and version > 1', [list.name])
    expect(rows).toEqual([{ id: c!.id }])
  })

  it('holds through a hundred moves into one gap, and neighbours make room when it is full', async () => {
    const list = known('pickupType')
    const [first, second, ...others] = await pasted(list, ['a', 'b', 'c', 'd', 'e', 'f'])
    let before = first!
    let after = second!
    // Each time the upper neighbour goes right behind the lower one: the gap halves with every move.
    for (let round = 0; round < 120; round++) {
      const target = ((before.position as number) + (after.position as number)) / 2
      const mover = others[round % others.length]!
      const { rows } = await database.pool.query<{ id: number; version: number }>(
        'select id, version from list_item where id = $1',
        [mover.id],
      )
      const moved = await write.change(list, { ...mover, version: rows[0]!.version }, { position: target })
      const now = await database.pool.query<Row>(
        'select id, position from list_item where list = $1 order by position, id',
        [list.name],
      )
      const at = now.rows.findIndex(({ id }) => id === moved.id)
      expect(now.rows[at - 1]!.id, `round ${round}`).toBe(before.id)
      before = now.rows[at - 1]!
      after = now.rows[at]!
    }
    const { rows } = await database.pool.query<{ gap: number | null }>(
      `select min(gap) as gap from (select position - lag(position) over (order by position) as gap from list_item where list = $1) as gaps`,
      [list.name],
    )
    expect(rows[0]!.gap).toBeGreaterThan(1e-6)
  })

  it('puts an item behind the one whose place it was sent to, and last where it has none', async () => {
    const list = known('dealerType')
    const [a, b, c] = await pasted(list, ['a', 'b', 'c'])
    await write.change(list, c!, { position: a!.position })
    expect(await order(list)).toEqual(['a', 'c', 'b'])
    const fresh = (await write.store.transaction(tx => tx.find(list, [a!.id])))[0]!
    await write.change(list, fresh, { position: null })
    expect(await order(list)).toEqual(['c', 'b', 'a'])
    const bNow = (await write.store.transaction(tx => tx.find(list, [b!.id])))[0]!
    expect((await write.change(list, bNow, { position: 1e300 })).position).toBeLessThan(1e9)
    expect(await order(list)).toEqual(['c', 'a', 'b'])
  })
})

describe('a stage of a status list', () => {
  let open: Row
  let done: Row
  beforeAll(async () => {
    open = await write.create(jobStatus, { label: 'The open one', stage: 'open' })
    done = await write.create(jobStatus, { label: 'The done one', stage: 'done' })
  })

  it('keeps at least one active item: no switching off, no archiving, no other stage for the last', async () => {
    expect(await write.tryChange(jobStatus, open, { active: false })).toMatchObject(refusedAt('active'))
    expect(await write.tryChange(jobStatus, open, { stage: 'done' })).toMatchObject(refusedAt('stage'))
    expect(await archive(jobStatus, open)).toMatchObject(notNow(/every stage needs one/))
    const second = await write.create(jobStatus, { label: 'Open too', stage: 'open' })
    const off = await write.change(jobStatus, open, { active: false })
    expect(off).toMatchObject({ active: false })
    expect(await write.tryChange(jobStatus, second, { active: false })).toMatchObject(refusedAt('active'))
    open = await write.change(jobStatus, off, { active: true })
    expect(await write.done(jobStatus, 'archive', {}, { id: second.id })).toMatchObject({
      archivedAt: expect.any(String),
    })
  })

  it('keeps one also when two people switch off the last two at once', async () => {
    const [a, b] = [await item(jobStatus, { stage: 'draft' }), await item(jobStatus, { stage: 'draft' })]
    const outcomes = await Promise.all([
      write.tryChange(jobStatus, a, { active: false }),
      write.tryChange(jobStatus, b, { active: false }),
    ])
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['applied', 'rejected'])
  })

  it('must be one that the list knows, and is required', async () => {
    expect(await write.send(jobStatus, 'create', { label: 'x' })).toMatchObject(refusedAt('stage'))
    expect(await write.send(jobStatus, 'create', { label: 'x', stage: 'nowhere' })).toMatchObject(refusedAt('stage'))
  })

  it('is not left by merging', async () => {
    expect(await write.send(jobStatus, 'merge', { into: done.id }, { id: open.id })).toMatchObject(refusedAt('into'))
  })
})

describe('archiving', () => {
  it('is refused with the number of uses, and works for what nobody uses', async () => {
    const used = await item()
    const free = await item()
    await write.create(job, { title: 'one', tag: used.id })
    await write.create(job, { title: 'two', tags: [used.id], lines: [{ what: 'x', qty: 1, tag: used.id }] })
    expect(await archive(jobTag, used)).toMatchObject(notNow(/used 3 times.*Switch it off/))
    expect(await archive(jobTag, free)).toMatchObject({ status: 'applied' })
    const parent = await item(category)
    await item(category, { parent: parent.id })
    expect(await archive(category, parent)).toMatchObject(notNow(/used once/))
    expect(await write.change(jobTag, used, { active: false })).toMatchObject({ active: false })
  })

  it('can be undone, unless the label was taken meanwhile', async () => {
    const row = await item()
    await archive(jobTag, row)
    await item(jobTag, { label: String(row.label) })
    expect(await write.send(jobTag, 'restore', {}, { id: row.id })).toMatchObject(refusedAt('label'))
  })
})

describe('merging', () => {
  it('makes everything that held the one hold the other, everywhere, and remembers where it went', async () => {
    const [from, into, other] = [await item(), await item(), await item()]
    const line = { what: 'x', qty: 1 }
    const record = await write.create(job, {
      title: 'Holds it everywhere',
      tag: from.id,
      tags: [other.id, from.id, into.id],
      lines: [
        { ...line, tag: from.id },
        { ...line, tag: other.id },
      ],
    })
    const merged = await write.move(jobTag, from, 'merge', { into: into.id })
    expect(merged).toMatchObject({ mergedInto: into.id, archivedAt: expect.any(String) })
    const now = (await write.store.transaction(tx => tx.find(job, [record.id])))[0]!
    expect(now).toMatchObject({ tag: into.id, tags: [other.id, into.id], lines: [{ tag: into.id }, { tag: other.id }] })
    const { rows } = await database.pool.query(
      `select entity, action from record_history where record_id in ($1, $2) and mid = (select mid from record_history where record_id = $1 and action = 'merge') order by id`,
      [from.id, record.id],
    )
    expect(rows.filter(({ entity }) => entity === 'job').length).toBeGreaterThan(0)
    const feed = await database.pool.query('select 1 from sync_change where id = $1 and version = $2', [
      record.id,
      now.version,
    ])
    expect(feed.rows).toHaveLength(1)
  })

  it('reaches addresses and children too', async () => {
    const [pune, poona] = [await item(city), await item(city)]
    const address = { line: 'x', city: poona.id, area: null, pincode: null }
    const branch = await write.create(dealerBranch, { name: 'Branch', address })
    const below = await item(area, { parent: poona.id })
    await write.move(city, poona, 'merge', { into: pune.id })
    const [found] = await write.store.transaction(tx => tx.find(dealerBranch, [branch.id]))
    expect(found!.address).toEqual({ ...address, city: pune.id })
    const [child] = await write.store.transaction(tx => tx.find(area, [below.id]))
    expect(child!.parent).toBe(pune.id)
  })

  it('lets a device that knew only the old item write the new one', async () => {
    const [from, into] = [await item(), await item()]
    await write.move(jobTag, from, 'merge', { into: into.id })
    expect(await write.create(job, { title: 'late', tag: from.id }, { offline: true })).toMatchObject({ tag: into.id })
    const [third] = [await item()]
    await write.move(jobTag, into, 'merge', { into: third.id })
    expect(await write.create(job, { title: 'later', tag: from.id }, { offline: true })).toMatchObject({
      tag: third.id,
    })
  })

  it('is refused into itself, into another list, and with what was merged already', async () => {
    const [from, into] = [await item(), await item()]
    expect(await write.send(jobTag, 'merge', { into: from.id }, { id: from.id })).toMatchObject(refusedAt('into'))
    const foreign = await item(category)
    expect(await write.send(jobTag, 'merge', { into: foreign.id }, { id: from.id })).toMatchObject(refusedAt('into'))
    await write.move(jobTag, from, 'merge', { into: into.id })
    expect(await write.send(jobTag, 'merge', { into: from.id }, { id: into.id })).toMatchObject(refusedAt('into'))
    expect(await write.send(jobTag, 'merge', { into: into.id }, { id: from.id })).toMatchObject({ status: 'rejected' })
    expect(await write.send(jobTag, 'restore', {}, { id: from.id })).toMatchObject(notNow(/merged/))
  })

  it('does not hang a category below itself', async () => {
    const top = await item(category)
    const middle = await item(category, { parent: top.id })
    const leaf = await item(category, { parent: middle.id })
    expect(await write.send(category, 'merge', { into: leaf.id }, { id: top.id })).toMatchObject(refusedAt('into'))
    await write.move(category, leaf, 'merge', { into: top.id })
  })
})

describe('pasting', () => {
  const paste = (list: Module, items: Record<string, unknown>[], mid = randomUUID()) =>
    pasteItems(sampleWriter(), write.store, list, { actor: actorWith(), request: null, mid }, items)

  it('adds what is new, skips what is known, and says by line what is wrong', async () => {
    const there = await item()
    const answer = await paste(jobTag, [
      { label: 'Pasted one' },
      { label: String(there.label).toUpperCase() },
      { label: ' ' },
      { label: 'pasted ONE' },
      { label: 'Pasted two', parent: there.id },
      { label: 'Pasted three', nonsense: 1 },
    ])
    expect(answer.lines.map(({ status }) => status)).toEqual([
      'added',
      'skipped',
      'refused',
      'skipped',
      'refused',
      'refused',
    ])
    expect(answer.problems.map(({ index, fields }) => [index, Object.keys(fields)])).toEqual([
      [2, ['label']],
      [4, ['parent']],
      [5, ['nonsense']],
    ])
    expect(answer.rows).toMatchObject([{ label: 'Pasted one', code: 'pasted-one', version: 1 }])
    expect(answer.lines[1]!.id).toBe(there.id)
  })

  it('has one effect for one key, and the same answer', async () => {
    const mid = randomUUID()
    const answers = await Promise.all(Array.from({ length: 3 }, () => paste(jobTag, [{ label: 'Pasted once' }], mid)))
    for (const answer of answers) expect(answer).toEqual(answers[0])
    await expect(paste(jobTag, [{ label: 'Something else' }], mid)).rejects.toMatchObject({ code: 'key-reuse' })
  })

  it('takes ten thousand cities, each with history and feed, and finds among them by index', async () => {
    const home = await place('Rajasthan')
    for (let batch = 0; batch < 10; batch++) {
      const cities = Array.from({ length: 1_000 }, (_, index) => ({
        label: `City ${batch * 1_000 + index}`,
        parent: home.id,
      }))
      const { lines } = await paste(city, cities)
      expect(lines.every(({ status }) => status === 'added')).toBe(true)
    }
    // As autovacuum does: until then the newest words of the search index wait in a list that is read whole.
    await database.pool.query('vacuum analyze list_item')
    const feed = await database.pool.query(
      `select count(*) as n from sync_change where entity = 'city' and version = 1`,
    )
    expect(feed.rows[0].n).toBeGreaterThanOrEqual(10_000)
    const plan = async (sql: string) => {
      const { rows } = await database.pool.query(`explain ${sql}`)
      return rows.map(row => row['QUERY PLAN'] as string).join('\n')
    }
    expect(
      await plan(`select * from list_item where list = 'city' and archived_at is null order by position, id limit 51`),
    ).toContain('list_item_position')
    expect(await plan(`select * from list_item where searched like '%city 4711%' and list = 'city'`)).toContain(
      'list_item_search',
    )
    expect(
      await plan(
        `select * from list_item where list = 'city' and archived_at is null order by natural_key(label) collate "C", id limit 51`,
      ),
    ).toContain('list_item_label')
    const late = await write.create(city, { label: 'The last city', parent: home.id })
    expect((await order(city)).at(-1)).toBe('The last city')
    expect(await write.change(city, late, { label: 'The very last city' })).toMatchObject({ version: 2 })
  }, 120_000)
})
