import { useEffect } from 'react'
import { useData } from '#src/data/data.ts'
import { useLive } from '#src/data/shared-live.ts'
import { setShortcutsOff, shortcutNames, type ShortcutName } from '#src/lib/keys/shortcuts.ts'
import { readMeta } from '#src/offline/user-db.ts'

const KEY = 'shortcutsOff'
const none: readonly string[] = []

/** Follows what this person has switched off on this device, in any tab. */
export function useKeptOff() {
  const names = useLive(useData().db, KEY, async db => (await readMeta<string[]>(db, KEY)) ?? none)
  useEffect(() => {
    if (names) setShortcutsOff(shortcutNames.filter(name => names.includes(name)))
  }, [names])
}

/** Keeps what is switched off in the person's own database, and until the app is closed where there is none. */
export function useKeepOff(): (names: readonly ShortcutName[]) => void {
  const { db } = useData()
  return names => {
    setShortcutsOff(names)
    void db?.meta.put({ key: KEY, value: [...names] })
  }
}
