import type { QueryClient } from '@tanstack/react-query'
import type { News } from '#src/offline/channel.ts'

/** The second word of the keys of what shows many records: its order does not move because of what others do. */
const lists = new Set(['list', 'page', 'total', 'groups', 'pick', 'whole'])

/** Asks anew what is shown of the records that others wrote, and of nothing else. Keys are `[module, what, id]`. */
export function refreshDetails(queries: QueryClient, { changes, many }: News): void {
  const touched = new Map<string, Set<number> | 'all'>(many.map(t => [t, 'all']))
  for (const { t, id } of changes) {
    const known = touched.get(t)
    if (known === undefined) touched.set(t, new Set([id]))
    else if (known !== 'all') known.add(id)
  }
  void queries.invalidateQueries({
    predicate: ({ queryKey: [module, what, id] }) => {
      const ids = touched.get(module as string)
      if (ids === undefined || lists.has(what as string)) return false
      return ids === 'all' || typeof id !== 'number' || ids.has(id)
    },
  })
}

/** What the device had last of records is shown no more: their person may see less than before. */
export const forgetShown = (queries: QueryClient): Promise<void> =>
  queries.resetQueries({ predicate: ({ queryKey, state }) => queryKey[1] === 'one' && state.dataUpdatedAt === 0 })
