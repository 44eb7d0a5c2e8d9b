import { afterAll, beforeAll, expect, test } from 'vitest'
import { readXlsx } from 'hucre/xlsx'
import { allFields, type Row } from '#contract/module.ts'
import { metaOf } from '#contract/fields.ts'
import { customer } from '#contract/modules/people/customer.ts'
import { dealerBranch } from '#contract/modules/people/dealer-branch.ts'
import type { Module } from '#contract/module.ts'
import { readSheet, writeSheet } from '#contract/sheet.ts'
import { planSheet } from '#contract/sheet-plan.ts'
import { columnsIn, readField, type Readers } from '#contract/value-text.ts'
import { wordsIn } from '#server/work/words.ts'
import { openShop, type Shop } from '../support/shop.ts'

let shop: Shop
let ids: Record<string, number>
beforeAll(async () => {
  shop = await openShop()
  const item = async (list: string, label: string, more: object = {}) => {
    const { status, body } = await shop.ask('POST', `/list/${list}`, { label, ...more })
    expect(status, JSON.stringify(body)).toBeLessThan(300)
    return body.id
  }
  const state = await item('state', 'Land, far')
  ids = {
    'Land, far': state,
    'Fort "old"': await item('city', 'Fort "old"', { parent: state }),
    '=Fair': await item('source', '=Fair'),
  }
})
afterAll(() => shop?.server.close())

const words = wordsIn('en')
const readers: Readers = {
  find: (_, said) => (said in ids ? [ids[said]!] : []),
  day: said => said,
  moment: said => said,
  number: Number,
  money: said => Math.round(Number(said) * 100),
}

/** The records of a sheet, as pasting makes them. */
function recordsIn(module: Module, text: string): Record<string, unknown>[] {
  const columns = Object.entries(allFields(module)).flatMap(([name, field]) => columnsIn(name, metaOf(field)))
  const targets = columns
    .filter(({ field, given }) => !given && field in module.fields)
    .map(({ name, field, part }) => ({
      name,
      word:
        part === null || name === field
          ? words.field(module, field)
          : `${words.field(module, field)}: ${words.field(module, name)}`,
    }))
  const { head, lines } = planSheet({ text, targets, nouns: [module.name], currency: 'INR' })
  expect(head).not.toBeNull()
  const said = { option: words.option.bind(words, module), flag: words.flag.bind(words, module) }
  return lines.map(({ texts }) => {
    const values: Record<string, unknown> = {}
    for (const name of Object.keys(module.fields)) {
      const cells = head!.flatMap((column, at) => {
        const found = columns.find(one => one.name === column && one.field === name)
        return found ? [{ column: found, text: texts[at] ?? '' }] : []
      })
      if (cells.every(({ text }) => text === '')) continue
      const read = readField({ name, meta: metaOf(module.fields[name]!), words: said }, cells, readers)
      if ('wrong' in read) throw new Error(`${name}: ${read.wrong} ${read.said}`)
      values[name] = Array.isArray(read.value) ? read.value.map(withoutId) : read.value
    }
    return values
  })
}
const withoutId = (line: unknown) => (typeof line === 'object' ? { ...line, id: undefined } : line)

/** What a record says, apart from who made it when, and from the numbers of its lines. */
const saidBy = (module: Module, row: Row) =>
  Object.fromEntries(
    Object.keys(module.fields).map(name => [
      name,
      Array.isArray(row[name]) ? (row[name] as unknown[]).map(withoutId) : row[name],
    ]),
  )

async function exported(module: Module, path: string, id: number, format: 'csv' | 'xlsx'): Promise<string> {
  const url = `/api${path}/export?format=${format}&filter[id]=${id}`
  const answer = await shop.server.app.inject({ url, headers: shop.person.headers })
  expect(answer.statusCode, answer.body.slice(0, 200)).toBe(200)
  if (format === 'csv') return writeSheet(readSheet(answer.body, ','))
  const { rows } = (await readXlsx(answer.rawPayload)).sheets[0]!
  return writeSheet(rows.map(row => row.map(cell => (cell instanceof Date ? cell.toISOString() : String(cell ?? '')))))
}

const formats = ['csv', 'xlsx'] as const

test.each(formats)(
  'customers that were exported as %s come back unchanged when they are pasted as new',
  async format => {
    const made = await shop.make('customer', {
      name: '@Rao & Sons; =1',
      type: 'company',
      phones: [
        { number: '+919825012345', kind: 'work' },
        { number: '+917926401234 ext 12' },
        { number: '26401234', kind: 'home' },
      ],
      emails: [{ email: 'a@example.com' }, { email: 'b@example.com' }],
      taxId: null,
      addresses: [
        {
          label: 'Shop',
          line: '12, MG Road\nCamp',
          city: ids['Fort "old"'],
          state: ids['Land, far'],
          pincode: '411001',
          isDefault: true,
        },
        { line: '4, "Fort"', pincode: null },
      ],
      source: ids['=Fair'],
      consent: ['sms', 'call'],
      tags: ['vip', '-20%'],
    })
    const [read] = recordsIn(customer, await exported(customer, '/customer', made.id, format))
    const again = await shop.make('customer', read!)
    const before = saidBy(customer, made)
    // What was typed for a number is written by the server alone.
    const phones = (row: Row) => (row.phones as Record<string, unknown>[]).map(({ number, kind }) => ({ number, kind }))
    expect({ ...saidBy(customer, again), phones: phones(again) }).toEqual({ ...before, phones: phones(made) })
  },
)

test.each(formats)('so do branches with their address: %s', async format => {
  const made = await shop.make('dealerBranch', {
    name: "'=Main",
    address: { line: '12, MG Road\n- Camp', city: ids['Fort "old"'], area: null, pincode: '411001' },
    phone: '+91 98250 12345',
    note: 'one\ttwo;\t=3',
    active: false,
  })
  const [read] = recordsIn(dealerBranch, await exported(dealerBranch, '/dealer-branch', made.id, format))
  expect(saidBy(dealerBranch, await shop.make('dealerBranch', read!))).toEqual(saidBy(dealerBranch, made))
})

test('everyday heads and numbers in one cell make the customer that was meant; one without a number is refused', async () => {
  const head = 'Sr No\tName of Customer\tMobile No.\tEmail\tAddress\tPincode'
  const rows = [
    `1\tA. Rao\t9825012345 / 9825054321\ta@example.com\t12, MG Road, Pune\t411001`,
    `2\tB. Shah\t\tb@example.com\t4, Fort\t`,
  ]
  const [rao, shah] = recordsIn(customer, [head, ...rows].join('\n'))
  expect(await shop.make('customer', rao!)).toMatchObject({
    name: 'A. Rao',
    phones: [{ number: '+919825012345' }, { number: '+919825054321' }],
    emails: [{ email: 'a@example.com' }],
    addresses: [{ line: '12, MG Road, Pune', pincode: '411001' }],
  })
  expect(await shop.ask('POST', '/customer', shah)).toMatchObject({
    status: 400,
    body: { fields: { phones: expect.any(String) } },
  })
})
