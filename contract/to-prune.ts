import type { Actor } from './actor.ts'
import { isKept, referredBy } from './keep.ts'
import type { Module, Register, Row } from './module.ts'

export type Held = { module: Module; row: Row }

/**
 * Which of the held rows may leave the device: those that are not kept for what they are, that nobody opened lately, that no
 * unfinished work needs (`needed` are both), and that no row refers to which stays for one of these reasons.
 */
export function toPrune(
  register: Register,
  held: Iterable<Held>,
  actor: Pick<Actor, 'id' | 'branch'>,
  needed: ReadonlySet<number>,
  now: number,
): number[] {
  const leaving = new Set<number>()
  const referred = new Set<number>()
  for (const { module, row } of held) {
    if (!needed.has(row.id) && !isKept(module, row, actor, now)) leaving.add(row.id)
    else for (const { id } of referredBy(register, module, row)) referred.add(id)
  }
  return [...leaving].filter(id => !referred.has(id))
}
