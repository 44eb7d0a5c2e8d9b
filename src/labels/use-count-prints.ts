import { useQueryClient } from '@tanstack/react-query'
import { OP_VERSION, opOf, PRINT } from '#contract/intent.ts'
import type { Module, Row } from '#contract/module.ts'
import { movesOf } from '#contract/record-rules.ts'
import { outcomeOf } from '#src/crud/outcome-of.ts'
import { whyNot } from '#src/crud/why-not.ts'
import type { Outcome } from '#src/data/outcome.ts'
import { useMoves, useSend, type Said } from '#src/data/use-writes.ts'
import { someAtOnce } from '#src/lib/some-at-once.ts'
import { useActor } from '#src/session/actor.ts'

/** So many are said at a time: hundreds at once would hold up whatever else is asked. */
const AT_ONCE = 6

/**
 * Says of each record that its label was printed: by the first of these moves that may be made, or else in its history alone.
 * Answers why not, of the first that was not taken.
 */
export function useCountPrints(module: Module, moves: readonly string[] = [], said?: Said) {
  const move = useMoves(module, said)
  const send = useSend(module, said)
  const queries = useQueryClient()
  const actor = useActor()
  return async (printed: readonly { row: Row; copies: number }[]): Promise<string> => {
    const outcomes: Outcome<unknown>[] = []
    await someAtOnce(printed, AT_ONCE, async ({ row, copies }) => {
      const may = movesOf(module, row, actor) as readonly string[]
      const name = moves.find(one => may.includes(one))
      const wish = { op: opOf(module, PRINT), opV: OP_VERSION, id: row.id, base: null, args: { copies } }
      outcomes.push(await outcomeOf<unknown>(() => (name ? move(row, name) : send(wish))))
    })
    // No device is told of a print, this one neither.
    void queries.invalidateQueries({ queryKey: [module.name, 'history'] })
    return outcomes.map(one => whyNot(one)).find(Boolean) ?? ''
  }
}
