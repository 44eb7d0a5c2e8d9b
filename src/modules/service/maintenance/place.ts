import type { Maintenance } from '#contract/modules/service/maintenance.ts'
import { useItem } from '#src/data/use-list.ts'

/** Where a job is, in one line; empty where nobody said. */
export function usePlaceOf(job: Maintenance): string {
  const area = useItem('area', job.area)?.label
  const city = useItem('city', job.city)?.label
  return [job.address, area, city, job.pincode].filter(Boolean).join(', ')
}

/** Opens the map of the device there. */
export const mapOf = (place: string): string => `geo:0,0?q=${encodeURIComponent(place)}`
