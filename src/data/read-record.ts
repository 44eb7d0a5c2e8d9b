import { rowAnswer } from '#contract/calls/records.ts'
import { apiPath, type Module, type Row } from '#contract/module.ts'
import { callApi } from '#src/offline/api.ts'
import { isKeepable, keptTable, type UserDb } from '#src/offline/user-db.ts'

/** One record, once: as this device keeps it, else from the server. */
export async function readRecord(db: UserDb | null, module: Module, id: number): Promise<Row> {
  const kept = db && isKeepable(module) ? await keptTable(db, module).get(id) : undefined
  if (kept?.t === module.name && kept.row) return kept.row
  return callApi('GET', `${apiPath(module)}/${id}`, { as: rowAnswer })
}
