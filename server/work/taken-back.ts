import { isSet } from '#contract/calls/work.ts'
import { metaOf } from '#contract/fields.ts'
import { same } from '#contract/merge.ts'
import { allFields, type Module } from '#contract/module.ts'

type Values = Record<string, unknown>
type Line = { id: number } & Values
/** A field before and after a write that is taken back, and as it is now. */
type Times<T> = { was: T; became: T; now: T }
type Back<T> = { value: T; isWhole: boolean }

/**
 * The field without that write, as far as nobody has changed what it wrote. What others have done since stays: they may
 * have added to a set or changed another line. `isWhole` is false where something of it had to be left.
 */
export function takenBack(module: Module, field: string, times: Times<unknown>): Back<unknown> {
  const { was, became, now } = times
  if (same(now, became)) return { value: was ?? null, isWhole: true }
  const declared = allFields(module)[field]
  const kind = declared && metaOf(declared).kind
  if (kind === 'lines') return linesBack(each(times) as Times<Line[]>)
  if (isSet(module, field) || kind === 'files') return setBack(each(times))
  return { value: now, isWhole: same(now, was) }
}

const each = ({ was, became, now }: Times<unknown>): Times<unknown[]> => {
  const list = (value: unknown) => (Array.isArray(value) ? (value as unknown[]) : [])
  return { was: list(was), became: list(became), now: list(now) }
}

function setBack({ was, became, now }: Times<unknown[]>): Back<unknown[]> {
  const added = became.filter(value => !was.includes(value))
  const gone = was.filter(value => !became.includes(value) && !now.includes(value))
  // Somebody took out what stood for it: it does not come back behind their back.
  if (added.some(value => !now.includes(value))) {
    const rest = now.filter(value => !added.includes(value))
    return { value: rest, isWhole: gone.length === 0 }
  }
  return { value: [...now.filter(value => !added.includes(value)), ...gone], isWhole: true }
}

function linesBack({ was, became, now }: Times<Line[]>): Back<Line[]> {
  let isWhole = true
  const result: Line[] = []
  for (const line of now) {
    const before = was.find(({ id }) => id === line.id)
    const after = became.find(({ id }) => id === line.id)
    if (!after || same(before, after)) result.push(line)
    else if (!before) {
      // It came with that write. Whoever has worked on it since keeps it.
      if (same(line, after)) continue
      isWhole = false
      result.push(line)
    } else {
      const written = Object.keys(after).filter(column => !same(before[column], after[column]))
      const free = written.filter(column => same(line[column], after[column]))
      if (written.some(column => !free.includes(column) && !same(line[column], before[column]))) isWhole = false
      result.push({ ...line, ...Object.fromEntries(free.map(column => [column, before[column]])) })
    }
  }
  return { value: result, isWhole }
}
