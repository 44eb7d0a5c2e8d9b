import { beforeEach, expect, test } from 'vitest'
import type { Row } from '#contract/module.ts'
import { customer } from '#contract/modules/people/customer.ts'
import { planSheet } from '#contract/sheet-plan.ts'
import { fieldView } from '#src/fields/view.ts'
import type { Words } from '#src/fields/words.ts'
import { setHouse } from '#src/lib/format.ts'
import { rowsAsSheet } from './copy-rows.ts'
import { targetsOf, wordOf } from './paste-plan.ts'

beforeEach(() => setHouse({ timeZone: 'Asia/Kolkata', currency: 'INR' }))

const words = {
  field: (name: string) => name.split('.').at(-1)!,
  option: (_: string, option: string) => option,
  flag: (_: string, on: boolean) => (on ? 'Yes' : 'No'),
} as Words
const columns = ['name', 'phones'].map(name => ({
  name,
  label: words.field(name),
  field: fieldView(customer, name, words),
}))
const names = { item: () => '', record: () => '' }
const row = (name: string, ...phones: object[]) =>
  ({ name, phones: phones.map((line, id) => ({ id, kind: 'mobile', typed: null, ...line })) }) as unknown as Row
const copied = (...rows: Row[]) => rowsAsSheet({ columns: columns as never, rows, stage: () => '' }, names)

test('a row is copied as it is shown, and with the further columns of its lines where they say more than a new line does', () => {
  expect(copied(row('Rao', { number: '1' }))).toBe('Rao\t1')
  expect(copied(row('Rao', { number: '1', kind: 'work' }))).toBe('name\tphones\tphones: kind\r\nRao\t1\twork')
})

test('what was copied is read as it was, signs and all', () => {
  const rows = [row("'=1+1", { number: '1' }, { number: '2', kind: 'work' }), row('"Best" shop', { number: '3' })]
  const targets = targetsOf({ words }, ['name', 'phones', 'phones.kind'])
  expect(planSheet({ text: copied(...rows), targets })).toMatchObject({
    head: ['name', 'phones', 'phones.kind'],
    lines: [{ texts: ["'=1+1", '1\n2', 'mobile\nwork'] }, { texts: ['"Best" shop', '3', 'mobile'] }],
  })
  expect(wordOf(words, 'phones.kind')).toBe('phones: kind')
})
