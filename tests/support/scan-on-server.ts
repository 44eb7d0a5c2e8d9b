import type { Module, Register, Row } from '#contract/module.ts'
import { register } from '#contract/register.ts'
import { readScan } from '#contract/scan/read-scan.ts'
import { resolveScan, type Look, type LookedHit } from '#contract/scan/resolve.ts'
import { scannedFields } from '#contract/scan/scanned-fields.ts'
import type { SyncDouble } from './sync-double.ts'

/** From now on the double answers what is scanned as the server does, by the records that it has. */
export function answerScans(server: SyncDouble): void {
  const look = lookAmong(server, register)
  server.state.routes['GET /scan'] = request =>
    resolveScan(readScan(new URL(request.url).searchParams.get('text')!), look)
}

function lookAmong(server: SyncDouble, all: Register): Look {
  const hitOf = (module: Module, row: Row, field: string | null): LookedHit => {
    const title = said(row[module.title])
    const archived = row.archivedAt !== null && row.archivedAt !== undefined
    return { module: module.name, id: row.id, title, archived, field, code: said(row[field ?? module.title]) }
  }
  const rows = () => [...server.rows.values()].flatMap(({ t, row }) => (all[t] ? [{ module: all[t], row }] : []))
  return {
    byCode: async codes => {
      const wanted = new Set(codes.map(code => code.toLowerCase()))
      const hits = rows().flatMap(({ module, row }) =>
        scannedFields(module).flatMap(field =>
          wanted.has(said(row[field]).toLowerCase()) ? [hitOf(module, row, field)] : [],
        ),
      )
      return { hits, denied: [] }
    },
    byLabel: async ({ code, id }) => ({
      hits: rows().flatMap(({ module, row }) =>
        module.code === code && row.id === id ? [hitOf(module, row, null)] : [],
      ),
      denied: [],
    }),
  }
}

const said = (value: unknown): string => (typeof value === 'string' ? value : '')
