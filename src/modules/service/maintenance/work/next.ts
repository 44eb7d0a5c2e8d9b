import { maintenance, type Maintenance } from '#contract/modules/service/maintenance.ts'
import { movesOf } from '#contract/record-rules.ts'
import type { Actor } from '#contract/actor.ts'
import type { MoveOf } from '#contract/module.ts'

export type JobMove = MoveOf<typeof maintenance>
type Stage = Maintenance['stage']

/** What leads on best from a stage, and what comes second; what does not fit the job is passed over. */
const best: Partial<Record<Stage, readonly JobMove[]>> = {
  logged: ['bookPickup', 'receive', 'assign'],
  pickupBooked: ['collect', 'receive', 'assign'],
  inTransit: ['receive', 'assign'],
  received: ['diagnose', 'assign'],
  assigned: ['receive', 'diagnose', 'repair'],
  diagnosed: ['sendEstimate', 'repair', 'giveUp'],
  estimateSent: ['approve', 'decline'],
  approved: ['repair'],
  declined: ['makeReady', 'sendEstimate'],
  inRepair: ['finish', 'waitForParts'],
  waitingParts: ['goOn', 'hold'],
  onHold: ['goOn', 'giveUp'],
  repaired: ['passCheck', 'failCheck'],
  unrepairable: ['makeReady'],
  checked: ['makeReady', 'failCheck'],
  ready: ['handOver', 'send'],
  dispatched: ['handOver', 'cameBack'],
  handedOver: ['close'],
}

export type Steps = { next: JobMove | undefined; second: JobMove | undefined; others: JobMove[] }

/** The step that comes next, the one beside it, and all others that this person may make. */
export function stepsOf(job: Maintenance, actor: Actor): Steps {
  const may = movesOf(maintenance, job, actor)
  // Without its technician a job is nobody's work yet; with one it need not be asked for.
  const order =
    job.stage === 'received' && job.assignedTo === null ? (['assign', 'diagnose'] as const) : best[job.stage]
  // The customer was told something else than it costs by now.
  const isTold = job.stage === 'estimateSent' || job.stage === 'approved'
  const isOther = isTold && job.estimate !== job.total && may.includes('sendEstimate')
  const wanted: readonly JobMove[] = isOther ? ['sendEstimate'] : (order ?? [])
  const [next, second] = wanted.filter(move => may.includes(move))
  return { next, second, others: may.filter(move => move !== next && move !== second) }
}

/** Answers of the checklist that are missing. */
export const checksLeft = ({ checklist }: Pick<Maintenance, 'checklist'>): number =>
  checklist.filter(({ value }) => value === null || value === '').length

/** Stages in which somebody works on a job, or has: before them and after them it is a form. */
export const isAtWork = ({ stage, serviceMode }: Maintenance): boolean =>
  !['logged', 'pickupBooked', 'inTransit', 'closed', 'cancelled'].includes(stage) ||
  (stage === 'logged' && serviceMode === 'onSite')
