import { groupBy } from '#contract/group-by.ts'
import type { Shop } from '../shop.ts'

/** One writing of a record, by whomever: the fields that it changed, as they were before and after. */
export type Writing = {
  mid: string | null
  record: string
  before: Record<string, unknown>
  after: Record<string, unknown>
}

/** What the server did, in its order, and what it remembers of what this person sent; as long as it is not restored. */
export async function readLedger({ sql }: Pick<Shop, 'sql'>, userId: number) {
  const history = await sql<Writing>(
    `select mid, record_id as record, before, after from record_history
     where record_id in (select record_id from record_history where actor = $1 and mid is not null) order by id`,
    [userId],
  )
  const ledger = await sql<{ mid: string; status: string; supersededBy: string | null; how: string | null }>(
    `select mid, status, superseded_by as "supersededBy", decided->>'how' as how from sync_mutation where user_id = $1`,
    [userId],
  )
  return {
    history,
    writings: groupBy(
      history.filter(({ mid }) => mid !== null),
      ({ mid }) => mid!,
    ),
    applied: new Set(ledger.flatMap(({ mid, status }) => (status === 'applied' ? [mid] : []))),
    /** How a supervisor decided about it. */
    decided: new Map(ledger.flatMap(({ mid, how }) => (how === null ? [] : [[mid, how] as const]))),
    supersededBy: new Map(ledger.map(({ mid, supersededBy }) => [mid, supersededBy])),
  }
}
export type Ledger = Awaited<ReturnType<typeof readLedger>>
