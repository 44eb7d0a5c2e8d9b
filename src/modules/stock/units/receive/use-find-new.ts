import { part } from '#contract/modules/catalogue/part.ts'
import { product } from '#contract/modules/catalogue/product.ts'
import { unit } from '#contract/modules/stock/unit.ts'
import { readScan } from '#contract/scan/read-scan.ts'
import { findExactly } from '#contract/scan/resolve.ts'
import { useData } from '#src/data/data.ts'
import { lookOnDevice } from '#src/scan/device-look.ts'
import { findScanned, type Verdict } from '#src/scan/find.ts'
import { readInto } from '#src/scan/read-into.ts'
import { useActor } from '#src/session/actor.ts'

/** What may lie beside a new device: the code of its box is no serial number. */
const near = { unit, part, product }

/** Looks on this device alone, so that nobody waits: the server refuses what it knows when the devices are received. */
export function useFindNew(): (raw: string) => Promise<Verdict> {
  const { db, register } = useData()
  const actor = useActor()
  return async raw => {
    const scan = readScan(raw, [location.origin])
    const read = readInto(raw, [location.origin])
    const { hits } = db ? await findExactly(scan, lookOnDevice(db, near, actor)).catch(() => nobody) : nobody
    if (hits.length > 0 || read.is !== 'code') return findScanned(raw, { db, register, actor })
    return { is: 'unknown', said: read.text }
  }
}
const nobody = { hits: [] }
