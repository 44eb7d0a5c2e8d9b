import type { ReactNode } from 'react'
import type { Module } from '#contract/module.ts'
import { can } from '#contract/rules.ts'
import type { RecordQuery } from '#src/data/local-query.ts'
import { useRowsOf } from '#src/data/rows/use-rows-of.ts'
import type { Records, RowFor } from '#src/data/use-records.ts'
import { useActor } from '#src/session/actor.ts'

type Props<M extends Module> = {
  module: M
  query: RecordQuery
  /** The version of the record that they belong to: what is done to it may be done to them. */
  version?: number
  children: (found: Records<RowFor<M>> | null) => ReactNode
}

/** Records that belong to the one on the page, kept up with it; null for whoever may not look through them. */
export function FoundRows<M extends Module>(props: Props<M>) {
  return can(useActor(), props.module, 'list') ? <Looked {...props} /> : props.children(null)
}

function Looked<M extends Module>({ module, query, version, children }: Props<M>) {
  return children(useRowsOf(module, query, version))
}
