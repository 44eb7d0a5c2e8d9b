import type { Actor } from '#contract/actor.ts'
import { NOTE, splitOp } from '#contract/intent.ts'
import type { Module } from '#contract/module.ts'
import { reveals } from '#contract/rules.ts'
import { isPlaced } from '#contract/sorts.ts'
import type { OutboxOp } from '#src/offline/outbox/op.ts'

type Said = Pick<OutboxOp, 'op' | 'args'> & Partial<Pick<OutboxOp, 'state' | 'sentOnce'>>

export const isNote = (module: Module, { op }: Pick<OutboxOp, 'op'>): boolean =>
  splitOp(op).action === NOTE && !module.moves?.[NOTE]

/** Is it a field that this person types? */
export const isTyped = (module: Module, name: string, actor: Actor): boolean =>
  name in module.fields && reveals(module, name, actor) && !isGivenByPlace(module, name)

/** Where an item of a list stands is not typed, and most lists have none above them. */
const isGivenByPlace = (module: Module, name: string): boolean =>
  isPlaced(module, name) || (module.list?.parent === null && name === 'parent')

/** Does it say something that this person can say otherwise? */
export function canEdit(module: Module, { op, args, state, sentOnce }: Said, actor: Actor): boolean {
  const { action } = splitOp(op)
  if (action === 'create' || action === 'change') return Object.keys(args).some(name => isTyped(module, name, actor))
  // One that may have arrived is reworded on its record, and nobody rewords what somebody else wrote.
  if (isNote(module, { op })) return state === 'rejected' || sentOnce === false
  return Object.keys(module.moves?.[action]?.args ?? {}).length > 0
}
