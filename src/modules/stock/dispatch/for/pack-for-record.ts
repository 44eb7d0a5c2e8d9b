import type { Row } from '#contract/module.ts'
import type { Order } from '#contract/modules/sales/order.ts'
import type { Maintenance } from '#contract/modules/service/maintenance.ts'
import type { Purpose } from '#contract/modules/stock/dispatch-for.ts'
import { forJob } from './job.ts'
import { forOrder } from './order.ts'
import type { PackFor } from './pack-for.ts'

/** What a record of that module is packed like. */
export const packForRecord: Record<Purpose, (record: Row) => PackFor> = {
  order: record => forOrder(record as unknown as Order),
  maintenance: record => forJob(record as unknown as Maintenance),
}
