import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as field from './fields.ts'
import { merge, mergeOf, over, same } from './merge.ts'
import { defineModule } from './module.ts'

const list = { name: 'returnReason' }
const module = defineModule({
  name: 'sample',
  code: 1,
  fields: {
    text: field.text(),
    longText: field.longText(),
    email: field.email(),
    phone: field.phone(),
    url: field.url(),
    number: field.number(),
    money: field.money(),
    date: field.date(),
    dateTime: field.dateTime(),
    flag: field.flag(),
    choice: field.choice(['a', 'b', 'c']),
    choices: field.choices(['a', 'b', 'c']),
    listItem: field.listItem(list),
    listItems: field.listItems(list),
    reference: field.reference('order'),
    address: field.address(),
    colour: field.colour(),
    position: field.maybe(field.number({ merge: 'apply' })),
    files: field.files(),
    lines: field.lines({ qty: field.number(), price: field.number() }),
    extras: field.withDefault(field.lines({ qty: field.number() }), []),
  },
  title: 'text',
  search: [],
  offline: { keep: 'all', write: true },
})

/** Three different values of each kind: as I saw it, as it is, as I want it. */
const three: Record<string, [unknown, unknown, unknown]> = {
  text: ['a', 'b', 'c'],
  longText: ['a', 'b', 'c'],
  email: ['a@example.com', 'b@example.com', 'c@example.com'],
  phone: ['11111', '22222', '33333'],
  url: ['https://a.in', 'https://b.in', 'https://c.in'],
  number: [1, 2, 3],
  money: [100, 200, 300],
  date: ['2026-01-01', '2026-01-02', '2026-01-03'],
  dateTime: ['2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z', '2026-01-03T00:00:00Z'],
  flag: [null, false, true],
  choice: ['a', 'b', 'c'],
  listItem: [1, 2, 3],
  listItems: [[1], [2], [3]],
  reference: [1, 2, 3],
  address: [{ line: 'a' }, { line: 'b' }, { line: 'c' }],
  colour: ['#000000', '#111111', '#222222'],
}

describe('a field that changed on both sides', () => {
  it.each(Object.entries(three))('asks a person when it is a %s', (kind, [base, now, mine]) => {
    expect(mergeOf[kind as field.FieldKind]).toBe('ask')
    expect(merge(module, { [kind]: base }, { [kind]: now }, { [kind]: mine })).toEqual({ ok: false, asks: [kind] })
  })

  it.each(Object.entries(three))('is fine when both wanted the same %s', (kind, [base, , mine]) => {
    expect(merge(module, { [kind]: base }, { [kind]: mine }, { [kind]: mine })).toEqual({ ok: true, changes: {} })
  })

  it('lets the later writer win where the declaration says so: a position in a list', () => {
    expect(merge(module, { position: 1 }, { position: 2 }, { position: 3 })).toEqual({
      ok: true,
      changes: { position: 3 },
    })
  })

  it('holds the whole change when one field needs a person', () => {
    expect(merge(module, { text: 'a', number: 1 }, { text: 'b', number: 1 }, { text: 'c', number: 2 })).toEqual({
      ok: false,
      asks: ['text'],
    })
  })
})

describe('files', () => {
  it('keep what both sides added and drop what either side removed', () => {
    expect(merge(module, { files: [1, 2] }, { files: [1, 2, 3] }, { files: [2, 4] })).toEqual({
      ok: true,
      changes: { files: [2, 3, 4] },
    })
    expect(merge(module, { files: [1, 2] }, { files: [2] }, { files: [1, 2, 4] })).toEqual({
      ok: true,
      changes: { files: [2, 4] },
    })
  })
})

describe('choices', () => {
  it('are a set: what two people ticked is both ticked, and what one of them took away is gone', () => {
    expect(merge(module, { choices: ['a'] }, { choices: ['a', 'b'] }, { choices: ['c'] })).toEqual({
      ok: true,
      changes: { choices: ['b', 'c'] },
    })
  })
})

