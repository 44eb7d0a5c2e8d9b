import { splitOp } from '#contract/intent.ts'
import type { Module } from '#contract/module.ts'
import type { OutboxOp } from '#src/offline/outbox/op.ts'

/** Does it say something that can be said otherwise? */
export function canEdit(module: Module, { op, args }: Pick<OutboxOp, 'op' | 'args'>): boolean {
  const { action } = splitOp(op)
  if (action === 'create' || action === 'change') return Object.keys(args).some(name => name in module.fields)
  return Object.keys(module.moves?.[action]?.args ?? {}).length > 0
}
