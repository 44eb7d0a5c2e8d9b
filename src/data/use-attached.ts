import { useInfiniteQuery, useQueries, useQuery, useQueryClient, type InfiniteData } from '@tanstack/react-query'
import {
  filesAnswer,
  fileRow,
  noteRow,
  notesAnswer,
  type FileRow,
  type NoteRow,
  type NotesAnswer,
} from '#contract/calls/attached.ts'
import { NOTE, opOf, OP_VERSION } from '#contract/intent.ts'
import { apiPath, type Module } from '#contract/module.ts'
import { useIsHere } from '#src/lib/use-is-here.ts'
import { callApi } from '#src/offline/api.ts'
import { sendWish } from '#src/offline/push.ts'
import type { Handed } from '#src/offline/user-db.ts'
import { useData } from './data.ts'
import { failedCall, type CallFailure } from './use-call.ts'
import { useWhenBack } from './use-when-back.ts'
import { failureOf, wordsFor } from './words.ts'

export type Tried<T> = { done: T } | { failure: CallFailure }

/** Said no to, with the server's words where it had some. */
class Refused extends Error {
  failure: CallFailure
  constructor({ code, message }: { code: string; message: string }) {
    super(message)
    this.failure = { code, message: wordsFor(code, message) }
  }
}

/** Never throws for what a server or a network can do. */
async function tried<T>(work: () => Promise<T>): Promise<Tried<T>> {
  try {
    return { done: await work() }
  } catch (error) {
    return error instanceof Refused ? { failure: error.failure } : failedCall(error)
  }
}

/** The files of a record; `isNew`: it was made here, and no server knows it yet. The key begins with the module's name: every change of its records asks again. */
export function useFiles(module: Module, record: number, isNew = false) {
  const query = useQuery({
    queryKey: [module.name, 'files', record],
    queryFn: async ({ signal }) =>
      (await callApi('GET', `${apiPath(module)}/${record}/files`, { signal, as: filesAnswer })).files,
    enabled: !isNew,
  })
  return { files: isNew ? [] : query.data, ...useAskedAgain(query) }
}

type Asked = { error: Error | null; isLoadingError: boolean; refetch: () => Promise<unknown> }

/** What went wrong, and the way to ask once more; where nobody answered, that is done by itself when somebody does. */
function useAskedAgain({ error, isLoadingError, refetch }: Asked) {
  useWhenBack(() => {
    if (isLoadingError) void refetch()
  })
  return { error: failureOf(error), again: () => void refetch() }
}

/** What is known of files by their numbers, in their order; those that are not there, or not known yet, are left out. */
export function useFilesById(ids: readonly number[]): FileRow[] {
  const answers = useQueries({
    queries: ids.map(id => ({
      queryKey: ['file', id],
      queryFn: async ({ signal }: { signal: AbortSignal }) =>
        await callApi('GET', `/file/${id}`, { signal, as: fileRow }),
      retry: false,
    })),
  })
  useWhenBack(() => {
    for (const { isLoadingError, refetch } of answers) if (isLoadingError) void refetch()
  })
  return answers.flatMap(({ data }) => data ?? [])
}

export function useChangeFile(module: Module) {
  const queries = useQueryClient()
  return (id: number, change: { name?: string; position?: number; removed?: boolean }): Promise<Tried<FileRow>> =>
    tried(async () => {
      const changed = await callApi('PATCH', `/file/${id}`, { json: change, as: fileRow })
      await queries.invalidateQueries({ queryKey: [module.name] })
      return changed
    })
}

/** The notes on a record, the newest first, a page at a time; asked anew, all pages that are read. */
export function useNotes(module: Module, record: number, isNew = false) {
  const queries = useQueryClient()
  const { sender } = useData()
  const isHere = useIsHere()
  const queryKey = [module.name, 'notes', record]
  const query = useInfiniteQuery({
    queryKey,
    queryFn: async ({ pageParam, signal }) => {
      const search = pageParam === null ? {} : { after: pageParam }
      return await callApi('GET', `${apiPath(module)}/${record}/notes`, { search, signal, as: notesAnswer })
    },
    initialPageParam: null as number | null,
    getNextPageParam: page => page.next,
    enabled: !isNew,
  })
  const replace = (note: NoteRow) =>
    queries.setQueryData<InfiniteData<NotesAnswer, number | null>>(
      queryKey,
      known =>
        known && {
          ...known,
          pages: known.pages.map(page => ({
            ...page,
            notes: page.notes.map(other => (other.id === note.id ? note : other)),
          })),
        },
    )
  return {
    notes: isNew ? [] : query.data?.pages.flatMap(({ notes }) => notes),
    ...useAskedAgain(query),
    more: query.hasNextPage,
    loadingMore: query.isFetchingNextPage,
    /** Why the older ones did not come. */
    moreError: query.isFetchNextPageError ? failureOf(query.error) : null,
    async loadMore() {
      // What asks for all of them anew would be given up for it, and is waited for.
      if (query.isFetching) await query.refetch({ cancelRefetch: false })
      await query.fetchNextPage({ cancelRefetch: false })
    },
    /**
     * Keeps a note on this device and sends it; without a connection it waits with the other changes. `key` names the
     * words for as long as they stand in the box: sent twice, they are there once. `draft`: the one that they are in.
     */
    add: (key: string, text: string, draft?: Handed): Promise<Tried<'saved' | 'waiting'>> =>
      tried(async () => {
        const here = await sender()
        const id = await numberFor(key, here.ids.nextId)
        const wish = { op: opOf(module, NOTE), opV: OP_VERSION, id: record, base: null, args: { id, text } }
        const outcome = await sendWish(here, wish, undefined, draft, () => isHere.current)
        const isInOutbox = 'inOutbox' in outcome
        if (outcome.state === 'refused' && !isInOutbox) throw new Refused(outcome)
        numbers.delete(key)
        if (outcome.state === 'waiting' || isInOutbox) return 'waiting'
        await queries.invalidateQueries({ queryKey })
        return 'saved'
      }),
    change: (id: number, change: { text?: string; withdrawn?: boolean }) =>
      tried(async () => {
        const note = await callApi('PATCH', `/note/${id}`, { json: change, as: noteRow })
        replace(note)
        return note
      }),
  }
}

// A note whose answer was lost is sent again under the same number.
const numbers = new Map<string, number>()
async function numberFor(mid: string, nextId: () => Promise<number>): Promise<number> {
  const number = numbers.get(mid) ?? (await nextId())
  numbers.set(mid, number)
  return number
}