describe('lines', () => {
  const line = (id: number, qty: number, price = 10) => ({ id, qty, price })
  const mergeLines = (base: unknown[], now: unknown[], mine: unknown[]) =>
    merge(module, { lines: base }, { lines: now }, { lines: mine })

  it('merge one by one, column by column', () => {
    expect(
      mergeLines([line(1, 1), line(2, 1)], [line(1, 1, 20), line(2, 1)], [line(1, 5), line(2, 1), line(3, 1)]),
    ).toEqual({ ok: true, changes: { lines: [line(1, 5, 20), line(2, 1), line(3, 1)] } })
  })

  it('keep a line that they added, and drop one that I removed and they left alone', () => {
    expect(mergeLines([line(1, 1), line(2, 1)], [line(1, 1), line(2, 1), line(3, 1)], [line(1, 1)])).toEqual({
      ok: true,
      changes: { lines: [line(1, 1), line(3, 1)] },
    })
  })

  it('ask when both changed the same column of one line', () => {
    expect(mergeLines([line(1, 1)], [line(1, 2)], [line(1, 3)])).toEqual({ ok: false, asks: ['lines'] })
  })

  it('ask when one side removed what the other changed', () => {
    expect(mergeLines([line(1, 1)], [line(1, 2)], [])).toEqual({ ok: false, asks: ['lines'] })
    expect(mergeLines([line(1, 1)], [], [line(1, 2)])).toEqual({ ok: false, asks: ['lines'] })
  })

  it('stay removed when they were removed and I did not touch them', () => {
    expect(mergeLines([line(1, 1), line(2, 1)], [line(2, 1)], [line(1, 1), line(2, 4)])).toEqual({
      ok: true,
      changes: { lines: [line(2, 4)] },
    })
  })

  it('ask when nothing would be left of lines that are needed: each of us kept what the other one removed', () => {
    const both = [line(1, 1), line(2, 1)]
    expect(mergeLines(both, [line(1, 1)], [line(2, 1)])).toEqual({ ok: false, asks: ['lines'] })
    // Mine stands where I insist, and not the nothing that both come to.
    expect(over(module, { lines: both }, { lines: [line(1, 1)] }, { lines: [line(2, 1)] }, [])).toEqual({
      lines: [line(2, 1)],
    })
    // Where none are needed, none it is.
    const seen = [
      { id: 1, qty: 1 },
      { id: 2, qty: 1 },
    ]
    const mine = { extras: [seen[1]!] }
    expect(merge(module, { extras: seen }, { extras: [seen[0]!] }, mine)).toEqual({ ok: true, changes: { extras: [] } })
  })

  const inOrder = (...ids: number[]) => ids.map(id => line(id, 1))
  it.each([
    ['in the order that I gave them', [1, 2], [1, 2, 3], [2, 1], [2, 1, 3]],
    [
      'in my order, what they put between the others behind what it stood behind',
      [1, 2],
      [3, 1, 4, 2],
      [2, 1],
      [3, 2, 1, 4],
    ],
    ['in my order, less what I removed', [1, 2, 3], [1, 2, 3, 4], [3, 1], [3, 1, 4]],
    ['in my order, less what they removed', [1, 2, 3], [1, 3, 4], [3, 2, 1], [3, 1, 4]],
    ['in my order, and what I put between the others stays there', [1, 2], [1, 2, 3], [2, 4, 1, 5], [2, 4, 1, 3, 5]],
    ['in their order where both gave one', [1, 2, 3], [3, 2, 1], [2, 1, 3, 4], [3, 2, 1, 4]],
    ['in their order where I gave none', [1, 2, 3], [3, 2, 1], [1, 2, 4], [2, 1, 4]],
  ])('stand %s', (_, base, now, mine, wanted) => {
    expect(mergeLines(inOrder(...base), inOrder(...now), inOrder(...mine))).toEqual({
      ok: true,
      changes: { lines: inOrder(...wanted) },
    })
  })

  it.each([
    [
      'changed the same of a line',
      [line(1, 1)],
      [line(1, 2, 20), line(2, 1)],
      [line(1, 3)],
      [line(1, 3, 20), line(2, 1)],
    ],
    ['removed what they changed', [line(1, 1)], [line(1, 2), line(2, 1)], [], [line(2, 1)]],
    ['changed what they removed', [line(1, 1)], [line(2, 1)], [line(1, 2)], [line(2, 1), line(1, 2)]],
  ])('where I %s and mine is to stand, what they added stays', (_, base, now, mine, wanted) => {
    const insisted = (whole: string[]) => over(module, { lines: base }, { lines: now }, { lines: mine }, whole)
    expect(insisted([])).toEqual({ lines: wanted })
    // Chosen with all of it before one's eyes, it stands as it was chosen.
    expect(insisted(['lines'])).toEqual({ lines: mine })
  })
})

