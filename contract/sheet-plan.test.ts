import { describe, expect, it } from 'vitest'
import { planSheet } from './sheet-plan.ts'
import type { Target } from './sheet-heads.ts'

const said: Record<string, string> = {
  name: 'Name',
  phones: 'Phones',
  'phones.kind': 'Phones: Kind',
  emails: 'E-mails',
  taxId: 'Tax id',
  addresses: 'Addresses',
  'addresses.city': 'Addresses: City',
  'addresses.pincode': 'Addresses: PIN code',
  price: 'Price',
  note: 'Note',
}
const targets: Target[] = Object.entries(said).map(([name, word]) => ({ name, word }))
const nouns = ['customer', 'customers']
const plan = (text: string, more: Partial<Parameters<typeof planSheet>[0]> = {}) =>
  planSheet({ text, targets, nouns, currency: 'INR', ...more })
const texts = (text: string, more: Partial<Parameters<typeof planSheet>[0]> = {}) =>
  plan(text, more).lines.map(line => line.texts)

describe('the first line of a sheet', () => {
  it('is a head in the words that people use, and never data', () => {
    const head = 'Sr No\tName of Customer\tMobile No.\tEmail\tGSTIN\tAddress\tPincode'
    const found = [null, 'name', 'phones', 'emails', 'taxId', 'addresses', 'addresses.pincode']
    expect(plan(head)).toMatchObject({ head: found, headAt: 1, lines: [] })
    expect(plan('Party Name\tE-mail ID\tBilling Address\nx').head).toEqual(['name', 'emails', 'addresses'])
    expect(plan(`\n${head}\n1\tA. Rao`)).toMatchObject({ head: found, lines: [{ number: 3, texts: ['1', 'A. Rao'] }] })
  })

  it('is one in the words of our own files, amounts with their currency', () => {
    expect(plan('Name\tPhones\tPhones: Kind\tPrice (INR)\nx').head).toEqual(['name', 'phones', 'phones.kind', 'price'])
    expect(plan('Name\tPrice (USD)\nx').head).toEqual(['name', null])
  })

  it('counts rows by a serial number only where records have none', () => {
    const head = 'Serial No.\tNote\nSN-1\tx'
    expect(plan(head).head).toEqual([null, 'note'])
    const units = [...targets, { name: 'serial', word: 'Serial' }]
    expect(plan(head, { targets: units }).head).toEqual(['serial', 'note'])
    expect(plan('Sr No\tNote\n1\tx', { targets: units }).head).toEqual([null, 'note'])
  })

  it('fills a column once', () => {
    expect(plan('NAME\tName\tMobile\tPhone no\nx').head).toEqual(['name', null, 'phones', null])
  })

  it('is data where most of it is something else', () => {
    expect(plan('Name\tRao\t9825012345\nx').head).toBeNull()
    expect(texts('Rao\t98250')).toEqual([['Rao', '98250']])
  })

  it('of one column is a head where it names that column, and no cell alone is one', () => {
    expect(plan('Note\nfirst', { place: 'note' }).head).toEqual(['note'])
    expect(texts('Mobile\nEmail', { place: 'note' })).toEqual([['Mobile'], ['Email']])
    expect(texts('Note', { place: 'note' })).toEqual([['Note']])
    expect(plan('Mobile no.\n98250 12345').head).toEqual(['phones'])
  })

  it('is what somebody says that it is', () => {
    expect(texts('Name\tNote\nRao\tx', { hasHead: false })).toEqual([
      ['Name', 'Note'],
      ['Rao', 'x'],
    ])
    expect(plan('Who\tWhat\nRao\tx', { hasHead: true })).toMatchObject({
      head: null,
      headAt: 1,
      lines: [{ number: 2 }],
    })
  })
})

describe('the cells of a sheet', () => {
  it('keep their places: an empty line is one, up to the last with something in it', () => {
    expect(plan('first\n\nthird\n\n')).toMatchObject({
      lines: [{ number: 1 }, { number: 2 }, { number: 3 }],
      emptyAtEnd: 1,
    })
  })

  it('have no sign before them that guards a formula', () => {
    expect(texts("'=1\t'+91 98250\ta;'-b\t''=x\t'twas")).toEqual([['=1', '+91 98250', 'a;-b', "'=x", "'twas"]])
  })

  it('of a text without tabs are offered, and taken where the first line has names then', () => {
    const text = 'Name;Phones;E-mails\nA. Rao;9825012345;a@example.com'
    expect(plan(text)).toMatchObject({ delimiter: ';', isSplit: true, width: 3, head: ['name', 'phones', 'emails'] })
    expect(plan(text, { isSplit: false })).toMatchObject({ delimiter: ';', isSplit: false, width: 1 })
    expect(plan('12, MG Road\n4, Fort')).toMatchObject({ delimiter: ',', isSplit: false, width: 1 })
  })

  it('stay where their lines were not written', () => {
    expect(plan('Name\tNote\n"a\nb"\tx\nc\ty').without(new Set([3]))).toBe('Name\tNote\n"a\nb"\tx')
  })
})
