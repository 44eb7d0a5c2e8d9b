import { groupBy } from '#contract/group-by.ts'
import { splitOp } from '#contract/intent.ts'
import { needsDecision, type OutboxOp } from './op.ts'

/**
 * What holds up each of these open ops, by its mid: an earlier op of its record, or one that makes a record it refers to.
 * Where one of them waits for a person, that one is named.
 */
export function blockers(ops: readonly OutboxOp[]): ReadonlyMap<string, OutboxOp> {
  const order = ops.toSorted((a, b) => a.ord - b.ord || a.seq - b.seq)
  const lanes = groupBy(order, ({ lane }) => lane)
  const places = new Map<string, number>()
  for (const lane of lanes.values()) for (const [place, op] of lane.entries()) places.set(op.mid, place)

  const directly = (op: OutboxOp): OutboxOp[] => {
    const before = lanes.get(op.lane)?.[places.get(op.mid)! - 1]
    const makers = op.deps.flatMap(lane => lanes.get(lane)?.find(isCreate) ?? [])
    return (before ? [before, ...makers] : makers).filter(one => one !== op)
  }
  const found = new Map<string, OutboxOp | null>()
  const rootOf = (op: OutboxOp): OutboxOp | null => {
    const known = found.get(op.mid)
    if (known !== undefined) return known
    // Ops that refer to each other in a ring hold themselves up; nobody else does.
    found.set(op.mid, null)
    const held = directly(op).map(one => (needsDecision(one) ? one : (rootOf(one) ?? one)))
    const root = held.find(needsDecision) ?? held[0] ?? null
    found.set(op.mid, root)
    return root
  }
  const blocked = new Map<string, OutboxOp>()
  for (const op of order) {
    const root = rootOf(op)
    if (root) blocked.set(op.mid, root)
  }
  return blocked
}

const isCreate = ({ op }: OutboxOp) => splitOp(op).action === 'create'

/** What holds up one of these ops; null where it can go. */
export const blockedBy = (ops: readonly OutboxOp[], op: OutboxOp): OutboxOp | null => blockers(ops).get(op.mid) ?? null
