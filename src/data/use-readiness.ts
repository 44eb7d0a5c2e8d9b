import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { serverNow } from '#src/lib/clock.ts'
import { judge, type Readiness, type ReadinessFacts } from '#src/offline/readiness.ts'
import { useMe } from '#src/session/house.ts'
import { useData } from './data.ts'
import { useConnection } from './use-connection.ts'
import { failureOf, wordsFor, type Failure } from './words.ts'

/** How often this device is looked at while somebody sees what came of it, and while something is missing, in ms. */
const LOOK_EVERY = 60_000
const LOOK_SOON = 5_000
/** So long after one try what is missing is not fetched again unasked, in ms. */
const AGAIN_AFTER = 5 * 60_000

type Looked = { facts: ReadinessFacts; readiness: Readiness }

export type DeviceReadiness = {
  /** Undefined until the device has been looked at, and in a browser that keeps nothing. */
  looked: Looked | undefined
  /** How much of what is missing has come, from 0 to 1; null while nobody fetches. */
  getting: number | null
  /** Fetches what is missing. Answers why it could not, where it could not. */
  get: () => Promise<Failure | null>
}

/** What this device has and lacks, as it was last looked at. */
export function useLooked() {
  const { db, register } = useData()
  const { userId } = useMe()
  const { loading, trouble } = useConnection()
  // Its store may refuse to keep anything while the browser still speaks of room.
  const isFull = trouble === 'storageFull'
  return useQuery({
    queryKey: ['readiness', userId, loading === null, isFull],
    queryFn: async (): Promise<Looked> => {
      const { readinessFacts } = await import('#src/offline/make-ready.ts')
      const found = await readinessFacts(db!, register, userId)
      const facts = isFull ? { ...found, storage: { ...found.storage, left: 0 } } : found
      return { facts, readiness: judge(facts, serverNow()) }
    },
    enabled: db !== null,
    refetchInterval: ({ state }) => (state.data?.readiness.ready === false ? LOOK_SOON : LOOK_EVERY),
  })
}

/** Is this device ready to leave the network? What is missing comes by itself while there is one. */
export function useReadiness(): DeviceReadiness {
  const { db, register, pullNow } = useData()
  const { userId } = useMe()
  const { online } = useConnection()
  const [getting, setGetting] = useState<number | null>(null)
  const triedAt = useRef(-Infinity)
  const { data: looked, refetch } = useLooked()

  const isLacking = (looked?.facts.missing.length ?? 0) + (looked?.facts.pictures.length ?? 0) > 0
  useEffect(() => {
    if (!db || !online || !isLacking || performance.now() - triedAt.current < AGAIN_AFTER) return
    triedAt.current = performance.now()
    const work = new AbortController()
    void (async () => {
      const { addPictures, fillGaps } = await import('#src/offline/make-ready.ts')
      await fillGaps(db, register, userId, work.signal)
      await addPictures(db, register, userId, work.signal)
      await refetch()
    })().catch(() => undefined) // the next look tries again
    return () => work.abort()
  }, [db, register, userId, online, isLacking, refetch])

  const get = async (): Promise<Failure | null> => {
    if (!db) return { code: 'no-storage', message: wordsFor('no-storage') }
    setGetting(0)
    try {
      const { makeReady } = await import('#src/offline/make-ready.ts')
      const { signal } = new AbortController()
      await makeReady({ db, register, userId, pull: pullNow, signal, onProgress: setGetting })
      return null
    } catch (error) {
      return failureOf(error)
    } finally {
      await refetch()
      setGetting(null)
    }
  }
  return { looked, getting, get }
}
