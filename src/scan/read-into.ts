import { layoutNames } from '#contract/scan/layouts.ts'
import { isAddress, readScan, type Reading, type ReadScan } from '#contract/scan/read-scan.ts'

/** What a field for codes is to hold of a scan; else why it is to hold nothing of it. */
export type ReadInto =
  | { is: 'code'; text: string; how: Reading['how'] }
  | { is: Exclude<ReadScan['is'], 'code'> | 'ownLabel' }

/** A code with a digit in it was not typed by a French keyboard, which writes signs in the place of digits. */
const isSaidTwoWays = (said: string, how: Reading['how']) => how === 'french' && /\d/.test(said)

/** Nobody looks here whether there is such a code: one reading has to be beyond doubt. */
export function readInto(raw: string, origins: readonly string[]): ReadInto {
  const scan = readScan(raw, origins)
  if (scan.is !== 'code') return { is: scan.is }
  const { said, readings } = scan
  if (readings.some(({ text }) => isAddress(text))) return { is: 'ownLabel' }
  const mended = readings.filter(({ how }) => layoutNames.some(name => name === how) && !isSaidTwoWays(said, how))
  // The narrowest part of a GS1 code is the one of this piece alone.
  const best = readings.find(({ how }) => how === 'gs1') ?? (mended.length === 1 ? mended[0] : undefined) ?? readings[0]
  return best ? { is: 'code', text: best.text, how: best.how } : { is: 'nothing' }
}