it('what is no field of the module is left out', () => {
  expect(merge(module, {}, {}, { version: 9, nonsense: 1 })).toEqual({ ok: true, changes: {} })
})

/** Records and changes as they really come: any fields, any values. */
const lineIds = fc.uniqueArray(fc.integer({ min: 1, max: 6 }), { maxLength: 4 })
const linesOf = lineIds.chain(ids =>
  fc.tuple(...ids.map(id => fc.record({ id: fc.constant(id), qty: fc.nat(3), price: fc.nat(3) }))),
)
const record = fc.record({
  text: fc.constantFrom('a', 'b', 'c'),
  number: fc.nat(3),
  choices: fc.subarray(['a', 'b', 'c']),
  address: fc.record({ line: fc.constantFrom('a', 'b'), city: fc.option(fc.nat(2)) }),
  position: fc.option(fc.nat(3)),
  files: fc.subarray([1, 2, 3, 4]),
  lines: linesOf,
})
const changed = record.chain(full => fc.subarray(Object.keys(full)).map(keys => pick(full, keys)))
const pick = (row: Record<string, unknown>, keys: string[]) => Object.fromEntries(keys.map(key => [key, row[key]]))

describe('whatever the record and the change', () => {
  it('a change on an untouched record is taken as it is', () => {
    fc.assert(
      fc.property(record, changed, (now, mine) => {
        const answer = merge(module, now, now, mine)
        expect(answer.ok).toBe(true)
        expect(same({ ...now, ...(answer.ok && answer.changes) }, { ...now, ...mine })).toBe(true)
      }),
    )
  })

  it('the same change a second time changes nothing', () => {
    fc.assert(
      fc.property(record, record, changed, (base, now, mine) => {
        const first = merge(module, base, now, mine)
        if (!first.ok) return
        const after = { ...now, ...first.changes }
        const again = merge(module, after, after, pick(after, Object.keys(mine)))
        expect(again).toEqual({ ok: true, changes: {} })
      }),
    )
  })

  it('changes of different fields come out the same in either order', () => {
    fc.assert(
      fc.property(record, changed, changed, (base, mine, theirs) => {
        const other = pick(
          theirs,
          Object.keys(theirs).filter(key => !(key in mine)),
        )
        const apply = (row: Record<string, unknown>, change: Record<string, unknown>) => {
          const answer = merge(module, base, row, change)
          expect(answer.ok).toBe(true)
          return { ...row, ...(answer.ok && answer.changes) }
        }
        expect(same(apply(apply(base, mine), other), apply(apply(base, other), mine))).toBe(true)
      }),
    )
  })

  it('who leaves lines as they saw them leaves them as they are', () => {
    fc.assert(
      fc.property(linesOf, linesOf, (base, now) => {
        const answer = merge(module, { lines: base }, { lines: now }, { lines: base })
        expect(answer).toEqual({ ok: true, changes: {} })
      }),
    )
  })

  it('an answer without a question holds nothing but my wishes and what was there', () => {
    fc.assert(
      fc.property(record, record, changed, (base, now, mine) => {
        const answer = merge(module, base, now, mine)
        if (!answer.ok) expect(answer.asks.every(asked => asked in mine)).toBe(true)
        else expect(Object.keys(answer.changes).every(key => key in mine)).toBe(true)
      }),
    )
  })
})

describe('equality', () => {
  it('is deep, and a missing value is null', () => {
    expect(same({ a: 1, b: null }, { a: 1 })).toBe(true)
    expect(same(undefined, null)).toBe(true)
    expect(same([1, [2]], [1, [2]])).toBe(true)
    expect(same([], {})).toBe(false)
    expect(same([1, 2], [2, 1])).toBe(false)
    expect(same(0, null)).toBe(false)
    expect(same('', null)).toBe(false)
  })
})
