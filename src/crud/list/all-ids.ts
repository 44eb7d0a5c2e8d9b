import type { Module } from '#contract/module.ts'
import { readPage } from '#src/data/list-pages.ts'
import type { Question } from './state.ts'

/** The records that answer the question, page by page, until there are so many. */
export async function allIds(module: Module, question: Question, most: number): Promise<number[]> {
  const ids: number[] = []
  let after: string | null = null
  do {
    const page: { rows: { id: number }[]; next: string | null } = await readPage(module, question, {
      after,
      limit: 100,
    })
    ids.push(...page.rows.map(row => row.id))
    after = page.next
  } while (after !== null && ids.length < most)
  return ids
}
