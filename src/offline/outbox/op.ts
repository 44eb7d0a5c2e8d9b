import type { DecidedBy } from '#contract/calls/push.ts'
import type { Intent } from '#contract/intent.ts'

/**
 * pending: to be sent · sending: claimed by a drainer · conflict, rejected: the server said no, a person decides ·
 * cancelling: withdrawn by the person, the server has to hear of it · superseded: another op took its place · done, discarded.
 */
export type OpState =
  | 'pending'
  | 'sending'
  | 'conflict'
  | 'rejected'
  | 'cancelling'
  | 'superseded'
  | 'done'
  | 'discarded'

/** Who wrote something, and when. */
export type Touch = { by: number | null; byName: string | null; at: string }

/** Why the server said no, in its words, and the record as it was then. */
export type OpProblem = {
  code: string
  message: string
  fields?: Record<string, string>
  /** The fields that both sides changed. */
  asks?: string[]
  row?: Record<string, unknown>
  /** Of each of `asks`, who wrote what `row` has there. */
  theirs?: Record<string, Touch>
  /** Somebody deleted the record: who, when, and as it was, as long as this person may see that. */
  gone?: Touch & { row?: Record<string, unknown> }
  /** The record was this person's and was passed on: who has it now, since when, and what it was called. */
  passed?: Touch & { title: string }
  /** When it was said, on this device's clock. */
  at: number
  /** It is this device that asks its person, about what a server had decided already. */
  own?: true
}

/** An intent in the queue of this device. What the person wants is frozen; only its way to the server changes. */
export type OutboxOp = Intent & {
  /** Its number in this device's store, never given twice. */
  seq: number
  /** Its place in the order: its own number, that of the op whose place it took, or one between two of these. */
  ord: number
  userId: number
  /** Where it was written first, and its number there: an imported op keeps them. */
  queueId: string
  queueSeq: number
  deviceId: string
  /** `module:id`: strict order within it. */
  lane: string
  /** The op of its lane that it follows; that one may be done already. */
  prevMid: string | null
  /** Lanes of records that were new when this one referred to them: they have to be there first. */
  deps: string[]
  /** Always null, and never read. A tab of an earlier build takes ops without it for one unit; its server refuses them. */
  group: null
  supersedes: string | null
  /** What the superseded one had superseded before. */
  alsoSupersedes: string[]
  state: OpState
  /** What a superseded op was before; 'superseded' where that is what it was, until its correction came too late. */
  was: OpState
  /** 1 until it is done, discarded or superseded. Counted by index. */
  open: 0 | 1
  /** The sending that waits for an answer. */
  claim: string | null
  /** Had it waited when it left last? What an earlier build sent does not say so. */
  waited?: boolean
  /** Written before the first byte leaves: from then on the server may know it. */
  sentOnce: boolean
  attempts: number
  /** Not before this time of the device, in ms. */
  nextAt: number
  problem: OpProblem | null
  /** It was not its author who decided about it. */
  decidedBy?: DecidedBy
  /** When the person said so, on this device's clock, and how far that is from the server's. */
  at: number
  clockOffset: number
  /** When it came to its end. */
  endedAt: number | null
  build: string
}

export const isOpen = ({ state }: Pick<OutboxOp, 'state'>): boolean =>
  state !== 'done' && state !== 'discarded' && state !== 'superseded'

/** Of a change that was taken back, and had been done before the server heard of that: the code of its problem. */
export const DONE_ANYWAY = 'done_anyway'

/** The name of the module that it is about. */
export const moduleOf = ({ lane }: Pick<OutboxOp, 'lane'>): string => lane.slice(0, lane.indexOf(':'))

/** When its person said so, in the server's time, in ms. */
export const saidAt = ({ at, clockOffset }: Pick<OutboxOp, 'at' | 'clockOffset'>): number => at + clockOffset

/** When a correction itself was made, on its device's clock, in ms: its key begins with that (UUID version 7). */
export const correctedAt = ({ mid }: Pick<OutboxOp, 'mid'>): number =>
  Number.parseInt(mid.slice(0, 8) + mid.slice(9, 13), 16)

/** Does it wait for a person? */
export const needsDecision = ({ state }: Pick<OutboxOp, 'state'>): boolean =>
  state === 'conflict' || state === 'rejected'

/**
 * What it was corrected to came too late: it has been done as it was, and is sent once more to hear so. What the person
 * corrected is a decision of its own by then, and a second correction beside it would be a second truth about the same.
 */
export const isRevived = ({ state, was }: Pick<OutboxOp, 'state' | 'was'>): boolean =>
  state === 'pending' && was === 'superseded'

/** The life of this device's queue: who it is, how far it has counted, and the life of the server that it speaks to. */
export type QueueState = { id: string; last: number; epoch: string | null }

/** Where the queue counts, in the store `meta`. */
export const QUEUE = 'outbox'

/** There too: what the person was told of that did not end as they had said. */
export const TOLD = 'told'

/** And, under keys that begin so, what was sent before its person left this device. */
export const ENDED = 'ended:'

export const newQueue = (): QueueState => ({ id: crypto.randomUUID(), last: 0, epoch: null })
