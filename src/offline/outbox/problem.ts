import { needsDecision, type OpProblem, type OutboxOp } from './op.ts'

/** What was said of an op, without what others wrote. */
export const withoutTheirs = ({ row: _row, theirs: _theirs, gone, ...said }: OpProblem): OpProblem => ({
  ...said,
  ...(gone && { gone: { by: gone.by, byName: gone.byName, at: gone.at } }),
})

/** Did a server refuse it? One that was restored is asked once more: it may have forgotten that. */
export const isAskedAgain = (op: Pick<OutboxOp, 'state' | 'sentOnce' | 'problem'>): boolean =>
  needsDecision(op) && op.sentOnce && !op.problem?.own
