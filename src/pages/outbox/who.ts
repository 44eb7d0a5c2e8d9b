import { useHistory } from '#src/data/use-facts.ts'
import type { Module, Row } from '#contract/module.ts'
import type { OutboxOp, Touch } from '#src/offline/outbox/op.ts'

/** Who wrote what stands against mine in a field, and when, as far as anybody said. */
export function useTheirs(
  module: Module,
  op: OutboxOp,
  row: Row | null,
): (name: string) => Pick<Touch, 'byName' | 'at'> {
  const { entries } = useHistory(module, op.problem?.theirs ? 0 : (row?.id ?? 0))
  return name => {
    const told = op.problem?.theirs?.[name]
    if (told) return told
    const entry = entries?.find(one => name in one.after)
    return entry
      ? { byName: entry.actorName, at: entry.at }
      : { byName: null, at: row?.updatedAt ?? new Date(op.problem?.at ?? op.at).toISOString() }
  }
}
