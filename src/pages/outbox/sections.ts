import type { OutboxOp } from '#src/offline/outbox/op.ts'

export const sections = ['decision', 'rejected', 'sending', 'waiting'] as const
export type Section = (typeof sections)[number]

export const sectionOf = ({ state, claim }: Pick<OutboxOp, 'state' | 'claim'>): Section =>
  state === 'conflict'
    ? 'decision'
    : state === 'rejected'
      ? 'rejected'
      : state === 'sending' || claim !== null
        ? 'sending'
        : 'waiting'

/** What waits, by what it waits for: what needs the person first. Within each in the order in which it was done. */
export function inSections(ops: readonly OutboxOp[]): Record<Section, OutboxOp[]> {
  const found: Record<Section, OutboxOp[]> = { decision: [], rejected: [], sending: [], waiting: [] }
  for (const op of ops) found[sectionOf(op)].push(op)
  return found
}
