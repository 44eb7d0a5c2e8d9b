import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isBare, readState, usual, writeState } from './address.ts'
import type { ListState } from './state.ts'

const word = fc.stringMatching(/^[a-zA-Z][a-zA-Z0-9]{0,8}(\.[a-z]{1,5})?$/)
const part = fc.oneof(
  fc.string({ minLength: 1, maxLength: 12 }).filter(text => text.trim() !== ''),
  fc.constantFrom('none', 'any', '~mehta, r', '@month-1', '1000..', '..5', 'a\\b', 'x,y', '2026-01-01..@today'),
)
const sort = fc
  .uniqueArray(word, { maxLength: 2 })
  .chain(fields => fc.tuple(...fields.map(field => fc.constantFrom(field, `-${field}`))))
  .map(fields => fields.join(','))

const state: fc.Arbitrary<ListState> = fc.record({
  view: fc.constantFrom('', 'all', '17'),
  q: fc.string({ maxLength: 20 }),
  sort,
  filter: fc.dictionary(word, fc.array(part, { minLength: 1, maxLength: 4 }), { maxKeys: 4 }),
  archived: fc.boolean(),
  shape: fc.constantFrom('table', 'board', 'calendar'),
  group: fc.oneof(fc.constant(''), word),
  columns: fc.oneof(fc.constant(null), fc.array(word, { minLength: 1, maxLength: 6 })),
  density: fc.constantFrom(null, 'compact', 'regular', 'comfortable'),
})

test('whatever a list shows comes back out of its address', () => {
  fc.assert(
    fc.property(state, state => {
      const address = new URL(`https://desk.example/list${writeState(state)}`)
      expect(readState(address.searchParams)).toEqual(state)
    }),
    { numRuns: 500 },
  )
})

test('an address is written as people would write it', () => {
  const filter = { stage: ['open', 'new'], 'phones.number': ['~98 30'] }
  expect(writeState({ ...usual, q: 'a&b', filter, sort: '-created' })).toBe(
    '?q=a%26b&sort=-created&filter[stage]=open,new&filter[phones.number]=~98+30',
  )
  expect(writeState(usual)).toBe('')
})

test('what makes no sense in an address is left out, and links of before still work', () => {
  const read = (text: string) => readState(new URLSearchParams(text))
  expect(read('shape=pie&density=tiny&sort=a,b,c&filter[x]=&cols=')).toEqual({ ...usual, sort: 'a,b' })
  expect(read('f.stage=active')).toEqual({ ...usual, filter: { stage: ['active'] } })
})

test('a view that everything was taken away from does not come back by its name', () => {
  const bare = (text: string) => isBare(new URLSearchParams(text))
  expect(bare('')).toBe(true)
  expect(bare('?view=3')).toBe(true)
  expect(bare(writeState({ ...usual, view: '3' }))).toBe(false)
})
