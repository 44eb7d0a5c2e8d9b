import { useHistory } from '#src/data/use-facts.ts'
import { same } from '#contract/merge.ts'
import type { Module, Row } from '#contract/module.ts'
import type { OutboxOp, Touch } from '#src/offline/outbox/op.ts'

/** Who wrote what stands against mine in a field of `row`, and when, as far as anybody said. */
export function useTheirs(
  module: Module,
  op: OutboxOp,
  row: Row | null,
): (name: string) => Pick<Touch, 'byName' | 'at'> {
  const told = op.problem?.row
  /** The server told who wrote what the record had when it asked: somebody may have written it again since. */
  const isStill = (name: string) => !told || !row || same(told[name], row[name])
  const isNewer = Boolean(told && row && row.version > Number(told.version))
  const { entries } = useHistory(module, op.problem?.theirs && !isNewer ? 0 : (row?.id ?? 0))
  return name => {
    const touch = op.problem?.theirs?.[name]
    if (touch && isStill(name)) return touch
    const entry = entries?.find(one => name in one.after)
    return entry
      ? { byName: entry.actorName, at: entry.at }
      : { byName: null, at: row?.updatedAt ?? new Date(op.problem?.at ?? op.at).toISOString() }
  }
}
