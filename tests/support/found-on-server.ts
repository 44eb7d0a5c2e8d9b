import type { Module, Row } from '#contract/module.ts'
import type { Verdict } from '#src/scan/find.ts'
import type { SyncDouble } from './sync-double.ts'

/** Scans say `unit 11`, and a record is as the server has it at that moment: what a mode makes of it is looked at alone. */
export const foundOn = (server: SyncDouble) => ({
  findScanned: async (code: string): Promise<Verdict> => {
    const [module, id] = code.split(' ')
    const hit = { module: module!, id: Number(id), title: code, archived: false, field: null, code }
    return { is: 'found', said: code, how: 'asIs', address: null, hit }
  },
  readRecord: async (_: unknown, __: Module, id: number): Promise<Row> => server.rows.get(id)!.row,
})
