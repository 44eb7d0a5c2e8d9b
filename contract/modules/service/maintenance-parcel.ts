import type { Dispatch } from '../stock/dispatch.ts'
import type { Maintenance } from './maintenance.ts'

type Job = Pick<Maintenance, 'stage' | 'serviceMode' | 'unit' | 'product' | 'serial' | 'accessories'>
type Owed = Pick<Maintenance, 'total' | 'balance'>

/** Can it be sent to its customer now? On site a device goes nowhere. */
export const maySend = ({ stage, serviceMode }: Pick<Job, 'stage' | 'serviceMode'>): boolean =>
  stage === 'ready' && serviceMode !== 'onSite'

/** What goes back with a job: its device, and what came with it, as its customer told it. */
export function contentsOf({ unit, product, serial, accessories }: Job) {
  const one = { line: null, product: null, serial: null, text: null, qty: 1 }
  const device = { ...one, product, serial: unit === null ? serial : null }
  return accessories ? [device, { ...one, text: accessories }] : [device]
}

/** What is left to pay of it. */
const owedOf = ({ total, balance }: Owed): number => Math.max(balance ?? total ?? 0, 0)

/** What the courier collects with it, where something is due. */
export const dueFor = (job: Owed): number | null => owedOf(job) || null

/** What it says that the courier collects, or as much of it as is still owed. */
export const stillDue = ({ codAmount }: Pick<Dispatch, 'codAmount'>, job: Owed): number | null =>
  codAmount === null ? null : Math.min(codAmount, owedOf(job))
