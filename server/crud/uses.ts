import type { Module, Register } from '#contract/module.ts'
import { pointersOf, type Pointer } from './pointers.ts'
import type { Tx } from './store.ts'

/** A place in the register's records that holds items of a list, or records of a module. */
export type Place = { module: Module; pointer: Pointer }

/** Everywhere that they can be used: fields, columns of lines, parts of addresses, parents of other items. */
export const placesOf = (register: Register, of: Module): Place[] =>
  placesWhere(register, target =>
    'list' in target ? of.list !== undefined && target.list === of.name : target.module === of.name && !target.line,
  )

/** Everywhere that a line of this module's records is meant. */
export const linePlacesOf = (register: Register, of: Module): Place[] =>
  placesWhere(register, target => 'module' in target && target.module === of.name && target.line)

const placesWhere = (register: Register, isMeant: (target: Pointer['target']) => boolean): Place[] =>
  Object.values(register).flatMap(module =>
    pointersOf(module)
      .filter(({ target }) => isMeant(target))
      .map(pointer => ({ module, pointer })),
  )

/** How often an item is used, by module. That another item was merged into it is no use. */
export async function usesOf(
  tx: Pick<Tx, 'count'>,
  register: Register,
  list: Module,
  id: number,
): Promise<{ module: string; count: number }[]> {
  const uses = new Map<string, number>()
  for (const { module, pointer } of placesOf(register, list)) {
    if (pointer.path === 'mergedInto') continue
    const count = await tx.count(module, pointer.path, id)
    if (count > 0) uses.set(module.name, (uses.get(module.name) ?? 0) + count)
  }
  return [...uses].map(([module, count]) => ({ module, count }))
}
