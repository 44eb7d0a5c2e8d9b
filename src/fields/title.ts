import type { Module } from '#contract/module.ts'

/** What a record is called: a name, or the number that the server gave it. */
export function titleOf(module: Module, row: Record<string, unknown>): string {
  const title = row[module.title]
  return typeof title === 'string' || typeof title === 'number' ? String(title) : ''
}
