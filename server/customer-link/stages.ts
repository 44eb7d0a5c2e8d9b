import type { Maintenance } from '#contract/modules/service/maintenance.ts'

type Stage = Maintenance['stage']

/** The steps of a job as its customer sees them. */
export const steps = ['Booked', 'With us', 'In repair', 'Ready', 'With you'] as const

/** Which of the steps it is at, and what is going on there. */
export const told: Record<Stage, { step: number; says: string }> = {
  logged: { step: 0, says: 'We have your request.' },
  pickupBooked: { step: 0, says: 'We will come and fetch it.' },
  inTransit: { step: 0, says: 'It is on its way to us.' },
  received: { step: 1, says: 'It has arrived, and we will look at it.' },
  assigned: { step: 1, says: 'One of us will look at it.' },
  diagnosed: { step: 1, says: 'We have found what it has.' },
  estimateSent: { step: 1, says: 'We wait for your answer to our estimate.' },
  approved: { step: 1, says: 'You have approved the estimate. We begin soon.' },
  declined: { step: 1, says: 'You have declined the estimate. We get it ready to give back.' },
  inRepair: { step: 2, says: 'It is being repaired.' },
  waitingParts: { step: 2, says: 'We wait for a part.' },
  onHold: { step: 2, says: 'The repair rests for a while.' },
  repaired: { step: 2, says: 'It is repaired, and will be checked.' },
  unrepairable: { step: 2, says: 'It cannot be repaired. We will call you.' },
  checked: { step: 2, says: 'It is repaired and checked.' },
  ready: { step: 3, says: 'It is ready for you.' },
  dispatched: { step: 3, says: 'It is on its way to you.' },
  handedOver: { step: 4, says: 'You have it back.' },
  closed: { step: 4, says: 'You have it back.' },
  cancelled: { step: 0, says: 'This job was cancelled.' },
}
