import type { ClockRules } from '../../promise-clock.ts'

/** Where the house can say how long an order may stand: where it is on us to go on. */
export const timedOrderStages = ['draft', 'confirmed', 'packing'] as const

/** What the stages of an order mean to its clock: on hold it stands still, and what has left has kept its promise. */
export const orderClock: ClockRules = {
  pausing: ['onHold'],
  keepsPromise: ['dispatched', 'delivered', 'closed', 'cancelled'],
  over: ['dispatched', 'delivered', 'closed', 'cancelled'],
  goesOn: (stage, before) => before.stage === 'onHold' && before.heldFrom === stage,
}

/** All of it has left the house. What comes back goes back to packing, and has not left then. */
export const hasLeft = ({ stage }: { stage: string }): boolean => ['dispatched', 'delivered', 'closed'].includes(stage)
