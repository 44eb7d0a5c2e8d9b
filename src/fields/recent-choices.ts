import { useData } from '#src/data/data.ts'
import { useLive } from '#src/data/shared-live.ts'
import { readMeta } from '#src/offline/user-db.ts'

const most = 6
const none: readonly number[] = []

/** What this person chose lately of a module or list, on this device: it comes first the next time. */
export function useRecentChoices(name: string): [readonly number[], (id: number) => void] {
  const { db } = useData()
  const key = `choices:${name}`
  const recent = useLive(db, key, async db => (await readMeta<number[]>(db, key)) ?? [])
  const keep = async (id: number) =>
    db?.transaction('rw', db.meta, async () => {
      const before = (await readMeta<number[]>(db, key)) ?? []
      await db.meta.put({ key, value: [id, ...before.filter(one => one !== id)].slice(0, most) })
    })
  // Comfort, nothing more: a store that is full does without.
  return [recent ?? none, id => void keep(id)?.catch(() => undefined)]
}
