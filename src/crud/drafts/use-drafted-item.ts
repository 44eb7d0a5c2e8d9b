import { useEffect, useEffectEvent } from 'react'
import type { Module } from '#contract/module.ts'
import { useData } from '#src/data/data.ts'
import { heldKeys, whenLeft } from './hold.ts'
import { placeOf, readModuleDrafts } from './store.ts'

/** Says once which record has a draft that no form is at work on: the last one, where there are several. */
export function useDraftedItem(module: Module, onFound: (id: number) => void): void {
  const { db } = useData()
  const found = useEffectEvent(onFound)
  const { name } = module
  useEffect(() => {
    if (!db) return
    let over = false
    const look = async () => {
      await whenLeft()
      const [drafts, held] = await Promise.all([readModuleDrafts(db, name), heldKeys()])
      const ids = drafts
        .filter(({ key }) => !held.has(key))
        .map(({ key }) => Number(placeOf(key).slice(name.length + 1)))
      const id = ids.find(id => Number.isSafeInteger(id) && id > 0)
      if (!over && id !== undefined) found(id)
    }
    void look().catch(() => undefined)
    return () => {
      over = true
    }
  }, [db, name])
}
