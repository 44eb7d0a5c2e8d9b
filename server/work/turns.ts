import { TURNS_NAMED, type BulkPreview } from '#contract/calls/work.ts'
import { metaOf } from '#contract/fields.ts'
import { same } from '#contract/merge.ts'
import { allFields, type Module, type Row } from '#contract/module.ts'
import { reveals } from '#contract/seen.ts'
import type { Actor } from '#contract/actor.ts'
import type { Deed } from './wishes.ts'

/** Too many to be told apart: what comes later is only counted. */
const MOST_KEPT = 200

/** The fields that this deed is about, as far as its person sees them and a line can say them. */
export function fieldsOf(module: Module, { args, add = {}, remove = {} }: Deed, actor: Actor): string[] {
  const fields = allFields(module)
  const named = [...Object.keys(args), ...Object.keys(add), ...Object.keys(remove)]
  return [...new Set(named)].filter(
    name => name in fields && !['lines', 'files'].includes(metaOf(fields[name]!).kind) && reveals(module, name, actor),
  )
}

/** Counts what one record would become, with those of which the same is true. */
export function countTurns(preview: BulkPreview, fields: readonly string[], before: Row, after: Row): void {
  for (const field of ['stage', ...fields]) {
    const [was, is] = [before[field] ?? null, after[field] ?? null]
    if (same(was, is)) continue
    const known = preview.turns.find(one => one.field === field && same(one.before, was) && same(one.after, is))
    if (known) known.count += 1
    else if (preview.turns.length < MOST_KEPT) preview.turns.push({ field, before: was, after: is, count: 1 })
  }
}

/** Those that concern most, first. */
export const mostFrequent = (turns: BulkPreview['turns']): BulkPreview['turns'] =>
  turns.toSorted((a, b) => b.count - a.count).slice(0, TURNS_NAMED)
