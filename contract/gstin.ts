import { cleanCode, plainDigits } from './clean.ts'

/** The signs that a GSTIN is written with, in the order of their values. */
const SIGNS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** A GSTIN as it is kept: without what stands between its signs on stamps and in mails. */
export const gstinOf = (text: string): string =>
  plainDigits(cleanCode(text))
    .replace(/[\s.-]/g, '')
    .toUpperCase()

/** The sign that comes behind these fourteen: mod 36, each second value twice, and of what has two digits then their sum. */
export function gstinCheckSign(first: string): string {
  const sum = Array.from(first).reduce((all, sign, at) => {
    const value = SIGNS.indexOf(sign) * (1 + (at % 2))
    return all + Math.floor(value / 36) + (value % 36)
  }, 0)
  return SIGNS[(36 - (sum % 36)) % 36]!
}

const digits: readonly number[] = [0, 1, 7, 8, 9, 10]
const letters: readonly number[] = [2, 3, 4, 5, 6, 11]

/** Why it is no GSTIN; null where it is one. */
export function againstGstin(text: string): string | null {
  const gstin = gstinOf(text)
  if (!/^[0-9A-Z]{15}$/.test(gstin)) return 'A GSTIN has fifteen letters and digits.'
  if (digits.some(at => !/\d/.test(gstin[at]!))) return 'There are letters where digits belong.'
  if (letters.some(at => /\d/.test(gstin[at]!))) return 'There are digits where letters belong.'
  if (gstin[13] !== 'Z') return 'The last sign but one of a GSTIN is a Z.'
  return gstin[14] === gstinCheckSign(gstin.slice(0, 14)) ? null : 'The last sign does not fit. Is a letter wrong?'
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
