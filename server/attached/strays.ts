import type { Pool } from 'pg'
import { allFields, type Register } from '#contract/module.ts'
import { holding, layoutOf } from '#server/crud/columns.ts'

type Stray = { id: number; module: string; field: string }

/** By then a form that it was chosen in has mostly been saved. In ms. */
const DAY = 86_400_000

/**
 * Ties files that hang nowhere to the records whose fields name them, before anybody forgets them: a file that was refused
 * once and sent again hung nowhere, though its record had long been saved.
 */
export async function tieStrays(pool: Pool, register: Register, now: Date): Promise<void> {
  const { rows } = await pool.query<Stray>(
    'select id, module, field from record_file where record is null and field is not null and made_at < $1',
    [new Date(now.getTime() - DAY)],
  )
  for (const { id, module: name, field } of rows) {
    const module = register[name]
    // The contract may have lost the one or the other since.
    if (!module || !(field in allFields(module))) continue
    const { sql, value } = holding(module, field, id)
    await pool.query(
      `update record_file set record = holder.id from (select id from ${layoutOf(module).table} where ${sql} limit 1) as holder
       where record_file.id = $2 and record is null`,
      [value, id],
    )
  }
}
