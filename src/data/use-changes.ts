import { useEffect, useEffectEvent } from 'react'
import type { Module } from '#contract/module.ts'
import { onHeard } from '#src/offline/heard.ts'

export type RecordChange = { id: number; version: number }

/**
 * Hears which records of a module other people wrote, or other devices of this person: each version once, whichever way it
 * came by. `more`: further records changed that are not named, because they are thousands or because we were away.
 */
export function useChanges(module: Module, listener: (changes: readonly RecordChange[], more: boolean) => void): void {
  const hear = useEffectEvent(listener)
  const { name } = module
  useEffect(
    () =>
      onHeard(({ changes, many }) => {
        const own = changes.filter(({ t }) => t === name).map(({ id, v }) => ({ id, version: v }))
        const more = many.includes(name)
        if (own.length > 0 || more) hear(own, more)
      }),
    [name],
  )
}
