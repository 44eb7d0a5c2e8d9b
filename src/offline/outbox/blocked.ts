import { groupBy } from '#contract/group-by.ts'
import { splitOp } from '#contract/intent.ts'
import { needsDecision, type OutboxOp } from './op.ts'

/**
 * What holds up each of these open ops, by its mid: an earlier one of its record, what makes a record that it refers to,
 * or whatever holds up one that goes together with it. Where one of them waits for a person, that one is named.
 */
export function blockers(ops: readonly OutboxOp[]): ReadonlyMap<string, OutboxOp> {
  const order = ops.toSorted((a, b) => a.ord - b.ord || a.seq - b.seq)
  const lanes = groupBy(order, ({ lane }) => lane)
  const groups = groupBy(
    order.filter(({ group }) => group !== null),
    ({ group }) => group,
  )
  const places = new Map<string, number>()
  for (const lane of lanes.values()) for (const [place, op] of lane.entries()) places.set(op.mid, place)

  const directly = (op: OutboxOp): OutboxOp[] => {
    const before = lanes.get(op.lane)?.[places.get(op.mid)! - 1]
    const makers = op.deps.flatMap(lane => lanes.get(lane)?.find(isCreate) ?? [])
    return before ? [before, ...makers] : makers
  }
  const found = new Map<string, OutboxOp | null>()
  const rootOf = (op: OutboxOp): OutboxOp | null => {
    const known = found.get(op.mid)
    if (known !== undefined) return known
    // What refers to each other in a ring holds itself up; nobody else does.
    found.set(op.mid, null)
    const members = op.group === null ? [op] : (groups.get(op.group) ?? [op])
    const own = members.flatMap(directly).filter(one => !members.includes(one))
    // A member that waits for a person holds the others.
    const stuck = members.filter(one => one !== op && needsDecision(one))
    const held = [...stuck, ...own].map(one => (needsDecision(one) ? one : (rootOf(one) ?? one)))
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
