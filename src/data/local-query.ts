import { filterNamed } from '#contract/filters.ts'
import { joinParts, matches, parseFilter } from '#contract/filter-text.ts'
import type { Module, Row } from '#contract/module.ts'
import type { House } from '#contract/relative-days.ts'
import { asks, finder, searchText } from '#contract/search-words.ts'
import { serverNow } from '#src/lib/clock.ts'
import { readWho } from '#src/session/house.ts'
import { inOrder } from './in-order.ts'

export type RecordQuery = {
  q?: string
  /** One or two fields' names, each with a minus for the other way round. */
  sort?: string
  /**
   * What is asked of each field, any of which will do: parts as contract/filter-text.ts reads them, values, or null for empty.
   * A text alone stands as the server reads it.
   */
  filter?: Readonly<Record<string, unknown>>
  /** Only archived records; otherwise only those that are not. */
  archived?: boolean
}

/** A filter as the server reads it, or null where nothing is asked. */
export function filterText(wanted: unknown): string | null {
  if (typeof wanted === 'string') return wanted === '' ? null : wanted
  const parts = (Array.isArray(wanted) ? (wanted as unknown[]) : [wanted]).filter(
    part => part !== undefined && part !== '',
  )
  return parts.length === 0
    ? null
    : joinParts(parts.map(part => (part === null ? 'none' : `${part as string | number | boolean}`)))
}

export const readHouse = (): House => ({ now: new Date(serverNow()), timeZone: readWho()?.house.timeZone ?? 'UTC' })

/** What the server's list answers, done in memory on the rows of this device, by the same rules of the contract. */
export function queryRows(module: Module, rows: readonly Row[], query: RecordQuery, house = readHouse()): Row[] {
  const asked = asks(query.q ?? '')
  const isFound = finder(asked)
  const filters = Object.entries(query.filter ?? {}).flatMap(([name, wanted]) => {
    const text = filterText(wanted)
    if (text === null) return []
    const filter = filterNamed(module, name)
    return [{ filter, parts: filter && parseFilter(module, name, text, house) }]
  })
  const ordered = inOrder(module, rows, query.sort)
  // Where nothing is looked for, nothing is made ready to be looked through.
  const read = asked.length > 0 ? textsOf(module, ordered) : null
  return ordered.filter(
    (row, at) =>
      Boolean(row.archivedAt) === (query.archived ?? false) &&
      // What makes no sense to the list is refused by the server; here it finds nothing.
      filters.every(({ filter, parts }) => filter !== null && parts !== null && matches(filter, parts, row)) &&
      (read === null || isFound(read[at]!)),
  )
}

// Folding ten thousand rows takes longer than looking through them, and a row object never changes.
const texts = new WeakMap<Row, string>()
const textsInOrder = new WeakMap<readonly Row[], readonly string[]>()

/** What is looked through, in the order of these rows. */
function textsOf(module: Module, ordered: readonly Row[]): readonly string[] {
  let found = textsInOrder.get(ordered)
  if (!found) {
    found = ordered.map(row => textOf(module, row))
    textsInOrder.set(ordered, found)
  }
  return found
}

function textOf(module: Module, row: Row): string {
  let text = texts.get(row)
  if (text === undefined) {
    text = searchText(module, row)
    texts.set(row, text)
  }
  return text
}
