import { metaOf } from '#contract/fields.ts'
import { same } from '#contract/merge.ts'
import { allFields, type Row } from '#contract/module.ts'
import { linesOf, type Line } from './lines.ts'
import type { Act } from './write.ts'

type Values = Record<string, unknown>

/**
 * What the author saw of some fields, in the words that stand there now where an earlier change of the same queue wrote them
 * last: typed otherwise than they are kept, or corrected since. Of lines, each column of each counts by itself: somebody else
 * may have written beside it.
 */
export async function ownWordsIn(
  { tx, ask: { place }, module }: Act,
  row: Row,
  base: Values,
  fields: readonly string[],
): Promise<Values> {
  if (!place) return base
  const isOwn = async (mid: string | null) => {
    const earlier = mid === null ? null : await tx.mutation(mid)
    return earlier?.queueId === place.queueId && earlier.lane === place.lane
  }
  const seen = { ...base }
  for (const field of fields) {
    const writes = await tx.writesTo(module, row.id, field)
    /** Of the field, or of the part of it that is told how to be found. */
    const inWordsOfNow = async (was: unknown, now: unknown, partOf: (value: unknown) => unknown = value => value) => {
      const last = same(was, now) ? undefined : writes.find(({ before }) => !same(partOf(before), now))
      return last && !same(partOf(last.before), was) && (await isOwn(last.mid)) ? now : was
    }
    if (metaOf(allFields(module)[field]!).kind !== 'lines') {
      seen[field] = await inWordsOfNow(base[field], row[field])
      continue
    }
    const lines = linesOf(base[field]).map(line => ({ ...line }))
    for (const line of lines)
      for (const [column, now] of Object.entries(lineIn(row[field], line.id) ?? {}))
        line[column] = await inWordsOfNow(line[column], now, value => lineIn(value, line.id)?.[column])
    seen[field] = lines
  }
  return seen
}

const lineIn = (value: unknown, id: number): Line | undefined => linesOf(value).find(line => line.id === id)
