import type { MaintenanceInvoice } from './maintenance-invoice.ts'
import type { Maintenance } from '../service/maintenance.ts'

const done: readonly string[] = ['repaired', 'checked', 'ready', 'dispatched', 'handedOver', 'closed']
const undone: readonly string[] = ['unrepairable', 'declined']

type Job = Pick<Maintenance, 'stage' | 'total'>

/** What is repaired is asked for, and of what is not what it costs all the same. */
export const mayInvoiceJob = ({ stage, total }: Job): boolean =>
  done.includes(stage) || (undone.includes(stage) && (total ?? 0) > 0)

/** What it will come to can be said as soon as it comes to something. */
export const mayProposeJob = ({ stage, total }: Job): boolean => stage !== 'cancelled' && (total ?? 0) > 0

/** Why nothing is asked for a line of a job, where that is so. */
type Covered = MaintenanceInvoice['lines'][number]['covered']
export const coveredBy = (cover: Maintenance['cover'], pays: string): Covered =>
  pays === 'us' ? 'us' : pays === 'customer' || cover === 'paid' ? null : cover
