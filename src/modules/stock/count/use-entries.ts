import { useMemo } from 'react'
import { countEntry, type CountEntry } from '#contract/modules/stock/count-entry.ts'
import { useKeptRows } from '#src/data/use-kept.ts'

/** What was counted, by whomever this device has heard of; undefined while it looks. */
export function useEntries(count: number): readonly CountEntry[] | undefined {
  const kept = useKeptRows(countEntry, true) as unknown as CountEntry[] | undefined
  return useMemo(() => kept?.filter(one => one.count === count && one.closing !== true), [kept, count])
}
