import { useQuery } from '@tanstack/react-query'
import { viewsCall, type SavedView } from '#contract/calls/views.ts'
import type { Module } from '#contract/module.ts'
import { ask } from '#src/offline/ask.ts'
import { readMeta } from '#src/offline/user-db.ts'
import { useData } from './data.ts'
import { useLive } from './shared-live.ts'

export const viewsKey = (module: Module) => ['views', module.name]

/** The saved views of a module: from the device at once, then as the server knows them. Undefined: not known yet. */
export function useViews(module: Module, wanted: boolean): readonly SavedView[] | undefined {
  const { db, opened } = useData()
  const key = `views:${module.name}`
  const kept = useLive(db, key, async db => (await readMeta<SavedView[]>(db, key)) ?? null)
  const asked = useQuery({
    queryKey: viewsKey(module),
    queryFn: async ({ signal }) => {
      const { views } = await ask(viewsCall, { module: module.name }, { signal })
      await db?.meta.put({ key, value: views })
      return views
    },
    enabled: opened && wanted,
    staleTime: 30_000,
  })
  return asked.data ?? kept ?? (asked.isError ? [] : undefined)
}
