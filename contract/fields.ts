import * as z from 'zod/mini'
import type { Action } from './action.ts'
import { cleanCode, cleanEmail, cleanPhone, cleanText, cleanUrl } from './clean.ts'
import { cleanOf, type CodeKind } from './codes.ts'

/** Every kind of value the app knows. Each has one column, one cell, one input and one way to merge. */
export type FieldKind =
  | 'text'
  | 'longText'
  | 'email'
  | 'phone'
  | 'url'
  | 'number'
  | 'money'
  | 'date'
  | 'dateTime'
  | 'flag'
  | 'choice'
  | 'choices'
  | 'listItem'
  | 'listItems'
  | 'reference'
  | 'references'
  | 'lines'
  | 'files'
  | 'address'
  | 'colour'
  | 'tags'

export type Fields = Record<string, z.ZodMiniType>

export type FieldMeta = {
  kind: FieldKind
  /** The settings list that a listItem or listItems field points into. */
  list?: string
  /** Which list the parts of an address point into. */
  parts?: Readonly<Record<string, string>>
  /** The module that a reference points at; for a line's `lineOf`, the module that owns the line. */
  module?: string
  /** The reference is to a line of that module's records, not to the record. */
  ofLine?: true
  options?: readonly string[]
  max?: number
  /** Pieces are counted: no half of one. */
  whole?: true
  /** Kept in basis points, and read and written in percent: 1800 is 18 %. */
  rate?: true
  /** What one line is made of. */
  line?: Fields
  /** The columns of a line that only server flows write (counters such as dispatched, returned). */
  givenInLine?: readonly string[]
  /** The columns of a line that have a sum below all lines. */
  summed?: readonly string[]
  /** Lines are added, and those that are there stay as they are. */
  addOnly?: true
  /** A day alone means its end, and not its beginning. */
  byEndOfDay?: true
  /** A time that lies ahead when it is said. */
  ahead?: true
  /** Nobody types it: who made the record or line, or when. */
  stamp?: 'me' | 'now'
  /** What is put away or switched off may be named too: its module says itself where not. 'off': not what is put away. */
  past?: true | 'off'
  /** The action of its module that reveals the field; nobody else sees, sorts, filters or exports it. */
  reveal?: Action
  /** Only one record may have this value: a copy begins without it. */
  once?: true
  /** A day that is today's where nobody says another: a copy begins without it. */
  ofToday?: true
  /** A number with a shape: how it is made clean, checked and compared (`contract/codes.ts`). */
  is?: CodeKind
  /** It stands on labels, and is scanned and compared sign by sign. */
  code?: true
  /** The files may be those of another record, whose copy this one is. */
  copies?: true
  /** The reference beside it whose record it is copied from: that record has the code for its own. */
  copiedFrom?: string
  /** 'apply' lets the later writer win where nobody would thank us for a question (a sort position). */
  merge?: 'apply'
}

// A WeakMap instead of zod's registry: the registry recurses through its metadata type and TypeScript gives up.
const metas = new WeakMap<z.core.$ZodType, FieldMeta>()
const as = <S extends z.ZodMiniType>(schema: S, meta: FieldMeta): S => {
  metas.set(schema, meta)
  return schema
}

/** One number, unique over all modules; devices hold leased blocks, so a record made offline has its final id. */
export const recordId = () => z.int().check(z.positive())

export const text = (max = 200) =>
  as(z.string().check(z.overwrite(cleanText), z.minLength(1), z.maxLength(max)), { kind: 'text', max })
/** What is compared sign by sign: a serial number, a code. */
export const code = (max = 60) =>
  as(z.string().check(z.overwrite(cleanCode), z.minLength(1), z.maxLength(max)), { kind: 'text', max, code: true })
const coded = (is: CodeKind, max: number) =>
  as(z.string().check(z.overwrite(cleanOf(is)), z.minLength(1), z.maxLength(max)), { kind: 'text', max, is })
