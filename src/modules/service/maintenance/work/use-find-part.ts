import type { Row } from '#contract/module.ts'
import { part, type Part } from '#contract/modules/catalogue/part.ts'
import { isAddress, readScan, type Reading } from '#contract/scan/read-scan.ts'
import { howRead } from '#contract/scan/resolve.ts'
import { readingKey, codesLike } from '#contract/scan/same-code.ts'
import { useData } from '#src/data/data.ts'
import { readPage } from '#src/data/list-pages.ts'
import { readRecord } from '#src/data/read-record.ts'
import { codeOf } from '#src/offline/api.ts'
import { keptTable } from '#src/offline/user-db.ts'

const FEW = 10

/** `unreachable`: this device does not know it, and nobody else can be asked. */
export type FoundPart = { found: Part | 'unknown' | 'unreachable'; how: Reading['how'] }

/** Finds the part with this bar code or code, on this device first. */
export function useFindPart(): (said: string) => Promise<FoundPart> {
  const { db } = useData()
  return async said => {
    const scan = readScan(said, [location.origin])
    if (scan.is !== 'code') return { found: 'unknown', how: 'asIs' }
    const kept = db ? (await keptTable(db, part).toArray()).flatMap(({ row }) => row ?? []) : []
    for (const reading of scan.readings) {
      const here = partOf(kept, reading)
      if (here) return here
    }
    try {
      for (const { text, label, how } of scan.readings) {
        if (label?.code === part.code) return { found: (await readRecord(db, part, label.id)) as unknown as Part, how }
        if (isAddress(text)) continue
        for (const q of codesLike(text)) {
          const { rows } = await readPage(part, { q }, { after: null, limit: FEW })
          const found = partOf(rows, { text, how })
          if (found) return found
        }
      }
      return { found: 'unknown', how: 'asIs' }
    } catch (error) {
      return { found: codeOf(error) === 'not-found' ? 'unknown' : 'unreachable', how: 'asIs' }
    }
  }
}

function partOf(rows: readonly Row[], reading: Pick<Reading, 'text' | 'how'>): FoundPart | undefined {
  const said = readingKey(reading.text)
  for (const one of rows as unknown as Part[])
    for (const code of [one.code, one.barcode])
      if (code !== null && readingKey(code) === said) return { found: one, how: howRead(reading, code) }
  return undefined
}
