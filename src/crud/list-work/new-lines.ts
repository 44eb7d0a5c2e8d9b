import { metaOf } from '#contract/fields.ts'
import { same } from '#contract/merge.ts'
import type { Module } from '#contract/module.ts'
import type { Outcome } from '#src/data/outcome.ts'
import type { Values } from '#src/form/check.ts'
import type { Sent } from '#src/data/drafts/store.ts'
import type { PlannedLine } from './paste-plan.ts'

/** A line of a sheet that becomes a record, as long as nobody knows that it is one. */
export type NewLine = {
  texts: readonly string[]
  sent: Sent
  /** What was planned, and the same with ids for the lines in it. */
  numbered: { planned: Values; values: Values } | null
}

// Not of one dialog: whoever closes it and pastes the same sheet again means the same records.
const open = new Map<string, Set<NewLine>>()

/** The lines that one paste makes records of; a line that was tried before is that one again. */
export function newLines(of: string) {
  const lines = open.get(of) ?? new Set()
  open.set(of, lines)
  // Two lines of a sheet that say the same are two records.
  const before = [...lines]
  return {
    of: ({ texts }: PlannedLine): NewLine => {
      const at = before.findIndex(line => same(line.texts, texts))
      if (at >= 0) return before.splice(at, 1)[0]!
      const line: NewLine = { texts, sent: { current: null }, numbered: null }
      lines.add(line)
      return line
    },
    settle: (line: NewLine) => void lines.delete(line),
  }
}

/** Written, or refused by somebody who read it: another try is another intent. */
export const isSettled = ({ sent }: NewLine, { state }: Outcome): boolean =>
  state !== 'refused' || sent.current === null

/** The lines in a new record have no ids of their own yet; each gets one, once. */
export async function valuesOf(
  module: Module,
  line: NewLine,
  planned: Values,
  newId: () => Promise<number>,
): Promise<Values> {
  if (line.numbered && same(line.numbered.planned, planned)) return line.numbered.values
  const values = { ...planned }
  for (const [name, field] of Object.entries(module.fields)) {
    const lines = values[name]
    if (metaOf(field).kind !== 'lines' || !Array.isArray(lines)) continue
    const numbered: unknown[] = []
    for (const one of lines as object[]) numbered.push({ ...one, id: await newId() })
    values[name] = numbered
  }
  line.numbered = { planned, values }
  return values
}
