import { isGtin, codeKey, type CodeKind } from './codes.ts'
import { metaOf, type Fields } from './fields.ts'
import { gstinCheckSign, gstinShape } from './gstin.ts'
import type { Module } from './module.ts'

type Values = Record<string, unknown>

export const codeFaults = {
  gstinShape: 'A GSTIN is two digits, five letters, four digits, a letter, a sign, Z and a sign.',
  gstinCheck: 'The last sign of this GSTIN does not fit the others. Please compare it.',
  hsn: 'An HSN code has 4, 6 or 8 digits.',
  pincode: 'A pincode has six digits, and the first is not 0.',
} as const
export type CodeFault = keyof typeof codeFaults

/** Fifteen signs of which the last but one is a Z are meant as the number of a taxpayer in India. */
const likeGstin = /^\d\d[0-9A-Z]{11}Z[0-9A-Z]$/

/** What is wrong with a code for sure; null where nothing is, or nobody can tell. `inIndia`: the rules of India hold for it. */
export function codeFault(kind: CodeKind, code: string, inIndia: boolean): CodeFault | null {
  const key = codeKey(code)
  switch (kind) {
    case 'gstin':
      if (!likeGstin.test(key)) return null
      if (!gstinShape.test(key)) return 'gstinShape'
      return gstinCheckSign(key.slice(0, 14)) === key[14] ? null : 'gstinCheck'
    case 'hsn':
      return inIndia && !/^(?:\d{4}|\d{6}|\d{8})$/.test(key) ? 'hsn' : null
    case 'pincode':
      return inIndia && !/^[1-9]\d{5}$/.test(key) ? 'pincode' : null
    default:
      return null
  }
}

/** What may be wrong with a code and may as well be right: it is said, and kept. */
export function codeNotice(kind: CodeKind, code: string, inIndia: boolean): 'barcode' | 'gstin' | null {
  if (kind === 'barcode' && !gtinFits(code)) return 'barcode'
  return kind === 'gstin' && inIndia && !gstinShape.test(codeKey(code)) ? 'gstin' : null
}

/** Does the check digit of a bar code fit? One that is no GTIN has none. */
export function gtinFits(code: string): boolean {
  const key = codeKey(code)
  if (!isGtin(key)) return true
  const digits = Array.from(key.padStart(14, '0'), Number)
  return digits.reduce((sum, digit, at) => sum + digit * (at % 2 === 0 ? 3 : 1), 0) % 10 === 0
}

/** A code among the values of a record: `taxId`, `addresses.0.pincode`. */
type Coded = { path: string; kind: CodeKind; code: string; country: unknown }

function codesIn(fields: Fields, values: Values, before: Values | null, at = ''): Coded[] {
  return Object.entries(fields).flatMap(([name, schema]): Coded[] => {
    const value = values[name]
    const { kind, line, givenInLine = [], is } = metaOf(schema)
    const path = `${at}${name}`
    if (kind === 'lines' && line) {
      const former = (before?.[name] ?? []) as Values[]
      return ((value ?? []) as Values[]).flatMap((one, row) =>
        codesIn(
          withoutNames(line, givenInLine),
          one,
          former.find(({ id }) => id === one.id) ?? null,
          `${path}.${row}.`,
        ),
      )
    }
    if (kind === 'address' && value) {
      const { pincode } = value as Values
      const was = (before?.[name] as Values | null | undefined)?.pincode
      return typeof pincode === 'string' && pincode !== '' && pincode !== was
        ? [{ path: `${path}.pincode`, kind: 'pincode', code: pincode, country: null }]
        : []
    }
    if (!is || typeof value !== 'string' || value === before?.[name]) return []
    return [{ path, kind: is, code: value, country: values.country ?? null }]
  })
}

/**
 * The codes of a record that are wrong for sure, by their path. What stood there before stays. `isIndia` says of the country
 * that an address names, or of none, whether it is India; null where that is not known here.
 */
export function wrongCodes(
  module: Pick<Module, 'fields'>,
  values: Values,
  before: Values | null,
  isIndia: (country: unknown) => boolean | null,
): Record<string, CodeFault> {
  const wrong: Record<string, CodeFault> = {}
  for (const { path, kind, code, country } of codesIn(module.fields, values, before)) {
    const fault = codeFault(kind, code, isIndia(country) ?? false)
    if (fault) wrong[path] = fault
  }
  return wrong
}

/** Countries that the codes of a record lie in. */
export const countriesOf = (module: Pick<Module, 'fields'>, values: Values): unknown[] => [
  ...new Set(codesIn(module.fields, values, null).flatMap(({ country }) => (country === null ? [] : [country]))),
]

/** What only the server writes into a line comes from elsewhere, and was judged there. */
const withoutNames = (fields: Fields, names: readonly string[]): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)))
