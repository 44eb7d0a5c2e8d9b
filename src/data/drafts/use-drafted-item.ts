import { useEffect, useEffectEvent } from 'react'
import type { Module } from '#contract/module.ts'
import { useData } from '#src/data/data.ts'

/** Says once which record has a draft that no form is at work on; looked for when there is time. */
export function useDraftedItem(module: Module, hasTime: boolean, onFound: (id: number) => void): void {
  const { db } = useData()
  const found = useEffectEvent(onFound)
  const { name } = module
  useEffect(() => {
    if (!db || !hasTime) return
    let over = false
    const look = async () => {
      const { draftedItem } = await import('./drafted-item.ts')
      const id = await draftedItem(db, name)
      if (!over && id !== undefined) found(id)
    }
    void look().catch(() => undefined)
    return () => {
      over = true
    }
  }, [db, name, hasTime])
}
