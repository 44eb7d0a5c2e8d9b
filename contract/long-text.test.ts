import { expect, test } from 'vitest'
import * as fields from './fields.ts'
import { asks } from './search-words.ts'

const LONG = 60_000
/** What an expression that looks for an end, or for a sign behind others, begins anew at. */
const signs = [
  ' ',
  '\u200b',
  '\u00a0',
  '\n',
  '.',
  '/',
  ';',
  '-',
  '(',
  '<',
  '"',
  '1',
  '1 ',
  '\u0967',
  'a@',
  'b.',
  '\u0301',
]
const texts = signs.map(sign => `1${sign.repeat(LONG / sign.length)}x`)

const { text, longText, code, taxId, hsn, pincode, barcode, serial, awb, referralCodeText } = fields
const { username, email, phone, url, date, dateTime, colour, tags, address } = fields
const kinds = Object.entries({
  text,
  longText,
  code,
  taxId,
  hsn,
  pincode,
  barcode,
  serial,
  awb,
  referralCodeText,
  username,
  email,
  phone,
  url,
  date,
  dateTime,
  colour,
}).map(([kind, field]): [string, (said: string) => unknown] => {
  const schema = field()
  return [kind, said => schema.safeParse(said)]
})

// Whoever signs in says a name, and may say any text: what takes long over it keeps everybody else waiting.
test.each([
  ...kinds,
  ['tags', (said: string) => tags().safeParse([said])],
  ['address', (said: string) => address().safeParse({ line: said, pincode: said })],
  ['a search', asks],
] as [string, (said: string) => unknown][])('%s of a request that is long and odd is read at once', (_, read) => {
  for (const said of texts) {
    const began = performance.now()
    read(said)
    expect(performance.now() - began, JSON.stringify(said.slice(0, 4))).toBeLessThan(1_000)
  }
})
