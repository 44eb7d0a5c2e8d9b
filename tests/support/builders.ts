import type { CodeKind } from '#contract/codes.ts'
import { isRequired, metaOf, type FieldKind, type FieldMeta, type Fields } from '#contract/fields.ts'
import type { Module } from '#contract/module.ts'

/** Codes that have a form of their own. */
const shaped: Partial<Record<CodeKind, string>> = { gstin: '27AAAPA0000A1Z7', hsn: '901910', pincode: '411038' }

/** A value of every kind of field, such as a person would enter. References need a record to point at. */
export const sampleOf: Record<FieldKind, (meta: FieldMeta, made: Made) => unknown> = {
  text: ({ max = 200, is }) => (is && shaped[is]) ?? 'Zoë Sample'.slice(0, max),
  longText: () => 'First line\nsecond line — with “quotes”, ümlauts and हिन्दी',
  email: () => 'zoe@example.com',
  phone: () => '+919876543210',
  url: () => 'https://example.com/track/{awb}',
  number: ({ whole }) => (whole ? 12 : 12.5),
  money: () => 129_900,
  date: () => '2026-02-28',
  dateTime: () => '2026-02-28T10:15:30.000Z',
  flag: () => true,
  choice: ({ options = [] }) => options.at(-1),
  choices: ({ options = [] }) => options.slice(0, 2),
  listItem: ({ list = '' }, { item }) => item(list),
  listItems: ({ list = '' }, { item }) => [item(list)],
  reference: ({ module = '', ofLine }, { record, line }) => (ofLine ? (line?.(module) ?? null) : record(module)),
  references: ({ module = '' }, { record }) => [record(module)],
  // No line where it has to point at something that is not there yet.
  lines: ({ line = {}, givenInLine = [] }, made) => {
    const nobodys = Object.fromEntries(givenInLine.map(name => [name, null]))
    const values = { ...sampleFields(line, made), ...nobodys }
    const lacks = Object.entries(line).some(([name, field]) => values[name] === null && isRequired(field))
    return lacks ? [] : [values]
  },
  files: () => [],
  address: (_meta, { item }) => ({ line: '7, Sample Lane', pincode: '411038', city: item('city'), area: item('area') }),
  colour: () => '#0d6673',
  tags: () => ['loyal', 'follow up'],
}

/** Ids of records that exist already, for fields that point somewhere. */
export type Made = {
  item(list: string): number | null
  record(module: string): number | null
  /** A line of that module's record. */
  line?(module: string): number | null
}

export const sampleFields = (fields: Fields, made: Made): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, sampleOf[metaOf(field).kind](metaOf(field), made)]),
  )

/**
 * What a person could enter to make a record of this module, every field filled in. The number keeps apart what may be
 * there only once.
 */
export const sampleInput = (module: Module, made: Made, n = 1): Record<string, unknown> => {
  const input = sampleFields(module.fields, made)
  if (module.title in module.fields) input[module.title] = `Zoë Sample q${n}q`
  if (module.list) Object.assign(input, { code: `sample-${n}`, parent: made.item(module.list.parent ?? '') })
  return Object.assign(input, rulesOf[module.name]?.(n, input))
}

/** What the rules of a module ask for beyond the kinds of its fields. */
const rulesOf: Record<string, (n: number, input: Record<string, unknown>) => Record<string, unknown>> = {
  user: n => ({ username: `zoe-${n}`, email: `zoe-${n}@example.com` }),
  // Nobody is contacted in the past.
  inquiry: n => ({ phone: `+9198765${43_210 + n}`, altPhone: null, nextContactAt: null }),
  // Nothing is promised for a day that is over, and no inquiry is moved twice.
  order: n => ({ phone: `+9198765${43_210 + n}`, altPhone: null, promisedDate: null, inquiry: null }),
  payment: n => ({ amount: 129_900 + n, kind: 'receipt', reverses: null, maintenance: null }),
  orderCancel: n => ({ reason: `Reason ${n}` }),
  orderInvoice: n => ({ kind: 'invoice', against: null, discount: 1, fees: 1, date: null, reason: `Reason ${n}` }),
  maintenanceInvoice: n => ({ kind: 'invoice', against: null, lines: [], date: null, reason: `Reason ${n}` }),
  customer: n => ({ phones: [{ number: `+9198765${43_210 + n}`, kind: 'mobile', typed: null }] }),
  product: n => ({ sku: `SKU-${n}`, warrantyDays: 365, minimum: null }),
  part: n => ({ code: `P-${n}`, barcode: `890${n}` }),
  // A device is in one parcel at a time.
  dispatch: (n, { items }) => ({ awb: `AWB-${n}`, items: (items as object[]).map(one => ({ ...one, units: [] })) }),
  // One device is replaced by one other, and never by itself.
  unit: () => ({ replaces: null }),
  // What is none of ours, before anything is signed.
  maintenance: n => ({
    phone: `+9198765${43_210 + n}`,
    altPhone: null,
    unit: null,
    endedAt: null,
    signature: [],
    parts: [],
  }),
  // What nobody has set aside yet, of a device that its customer has.
  replacement: n => ({ phone: `+9198765${53_210 + n}`, maintenance: null, order: null }),
  stockCount: n => ({ note: `Count ${n}` }),
  // One of a device, a part and a product.
  countEntry: n => ({ text: `Code ${n}`, unit: null, product: null, colour: null }),
  // One of a device, a part and a product, whole ones, from one place to another.
  stockMove: n => ({
    note: `Pallet ${n}`,
    unit: null,
    product: null,
    colour: null,
    counted: null,
    person: null,
    qty: 2,
    from: 'supplier',
    to: 'stock',
    cause: 'purchase',
  }),
}
