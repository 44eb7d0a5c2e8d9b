import { useQuery, useQueryClient } from '@tanstack/react-query'
import {
  bulkPath,
  bulkPreview,
  bulkStarted,
  workPath,
  worksCall,
  workState,
  type BulkInput,
  type BulkPreview,
  type WorkState,
} from '#contract/calls/work.ts'
import type { Module } from '#contract/module.ts'
import { callApi, codeOf } from '#src/offline/api.ts'
import { ask } from '#src/offline/ask.ts'
import { withConfirmed } from '#src/session/confirm.ts'
import { failedCall, type CallFailure } from './use-call.ts'
import { failureOf, type Failure } from './words.ts'

/** How often one looks how far it is, while it runs. */
const LOOK = 700

export type Work = {
  /** Undefined while it is asked for; null where the server knows nothing of it any more. */
  work: WorkState | null | undefined
  error: Failure | null
}

/** Long work at the server: how far it is, and in the end what became of it. */
export function useWork(id: string): Work {
  const query = useQuery({
    queryKey: ['work', id],
    queryFn: ({ signal }) => callApi('GET', workPath(id), { signal, as: workState }),
    refetchInterval: ({ state }) => (!state.data || state.data.state === 'running' ? LOOK : false),
    refetchIntervalInBackground: true,
    staleTime: 0,
  })
  const isGone = codeOf(query.error) === 'not-found'
  return { work: isGone ? null : query.data, error: isGone ? null : failureOf(query.error) }
}

/** What this person has had done lately, the newest first. */
export function useWorks(): { works: WorkState[] | undefined; error: Failure | null } {
  const query = useQuery({
    queryKey: ['work'],
    queryFn: ({ signal }) => ask(worksCall, {}, { signal }),
    staleTime: 0,
  })
  return { works: query.data?.rows, error: failureOf(query.error) }
}

type Answer<T> = { answer: T } | { failure: CallFailure }
const lacksPassword = (called: object) =>
  'failure' in called && (called.failure as CallFailure).code === 'confirm-needed'

/** What one can do with many records at once. Nothing throws for what a server or a network can do. */
export function useWorkDeeds() {
  const queries = useQueryClient()
  const send = async <T>(path: string, json: unknown, read: (body: unknown) => T): Promise<Answer<T>> => {
    const make = async (): Promise<Answer<T>> => {
      try {
        return { answer: await callApi('POST', path, { json, as: { parse: read } }) }
      } catch (error) {
        return failedCall(error)
      }
    }
    return withConfirmed(make, lacksPassword)
  }
  const started = (body: unknown) => bulkStarted.parse(body).job
  return {
    preview: (module: Module, input: BulkInput): Promise<Answer<BulkPreview>> =>
      send(bulkPath(module), { ...input, try: true }, body => bulkPreview.parse(body)),
    start: (module: Module, input: BulkInput): Promise<Answer<string>> => send(bulkPath(module), input, started),
    /** Once more what failed, all of it. */
    retry: (id: string): Promise<Answer<string>> => send(`${workPath(id)}/retry`, {}, started),
    undo: (id: string): Promise<Answer<string>> => send(workPath(id, 'undo'), {}, started),
    cancel: async (id: string): Promise<Answer<unknown>> => {
      const answer = await send(workPath(id, 'cancel'), {}, body => body)
      await queries.invalidateQueries({ queryKey: ['work', id] })
      return answer
    },
  }
}
