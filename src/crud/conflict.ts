import { useState } from 'react'
import { merge, over } from '#contract/merge.ts'
import type { Module, Row } from '#contract/module.ts'
import type { Values } from '#src/form/check.ts'

/** What somebody else did to a record while it is being changed here. */
export type Conflict = {
  /** The record as it is now. */
  row: Row
  /** The fields that both changed: a person has to say. */
  asks: readonly string[]
  /** Those of them where theirs was chosen; mine is kept elsewhere. */
  theirs: readonly string[]
}

/** The fields that both sides changed in ways that do not go together. */
export function asksOf(module: Module, seen: Values, current: Row, changes: Values): string[] {
  const merged = merge(module, seen, current, changes)
  return merged.ok ? [] : merged.asks
}

/** What was typed over an earlier state of a record, as it goes on over the one of now, and what a person has to say. */
export const broughtOver = (module: Module, before: Values, row: Row, changes: Values) => ({
  values: over(module, before, row, changes, []),
  asks: asksOf(module, before, row, changes),
})

/**
 * My changes over the record as it is now: what both sides added to is brought together, of what a person had to decide
 * only mine is in it where mine is wanted; lines that others have added are no part of that, and stay.
 */
export const rebased = (module: Module, seen: Row, conflict: Conflict, changes: Values): Values =>
  over(module, seen, conflict.row, mineIn(conflict, changes), [])

const mineIn = ({ asks, theirs }: Conflict, changes: Values): Values =>
  Object.fromEntries(Object.entries(changes).filter(([name]) => !(asks.includes(name) && theirs.includes(name))))

/** Somebody else changed the same fields meanwhile: mine is kept unless theirs is chosen. */
export function useConflict() {
  const [said, setSaid] = useState<{ row: Row; asks: readonly string[] } | null>(null)
  const [theirs, setTheirs] = useState<readonly string[]>([])
  const conflict: Conflict | null = said && { ...said, theirs }
  return {
    conflict,
    theirs,
    ask: (row: Row, asks: readonly string[]) => setSaid({ row, asks }),
    choose: (field: string, whose: 'mine' | 'theirs') =>
      setTheirs(now => {
        const others = now.filter(one => one !== field)
        return whose === 'theirs' ? [...others, field] : others
      }),
    clear: () => {
      setSaid(null)
      setTheirs([])
    },
    /** What of my changes is still wanted, where nothing has to be brought together. */
    wanted: (changes: Values): Values => (conflict ? mineIn(conflict, changes) : changes),
  }
}
