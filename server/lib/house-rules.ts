import type { Tx } from '#server/crud/store.ts'
import type { WarrantyStart } from '#contract/warranty-start.ts'

/** What the business says that writes go by. */
export type HouseRules = { country: string; warrantyStart: WarrantyStart; today: string; repeatDays: number }

/** The rules of the house as of now; an installation that has no general setting yet goes by the usual. */
export async function houseRules(tx: Pick<Tx, 'also'>, now: string): Promise<HouseRules> {
  const [rules] = await tx.also<HouseRules>(
    `select coalesce(min(country), 'IN') as country, coalesce(min(warranty_start), 'delivery') as "warrantyStart",
       ($1::timestamptz at time zone coalesce(min(time_zone), 'Asia/Kolkata'))::date::text as today,
       coalesce(min(repeat_days), 90) as "repeatDays"
     from general_setting`,
    [now],
  )
  return rules!
}
