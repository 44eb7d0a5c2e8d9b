import { useQueryClient } from '@tanstack/react-query'
import { loadNamespaces } from 'i18next'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import type { Register } from '#contract/module.ts'
import { onHeard } from '#src/offline/heard.ts'
import { DataContext } from './data.ts'
import { openedEarly } from './open-store.ts'
import { openData, type OpenData } from './open-data.ts'
import { forgetShown, refreshDetails } from './refresh-details.ts'
import { goOnSending } from './go-on-sending.ts'

/** Opens what this device keeps for the user and keeps it up to date while mounted; all data hooks live below it. */
export function DataProvider({
  userId,
  register,
  children,
}: {
  userId: number
  register: Register
  children: ReactNode
}) {
  const queries = useQueryClient()
  const [round, setRound] = useState(0)
  const [data, setData] = useState<OpenData | null>(null)
  const [early] = useState(() => openedEarly(userId))
  // Writes that come before the database is open, or while it is opened again, wait for it.
  const opening = useRef<Waiting | null>(null)

  useEffect(() => {
    void loadNamespaces('problems')
    const work = new AbortController()
    const waiting = (opening.current ??= startWaiting())
    let opened: OpenData | null = null
    void (async () => {
      // A store that was just taken away is not asked for again at once.
      if (round > 0) await new Promise(resolve => setTimeout(resolve, 1_000))
      const data = await openData({
        userId,
        register,
        signal: work.signal,
        onChanged: modules => {
          for (const name of modules) void queries.invalidateQueries({ queryKey: [name] })
        },
        onNarrowed: () => void forgetShown(queries),
        // Records that no feed tells this device of were read before it was told of any.
        onBegun: () => refreshDetails(queries, { changes: [], many: Object.keys(register) }),
        onBroken: () => setRound(round => round + 1),
      })
      if (work.signal.aborted) return data.close()
      opened = data
      waiting.resolve(data)
      setData(data)
      void goOnSending(data.sender).catch(() => undefined) // the next page tries again
    })()
    return () => {
      work.abort()
      if (!opened) return
      opened.close()
      opening.current = null
    }
  }, [userId, register, queries, round])

  // What others wrote: details are refreshed, lists are told (see useChanges) and move when their person wants it.
  useEffect(() => onHeard(news => refreshDetails(queries, news)), [queries])

  const value = {
    register,
    opened: data !== null || early !== null,
    db: data ? data.db : early,
    sender: async () => (await (opening.current ??= startWaiting()).promise).sender,
    pullNow: async () => data?.pullNow(),
  }
  return <DataContext value={value}>{children}</DataContext>
}

type Waiting = { promise: Promise<OpenData>; resolve: (data: OpenData) => void }

function startWaiting(): Waiting {
  let resolve!: Waiting['resolve']
  const promise = new Promise<OpenData>(done => {
    resolve = done
  })
  return { promise, resolve }
}
