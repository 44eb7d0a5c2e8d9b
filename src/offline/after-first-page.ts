import { readConnection, watchConnection } from './connection.ts'

/**
 * Does it after so long (in ms). A new device has nothing to show before its first pull: while that is under way, nothing
 * else is fetched beside it. Answers how to leave it.
 */
export function afterFirstPage(headStart: number, work: () => void): () => void {
  let timer = setTimeout(look, headStart)
  let forget = () => {}
  function look() {
    const { lastSyncAt, syncing } = readConnection()
    if (lastSyncAt !== null || !syncing) return work()
    forget = watchConnection(() => {
      if (readConnection().syncing) return
      forget()
      timer = setTimeout(work, headStart)
    })
  }
  return () => {
    clearTimeout(timer)
    forget()
  }
}
