import { useEffect, useEffectEvent } from 'react'
import type { Module } from '#contract/module.ts'
import { useData } from '#src/data/data.ts'
import { untilOver } from '#src/lib/until-over.ts'

/** Says once which record has a draft that no form is at work on; looked for when there is time. */
export function useDraftedItem(module: Module, hasTime: boolean, onFound: (id: number) => void): void {
  const { db } = useData()
  const found = useEffectEvent(onFound)
  const { name } = module
  useEffect(() => {
    if (!db || !hasTime) return
    const look = async () => (await import('./drafted-item.ts')).draftedItem(db, name)
    return untilOver(
      look(),
      id => id !== undefined && found(id),
      () => undefined,
    )
  }, [db, name, hasTime])
}
