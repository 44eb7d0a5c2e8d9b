import { pageAnswer, totalAnswer } from '#contract/calls/records.ts'
import { apiPath, type Module, type Row } from '#contract/module.ts'
import { callApi } from '#src/offline/api.ts'
import { filterText, type RecordQuery } from './local-query.ts'

export type ListPage = { rows: Row[]; next: string | null }
export type Total = { count: number; more: boolean }

/** As many records as one question may name. */
export const MOST_IDS = 100
/** The server stops counting here. */
const COUNTED = 10_000

type Search = Record<string, string | number | boolean>

/** A question as the server's address takes it. */
export function searchOf(query: RecordQuery): Search {
  const filters = Object.entries(query.filter ?? {}).flatMap(([field, wanted]) => {
    const text = filterText(wanted)
    return text === null ? [] : [[`filter[${field}]`, text]]
  })
  return {
    ...(query.q ? { q: query.q } : {}),
    ...(query.sort ? { sort: query.sort } : {}),
    ...(query.archived ? { archived: true } : {}),
    ...(Object.fromEntries(filters) as Record<string, string>),
  }
}

export const readPage = (
  module: Module,
  query: RecordQuery,
  place: { after: string | null; limit: number },
  signal?: AbortSignal,
): Promise<ListPage> =>
  callApi('GET', apiPath(module), {
    as: pageAnswer,
    search: { ...searchOf(query), limit: place.limit, ...(place.after === null ? {} : { after: place.after }) },
    ...(signal ? { signal } : {}),
  })

/** All records that answer the question, page by page, until there are so many. */
export async function readAll(module: Module, query: RecordQuery, most = Infinity): Promise<Row[]> {
  const rows: Row[] = []
  let after: string | null = null
  do {
    const page: ListPage = await readPage(module, query, { after, limit: 100 })
    rows.push(...page.rows)
    after = page.next
  } while (after !== null && rows.length < most)
  return rows
}

/** Which of these records answer the question, as they are now. */
export async function readAmong(module: Module, query: RecordQuery, ids: readonly number[]): Promise<Row[]> {
  const among = { ...query, filter: { ...query.filter, id: ids } }
  return (await readPage(module, among, { after: null, limit: MOST_IDS })).rows
}

export async function readTotal(module: Module, query: RecordQuery, signal: AbortSignal): Promise<Total> {
  const { total } = await callApi('GET', apiPath(module), {
    as: totalAnswer,
    search: { ...searchOf(query), limit: 1, total: true },
    signal,
  })
  return { count: Math.min(total, COUNTED), more: total > COUNTED }
}
