import type { Actor } from '#contract/actor.ts'
import { metaOf, type FieldKind } from '#contract/fields.ts'
import type { Module } from '#contract/module.ts'
import { mayChange } from '#contract/record-rules.ts'
import { can, reveals } from '#contract/rules.ts'

/** What takes more room than a cell has. */
const tooBig: readonly FieldKind[] = ['lines', 'files', 'address']

/** May this person change this field anywhere in the module: by hand in a list, in bulk, by pasting? */
export function isFieldChangeable(module: Module, name: string, actor: Actor): boolean {
  const field = module.fields[name]
  if (!field || module.appendOnly || tooBig.includes(metaOf(field).kind)) return false
  return can(actor, module, 'edit') && reveals(module, name, actor)
}

/** May this person change this field of this record in its cell? */
export const isCellEditable = (module: Module, row: Record<string, unknown>, name: string, actor: Actor): boolean =>
  isFieldChangeable(module, name, actor) && mayChange(module, row, actor)

/** May this person add records of the module, or change any? */
export const canPaste = (module: Module, actor: Actor): boolean =>
  !module.single && (can(actor, module, 'create') || (!module.appendOnly && can(actor, module, 'edit')))
