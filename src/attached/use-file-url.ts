import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import type { PictureSize } from '#contract/calls/attached.ts'
import { useData } from '#src/data/data.ts'
import { useUploadItem } from '#src/data/use-uploads.ts'
import { useWhenBack } from '#src/data/use-when-back.ts'
import { saveFile as saveBytes } from '#src/lib/save-file.ts'
import { fetchFile } from '#src/offline/file-content.ts'
import { objectUrl, revokeObjectUrl } from '#src/offline/object-urls.ts'
import type { UserDb } from '#src/offline/user-db.ts'
import { kindOf } from './file-icon.ts'

type Held = { url: string; users: number }
const held = new WeakMap<Blob, Held>()
type Subscribe = () => () => void
const holders = new WeakMap<Blob, Subscribe>()

/** The same bytes have one address, for as long as anybody shows them. */
function holderOf(bytes: Blob): Subscribe {
  const known = holders.get(bytes)
  if (known) return known
  const hold: Subscribe = () => {
    const one = held.get(bytes) ?? { url: objectUrl(bytes), users: 0 }
    one.users += 1
    held.set(bytes, one)
    return () => {
      one.users -= 1
      if (one.users > 0) return
      revokeObjectUrl(one.url)
      held.delete(bytes)
    }
  }
  holders.set(bytes, hold)
  return hold
}
const nothing: Subscribe = () => () => undefined

/** An address for these bytes while the component shows them. */
export function useObjectUrl(bytes: Blob | undefined): string | undefined {
  const shown = bytes && bytes.size > 0 ? bytes : undefined
  return useSyncExternalStore(shown ? holderOf(shown) : nothing, () => shown && held.get(shown)?.url)
}

/** The small picture that this device took along, where it did. */
async function takenAlong(db: UserDb | null, id: number): Promise<Blob | null> {
  const kept = await db?.pictures.get(id).catch(() => undefined)
  return kept?.bytes ? new Blob([kept.bytes], { type: kept.type }) : null
}

/**
 * The content of a file as an address; what was fetched is shown again at once. What is on its way from this device is
 * shown as it was chosen: the server has nothing of it yet, and may be out of reach.
 */
export function useFileUrl(id: number, size: PictureSize, { enabled = true } = {}) {
  const queries = useQueryClient()
  const { db, opened } = useData()
  const own = useUploadItem(id)
  const isOnItsWay = own !== undefined && own.state !== 'done'
  const isDone = own?.state === 'done'
  // Only of a picture is there a small one.
  const chosen = own && (size === 'full' || kindOf(own.bytes.type) === 'picture') ? own.bytes : undefined
  const query = useQuery({
    queryKey: ['file-content', id, size],
    queryFn: async ({ signal }) =>
      (size === 'small' && (await takenAlong(db, id))) || (await fetchFile(id, size, signal)).bytes,
    // Content under a number never changes.
    staleTime: Infinity,
    retry: false,
    // Small ones may be on this device, which says so once it is opened.
    enabled: enabled && !isOnItsWay && (size !== 'small' || opened),
  })
  useWhenBack(() => {
    if (query.isLoadingError && !isOnItsWay) void query.refetch()
  })
  useEffect(() => {
    if (!isDone) return
    void queries.invalidateQueries({ queryKey: ['file', id] })
    // What could not be had of it before can be had now.
    const isMissing = ({ state }: { state: { data: unknown } }) => state.data === undefined
    void queries.invalidateQueries({ queryKey: ['file-content', id], predicate: isMissing })
  }, [isDone, id, queries])
  const url = useObjectUrl(isOnItsWay ? chosen : (query.data ?? chosen))
  return { url, failed: !url && query.isError }
}

/** Brings a file to the person's own downloads. */
export async function saveFile(id: number): Promise<void> {
  const { bytes, name } = await fetchFile(id, 'full')
  saveBytes(bytes, name)
}
