import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { listeners } from '../listeners.ts'
import { ariaKeys, chordOf, type Chord } from './chord.ts'

type Declared = {
  /** Any of them; the first is the one that is shown. */
  keys: readonly [string, ...string[]]
  /**
   * Global ones work on every page; those of a page only where it has what they do. Those of a row are done by the row
   * that the keyboard is in, which asks whether they are off.
   */
  scope: 'global' | 'page' | 'row'
  /** Left to fields that take what is typed: they have an undo of their own. */
  notInFields?: true
}

const declare = <N extends string>(all: Record<N, Declared>) => all

/**
 * Every shortcut there is. None is a bare letter, because a scan gun types letters; a bare sign counts only outside of
 * fields and in a silence. What each does is said in keys.json under its name.
 */
export const shortcuts = declare({
  palette: { keys: ['Mod+K'], scope: 'global' },
  sheet: { keys: ['?'], scope: 'global' },
  nextRegion: { keys: ['F6'], scope: 'global' },
  previousRegion: { keys: ['Shift+F6'], scope: 'global' },
  hints: { keys: ['Alt'], scope: 'global' },
  undo: { keys: ['Mod+Z'], scope: 'global', notInFields: true },
  search: { keys: ['/'], scope: 'page' },
  create: { keys: ['Alt+C'], scope: 'page' },
  edit: { keys: ['Alt+I'], scope: 'page' },
  save: { keys: ['Mod+S', 'Alt+S'], scope: 'page' },
  saveNext: { keys: ['Mod+Enter'], scope: 'page' },
  discard: { keys: ['Alt+J'], scope: 'page' },
  outcome1: { keys: ['Alt+1'], scope: 'page' },
  outcome2: { keys: ['Alt+2'], scope: 'page' },
  outcome3: { keys: ['Alt+3'], scope: 'page' },
  outcome4: { keys: ['Alt+4'], scope: 'page' },
  nextRecord: { keys: ['Alt+N'], scope: 'page' },
  previousRecord: { keys: ['Alt+P'], scope: 'page' },
  throughChanges: { keys: ['ArrowUp', 'ArrowDown'], scope: 'row' },
  discardChange: { keys: ['Delete'], scope: 'row' },
})
export type ShortcutName = keyof typeof shortcuts
export const shortcutNames = Object.keys(shortcuts) as ShortcutName[]

export const chords: readonly { name: ShortcutName; chord: Chord }[] = shortcutNames.flatMap(name =>
  shortcuts[name].keys.map(keys => ({ name, chord: chordOf(keys) })),
)

/** What a page can do now. */
export type Live = { name: ShortcutName; what: string | undefined; run: () => void }

let live: readonly Live[] = []
let off: ReadonlySet<ShortcutName> = new Set()
const { subscribe, tell } = listeners()

function bring(one: Live): () => void {
  live = [...live, one]
  tell()
  return () => {
    live = live.filter(other => other !== one)
    tell()
  }
}

/** What runs for this name now: the part of the page that came last has the word. */
export const liveShortcut = (name: ShortcutName): Live | undefined => live.findLast(one => one.name === name)

const liveOnes = () => live
/** Everything that the page can do by a shortcut now, each once. */
export const useLiveShortcuts = (): Live[] => {
  const all = useSyncExternalStore(subscribe, liveOnes)
  return shortcutNames.flatMap(name => all.findLast(one => one.name === name) ?? [])
}

const offOnes = () => off
export const useShortcutsOff = (): ReadonlySet<ShortcutName> => useSyncExternalStore(subscribe, offOnes)
export const isShortcutOff = (name: ShortcutName): boolean => off.has(name)

/** The shortcuts that this person does not want. */
export function setShortcutsOff(names: Iterable<ShortcutName>) {
  off = new Set(names)
  tell()
}

/**
 * Offers what the shortcut does while the component is there; `null` while it cannot be done. `what` says it in the words
 * of the page. Answers `aria-keyshortcuts` for the button that does the same.
 */
export function useShortcut(name: ShortcutName, run: (() => void) | null, what?: string): string | undefined {
  const fire = useEffectEvent(() => run?.())
  const possible = run !== null
  useEffect(() => (possible ? bring({ name, what, run: () => fire() }) : undefined), [name, possible, what])
  return useShortcutsOff().has(name) || !possible ? undefined : ariaKeys(shortcuts[name].keys[0])
}
