import { useEffect, useState, useSyncExternalStore } from 'react'
import { untilOver } from '#src/lib/until-over.ts'
import { uploadsOf, type UploadItem, type Uploads } from '#src/offline/uploads.ts'
import type { UserDb } from '#src/offline/user-db.ts'
import { useData } from './data.ts'

/** What sends the files of this device; it is there a moment later. */
function useStore(): Uploads | null {
  const { db, sender } = useData()
  const [found, setFound] = useState<{ of: UserDb | null; uploads: Uploads } | null>(null)
  useEffect(() => {
    return untilOver(sender(), sender => setFound({ of: sender.db, uploads: uploadsOf(sender) }))
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- one store for as long as the database is the same
  }, [db])
  // What the browser took away sends nothing any more, and the next one has all that was kept.
  return found?.of === db ? found.uploads : null
}

/** All files on their way from this device, and what sends them. */
export function useUploads(): { items: readonly UploadItem[]; uploads: Uploads | null } {
  const uploads = useStore()
  const items = useSyncExternalStore(uploads?.subscribe ?? never, () => uploads?.items() ?? none)
  return { items, uploads }
}

/** Those of them that are not sent again before their person says so. */
export const useRefusedFiles = (): UploadItem[] => useUploads().items.filter(({ state }) => state === 'refused')

/** One of them: the pictures of a list do not draw again at each step of all others. */
export function useUploadItem(id: number): UploadItem | undefined {
  const uploads = useStore()
  return useSyncExternalStore(uploads?.subscribe ?? never, () => uploads?.items().find(item => item.id === id))
}

const none: readonly UploadItem[] = []
const never = () => () => undefined
