import { useSearchParams } from 'react-router-dom'
import { useTyped } from './use-typed.ts'

export type ListQuery = {
  q: string
  /** A field's name, with a minus for the other way round; empty for the usual order. */
  sort: string
  /** Values by field, as the address has them; any of several will do. */
  filter: Readonly<Record<string, readonly string[]>>
  archived: boolean
}

const FILTER = 'f.'

/** What takes every narrowing away. */
export const everything = { q: '', filter: {}, archived: false } satisfies Partial<ListQuery>
export const isNarrowed = ({ q, filter, archived }: ListQuery): boolean =>
  q !== '' || Object.keys(filter).length > 0 || archived

export function readQuery(params: URLSearchParams): ListQuery {
  const filters = [...params].filter(([name, value]) => name.startsWith(FILTER) && value !== '')
  return {
    q: params.get('q') ?? '',
    sort: params.get('sort') ?? '',
    filter: Object.fromEntries(filters.map(([name, value]) => [name.slice(FILTER.length), value.split(',')])),
    archived: params.get('archived') === '1',
  }
}

export function writeQuery({ q, sort, filter, archived }: ListQuery): URLSearchParams {
  const params = new URLSearchParams()
  if (q) params.set('q', q)
  if (sort) params.set('sort', sort)
  for (const [field, values] of Object.entries(filter))
    if (values.length > 0) params.set(FILTER + field, values.join(','))
  if (archived) params.set('archived', '1')
  return params
}

/** What a list shows stands in its address: reload, Back and a copied link give the same rows. */
export function useListQuery(): [ListQuery, (change: Partial<ListQuery>) => void] {
  const [params, setParams] = useSearchParams()
  const asked = readQuery(params)
  const [q, setQ] = useTyped(asked.q)
  const want = (change: Partial<ListQuery>) => {
    if (change.q !== undefined) setQ(change.q)
    setParams(now => writeQuery({ ...readQuery(now), ...change }), { replace: true, preventScrollReset: true })
  }
  return [{ ...asked, q }, want]
}
