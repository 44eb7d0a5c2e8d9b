import type { Row } from '#contract/module.ts'
import { modules } from '#contract/modules/index.ts'
import { byServer, type Deeds } from '#server/crud/by-server.ts'
import type { Written } from '#server/crud/routes.ts'
import type { Ground } from './maker.ts'

/** A count that somebody in the warehouse is at: most of it is scanned, and not all of that is as it should be. */
export const demoStockCount = (written: Written, { people, admin }: Ground): Promise<void> =>
  byServer(written, { actor: people.get('warehouse') ?? admin, request: null }, async deeds => {
    const { create } = deeds
    const shelves = await shelvesOf(deeds)
    const parts = await deeds.also<{ id: number; qty: number }>(
      'select id, on_hand::int as qty from part where archived_at is null and on_hand > 1 order by name limit 3',
      [],
    )
    const count = await create(modules.stockCount, {
      products: shelves.map(({ product }) => product),
      parts: parts.map(({ id }) => id),
      note: 'Shelves A and B',
    })
    const scanned = (more: object): Promise<Row> => create(modules.countEntry, { count: count.id, ...more })
    for (const { devices } of shelves) for (const device of devices.slice(1)) await scanned({ unit: device })
    const [right, tooMany] = parts
    if (right) await scanned({ part: right.id, qty: right.qty })
    if (tooMany) await scanned({ part: tooMany.id, qty: tooMany.qty + 1 })
    await scanned({ text: '4006381333931', reason: 'unknown' })
  })

/** A few products, with those of their devices that are in stock. */
const shelvesOf = (deeds: Deeds) =>
  deeds.also<{ product: number; devices: number[] }>(
    `select product, array_agg(id order by id) as devices from unit
     where stage = 'inStock' and archived_at is null group by product having count(*) > 2 order by product limit 2`,
    [],
  )
