import { fold } from './fold.ts'

/** What sheets from elsewhere call what our fields hold, by the names that fields have for it. */
const everyday: readonly { fields: readonly string[]; heads: readonly string[] }[] = [
  { fields: ['name', 'label', 'title'], heads: ['name', 'full name', 'party name', 'title', 'label'] },
  {
    fields: ['phones', 'phone', 'number'],
    heads: [
      'phone',
      'phones',
      'mobile',
      'mob',
      'cell',
      'tel',
      'telephone',
      'ph',
      'whatsapp',
      'contact number',
      'contact no',
    ],
  },
  {
    fields: ['altPhone'],
    heads: ['other phone', 'alternate phone', 'alt phone', 'alternate mobile', 'alt mobile', 'phone 2', 'mobile 2'],
  },
  {
    fields: ['emails', 'email'],
    heads: [
      'email',
      'e-mail',
      'emails',
      'e-mails',
      'mail',
      'email id',
      'e-mail id',
      'mail id',
      'email address',
      'e-mail address',
    ],
  },
  {
    fields: ['gstin', 'taxId'],
    heads: ['gstin', 'gst', 'gst in', 'gstin/uin', 'vat', 'vat id', 'tax', 'tax id', 'tax number'],
  },
  {
    fields: ['addresses', 'address', 'line'],
    heads: ['address', 'addresses', 'full address', 'postal address', 'billing address', 'street'],
  },
  {
    fields: ['pincode'],
    heads: ['pincode', 'pin', 'pin code', 'zip', 'zip code', 'postcode', 'post code', 'postal code'],
  },
  { fields: ['area'], heads: ['area', 'locality'] },
  { fields: ['city'], heads: ['city', 'town'] },
  { fields: ['state'], heads: ['state', 'province'] },
  { fields: ['country'], heads: ['country'] },
  { fields: ['hsn'], heads: ['hsn', 'hsn code', 'hsn/sac'] },
  { fields: ['sku', 'code'], heads: ['sku', 'code', 'item code'] },
  { fields: ['barcode'], heads: ['barcode', 'bar code', 'ean'] },
  { fields: ['serial'], heads: ['serial', 'serial number', 's/n'] },
  { fields: ['qty'], heads: ['qty', 'quantity', 'pcs', 'pieces'] },
  { fields: ['price', 'unitPrice', 'amount'], heads: ['price', 'unit price', 'rate', 'mrp', 'selling price'] },
  { fields: ['taxRate'], heads: ['tax', 'tax rate', 'gst rate', 'gst %', 'tax %'] },
  { fields: ['note'], heads: ['note', 'notes', 'remark', 'remarks', 'comment', 'comments'] },
]

/** Heads of what nobody takes over: they count rows. */
const counting: ReadonlySet<string> = new Set([
  'sr',
  'sr no',
  's no',
  'sno',
  'sl',
  'sl no',
  'serial no',
  'no',
  '#',
  'row',
])

/** A column that a sheet may fill. */
export type Target = {
  /** `pincode`, or `addresses.pincode` of a field with parts. */
  name: string
  /** What people call it here. */
  word: string
}

/** What a head says, without what stands around it: "Name of Customer" and "CUSTOMER NAME:" are the name. */
const bare = (head: string, nouns: readonly string[]) =>
  plain(head)
    .split(' ')
    .filter(word => !nouns.includes(word) && word !== 'of' && word !== 'the')
    .join(' ')
const plain = (head: string) =>
  fold(head)
    .replaceAll(/[.:*_]+/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()

export type Head = (string | null)[]

/**
 * The columns that a row names, each filled once; null where the row is no head but data. The words of the app come first,
 * then those that people use. `nouns`: what the records are called; `currency`: the one that our own files put behind amounts.
 */
export function headIn(
  row: readonly string[],
  targets: readonly Target[],
  { nouns = [], currency = '' }: { nouns?: readonly string[]; currency?: string } = {},
): Head | null {
  const ours = new Map(
    targets.toReversed().flatMap(({ name, word }) => [name, word].map(one => [fold(one), name] as const)),
  )
  const own = nouns.map(noun => fold(noun))
  const exactly = (cell: string) =>
    ours.get(fold(cell)) ?? ours.get(fold(cell).replace(` (${currency.toLowerCase()})`, '')) ?? null
  const used = new Set<string>()
  const cells = row.map(cell => cell.trim())
  const exact = cells.map(cell => {
    const name = exactly(cell)
    if (name === null || used.has(name)) return null
    used.add(name)
    return name
  })
  let known = 0
  const head = cells.map((cell, index) => {
    if (cell === '') return null
    if (exactly(cell) !== null) {
      known += 1
      return exact[index]!
    }
    const called = bare(cell, own)
    // A serial number is one where there are any.
    const name = namedEveryday(called, targets, used)
    if (name === null && !counting.has(plain(cell)) && !counting.has(called)) return null
    known += 1
    if (name !== null) used.add(name)
    return name
  })
  const filled = cells.filter(cell => cell !== '').length
  // Two heads make a head: nobody is called so. One alone may be what somebody is called.
  return used.size > 0 && (known > 1 || known * 2 >= filled) ? head : null
}

function namedEveryday(called: string, targets: readonly Target[], used: ReadonlySet<string>): string | null {
  const number = /^(.*\S) (?:no|nos|number|num|#)$/.exec(called)?.[1]
  const heads = [called, ...(number === undefined ? [] : [number])]
  const free = targets.filter(({ name }) => !used.has(name)).toSorted((a, b) => depth(a.name) - depth(b.name))
  for (const head of heads)
    for (const { fields } of everyday.filter(({ heads }) => heads.includes(head)))
      for (const field of fields) {
        const target = free.find(({ name }) => name === field || name.endsWith(`.${field}`))
        if (target) return target.name
      }
  return null
}

const depth = (name: string) => name.split('.').length
