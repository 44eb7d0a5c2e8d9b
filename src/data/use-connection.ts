import { useSyncExternalStore } from 'react'
import { readConnection, watchConnection, type Connection } from '#src/offline/connection.ts'

export const useConnection = (): Connection => useSyncExternalStore(watchConnection, readConnection)
