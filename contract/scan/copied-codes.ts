import { metaOf } from '../fields.ts'
import { allFields, type Module, type Register } from '../module.ts'
import { scannedFields } from './scanned-fields.ts'

/** Of a code that is a copy: the reference that says whose it is, and the module of that record. */
export function ownerOf(module: Module, field: string): { by: string; module: string } | null {
  const by = metaOf(allFields(module)[field]!).copiedFrom
  return by === undefined ? null : { by, module: metaOf(allFields(module)[by]!).module! }
}

/** Where the codes of this module's records are copied to, and by which reference. */
export const copiesOf = (register: Register, { name }: Module): { module: Module; by: string }[] =>
  Object.values(register).flatMap(module =>
    scannedFields(module).flatMap(field => {
      const owner = ownerOf(module, field)
      return owner?.module === name ? [{ module, by: owner.by }] : []
    }),
  )

/** Whose copy a record's code is, and whether that record has come to its end. */
export type CopyOf = { module: string; id: number; ended: boolean }

/** `owner` is what the record's reference says, and `stage` where the record stands. */
export function copyOf(module: Module, field: string, owner: unknown, stage: unknown): { copyOf?: CopyOf } {
  const of = ownerOf(module, field)
  if (!of || typeof owner !== 'number') return {}
  const { open } = module.offline
  return { copyOf: { module: of.module, id: owner, ended: open !== undefined && !open.includes(String(stage)) } }
}
