import { useEffect, useEffectEvent, useRef } from 'react'
import type { Module } from '#contract/module.ts'
import type { RecordQuery } from '../local-query.ts'
import { useChanges } from '../use-changes.ts'
import { useRecords, type Records, type RowFor } from '../use-records.ts'

/** Records that belong to the one on the page, kept up with it; `version` is its own: what is done to it may be done to them. */
export function useRowsOf<M extends Module>(module: M, query: RecordQuery, version?: number): Records<RowFor<M>> {
  const found = useRecords(module, query)
  const again = useEffectEvent(() => found.again())
  useChanges(module, () => found.again())
  const last = useRef(version)
  useEffect(() => {
    if (last.current === version) return
    last.current = version
    again()
  }, [version])
  return found
}
