import type { Actor } from '#contract/actor.ts'
import { supervises } from '#contract/grants.ts'
import { splitOp } from '#contract/intent.ts'
import type { Module, Register, Row } from '#contract/module.ts'
import { inScope } from '#contract/rules.ts'
import { hiddenFields } from '#contract/seen.ts'
import type { StuckIntent } from '#server/crud/store.ts'

/** The modules in which this person decides about others' stuck changes. */
export const supervised = (register: Register, actor: Actor): Module[] =>
  Object.values(register).filter(module => supervises(module, actor))

/** What is there of the record, as scope is asked: the record itself, or what it was or was to be. */
export const isInReach = (module: Module, actor: Actor, op: string, intent: StuckIntent, row: Row | null): boolean =>
  inScope(module, row ?? (isCreate(op) ? intent.args : {}), actor)

export const isCreate = (op: string): boolean => splitOp(op).action === 'create'

/** Can somebody else do it? Not in part, so not where it has fields that they may not see. */
export const mayApply = (module: Module, actor: Actor, { args }: StuckIntent): boolean =>
  !hiddenFields(module, actor).some(field => field in args)
