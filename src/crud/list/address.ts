import { joinParts, splitParts } from '#contract/filter-text.ts'
import type { Density, ListState, Shape } from './state.ts'

const FILTER = /^filter\[(.+)\]$/
/** How links of before wrote a filter. */
const OLD_FILTER = /^f\.(.+)$/
const shapes: readonly Shape[] = ['table', 'board', 'calendar']
const densities: readonly Density[] = ['compact', 'regular', 'comfortable']

/** A list that nobody has asked anything of. */
export const usual: ListState = {
  view: '',
  q: '',
  sort: '',
  filter: {},
  archived: false,
  shape: 'table',
  group: '',
  columns: null,
  density: null,
}

/** What takes every narrowing away. */
export const everything = { q: '', filter: {}, archived: false } satisfies Partial<ListState>
export const isNarrowed = ({ q, filter, archived }: Pick<ListState, 'q' | 'filter' | 'archived'>): boolean =>
  q !== '' || Object.keys(filter).length > 0 || archived

const oneOf = <T extends string>(all: readonly T[], text: string | null): T | undefined => all.find(one => one === text)
const split = (text: string | null) => (text ?? '').split(',').filter(Boolean)

/** What an address says about a list. Whatever makes no sense in it is left out. */
export function readState(params: URLSearchParams): ListState {
  const filter: Record<string, readonly string[]> = {}
  for (const [name, value] of params) {
    const field = (FILTER.exec(name) ?? OLD_FILTER.exec(name))?.[1]
    const parts = splitParts(value).filter(Boolean)
    if (field && parts.length > 0) filter[field] = parts
  }
  const columns = split(params.get('cols'))
  return {
    view: params.get('view') ?? '',
    q: params.get('q') ?? '',
    sort: split(params.get('sort')).slice(0, 2).join(','),
    filter,
    archived: params.get('archived') === '1',
    shape: oneOf(shapes, params.get('shape')) ?? 'table',
    group: params.get('group') ?? '',
    columns: columns.length > 0 ? columns : null,
    density: oneOf(densities, params.get('density')) ?? null,
  }
}

/** Does the address say no more than which view, and leave the rest to that? */
export const isBare = (params: URLSearchParams): boolean => [...params.keys()].every(name => name === 'view')

/** Do two states show the same rows in the same way? */
export const sameState = (a: ListState, b: ListState): boolean =>
  writeState({ ...a, view: '' }) === writeState({ ...b, view: '' })

/**
 * The address of a state, readable: `?q=mehta&filter[stage]=open,new`. Empty for the usual one; a view of which nothing
 * is left says so with an empty `q`, because its name alone would bring everything back.
 */
export function writeState(state: ListState): string {
  const { view, q, sort, filter, archived, shape, group, columns, density } = state
  const parts: [string, string][] = [
    ['view', view],
    ['q', q],
    ['sort', sort],
    ...Object.entries(filter).map(([field, values]): [string, string] => [`filter[${field}]`, joinParts(values)]),
    ['archived', archived ? '1' : ''],
    ['shape', shape === 'table' ? '' : shape],
    ['group', group],
    ['cols', columns?.join(',') ?? ''],
    ['density', density ?? ''],
  ]
  const text = parts
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${plain(name)}=${plain(value)}`)
    .join('&')
  const isEmptied = view !== '' && view !== 'all' && text === `view=${plain(view)}`
  return text && `?${text}${isEmptied ? '&q=' : ''}`
}

/** Only what would mean something else in an address is written in code. */
const plain = (text: string) =>
  encodeURIComponent(text)
    .replace(/%(5B|5D|2C|3A|40|2F)/g, code => decodeURIComponent(code))
    .replaceAll('%20', '+')
