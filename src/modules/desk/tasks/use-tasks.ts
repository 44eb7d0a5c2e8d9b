import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { task, type Task } from '#contract/modules/desk/task.ts'
import { totalQuery } from '#src/data/total-query.ts'
import { useChanges } from '#src/data/use-changes.ts'
import { useRecords } from '#src/data/use-records.ts'
import type { Failure } from '#src/data/words.ts'
import { useNow } from '#src/lib/use-now.ts'
import { questionOf } from './question.ts'
import type { TaskState } from './state.ts'

export type TaskPage = {
  rows: Task[]
  /** Of all pages; null where nobody has counted yet. */
  total: number | null
  pageIndex: number
  /** The number of the last page. */
  last: number | null
  /** Only what this device keeps: the server could not be asked. */
  partial: boolean
  loading: boolean
  error: Failure | null
  again: () => void
}

/** The page that the table shows: of the device where what is asked for is one's own, else of the server. */
export function useTasks(state: TaskState): TaskPage {
  const { pageSize } = state.tableData
  const question = questionOf(state, useNow())
  const records = useRecords(task, question)
  const queries = useQueryClient()
  const atServer = records.source === 'server'
  const counted = useQuery({ ...totalQuery(task, question), enabled: atServer })
  // A short table says what is, as those of the device do; nobody loses their place in it.
  useChanges(task, () => {
    void queries.invalidateQueries({ queryKey: [task.name, 'list'] })
    void queries.invalidateQueries({ queryKey: [task.name, 'total'] })
  })
  const { rows, loadingMore, loadMore, moreError, partial } = records
  // What comes after is out of reach while the server is.
  const hasMore = records.hasMore && !partial
  const isCounted = hasMore || (atServer && records.loading)
  const count = isCounted ? (counted.data?.count ?? null) : rows.length
  const last = count === null ? null : Math.max(1, Math.ceil(count / pageSize))
  // Where the last page has emptied, the one before it is the last.
  const pageIndex = Math.min(state.tableData.pageIndex, last ?? Infinity)
  const until = pageIndex * pageSize
  const isShort = hasMore && rows.length < until
  // What was refused is not asked for again until somebody says so.
  const mayLoad = isShort && !loadingMore && moreError === null
  useEffect(() => {
    if (mayLoad) loadMore()
    // oxlint-disable-next-line react/exhaustive-deps -- loadMore is another function each time
  }, [mayLoad])
  const isEmpty = isShort && rows.length <= until - pageSize
  return {
    rows: rows.slice(until - pageSize, until),
    total: partial && records.hasMore ? null : count,
    pageIndex,
    last,
    partial,
    loading: records.loading || isEmpty,
    error: records.error ?? (isEmpty ? moreError : null),
    again: records.error ? records.again : loadMore,
  }
}
