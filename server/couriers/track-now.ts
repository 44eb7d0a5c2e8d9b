import type { Actor } from '#contract/actor.ts'
import { cleanCode, plainDigits } from '#contract/clean.ts'
import { dispatch, type Dispatch } from '#contract/modules/stock/dispatch.ts'
import { inScope, maySee } from '#contract/rules.ts'
import { layoutOf, rowFrom } from '#server/crud/columns.ts'
import type { Means } from './book.ts'
import { findCourier } from './find.ts'
import { followed, followParcel } from './follow.ts'
import { keylessCourier, manualCourier } from './manual.ts'
import { sayFailure } from './said.ts'

/** Asks the courier of the parcels with that number that this person may see, and answers what is known of them then. */
export async function trackNow(means: Means, actor: Actor, awb: string) {
  if (!maySee(dispatch, actor)) return []
  const found = (await withAwb(means, awb)).filter(row => inScope(dispatch, row as never, actor))
  const said = new Map<number, Awaited<ReturnType<typeof ask>>>()
  for (const row of found) said.set(row.id, await ask(means, row))
  return (await withAwb(means, awb)).flatMap(row => {
    const failure = said.get(row.id)
    if (failure === undefined) return []
    const { id, number, stage, courier, events } = row
    const told = failure ? { said: failure.is, reason: sayFailure(failure) } : { said: 'yes' as const, reason: null }
    return [{ dispatch: id, number, stage, courier, ...told, events }]
  })
}

async function withAwb({ pool }: Means, awb: string): Promise<Dispatch[]> {
  const { table, select } = layoutOf(dispatch)
  const { rows } = await pool.query<Record<string, unknown>>(
    `select ${select} from ${table} where code_key(awb) = code_key($1) and stage <> 'cancelled' order by id desc limit 5`,
    [plainDigits(cleanCode(awb))],
  )
  return rows.map(raw => rowFrom(dispatch, raw) as unknown as Dispatch)
}

/** Null where what we have is new enough: it is asked at most once a minute, and while the parcel is on its way. */
async function ask(means: Means, { id, courier, awb, stage }: Dispatch) {
  const of = courier === null ? manualCourier : await findCourier(means, courier)
  if (of === manualCourier) return { is: 'byHand' } as const
  if (of === keylessCourier) return { is: 'noKey' } as const
  if (!followed.includes(stage)) return null
  const { rowCount } = await means.pool.query(
    `insert into parcel_watch (dispatch, awb, asked_at, next_at) values ($1, $2, now(), now() + interval '30 minutes')
     on conflict (dispatch) do update set awb = excluded.awb, asked_at = now(), next_at = excluded.next_at
       where parcel_watch.awb <> excluded.awb or parcel_watch.asked_at < now() - interval '1 minute'`,
    [id, awb],
  )
  return rowCount ? followParcel(means, of, { dispatch: id, awb: awb! }) : null
}
