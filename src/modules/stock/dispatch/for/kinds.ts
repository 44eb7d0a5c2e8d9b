import type { Module } from '#contract/module.ts'
import { order } from '#contract/modules/sales/order.ts'
import { maintenance } from '#contract/modules/service/maintenance.ts'
import { purposeOf, type Purpose } from '#contract/modules/stock/dispatch-for.ts'
import type { Dispatch } from '#contract/modules/stock/dispatch.ts'

type Kind = {
  module: Module
  details: (id: number) => string
  /** Where its parcels are packed. */
  pack: (id: number) => string
  label: (id: number, dispatch: number) => string
}

/** The records that parcels are for, and where people go with them. */
export const kinds: Record<Purpose, Kind> = {
  order: {
    module: order,
    details: id => `/orders/orders-details/${id}`,
    pack: id => `/orders/orders-dispatch/${id}`,
    label: (_, dispatch) => `/orders/orders-dispatch-label/${dispatch}`,
  },
  maintenance: {
    module: maintenance,
    details: id => `/maintenances/maintenance-details/${id}`,
    pack: id => `/maintenances/maintenance-dispatch/${id}`,
    label: (id, dispatch) => `/maintenances/maintenance-dispatch-label/${id}?dispatch=${dispatch}`,
  },
}

type Named = Pick<Dispatch, 'id' | 'order' | 'maintenance'>

/** What this one is for; null where nothing names it. */
export function forWhat(row: Named) {
  const name = purposeOf(row)
  return name && { name, id: row[name]!, ...kinds[name] }
}

/** Where this one is packed; null where it is for nothing that has a record. */
export function packPath(row: Named): string | null {
  const what = forWhat(row)
  return what && `${what.pack(what.id)}?dispatch=${row.id}`
}

export function labelPath(row: Named): string {
  const what = forWhat(row)
  return what ? what.label(what.id, row.id) : kinds.order.label(0, row.id)
}
