import { NOTE, splitOp } from '#contract/intent.ts'
import type { Module } from '#contract/module.ts'
import type { OutboxOp } from '#src/offline/outbox/op.ts'

type Said = Pick<OutboxOp, 'op' | 'args'> & Partial<Pick<OutboxOp, 'state' | 'sentOnce'>>

export const isNote = (module: Module, { op }: Pick<OutboxOp, 'op'>): boolean =>
  splitOp(op).action === NOTE && !module.moves?.[NOTE]

/** Does it say something that can be said otherwise? */
export function canEdit(module: Module, { op, args, state, sentOnce }: Said): boolean {
  const { action } = splitOp(op)
  if (action === 'create' || action === 'change') return Object.keys(args).some(name => name in module.fields)
  // One that may have arrived is reworded on its record, and nobody rewords what somebody else wrote.
  if (isNote(module, { op })) return state === 'rejected' || sentOnce === false
  return Object.keys(module.moves?.[action]?.args ?? {}).length > 0
}
