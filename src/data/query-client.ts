import { QueryClient } from '@tanstack/react-query'

/**
 * The cache for what is read from the network. Requests are always tried (the browser's word on being online is no
 * proof), the reconnect and the sync decide when to ask again, and nothing of it is ever stored on the device.
 */
export function makeQueryClient(): QueryClient {
  const queries = new QueryClient({
    defaultOptions: {
      queries: { networkMode: 'always', retry: false, staleTime: 10_000, refetchOnReconnect: true },
      mutations: { networkMode: 'always', retry: false },
      dehydrate: { shouldDehydrateQuery: () => false, shouldDehydrateMutation: () => false },
    },
  })
  // What was selected in a list is there again, however long a record is read meanwhile.
  queries.setQueryDefaults(['selection'], { gcTime: Infinity })
  return queries
}
