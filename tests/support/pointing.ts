import type { Module } from '#contract/module.ts'
import { pointersIn, pointersOf, type Pointer } from '#server/crud/pointers.ts'

/** A place where a record of `module` is made to point at another one; `args` are those of the move that asks for it. */
export type Place = { name: string; module: Module; pointer: Pointer; args: Module['fields'] | undefined }

/** Where these modules point at others: fields of records, and what moves ask for. */
export const placesIn = (
  modules: readonly Module[],
  isWanted: (pointer: Pointer, module: Module) => boolean,
): Place[] =>
  modules.flatMap(module =>
    [
      { by: module.name, pointers: pointersOf(module), args: undefined },
      ...Object.entries(module.moves ?? {}).map(([name, { args }]) => ({
        by: `${module.name}.${name}`,
        pointers: pointersIn(args ?? {}),
        args,
      })),
    ].flatMap(({ by, pointers, args }) =>
      pointers
        .filter(pointer => isWanted(pointer, module))
        .map(pointer => ({ name: `${by}: ${pointer.path}`, module, pointer, args })),
    ),
  )

/** What is said in such a place to point at that record. */
export const pointingAt = ({ field, inner, many }: Pointer, id: number) => ({
  [field]: inner === null ? (many ? [id] : id) : [{ id: 1, [inner]: id }],
})
