import { opOf, type Intent } from '#contract/intent.ts'
import type { Module } from '#contract/module.ts'
import type { Outcome } from '#src/offline/outcome.ts'
import { baseOf, useSend, type Said, type Seen, type Send } from './use-writes.ts'

/** Takes back a change that was made: its fields become what they were before, where nobody wrote them since. */
export function useUndo(module: Module) {
  const send = useSend(module, 'anywhere')
  return (row: Seen, { args, base }: Pick<Intent, 'args' | 'base'>): Promise<Outcome> =>
    send(
      {
        op: opOf(module, 'change'),
        id: row.id,
        base: { version: row.version, fields: args },
        args: base?.fields ?? {},
      },
      row,
    )
}

/**
 * Takes a step back by the move that leads there, where the record still stands as that step left it: from where somebody
 * else has taken it since, or had taken it before, the same move may lead back as well.
 */
export const useMovesBack = (module: Module, said?: Said) => movesBackBy(module, useSend(module, said))

export const movesBackBy =
  (module: Module, send: Send) =>
  (row: Seen & { stage?: string }, move: string): Promise<Outcome> => {
    const by = module.stageBy?.[row.stage ?? '']
    const base = baseOf(row, by === undefined ? ['stage'] : ['stage', by])
    return send({ op: opOf(module, move), id: row.id, base, args: {} }, row)
  }
