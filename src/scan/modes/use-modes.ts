import { readScreens, screensOf, type Pages } from '#src/crud/screens.ts'
import { useActor } from '#src/session/actor.ts'
import type { ScanMode } from './mode.ts'

/** The modes that this person may scan in, by the word in the address. Waits for what stands on the pages of all modules. */
export function useModes(all: Readonly<Record<string, Pages | null>>): ReadonlyMap<string, ScanMode> {
  const actor = useActor()
  const pages = Object.values(all).flatMap(one => one ?? [])
  // All of them are asked for before one is waited for.
  for (const one of pages) void screensOf(one).catch(() => undefined)
  const modes = pages.flatMap(one => Object.entries(readScreens(one).modes ?? {}))
  return new Map(modes.filter(([, mode]) => mode.may(actor)))
}
