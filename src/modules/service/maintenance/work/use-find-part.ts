import type { Row } from '#contract/module.ts'
import { part, type Part } from '#contract/modules/catalogue/part.ts'
import { isAddress, readScan } from '#contract/scan/read-scan.ts'
import { codeKey, codesLike } from '#contract/scan/same-code.ts'
import { useData } from '#src/data/data.ts'
import { readPage } from '#src/data/list-pages.ts'
import { readRecord } from '#src/data/read-record.ts'
import { codeOf } from '#src/offline/api.ts'
import { keptTable } from '#src/offline/user-db.ts'

const FEW = 10

/** `unreachable`: this device does not know it, and nobody else can be asked. */
export type FoundPart = Part | 'unknown' | 'unreachable'

/** Finds the part with this bar code or code, on this device first. */
export function useFindPart(): (said: string) => Promise<FoundPart> {
  const { db } = useData()
  return async said => {
    const scan = readScan(said, [location.origin])
    if (scan.is !== 'code') return 'unknown'
    const kept = db ? (await keptTable(db, part).toArray()).flatMap(({ row }) => row ?? []) : []
    for (const { text } of scan.readings) {
      const here = partOf(kept, text)
      if (here) return here
    }
    try {
      for (const { text, label } of scan.readings) {
        if (label?.code === part.code) return (await readRecord(db, part, label.id)) as unknown as Part
        if (isAddress(text)) continue
        for (const q of codesLike(text)) {
          const { rows } = await readPage(part, { q }, { after: null, limit: FEW })
          const found = partOf(rows, text)
          if (found) return found
        }
      }
      return 'unknown'
    } catch (error) {
      return codeOf(error) === 'not-found' ? 'unknown' : 'unreachable'
    }
  }
}

function partOf(rows: readonly Row[], text: string): Part | undefined {
  const said = codeKey(text)
  return (rows as unknown as Part[]).find(
    ({ code, barcode }) => codeKey(code) === said || (barcode !== null && codeKey(barcode) === said),
  )
}
