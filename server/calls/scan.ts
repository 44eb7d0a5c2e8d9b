import { scanCall } from '#contract/calls/scan.ts'
import { readScan } from '#contract/scan/read-scan.ts'
import { resolveScan } from '#contract/scan/resolve.ts'
import { answer } from '#server/lib/answer.ts'
import type { App, Services } from '#server/lib/http.ts'
import { runOn } from '#server/lib/transaction.ts'
import { lookIn } from '#server/scan/look.ts'

/** One answer for everything that is scanned: devices ask for what they do not hold. */
export function scanRoutes(api: App, { database, register }: Pick<Services, 'database' | 'register'>) {
  answer(api, scanCall, ({ text }, { actor }) =>
    resolveScan(readScan(text), lookIn(runOn(database.pool), register, actor)),
  )
}
