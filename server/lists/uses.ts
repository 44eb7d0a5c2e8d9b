import type { Module, Register } from '#contract/module.ts'
import { pointersOf, type Pointer } from '#server/crud/pointers.ts'
import type { Tx } from '#server/crud/store.ts'

/** A place in the register's records that holds items of this list. */
export type Place = { module: Module; pointer: Pointer }

/** Everywhere that items of this list can be used: fields, columns of lines, parts of addresses, parents of other items. */
export const placesOf = (register: Register, list: Module): Place[] =>
  Object.values(register).flatMap(module =>
    pointersOf(module)
      .filter(({ target }) => 'list' in target && target.list === list.name)
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
