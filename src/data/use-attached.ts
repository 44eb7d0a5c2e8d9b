import { useInfiniteQuery, useQueries, useQuery, useQueryClient, type InfiniteData } from '@tanstack/react-query'
import { useRef } from 'react'
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
import { whyNot } from './use-deed.ts'
import { useWhenBack } from './use-when-back.ts'
import { failureOf, wordsFor } from './words.ts'

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

/** Changes a file; answers why it was not changed, in words, or null. */
export function useChangeFile(module: Module) {
  const queries = useQueryClient()
  return (id: number, change: { name?: string; position?: number; removed?: boolean }) =>
    whyNot(async () => {
      await callApi('PATCH', `/file/${id}`, { json: change, as: fileRow })
      await queries.invalidateQueries({ queryKey: [module.name] })
      return null
    })
}

/** The notes on a record, the newest first, a page at a time; asked anew, all pages that are read. */
export function useNotes(module: Module, record: number, isNew = false) {
  const queries = useQueryClient()
  const { sender } = useData()
  const isHere = useIsHere()
  const numbers = useRef(new Map<string, number>())
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
     * Keeps a note on this device and sends it; without a connection it waits with the other changes. Answers why it was
     * not taken, or null. Words that are sent twice are there once. `draft`: the one that they are in.
     */
    add: (text: string, draft?: Handed) =>
      whyNot(async () => {
        const here = await sender()
        // A note whose answer was lost is sent again under the same number.
        const id = numbers.current.get(text) ?? (await here.ids.nextId())
        numbers.current.set(text, id)
        const wish = { op: opOf(module, NOTE), opV: OP_VERSION, id: record, base: null, args: { id, text } }
        const outcome = await sendWish(here, wish, undefined, draft, () => isHere.current)
        const isInOutbox = 'inOutbox' in outcome
        if (outcome.state === 'refused' && !isInOutbox) return wordsFor(outcome.code, outcome.message)
        numbers.current.delete(text)
        if (outcome.state !== 'waiting' && !isInOutbox) await queries.invalidateQueries({ queryKey })
        return null
      }),
    /** Answers why it was not changed, or null. */
    change: (id: number, change: { text?: string; withdrawn?: boolean }) =>
      whyNot(async () => {
        replace(await callApi('PATCH', `/note/${id}`, { json: change, as: noteRow }))
        return null
      }),
  }
}
