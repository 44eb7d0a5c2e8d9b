import { useQueryClient } from '@tanstack/react-query'
import i18next from 'i18next'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import type { Register } from '#contract/module.ts'
import { DataContext } from './data.ts'
import { openData, type OpenData } from './open-data.ts'

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
  // Writes that come before the database is open, or while it is opened again, wait for it.
  const opening = useRef<Waiting | null>(null)

  useEffect(() => {
    void i18next.loadNamespaces('problems')
    const work = new AbortController()
    const waiting = startWaiting()
    opening.current = waiting
    let opened: OpenData | null = null
    void openData({
      userId,
      register,
      signal: work.signal,
      onChanged: modules => {
        for (const name of modules) void queries.invalidateQueries({ queryKey: [name] })
      },
      onBroken: () => setTimeout(() => setRound(round => round + 1), 1_000),
    }).then(data => {
      if (work.signal.aborted) return data.close()
      opened = data
      waiting.resolve(data)
      setData(data)
    })
    return () => {
      work.abort()
      opened?.close()
    }
  }, [userId, register, queries, round])

  const value = {
    register,
    opened: data !== null,
    db: data?.db ?? null,
    sender: async () => (await opening.current!.promise).sender,
    pullNow: () => void data?.pullNow(),
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
