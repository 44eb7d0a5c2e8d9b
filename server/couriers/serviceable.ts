import type pg from 'pg'
import { area } from '#contract/lists/places.ts'
import type { Answer } from './courier.ts'
import { findCourier, namedCouriers, type Ways } from './find.ts'
import { sayFailure } from './said.ts'

/** Do couriers go there? One, or all that are asked by the server, at once. */
export async function askServiceable(ways: Ways, pincode: string, one?: number) {
  const couriers = one === undefined ? (await namedCouriers(ways.pool)).map(({ courier }) => courier) : [one]
  return Promise.all(
    couriers.map(async courier => {
      const said: Answer<{ services: readonly string[] }> = await (
        await findCourier(ways, courier)
      ).serviceable(pincode)
      return said.is === 'yes'
        ? { courier, is: said.is, reason: null, services: [...said.services] }
        : { courier, is: said.is, reason: sayFailure(said), services: [] }
    }),
  )
}

/** A PIN code as it is printed, and often typed, with a blank in its middle. */
const PARTED = String.raw`\m[0-9]{3} [0-9]{3}\M`

/** Our own areas with that code: what is known where no courier can be asked. */
export async function areasWith(pool: pg.Pool, pincode: string): Promise<number[]> {
  const { rows } = await pool.query<{ id: number }>(
    `select id from list_item where list = $1 and archived_at is null
       and ($2 = any(regexp_split_to_array(extra ->> 'pincodes', '[,;[:space:]]+'))
         or $2 in (select replace(said[1], ' ', '') from regexp_matches(extra ->> 'pincodes', $3, 'g') said))
     order by position, id limit 50`,
    [area.name, pincode.replaceAll(' ', ''), PARTED],
  )
  return rows.map(({ id }) => id)
}
