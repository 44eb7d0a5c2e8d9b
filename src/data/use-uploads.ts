import { useEffect, useState, useSyncExternalStore } from 'react'
import { uploadsOf, type UploadItem, type Uploads } from '#src/offline/uploads.ts'
import { useData } from './data.ts'

/** All files on their way from this device, and what sends them; that is there a moment later. */
export function useUploads(): { items: readonly UploadItem[]; uploads: Uploads | null } {
  const { sender } = useData()
  const [uploads, setUploads] = useState<Uploads | null>(null)
  useEffect(() => {
    let over = false
    void sender().then(sender => over || setUploads(uploadsOf(sender)))
    return () => {
      over = true
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- one store for as long as the page lives
  }, [])
  const items = useSyncExternalStore(uploads?.subscribe ?? never, () => uploads?.items() ?? none)
  return { items, uploads }
}

const none: readonly UploadItem[] = []
const never = () => () => undefined
