import type { OutboxOp } from '#src/offline/outbox/op.ts'

export const sections = ['decision', 'rejected', 'waiting'] as const
export type Section = (typeof sections)[number]

/** What is on its way stands among what waits: a row, and whatever is open in it, stays where it is while it is tried. */
export const sectionOf = ({ state }: Pick<OutboxOp, 'state'>): Section =>
  state === 'conflict' ? 'decision' : state === 'rejected' ? 'rejected' : 'waiting'

/** What waits, by what it waits for: what needs the person first. Within each in the order in which it was done. */
export function inSections(ops: readonly OutboxOp[]): Record<Section, OutboxOp[]> {
  const found: Record<Section, OutboxOp[]> = { decision: [], rejected: [], waiting: [] }
  for (const op of ops) found[sectionOf(op)].push(op)
  return found
}
