import { courier } from '#contract/lists/stock.ts'
import type { Dispatch } from '#contract/modules/stock/dispatch.ts'
import { useItem } from '#src/data/use-list.ts'

/** Where the courier tells how far the parcel is, if it says so of its parcels. */
export function useTracking({ courier: id, awb }: Pick<Dispatch, 'courier' | 'awb'>): string | null {
  const template = (useItem(courier.name, id) as { trackingUrl?: string | null } | undefined)?.trackingUrl
  if (!template || !awb || !/^https?:\/\//i.test(template)) return null
  return template.replaceAll('{awb}', encodeURIComponent(awb))
}
