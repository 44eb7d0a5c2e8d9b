import { dispatch, type Dispatch } from '#contract/modules/stock/dispatch.ts'
import { Problem } from '#contract/problem.ts'
import { stageAllows } from '#contract/record-rules.ts'
import { byServer } from '#server/crud/by-server.ts'
import type { Written } from '#server/crud/routes.ts'
import { toChange } from '#server/flows/to-change.ts'
import type { Means } from './book.ts'
import type { Courier, Failure, Told } from './courier.ts'
import { namedCouriers, open } from './find.ts'
import { keylessCourier } from './manual.ts'
import type { Named } from './named.ts'

/** Handed over, and not over yet. */
export const followed: readonly Dispatch['stage'][] = ['handedOver', 'inTransit', 'outForDelivery', 'returning']
/** Parcels of one courier that are asked about in one round. */
const MOST = 20
const AGAIN = '30 minutes'
/** What a courier does not know is asked of it less often. */
const UNKNOWN_AGAIN = '6 hours'
/** Minutes that a courier is left alone for at most. */
const LONGEST_REST = 360
const MOST_EVENTS = 200

type Watched = { dispatch: number; awb: string }

/** Asks each courier of some parcels that are on their way, and writes down what is new. */
export async function followParcels(means: Means): Promise<void> {
  for (const named of await namedCouriers(means.pool)) {
    if (means.bounds.signal?.aborted) return
    await followCourier(means, named)
  }
}

async function followCourier(means: Means, named: Named): Promise<void> {
  const { pool } = means
  const resting = await pool.query('select 1 from courier_rest where courier = $1 and until > now()', [named.courier])
  if (resting.rowCount) return
  const courier = await open(means, named)
  // Nobody is asked: a parcel keeps its turn for when somebody is.
  if (courier === keylessCourier) return
  const due = await claim(means, named.courier)
  for (const [at, parcel] of due.entries()) {
    const failure = await followParcel(means, courier, parcel)
    if (failure && isOfCourier(failure)) {
      // Whoever leaves says nothing of the courier, nor of this parcel.
      const isLeaving = means.bounds.signal?.aborted === true
      if (!isLeaving) await rest(means, named.courier)
      // One over which the courier stumbles is not the first of the next round.
      const left = due.slice(isLeaving ? at : at + 1).map(one => one.dispatch)
      await pool.query('update parcel_watch set next_at = now() where dispatch = any($1)', [left])
      return
    }
  }
  if (due.length > 0) await pool.query('delete from courier_rest where courier = $1', [named.courier])
}

/** Says of the courier, not of the parcel, that asking on is of no use now. */
const isOfCourier = (failure: Failure): boolean =>
  ['unreachable', 'slow', 'notUnderstood'].includes(failure.is) || (failure.is === 'refused' && failure.ofKey === true)

/** The parcels that have waited longest, this process's alone; whoever fails with them leaves them for the next time. */
async function claim({ pool }: Means, courier: number): Promise<Watched[]> {
  const { rows } = await pool.query<Watched>(
    `insert into parcel_watch (dispatch, awb, asked_at, next_at)
     select d.id, d.awb, now(), now() + interval '${AGAIN}' from dispatch d left join parcel_watch w on w.dispatch = d.id
     where d.courier = $1 and d.awb is not null and d.archived_at is null and d.stage = any($2)
       and (w.dispatch is null or w.awb <> d.awb or w.next_at <= now())
     order by w.next_at nulls first, d.id limit ${MOST}
     on conflict (dispatch) do update set awb = excluded.awb, asked_at = now(), next_at = excluded.next_at
       where parcel_watch.awb <> excluded.awb or parcel_watch.next_at <= now()
     returning dispatch, awb`,
    [courier, followed],
  )
  return rows
}

const rest = ({ pool }: Means, courier: number) =>
  pool.query(
    `insert into courier_rest as r (courier, failures, until) values ($1, 1, now() + interval '1 minute')
     on conflict (courier) do update set failures = r.failures + 1,
       until = now() + make_interval(mins => least(power(2, least(r.failures, 20)), ${LONGEST_REST})::int)`,
    [courier],
  )

/** Asks of one parcel, and writes down what is new. */
export async function followParcel(
  { pool, written }: Means,
  courier: Courier,
  { dispatch: id, awb }: Watched,
): Promise<Failure | null> {
  const said = await courier.track(awb)
  if (said.is !== 'yes') {
    if (!isOfCourier(said))
      await pool.query(`update parcel_watch set next_at = now() + interval '${UNKNOWN_AGAIN}' where dispatch = $1`, [
        id,
      ])
    return said
  }
  await writeEvents(written, id, awb, said.events)
  await deliver(written, id, awb)
  if (said.events.some(({ kind }) => kind === 'delivered'))
    await pool.query('update parcel_watch set next_at = null where dispatch = $1 and awb = $2', [id, awb])
  return null
}

const sameness = ({ kind, at, place }: Pick<Told, 'kind' | 'at' | 'place'>) =>
  JSON.stringify([kind, Date.parse(at), place?.trim().toLowerCase() ?? ''])

/** Each event once, however often it is told. */
const writeEvents = (written: Written, id: number, awb: string, told: readonly Told[]): Promise<void> =>
  byServer(written, { actor: null, request: null }, async ({ tx, update, nextId }) => {
    const row = (await toChange(tx, dispatch, id)) as unknown as Dispatch | null
    if (!row || row.awb !== awb || !followed.includes(row.stage)) return
    const known = new Set(row.events.map(sameness))
    const room = MOST_EVENTS - row.events.length
    const fresh: Dispatch['events'] = []
    for (const event of told.toSorted((a, b) => a.at.localeCompare(b.at))) {
      if (known.has(sameness(event)) || fresh.length >= room) continue
      known.add(sameness(event))
      fresh.push({ id: await nextId(), ...event })
    }
    if (fresh.length > 0) await update(dispatch, row, { events: [...row.events, ...fresh] })
  })

/**
 * A parcel that its courier has delivered is delivered, once and since then. What was told of a time before it left is of
 * another parcel with the same number, and of what turned back, is lost or is fetched for us people say what became of it.
 */
const deliver = (written: Written, id: number, awb: string): Promise<void> =>
  byServer(written, { actor: null, request: null }, async ({ tx, move }) => {
    const row = (await toChange(tx, dispatch, id)) as unknown as Dispatch | null
    if (!row || row.awb !== awb || row.direction !== 'out' || !stageAllows(dispatch.moves!.deliver, row)) return
    const times = row.events.flatMap(({ kind, at }) => (kind === 'delivered' ? [Date.parse(at)] : []))
    const left = Date.parse(row.handedOverAt ?? row.createdAt)
    const first = Math.min(...times.filter(at => at >= left))
    if (first !== Infinity) await move(dispatch, row, 'deliver', new Date(first).toISOString())
  }).catch((error: unknown) => {
    // Something else has to be put right first: the page of the parcel says what the courier told.
    if (!(error instanceof Problem)) throw error
  })
