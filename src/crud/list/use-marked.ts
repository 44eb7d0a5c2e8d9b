import { useEffect, useEffectEvent, useState } from 'react'
import type { Module } from '#contract/module.ts'
import { useChanges } from '#src/data/use-changes.ts'

/** How long a row that somebody else changed is marked. */
const MARKED = 6_000

/** The records that somebody else changed a moment ago. */
export function useMarked(module: Module): ReadonlySet<number> {
  const [marked, setMarked] = useState<ReadonlyMap<number, number>>(new Map())
  useChanges(module, changes => {
    const until = Date.now() + MARKED
    setMarked(now => new Map([...now, ...changes.map(({ id }): [number, number] => [id, until])]))
  })
  const fade = useEffectEvent(() => {
    setMarked(now => new Map([...now].filter(([, until]) => until > Date.now())))
  })
  useEffect(() => {
    if (marked.size === 0) return
    const timer = setTimeout(fade, Math.max(50, Math.min(...marked.values()) - Date.now()))
    return () => clearTimeout(timer)
  }, [marked])
  return new Set(marked.keys())
}
