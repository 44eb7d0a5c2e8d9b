import { useQueries, useQueryClient } from '@tanstack/react-query'
import { use, useEffect, useEffectEvent, type ComponentType } from 'react'
import { metaOf } from '#contract/fields.ts'
import type { Module } from '#contract/module.ts'
import { can } from '#contract/rules.ts'
import { useData } from '#src/data/data.ts'
import { totalQuery } from '#src/data/total-query.ts'
import { namespaceOf } from '#src/fields/words.ts'
import { onHeard } from '#src/offline/heard.ts'
import { childField } from '#src/record/children.tsx'
import { useActor } from '#src/session/actor.ts'
import { OnRecordsContext } from './on-records.ts'
import type { RecordTabProps, TextKey } from './screens.ts'

type RecordTab = {
  value: string
  title: TextKey
  field: string
  /** Whose records stand there. */
  of: Module
  /** What the module draws itself; without it they stand there as this one declares them. */
  Tab: ComponentType<RecordTabProps> | null
  /** How many there are; in a tab of their module's own, of what comes to an end those that are open. Undefined: nobody can say. */
  count: number | undefined
}

/** Does the field of that name in the one module refer to records of the other? */
const refersTo = ({ fields }: Module, { name }: Module): boolean => {
  const meta = fields[name] && metaOf(fields[name])
  return meta?.kind === 'reference' && meta.module === name && !meta.ofLine
}

/** The tabs of what belongs to a record: as its module declares it, then as others do whose fields refer to it. */
export function useRecordTabs(module: Module, id: number): RecordTab[] {
  const actor = useActor()
  const { register } = useData()
  const children = Object.keys(module.children ?? {}).flatMap(name => {
    const from = register[name]
    return from && can(actor, from, 'list')
      ? [{ of: from, field: childField(module, from), title: `${namespaceOf(from)}:titles.list` as const, Tab: null }]
      : []
  })
  const others = use(OnRecordsContext).flatMap(({ module: from, onRecords }) =>
    onRecords && refersTo(from, module) && !module.children?.[from.name] && can(actor, from, 'list')
      ? [{ of: from, field: module.name, title: onRecords.title, Tab: onRecords.tab }]
      : [],
  )
  const tabs = [...children, ...others]
  const totals = useQueries({
    queries: tabs.map(({ of, field, Tab }) => {
      // What stands there as it is declared is all of them.
      const open = Tab ? of.offline.open : undefined
      return totalQuery(of, { filter: { [field]: [id], ...(open && { stage: [...open] }) } })
    }),
  })
  // What others write about the record counts at once, whichever tab is open.
  const queries = useQueryClient()
  const recount = useEffectEvent((names: ReadonlySet<string>) => {
    for (const { of } of tabs) if (names.has(of.name)) void queries.invalidateQueries({ queryKey: [of.name, 'total'] })
  })
  useEffect(() => onHeard(({ changes, many }) => recount(new Set([...changes.map(({ t }) => t), ...many]))), [])
  return tabs.map((one, at) => ({ ...one, value: one.of.name, count: totals[at]?.data?.count }))
}