const scanned = (is: CodeKind, max: number) => {
  const field = coded(is, max)
  return as(field, { ...metaOf(field), code: true })
}
/** The number by which a business is taxed: in India its GSTIN. */
export const taxId = (max = 40) => coded('gstin', max)
/** The tax authority's code for a kind of goods. */
export const hsn = (max = 12) => coded('hsn', max)
export const pincode = (max = 12) => coded('pincode', max)
export const barcode = (max = 60) => scanned('barcode', max)
export const serial = (max = 80) => scanned('serial', max)
/** A word that customers bring from whoever sent them. */
export const referralCodeText = (max = 40) => coded('referral', max)
/** The number of a parcel with its courier. */
export const awb = (max = 40) => scanned('awb', max)
export const usernamePattern = /^[A-Za-z0-9][A-Za-z0-9._-]*$/
/** Typed at every sign-in: plain characters, and no @, so that it is never taken for an e-mail address. */
export const username = () =>
  as(z.string().check(z.overwrite(cleanText), z.minLength(3), z.maxLength(60), z.regex(usernamePattern)), {
    kind: 'text',
    max: 60,
  })
export const longText = (max = 5_000) =>
  as(z.string().check(z.overwrite(cleanText), z.maxLength(max)), { kind: 'longText', max })
/** Names of domains may be written in any script. */
export const emailPattern =
  /^(?!\.)(?!.*\.\.)[A-Za-z0-9_'+\-.]*[A-Za-z0-9_+-]@(?:[\p{L}\p{N}][\p{L}\p{M}\p{N}-]*\.)+\p{L}[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}]$/u
export const email = () =>
  as(z.string().check(z.overwrite(cleanEmail), z.email({ pattern: emailPattern }), z.maxLength(254)), {
    kind: 'email',
    max: 254,
  })
/** Five digits at least, among the signs that people part them with; an extension may follow. */
export const phonePattern = /^\+?(?=(?:[ ()-]*\d){5})[\d ()-]{5,20}(?: ext \d{1,5})?$/
export const phone = () =>
  as(z.string().check(z.overwrite(cleanPhone), z.regex(phonePattern)), { kind: 'phone', max: 30 })
/** An address on the web; `{…}` placeholders are allowed, because tracking links are templates. */
export const url = () =>
  as(z.string().check(z.overwrite(cleanUrl), z.maxLength(500), z.regex(/^https:\/\/[^\s<>"']+$/)), {
    kind: 'url',
    max: 500,
  })
export const number = (options: { merge?: 'apply'; min?: number; max?: number; whole?: true } = {}) => {
  let schema = z.number()
  if (options.whole) schema = schema.check(z.multipleOf(1))
  if (options.min !== undefined) schema = schema.check(z.minimum(options.min))
  if (options.max !== undefined) schema = schema.check(z.maximum(options.max))
  const { merge, whole } = options
  return as(schema, { kind: 'number', ...(merge && { merge }), ...(whole && { whole }) })
}
/** So many pieces, days or the like: whole, and never below nothing. */
export const quantity = (options: { min?: number; max?: number } = {}) =>
  number({ min: 0, max: 1_000_000, ...options, whole: true })
/** A rate, kept in basis points: 1800 is 18 %. Nobody sees those; people read and write percent. */
export const percent = () => {
  const field = number({ min: 0, max: 10_000, whole: true })
  return as(field, { ...metaOf(field), rate: true })
}
/** More than this business ever writes down at once; what is above is a slip of the finger. In minor units. */
export const MOST_MONEY = 100_000_000_000
export const TOO_MUCH_MONEY = 'Not above 1,000,000,000.00.'
export const TOO_LITTLE_MONEY = 'Not below −1,000,000,000.00.'
const mostMoney = z.maximum(MOST_MONEY, TOO_MUCH_MONEY)
/** Minor units of the company currency. Never a fraction, and never below nothing: prices, costs, charges. */
export const money = () => as(z.number().check(mostMoney, z.minimum(0), z.int()), { kind: 'money' })
/** Money on an account, which may be owed. What the server adds up may come to more than anybody types. */
export const accountMoney = () => as(z.int(), { kind: 'money' })
/** The same where a person types it. */
export const typedAccountMoney = () =>
  as(z.number().check(mostMoney, z.minimum(-MOST_MONEY, TOO_LITTLE_MONEY), z.int()), { kind: 'money' })

/** The years that dates are in. A year beyond them is a slip of the finger, or more than the database gives back. */
export const yearPattern = /^(?:(?:19|20|21)\d\d|2200)-/
/** Clocks count in milliseconds: a finer time would be rounded, be it into the year after the last. */
export const finePattern = /^[^.]*(?:\.\d{1,3})?Z$/
/** An instant that a record may have. */
export const instant = () => z.iso.datetime().check(z.regex(yearPattern), z.regex(finePattern))
export const isInstant = (said: string): boolean => instant().safeParse(said).success
/** The first and the last of them. */
export const FIRST_INSTANT = '1900-01-01T00:00:00.000Z'
export const LAST_INSTANT = '2200-12-31T23:59:59.999Z'
/** What is worked out from a date ends with them, too: whatever reads it takes no later one. */
export const withinYears = (instant: number): string =>
  new Date(Math.min(instant, Date.parse(LAST_INSTANT))).toISOString()

export const date = () => as(z.iso.date().check(z.regex(yearPattern)), { kind: 'date' })
/**
 * `byEndOfDay`: something has to be done by then, so that a day without a time leaves all of that day for it. `ahead`: it is
 * still to come when it is said.
 */
export const dateTime = (options: { byEndOfDay?: true; ahead?: true } = {}) =>
  as(instant(), { kind: 'dateTime', ...options })
export const flag = () => as(z.boolean(), { kind: 'flag' })
/** #rrggbb, lower case. */
export const colour = () => as(z.string().check(z.regex(/^#[0-9a-f]{6}$/)), { kind: 'colour' })
export const choice = <const O extends readonly [string, ...string[]]>(options: O) =>
  as(z.enum(options), { kind: 'choice', options })
export const choices = <const O extends readonly [string, ...string[]]>(options: O) =>
  as(z.array(z.enum(options)).check(z.maxLength(options.length)), { kind: 'choices', options })
export const listItem = (list: { name: string }) => as(recordId(), { kind: 'listItem', list: list.name })
export const listItems = (list: { name: string }) =>
  as(z.array(recordId()).check(z.maxLength(100)), { kind: 'listItems', list: list.name })
/** By name, because modules may point at each other in a circle. A test checks that the name exists. */
export const reference = (module: string) => as(recordId(), { kind: 'reference', module })
/** Several records of another module. */
export const references = (module: string) =>
  as(z.array(recordId()).check(z.maxLength(100)), { kind: 'references', module })
/** A line of another module's record, by the line's own id. */
export const lineOf = (module: string) => as(recordId(), { kind: 'reference', module, ofLine: true })
/** `copies`: a copy of the record takes the files along. Others stay with the one record, as a signature has to. */
export const files = ({ copies }: { copies?: true } = {}) =>
  as(z.array(recordId()).check(z.maxLength(20)), { kind: 'files', ...(copies && { copies }) })
export const address = () =>
  as(
    z.strictObject({
      line: z.string().check(z.overwrite(cleanText), z.maxLength(300)),
      pincode: z._default(z.nullable(z.string().check(z.overwrite(cleanOf('pincode')), z.maxLength(12))), null),
      city: z._default(z.nullable(recordId()), null),
      area: z._default(z.nullable(recordId()), null),
    }),
    { kind: 'address', parts: { city: 'city', area: 'area' } },
  )
/** Words of people's own, to find a record by: lower case, no comma (it parts them where they are typed or asked for). */
export const tags = () =>
  withDefault(
    as(
      z
        .array(
          z
            .string()
            .check(z.overwrite(cleanText), z.toLowerCase(), z.minLength(1), z.maxLength(40), z.regex(/^[^,]+$/)),
        )
        .check(z.maxLength(20)),
      { kind: 'tags' },
    ),
    [],
  )
/**
 * Lines of a document: objects with their own stable id, merged line by line. `given` are written by server flows only.
 * `addOnly`: nobody changes or removes one.
 */
export const lines = <L extends Fields>(
  line: L,
  options: { given?: readonly (keyof L & string)[]; summed?: readonly (keyof L & string)[]; addOnly?: true } = {},
) => {
  for (const [name, field] of Object.entries(line))
    if (metaOf(field).reveal) throw new Error(`A line is shown as a whole: ${name} cannot be guarded, the lines can.`)
  const meta: FieldMeta = {
    kind: 'lines',
    line,
    givenInLine: options.given ?? [],
    ...(options.summed ? { summed: options.summed } : {}),
    ...(options.addOnly ? { addOnly: true } : {}),
  }
  const some = z.array(z.strictObject({ id: recordId(), ...line })).check(z.maxLength(200))
  const needed = as(some.check(z.minLength(1, LINE_NEEDED)), meta)
  mayBeNone.set(needed, as(some, meta))
  return needed
}

/** Forms and what is pasted say it in their own language, in English by the same words. */
export const LINE_NEEDED = 'Add at least one line.'
// Lines that nobody gave a default are needed: one at least.
const mayBeNone = new WeakMap<z.core.$ZodType, z.ZodMiniType>()
/** The field as it lies in records that are there: of what is needed nothing may be left, as from before it was. */
export const asKept = <S extends z.ZodMiniType>(field: S): S => (mayBeNone.get(field) as S | undefined) ?? field

/** A field that may be empty. Empty is null, everywhere: in forms, in JSON, in SQL, in Dexie. */
export const maybe = <S extends z.ZodMiniType>(field: S) => z._default(z.nullable(asKept(field)), null)

/** A field that starts with a value and may be left out. */
export const withDefault = <S extends z.ZodMiniType>(field: S, value: z.core.util.NoUndefined<z.output<S>>) =>
  z._default(asKept(field), value)

/** A field that only holders of the module's `reveal` action may see. */
export const guarded = <S extends z.ZodMiniType>(reveal: Action, field: S): S => as(field, { ...metaOf(field), reveal })

/** A field whose value only one record may have: a serial number, a code. */
export const once = <S extends z.ZodMiniType>(field: S): S => as(field, { ...metaOf(field), once: true })

/** The day that a record is of: the server takes today's where nobody says another. */
export const ofToday = <S extends z.ZodMiniType>(field: S): S => as(field, { ...metaOf(field), ofToday: true })

/** A code that is copied from the record which the reference `from` beside it names. A scan of it is of that record. */
export const copied = <S extends z.ZodMiniType>(from: string, field: S): S =>
  as(field, { ...metaOf(field), copiedFrom: from })

/** A field that says who made its record or line, or when (`contract/stamps.ts`). */
export const stamped = <S extends z.ZodMiniType>(stamp: 'me' | 'now', field: S): S =>
  as(field, { ...metaOf(field), stamp })

/** A reference that may also name what is put away or switched off by now. */
export const alsoPast = <S extends z.ZodMiniType>(field: S): S => as(field, { ...metaOf(field), past: true })

/** A reference to goods that are there already: they are repaired, sent and moved though they are switched off by now. */
export const alsoOff = <S extends z.ZodMiniType>(field: S): S => as(field, { ...metaOf(field), past: 'off' })

const textKinds: ReadonlySet<FieldKind | 'id'> = new Set<FieldKind>(['text', 'longText', 'email', 'phone', 'url'])

/** Is it text that people look for words in? */
export const isText = (kind: FieldKind | 'id'): boolean => textKinds.has(kind)

/** The kind of a field, seen through nullable() and default(). */
export const metaOf = (field: z.core.$ZodType): FieldMeta => {
  const meta = metas.get(field)
  if (meta) return meta
  const inner = (field._zod.def as { innerType?: z.core.$ZodType }).innerType
  if (inner) return metaOf(inner)
  throw new Error(`A field without a kind (${field._zod.def.type}): use a helper of contract/fields.ts`)
}

/** Must a person fill this field in? */
export const isRequired = (field: z.ZodMiniType): boolean => !field.safeParse(undefined).success
