import { codeKey } from './codes.ts'

/** How a GSTIN is made: state, number of the taxpayer, which of theirs it is, check sign. */
export const gstinShape = /^\d\d[A-Z]{5}\d{4}[A-Z][0-9A-Z]Z[0-9A-Z]$/

const SIGNS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** The last sign of a GSTIN, worked out from the fourteen before it. */
export function gstinCheckSign(first14: string): string {
  let sum = 0
  for (const [at, sign] of Array.from(first14).entries()) {
    const product = SIGNS.indexOf(sign) * (at % 2 === 0 ? 1 : 2)
    sum += Math.floor(product / 36) + (product % 36)
  }
  return SIGNS[(36 - (sum % 36)) % 36]!
}

/** With which two digits the GSTINs of a state begin. */
export const gstStateCodes: Readonly<Record<string, string>> = {
  'Jammu and Kashmir': '01',
  'Himachal Pradesh': '02',
  Punjab: '03',
  Chandigarh: '04',
  Uttarakhand: '05',
  Haryana: '06',
  Delhi: '07',
  Rajasthan: '08',
  'Uttar Pradesh': '09',
  Bihar: '10',
  Sikkim: '11',
  'Arunachal Pradesh': '12',
  Nagaland: '13',
  Manipur: '14',
  Mizoram: '15',
  Tripura: '16',
  Meghalaya: '17',
  Assam: '18',
  'West Bengal': '19',
  Jharkhand: '20',
  Odisha: '21',
  Chhattisgarh: '22',
  'Madhya Pradesh': '23',
  Gujarat: '24',
  'Dadra and Nagar Haveli and Daman and Diu': '26',
  Maharashtra: '27',
  Karnataka: '29',
  Goa: '30',
  Lakshadweep: '31',
  Kerala: '32',
  'Tamil Nadu': '33',
  Puducherry: '34',
  'Andaman and Nicobar Islands': '35',
  Telangana: '36',
  'Andhra Pradesh': '37',
  Ladakh: '38',
}

const statesByCode: ReadonlyMap<string, string> = new Map(
  Object.entries(gstStateCodes).map(([state, code]) => [code, state]),
)

/** The state in which somebody with this number is taxed; null where it is no GSTIN, or not a right one. */
export function gstStateOf(taxId: string | null): string | null {
  const key = codeKey(taxId ?? '')
  if (!gstinShape.test(key) || gstinCheckSign(key.slice(0, 14)) !== key[14]) return null
  return statesByCode.get(key.slice(0, 2)) ?? null
}

/** The state of a GSTIN where an address is in another state of India; null where nothing is odd. */
export function otherGstState(taxId: string, named: string): string | null {
  const own = gstStateOf(taxId)
  return own === null || own === named || !(named in gstStateCodes) ? null : own
}
