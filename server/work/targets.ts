import { WORK_LIMIT, type WorkTarget } from '#contract/calls/work.ts'
import type { Actor } from '#contract/actor.ts'
import type { Module, Row } from '#contract/module.ts'
import { problem } from '#contract/problem.ts'
import { can } from '#contract/rules.ts'
import { parsed } from '#server/crud/invalid.ts'
import { pageOf } from '#server/crud/page.ts'
import type { RowPool } from '#server/crud/row-plan.ts'
import { questionOf, questionSchema, type Question } from '#server/crud/question.ts'

const PAGE = 1_000

/** A list's question as its address has it; where one stands in the list is not part of it. */
export function questionIn(module: Module, query: Record<string, string>): Question {
  const { after: _after, limit: _limit, total: _total, ...asked } = query
  return questionOf(parsed(questionSchema(module), asked) as Record<string, unknown>)
}

/** The rows that answer a question, some hundreds at a time, however many there are. */
export async function* rowsOf(
  pool: RowPool,
  module: Module,
  actor: Actor,
  question: Question,
  limit = PAGE,
): AsyncGenerator<Row[]> {
  let after: string | undefined
  do {
    const page = await pageOf(pool, module, actor, { ...question, after, limit, total: false })
    yield page.rows
    after = page.next ?? undefined
  } while (after !== undefined)
}

/** The records that a work is about, each once. Which of them its author may touch is asked of each by itself. */
export async function idsOf(pool: RowPool, module: Module, actor: Actor, target: WorkTarget): Promise<number[]> {
  if ('ids' in target) return [...new Set(target.ids)].sort((a, b) => a - b)
  if (!can(actor, module, 'list')) throw problem('forbidden', 'You may not list these records.')
  const except = new Set(target.except)
  const ids: number[] = []
  for await (const rows of rowsOf(pool, module, actor, { ...questionIn(module, target.question), sort: 'id' })) {
    for (const { id } of rows) if (!except.has(id)) ids.push(id)
    if (ids.length > WORK_LIMIT)
      throw problem('invalid', `These are more than ${WORK_LIMIT.toLocaleString('en')} records; narrow the list first.`)
  }
  return ids
}
