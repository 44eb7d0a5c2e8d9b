import { same } from '#contract/merge.ts'
import { asLines, type Line } from '#src/fields/lines.tsx'

/** The lines that are not among the others as they are here. */
export function linesApart(lines: unknown, others: unknown): Line[] {
  const known = new Map(asLines(others).map(line => [line.id, line]))
  return asLines(lines).filter(line => !same(line, known.get(line.id)))
}
