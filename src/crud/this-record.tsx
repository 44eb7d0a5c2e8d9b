import { createContext, use, useState, type ReactNode } from 'react'
import { same } from '#contract/merge.ts'
import type { Module, Row } from '#contract/module.ts'
import { useActor } from '#src/session/actor.ts'
import { isOwn } from './acts/own-write.ts'
import type { Screens } from './screens.ts'

type This = {
  screens: Screens
  module: Module
  row: Row
  /** As it is being read: own changes show at once, those of others when they are asked for. */
  seen: Row
  /** As it was before others' changes were shown: they are marked. */
  before: Row | null
  show: () => void
}

const ThisContext = createContext<This | null>(null)

/** The record of the page that this is a part of. */
export function useThisRecord(): This {
  const record = use(ThisContext)
  if (!record) throw new Error('This is a part of a RecordPage, and stands outside of one.')
  return record
}

/** Hands a record down to the parts of its page. They hear of it when it is another one, and of nothing else. */
export function ThisRecord({ screens, row, children }: Pick<This, 'screens' | 'row'> & { children: ReactNode }) {
  const me = useActor().id
  const [seen, setSeen] = useState(row)
  const [before, setBefore] = useState<Row | null>(null)
  if (row !== seen && isOwn(row, seen, me) && !same(row, seen)) {
    setSeen(row)
    setBefore(null)
  }
  const show = () => {
    setBefore(seen)
    setSeen(row)
  }
  return <ThisContext value={{ screens, module: screens.module, row, seen, before, show }}>{children}</ThisContext>
}
