import { metaOf } from '#contract/fields.ts'
import { opOf, type Intent } from '#contract/intent.ts'
import { mergeOf } from '#contract/merge.ts'
import { allFields, type Module, type Row } from '#contract/module.ts'
import type { Outcome } from '#src/offline/outcome.ts'
import { baseOf, useSend, type Seen, type Send } from './use-writes.ts'

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
 * Takes back what was written into a record a moment ago. Of what is merged (tags, lines) only what was written goes: others may
 * have added to it, and that stays.
 */
export const changeBackBy =
  (module: Module, send: Send) =>
  (row: Row, wrote: Record<string, unknown>, before: Record<string, unknown>): Promise<Outcome> => {
    const isMerged = (field: string) => {
      const way = mergeOf[metaOf(allFields(module)[field]!).kind]
      return way === 'append' || way === 'byLine'
    }
    const stands = Object.keys(before).map(field => [field, row[field] ?? null] as const)
    const merged = Object.entries(wrote).filter(([field]) => isMerged(field))
    const base = { version: row.version, fields: Object.fromEntries([...stands, ...merged]) }
    return send({ op: opOf(module, 'change'), id: row.id, base, args: before }, row)
  }

/** Puts a record away again that was got back a moment ago, where nobody wrote to it since. */
export const archiveBackBy =
  (module: Module, send: Send) =>
  (row: Row): Promise<Outcome> => {
    const seen = Object.keys(module.fields).filter(field => field in row)
    return send({ op: opOf(module, 'archive'), id: row.id, base: baseOf(row, seen), args: {} }, row)
  }

/**
 * Takes a step back by the move that leads there, where the record still stands as that step left it: from where somebody
 * else has taken it since, or had taken it before, the same move may lead back as well.
 */
export const movesBackBy =
  (module: Module, send: Send) =>
  (row: Seen & { stage?: string }, move: string): Promise<Outcome> => {
    const by = module.stageBy?.[row.stage ?? '']
    const base = baseOf(row, by === undefined ? ['stage'] : ['stage', by])
    return send({ op: opOf(module, move), id: row.id, base, args: {} }, row)
  }
