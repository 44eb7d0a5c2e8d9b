import type pg from 'pg'
import { readSecret } from '#server/lib/server-secrets.ts'
import type { Courier } from './courier.ts'
import { httpCourier } from './http.ts'
import { keylessCourier, manualCourier } from './manual.ts'
import { keyOf, type Named } from './named.ts'
import type { Bounds } from './request.ts'

export type Ways = { pool: pg.Pool; bounds: Bounds }

/** Milliseconds that somebody waits for a courier. */
export const PATIENCE = 10_000

/** The couriers that are named in the general setting. */
export async function namedCouriers(pool: pg.Pool): Promise<Named[]> {
  const { rows } = await pool.query<{ couriers: Named[] }>('select couriers from general_setting')
  return rows[0]?.couriers ?? []
}

/** How this courier is worked with: by the server where it is named, else by hand. */
export async function findCourier(ways: Ways, id: number): Promise<Courier> {
  const named = (await namedCouriers(ways.pool)).find(({ courier }) => courier === id)
  return named ? open(ways, named) : manualCourier
}

export async function open({ pool, bounds }: Ways, named: Named): Promise<Courier> {
  const key = await readSecret(pool, keyOf(named))
  if (key === null) return keylessCourier
  return httpCourier({ address: named.address, keyIn: named.keyIn, key: key.toString('utf8') }, bounds)
}
