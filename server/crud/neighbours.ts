import type { Actor } from '#contract/actor.ts'
import type { Module, Row } from '#contract/module.ts'
import { orderOf, spotOf } from './order.ts'
import { conditionsOf, type Question } from './question.ts'
import type { RowPool } from './row-plan.ts'
import { walk } from './walk.ts'

export type Neighbours = { previous: number | null; next: number | null }

/** The rows before and after this one in a list; it need not be in the list any more itself. */
export async function neighboursOf(
  pool: RowPool,
  module: Module,
  actor: Actor,
  row: Row,
  question: Question,
): Promise<Neighbours> {
  const keys = orderOf(module, actor, question.sort)
  const values: unknown[] = []
  const asked = await conditionsOf(pool, module, actor, question, value => `$${values.push(value)}`)
  if (asked === null) return { previous: null, next: null }
  const beside = async (backwards: boolean) => {
    const [found] = await walk({ pool, module, ...asked, values, keys, backwards }, spotOf(keys, row), 1)
    return found?.id ?? null
  }
  const [previous, next] = await Promise.all([beside(true), beside(false)])
  return { previous, next }
}
