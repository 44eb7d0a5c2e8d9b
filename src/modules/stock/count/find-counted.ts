import type { Actor } from '#contract/actor.ts'
import { part } from '#contract/modules/catalogue/part.ts'
import { product } from '#contract/modules/catalogue/product.ts'
import { unit } from '#contract/modules/stock/unit.ts'
import { isAddress, readScan, type Reading } from '#contract/scan/read-scan.ts'
import { findExactly } from '#contract/scan/resolve.ts'
import { shortCode } from '#contract/short-code.ts'
import type { UserDb } from '#src/offline/user-db.ts'
import { lookOnDevice } from '#src/scan/device-look.ts'

const countable = { unit, part, product }
/** As long as the text of an entry may be. */
const MOST = 200

export type FoundHere = { text: string; unit: number | null; part: number | null; product: number | null }
/** `how` it had to be read. */
type Found = { what: FoundHere; how: Reading['how'] }

/**
 * What was scanned, by what this device holds: nobody waits for the server. What is not known here is known by its code, and the
 * server says what that is. Null where nothing was said at all.
 */
export async function findCounted(raw: string, db: UserDb | null, actor: Actor): Promise<Found | null> {
  const scan = readScan(raw, [location.origin])
  if (scan.is === 'nothing') return null
  const none = { text: scan.said.slice(0, MOST), unit: null, part: null, product: null }
  if (scan.is !== 'code') return { what: none, how: 'asIs' }
  const label = scan.readings.find(one => isAddress(one.text))?.label
  // An address of ours says no more to the server than the code in it.
  const said = label ? { ...none, text: shortCode(label, label.id) } : none
  const { hits, how } = db ? await findExactly(scan, lookOnDevice(db, countable, actor)).catch(() => nobody) : nobody
  const [hit] = hits
  return { what: hit && hits.length === 1 ? { ...said, [hit.module]: hit.id } : said, how }
}
const nobody = { hits: [], how: 'asIs' } as const
